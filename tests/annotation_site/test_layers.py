"""What import-linter cannot see: Django lets an earlier app reach a later one's rows through
the names that foreign keys leave behind, such as `subset.assignments`."""

import ast
import tomllib

import pytest
from django.apps import apps

from tests import ROOT

pytestmark = pytest.mark.sqlite

LAYERS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
ONE_WAY = next(
    contract for contract in LAYERS["contracts"] if contract["name"] == "Data moves one way"
)
APPS = [
    name
    for name in reversed(ONE_WAY["layers"])
    if name in {app.label for app in apps.get_app_configs()}
]


def reached_back():
    """(app of the rows, model, accessor) of every key from a later app to an earlier."""
    for model in apps.get_models():
        for relation in model._meta.related_objects:
            there, here = relation.related_model._meta.app_label, model._meta.app_label
            if {there, here} <= set(APPS) and APPS.index(there) > APPS.index(here):
                yield there, model.__name__.lower(), relation.get_accessor_name()


def reads(app):
    """(file and line, object, attribute) wherever `object.attribute` is read."""
    for path in (ROOT / app).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute):
                of = getattr(node.value, "id", getattr(node.value, "attr", ""))
                yield f"{path.relative_to(ROOT)}:{node.lineno}", of, node.attr


def test_no_app_reads_rows_of_a_later_one():
    names = list(reached_back())
    found = [
        f"{place} {of}.{name}"
        for app in APPS
        for place, of, name in reads(app)
        for later, model, accessor in names
        if (of, name) == (model, accessor) and APPS.index(later) > APPS.index(app)
    ]
    assert found == []
    assert ("rating", "subset", "assignments") in names
