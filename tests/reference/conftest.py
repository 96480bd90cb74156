from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real files and the official scorers' figures, kept beside the project."""
    folder = Path(__file__).resolve().parents[2].parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("../shared/data is absent: reference data is not shipped with the project")
    return folder
