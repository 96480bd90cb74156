"""What a package of the method gives, against what type checkers are told of it."""

import ast

import pytest

from tests import ROOT


def assert_gives_what_it_lists(package):
    """Also where a name is asked for that is not among them."""
    assert {name for name in package.__all__ if not hasattr(package, name)} == set()
    assert set(package.__all__) <= set(dir(package))
    with pytest.raises(AttributeError, match="nothing"):
        _asked = package.nothing


def assert_type_checkers_are_told_the_same(package):
    path = ROOT.joinpath(*package.__name__.split("."), "__init__.py")
    [told] = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.If)]
    found = {
        alias.name: node.module
        for node in told.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert found == package._HOME_OF
    assert sorted(found) == sorted(package.__all__)
