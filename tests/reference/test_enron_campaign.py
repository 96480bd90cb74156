"""The e-mails that were annotated twice, as a campaign with ratings brought in."""

import io
import json
import zipfile

import pytest

from agreement.selectors.reports import report_table
from agreement.services import measure_agreement
from pooling.services.fill_pool import pool_campaign
from rating.services.importing import import_ratings
from regild.problems import Source
from sources.services.creating import create_campaign

pytestmark = pytest.mark.django_db


def packed(folder):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as zipped:
        for path in sorted(folder.iterdir()):
            zipped.write(path, path.name)
    return Source(io.BytesIO(out.getvalue()), "messages.zip")


@pytest.fixture
def enron(shared_data):
    folder = shared_data / "enron"
    campaign = create_campaign(
        slug="enron",
        task="categories",
        language="en",
        files={
            "documents": packed(folder / "messages"),
            "categories": Source((folder / "categories.csv").open("rb"), "categories.csv"),
        },
    ).campaign
    pool_campaign(campaign=campaign)
    campaign.refresh_from_db()
    with (folder / "annotations.csv").open("rb") as stream:
        import_ratings(campaign=campaign, ratings=Source(stream, "annotations.csv"))
    return campaign, json.loads((folder / "reference.json").read_text())


def test_a_report_at_both_levels_is_what_another_program_found(enron):
    campaign, reference = enron
    levels = measure_agreement(campaign=campaign).levels
    for name, expected in (("leaf", reference["category"]), ("top", reference["top"])):
        for key in ("pairwise_exact", "alpha_nominal", "fleiss_kappa"):
            measure = levels[name]["measures"][key]
            assert measure["value"] == pytest.approx(expected[key], abs=1e-9)
            assert measure["n"] == expected["n"]
            assert measure["low"] < measure["value"] < measure["high"]
        confusions = {
            f"{one['a']} | {one['b']}": one["n"] for one in levels[name]["confusions"]
        }
        assert confusions == expected["confusions"]


def test_figures_1_and_2_of_the_paper_on_these_messages(enron):
    """478, 37 and 9 of 524 pairs, counted by hand from the file."""
    campaign, _reference = enron
    report = measure_agreement(campaign=campaign)
    agreements = report_table(report, "agreements_top").rows
    assert [(name, n, round(100 * share, 2)) for name, n, share in agreements] == [
        ("Business", 478, 91.22),
        ("Personal", 37, 7.06),
        ("disagreement", 9, 1.72),
    ]
    (business, *_more), _personal = report_table(report, "categories_top").rows
    assert business == "Business"
    assert round(100 * report_table(report, "categories_top").rows[0][2].value, 2) == 92.08
    matrix = report_table(report, "matrix_top")
    assert matrix.columns == ("category", "Business", "Personal")
    assert matrix.rows == [("Business", 478, 9), ("Personal", 9, 37)]
