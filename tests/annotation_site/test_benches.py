"""Benches are started by hand: one whose import is gone would be noticed months later."""

from importlib import import_module
from pathlib import Path

import pytest

from tests.processes import ROOT

pytestmark = pytest.mark.sqlite

# It is run inside another program's Django.
_ELSEWHERE = {"doccano_project", "__main__"}
_BENCHES = sorted({path.stem for path in Path(ROOT, "bench").glob("*.py")} - _ELSEWHERE)


@pytest.mark.parametrize("name", _BENCHES)
def test_what_a_bench_imports_is_there(name):
    import_module(f"bench.{name}")
