"""Every step of the walk through the code leads to the function it names."""

import ast
import re

import pytest

from tests.processes import ROOT

GUIDE = ROOT / "docs" / "architecture.md"
LINKS = re.findall(r"\[`?([^`\]]+)`?\]\(([^)]+)\)", GUIDE.read_text())

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize(("name", "target"), LINKS)
def test_a_link_leads_to_what_it_names(name, target):
    file = (GUIDE.parent / target).resolve()
    assert file.is_file()
    if file.suffix == ".py" and "/" not in name:
        defined = {getattr(node, "name", "") for node in ast.walk(ast.parse(file.read_text()))}
        assert name in defined


def test_both_walks_have_their_steps():
    assert len(LINKS) > 25
