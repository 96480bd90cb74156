"""A measure is declared once, and what is declared is everywhere."""

import csv
import io
import re

import numpy as np
import pytest
from drf_spectacular.generators import SchemaGenerator

from agreement.services import measure_agreement
from regild.agreement.measures.one_annotator import AnnotatorMeasure
from regild.agreement.measures.two_golds import GoldMeasure
from regild.agreement.measuring import ON_RATINGS, campaign_measures
from regild.agreement.patterns import pack_counts
from regild.agreement.registry import BY_KEY, MEASURES, family
from tests.agreement.rated import worked_campaign
from tests.people import make_lead, signed_in
from tests.processes import ROOT
from tests.regild.agreement.tables import SCALE, measures_of, table_of

pytestmark = pytest.mark.sqlite

DEFINITIONS = (ROOT / "docs" / "measures-agreement.md").read_text()
OF_ANNOTATORS = {measure.key for measure in family(AnnotatorMeasure)}
OF_CAMPAIGN = {*BY_KEY} - OF_ANNOTATORS


def test_a_key_names_one_measure():
    assert len(BY_KEY) == len(MEASURES)


@pytest.mark.parametrize("key", BY_KEY)
def test_every_measure_is_defined_in_the_documentation(key):
    assert f"`{key}`" in DEFINITIONS


def test_every_measure_with_a_definition_of_its_own_there_is_declared():
    rows = re.findall(r"^\| (`.*?) \|", DEFINITIONS, re.MULTILINE)
    keys = [key for row in rows for key in re.findall(r"`(\w+)`", row)]
    assert len(keys) > 15
    assert set(keys) <= set(BY_KEY)


@pytest.mark.parametrize("measure", ON_RATINGS, ids=lambda measure: measure.key)
def test_a_measure_on_ratings_names_every_sum_it_needs(measure):
    counts = np.array([[3, 0, 0, 0], [0, 0, 1, 3], [1, 1, 1, 0], [0, 2, 0, 0]])
    alone = campaign_measures(pack_counts(counts).patterns, SCALE, measures=[measure])
    among_all = measures_of(table_of([0, 0, 0], [3, 3, 3, 2], [0, 2, 1], [1, 1]))[measure.key]
    assert [*alone] == [measure.key]
    assert alone[measure.key][1:3] == among_all[1:3]
    assert alone[measure.key].value == pytest.approx(among_all.value)


@pytest.mark.django_db
def test_every_measure_is_in_the_report():
    report = measure_agreement(campaign=worked_campaign())
    of_golds = {measure.key for measure in family(GoldMeasure)}
    assert set(report.measures) == OF_CAMPAIGN - of_golds
    assert of_golds <= set(report.comparison)
    for found in report.by_annotator.values():
        assert set(found) >= OF_ANNOTATORS
    for group in report.by_origin.values():
        assert set(group) == {measure.key for measure in ON_RATINGS}


@pytest.mark.django_db
def test_every_measure_is_on_the_page_and_in_its_files():
    campaign = worked_campaign()
    report = measure_agreement(campaign=campaign)
    lead = signed_in(make_lead("lead", campaign, "viewer"))
    address = f"/campaigns/boats/agreement/{report.id}/"
    page = lead.get(address).text
    measures = lead.get(f"{address}tables/measures.csv").text
    latex = lead.get(f"{address}tables/measures.tex").text
    annotators = lead.get(f"{address}tables/annotators.csv").text
    assert {row["measure"] for row in csv.DictReader(io.StringIO(measures))} == OF_CAMPAIGN
    assert {*next(csv.reader(io.StringIO(annotators)))} >= OF_ANNOTATORS
    for key in OF_CAMPAIGN:
        assert f"<code>{key}</code>" in page
        assert key.replace("_", r"\_") + " & " in latex


def test_every_measure_is_in_the_schema_of_the_api():
    schemas = SchemaGenerator().get_schema(public=True)["components"]["schemas"]
    of_golds = {measure.key for measure in family(GoldMeasure)}
    assert set(schemas["AgreementMeasures"]["properties"]) == OF_CAMPAIGN - of_golds
    assert set(schemas["AgreementOfAnnotator"]["properties"]) >= OF_ANNOTATORS
    assert set(schemas["AgreementOfGolds"]["properties"]) >= of_golds
    [said] = [
        facts["description"]
        for key, facts in schemas["AgreementMeasures"]["properties"].items()
        if key == "unanimity"
    ]
    assert said.startswith("Unanimity: ")
