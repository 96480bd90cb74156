"""A name says one thing: whoever reads it somewhere need not ask which of two is meant."""

import ast
import tomllib
from collections import defaultdict

import pytest

from tests import ROOT

pytestmark = pytest.mark.sqlite

# Django finds each management command under this name.
DJANGO_S = {"Command"}


def test_no_two_classes_have_the_same_name():
    places = defaultdict(list)
    for path in our_modules():
        for statement in ast.parse(path.read_text()).body:
            if isinstance(statement, ast.ClassDef) and statement.name not in DJANGO_S:
                places[statement.name].append(f"{path.relative_to(ROOT)}:{statement.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
    assert len(places) > 400


def our_modules():
    """All but tests, each a small world of its own, and migrations, which name what was."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for package in (*said["tool"]["mypy"]["files"], "bench"):
        for path in (ROOT / package).rglob("*.py"):
            if "migrations" not in path.parts:
                yield path
