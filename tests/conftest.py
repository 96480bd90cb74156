"""What every test begins with."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def nobody_has_tried_anything() -> None:
    """Throttles count in the cache; a test must not pay for the tries of another."""
    cache.clear()
