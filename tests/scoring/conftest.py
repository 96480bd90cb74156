import pytest

from campaigns.models import Campaign
from tests.scoring.released import rated_campaign


@pytest.fixture
def campaign(db: None) -> Campaign:
    return rated_campaign()
