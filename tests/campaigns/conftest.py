import pytest

from tests.campaigns.receiving import receiver


@pytest.fixture
def told(settings):
    """What a program that listens on this machine is told."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    with receiver() as told:
        yield told
