from pathlib import Path

import pytest

from tests.needs import SHARED, require


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real files and the official scorers' figures, kept beside the project."""
    require("../shared/data")
    return SHARED
