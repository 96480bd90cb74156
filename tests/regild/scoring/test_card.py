"""The card of a dataset: every heading that is asked for, filled or named unknown."""

from datetime import date
from itertools import pairwise

import pytest
import yaml

import regild
from regild.scoring.exports.publication import Publication
from regild.scoring.exports.statement import UNKNOWN, Statement, StatementFigure
from tests import ROOT
from tests.regild.scoring.golds import dataset_of, make_gold

PUBLICATION = Publication("", "unknown", date(2026, 5, 4))
# huggingface_hub, src/huggingface_hub/templates/datasetcard_template.md, in its order.
TEMPLATE = """\
## Dataset Details
### Dataset Description
### Dataset Sources
## Uses
### Direct Use
### Out-of-Scope Use
## Dataset Structure
## Dataset Creation
### Curation Rationale
### Source Data
#### Data Collection and Processing
#### Who are the source data producers?
### Annotations
#### Annotation process
#### Who are the annotators?
#### Personal and Sensitive Information
## Bias, Risks, and Limitations
### Recommendations
## Citation
## Glossary
## More Information
## Dataset Card Authors
## Dataset Card Contact
""".splitlines()
BULLETS = ("Curated by", "Funded by", "Shared by", "Language(s) (NLP)", "License")
# Bender & Friedman (2018), 'Data Statements for Natural Language Processing', section 5.
DATA_STATEMENT = """\
### Curation rationale
### Language variety
### Speaker demographic
### Annotator demographic
### Speech situation
### Text characteristics
### Recording quality
### Other
### Provenance appendix
""".splitlines()
SAID = Statement(
    organiser="The Boat Club",
    contact="jo@example.org",
    authors=("Doe, Jo", "The Crew"),
    paper="Doe (2026)",
    funding="The harbour",
    rationale="To see which words hold water.",
    source_text="Letters of 1900.",
    text_authors="Sailors.",
    recruitment="A poster, unpaid.",
    annotator_profile="Students.",
    uses="Scoring.",
    misuses="Sailing.",
    limitations="Few sentences.",
    personal_data="Names of boats.",
    instructions="Judge.\n\n- 0: bad",
    asked=("Age",),
    agreement=(
        StatementFigure("Krippendorff's alpha", 0.5, 0.4, 0.6, 12),
        StatementFigure("x", None, None, None, 0),
    ),
    agreement_ratings=40,
)


def card_of(statement, **gold):
    made = make_gold()._replace(statement=statement, **gold)
    return dataset_of(made, PUBLICATION)["README.md"].decode()


def headings(card):
    body = card.split("---\n", 2)[2]
    return [line for line in body.splitlines() if line.startswith("#")]


def test_every_heading_of_the_hub_and_of_a_data_statement_is_there_in_order():
    for statement in (Statement(), SAID):
        found = headings(card_of(statement))
        for wanted in (TEMPLATE, DATA_STATEMENT):
            assert [line for line in found if line in wanted] == wanted
        assert len(found) == len({*found}) + found.count("")


def test_what_nobody_said_is_called_unknown_and_no_section_is_empty():
    card = card_of(Statement())
    assert card.count(UNKNOWN) > 15
    assert "No licence has been chosen yet" in card
    lines = [line for line in card.split("---\n", 2)[2].splitlines() if line.strip()]
    for line, below in pairwise(lines):
        if line.startswith("#") and below.startswith("#"):
            # A heading with nothing beneath it has headings of its own.
            assert below.index(" ") > line.index(" "), line
    for bullet in BULLETS:
        assert f"- **{bullet}:** " in card


def test_what_a_lead_wrote_stands_under_its_heading():
    card = card_of(SAID, ledger={"given": 10, "withdrawn": 2, "counted": 8})
    assert UNKNOWN not in card

    def under(heading):
        return card.partition(f"\n{heading}\n")[2].partition("\n#")[0]

    assert "Letters of 1900." in under("#### Data Collection and Processing")
    assert "Sailors." in under("#### Who are the source data producers?")
    assert "> - 0: bad" in under("#### Annotation process")
    assert "Krippendorff's alpha: 0.500 [0.400, 0.600] (n = 12)" in card
    assert "x: undefined (n = 0)" in card
    assert "measured on 40 ratings" in card
    assert "Students." in under("### Annotator demographic")
    assert "Names of boats." in under("#### Personal and Sensitive Information")
    assert "who withdrew before, left out: 2." in card
    assert "Age" in under("#### Who are the annotators?")
    assert "jo@example.org" in under("## Dataset Card Contact")
    assert "author = {Doe, Jo and The Crew}" in card


@pytest.mark.parametrize("value", [1 / 16 - 2**-57, 1 / 16, 1 / 16 + 2**-56])
def test_the_last_digits_of_a_figure_do_not_change_the_card(value):
    figure = StatementFigure("Unanimity", value, value, 2 * value, 16)
    said = SAID._replace(agreement=(figure,))
    card = dataset_of(make_gold()._replace(statement=said), PUBLICATION)["README.md"].decode()
    assert "Unanimity: 0.062 [0.062, 0.125] (n = 16)" in card


def test_authors_are_people_where_they_are_named_so():
    files = dataset_of(make_gold()._replace(statement=SAID), PUBLICATION)
    found = yaml.safe_load(files["CITATION.cff"])
    assert found["authors"] == [
        {"family-names": "Doe", "given-names": "Jo"},
        {"name": "The Crew"},
    ]
    assert "url" not in found


def test_regild_says_how_it_is_cited():
    """Required by the schema of version 1.2.0: cff-version, message, title, authors."""
    found = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert {"cff-version", "message", "title", "authors"} <= {*found}
    assert (found["cff-version"], found["type"]) == ("1.2.0", "software")
    assert all({"name"} <= {*one} or {"family-names"} <= {*one} for one in found["authors"])
    assert found["license"] == "MIT"
    known = {"cff-version", "message", "type", "title", "abstract", "authors", "version"}
    assert {*found} <= known | {"license", "keywords", "doi", "url", "repository-code"}
    assert found["version"] == regild.__version__
