"""Where the guides point, there is something."""

import pkgutil
import re
from contextlib import suppress
from urllib.parse import unquote, urlsplit

import pytest

from tests.docs.guides import GUIDES, Link, anchors, links, named
from tests.processes import ROOT

pytestmark = pytest.mark.sqlite

LINKS = [link for guide in GUIDES for link in links(guide)]
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
# What stands in them has a place or a dotted name; `complete/` is an address.
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir()}


def broken(link):
    """What is wrong with it, or None."""
    parts = urlsplit(link.target)
    if parts.scheme or parts.netloc:
        return None
    target = (link.guide.parent / unquote(parts.path)).resolve() if parts.path else link.guide
    if not target.exists():
        return f"{named(link.guide)}: {link.target} is not there"
    if parts.fragment and parts.fragment not in anchors(target):
        return f"{named(link.guide)}: {link.target} has no such heading"
    return None


def test_every_link_and_picture_of_a_guide_is_there():
    assert [trouble for trouble in map(broken, LINKS) if trouble] == []


def test_links_are_found_in_text_in_pictures_and_to_headings():
    # So that the test above cannot pass by seeing nothing.
    targets = {link.target for link in LINKS}
    assert {"docs/leads.md", "formats.md#swords"} <= targets
    assert any(target.endswith(".png") for target in targets)


@pytest.mark.parametrize(
    ("target", "trouble"),
    [
        ("docs/nothing.md", "is not there"),
        ("docs/formats.md#nothing", "has no such heading"),
        ("#nothing", "has no such heading"),
        ("docs/formats.md#gold-as-lines", None),
        ("https://regild.example/nothing", None),
    ],
)
def test_a_broken_link_is_told_from_a_sound_one(target, trouble):
    found = broken(Link(ROOT / "README.md", target))
    assert found is None if trouble is None else trouble in found


def test_the_index_has_a_line_for_every_guide():
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / urlsplit(link.target).path).resolve() for link in links(index)}
    decisions = ROOT / "docs" / "decisions"
    guides = {decisions, *(guide for guide in GUIDES if guide.parent != decisions)}
    others = {index, ROOT / "README.md", ROOT / "CHANGELOG.md"}
    assert guides - others - linked == set()


def test_the_readme_is_one_screen_with_two_pictures():
    text = (ROOT / "README.md").read_text("utf-8")
    assert text.count("<img") + text.count("![") == 2
    assert len(text.splitlines()) <= 40


def code_named_in(decision):
    for quoted in re.findall(r"`([^`\s<>]+)`", decision.read_text("utf-8")):
        if re.split(r"[/.]", quoted)[0] in FOLDERS and re.search(r"\w[/.]\w", quoted):
            yield quoted


def is_there(quoted):
    if "/" in quoted:
        return (ROOT / quoted).exists()
    with suppress(ImportError, AttributeError):
        pkgutil.resolve_name(quoted)
        return True
    return False


def test_what_a_decision_names_is_there():
    named_there = [(path.name, quoted) for path in DECISIONS for quoted in code_named_in(path)]
    assert len(named_there) > 10
    assert [named for named in named_there if not is_there(named[1])] == []
