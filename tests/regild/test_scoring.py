"""The names that `regild.scoring` gives, and what is declared of its measures."""

import re

import pytest

import regild.scoring
from regild.scoring.measures import FAMILIES, KEYS, MEASURES, MULTIWORD_MEASURES, measure_of
from tests.processes import ROOT
from tests.regild.public import (
    assert_gives_what_it_lists,
    assert_type_checkers_are_told_the_same,
)

EVERY = (*MEASURES, *MULTIWORD_MEASURES)
GUIDE = (ROOT / "docs" / "measures-scoring.md").read_text()


def test_every_public_name_is_there_and_is_what_type_checkers_are_told():
    assert_gives_what_it_lists(regild.scoring)
    assert_type_checkers_are_told_the_same(regild.scoring)


def test_a_measure_is_declared_once_and_found_by_its_key():
    assert len({measure.key for measure in EVERY}) == len(EVERY)
    assert tuple(measure.key for family in FAMILIES.values() for measure in family) == KEYS
    assert all(measure_of(measure.key) is measure for measure in EVERY)
    assert all(measure.title and measure.definition.endswith(".") for measure in EVERY)


def rows():
    """By key, the rest of the row of the guide's tables that defines it."""
    found = {}
    for first, rest in re.findall(r"^\| (`[^|]*) \| (.*) \|$", GUIDE, re.MULTILINE):
        keys = re.findall(r"`([^`]+)`", first)
        if "…" in first:
            stem, last = keys[-1].rsplit("_", 1)
            keys = [f"{stem}_{n}" for n in range(1, int(last) + 1)]
        found |= dict.fromkeys(keys, plain(rest))
    return found


def plain(markdown):
    return re.sub(r"<sub>.*?</sub>|[\\▸]", "", markdown)


@pytest.mark.parametrize("measure", EVERY, ids=lambda measure: measure.key)
def test_every_measure_is_defined_in_the_guide_by_its_formula(measure):
    found = rows()
    formula = (
        "the same measures when answers no one judged" if measure.aside else measure.formula
    )
    assert formula in found[measure.key]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_its_heading_in_the_guide(family):
    section = re.search(rf"^### .*\(`{family}`\)\n(.*?)(?=^### |\Z)", GUIDE, re.M | re.S)
    assert all(f"`{key.key}`" in section[1] or "…" in section[1] for key in FAMILIES[family])
