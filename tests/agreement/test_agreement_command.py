import io
import json

import pytest
from django.core.management import CommandError, call_command

from agreement.models import AgreementReport
from tests.agreement.rated import worked_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

# The keys of measures.md that describe a whole campaign.
KEYS = {
    "unanimity",
    "sd",
    "sd_population",
    "pairwise_exact",
    "pairwise_within_1",
    "alpha_nominal",
    "alpha_ordinal",
    "alpha_interval",
    "fleiss_kappa",
    "gwet_ac1",
    "gwet_ac2",
    "cohen_kappa",
    "cohen_kappa_quadratic",
    "icc1",
    "pairwise_sets",
    "pairwise_sets_by_sentence",
    "mode_exists",
    "mode_hit",
    "mode_token_share",
    "mode_token_share_by_sentence",
    "proposed_or_not",
    "mode_jaccard",
}


def run(*arguments):
    out = io.StringIO()
    call_command("agreement", *arguments, stdout=out)
    return out.getvalue()


def test_json_holds_every_measure_with_what_it_rests_on():
    worked_campaign()
    facts = json.loads(run("boats", "--json"))
    assert facts["campaign"] == "boats"
    assert facts["measures"].keys() == KEYS
    for found in facts["measures"].values():
        assert {"value", "n", "n_ratings", "low", "high", "reason"} <= found.keys()
        assert (found["value"] is None) == bool(found["reason"])
    assert facts["by_origin"].keys() == {"gold", "systems", "both"}
    assert {"spearman_all", "spearman_gold", "bands", "boxes"} <= facts["comparison"].keys()
    assert {"summary", "outliers"} <= facts["comparison"].keys()
    by_votes = facts["comparison"]["rejected"]["by_votes"]
    # happy, of four votes.
    assert [found["votes"] for found in by_votes if found["rejected"]] == [4]


def test_running_it_keeps_a_report():
    worked_campaign()
    facts = json.loads(run("boats", "--json"))
    report = AgreementReport.objects.get()
    assert (facts["report"], report.job) == (report.id, None)


def test_plain_output_is_a_table_with_intervals_and_counts():
    worked_campaign()
    lines = run("boats").splitlines()
    assert lines[0] == "17 ratings of 6 candidates by 4 annotators."
    (sd,) = [line.split() for line in lines if line.startswith("sd ")]
    # sd 0.5 ± 0.438 over 5 candidates with 16 ratings, as in measures.md.
    assert sd[:4] == ["sd", "0.500", "[0.062,", "0.938]"]
    assert sd[-3:] == ["5", "16", "–"]


def test_a_frequency_list_adds_its_comparison(tmp_path):
    worked_campaign(min_ratings=2)
    path = tmp_path / "frequencies.tsv"
    path.write_text("word\tfrequency\nhappy\t9\npleased\t5.5\ncontent\t1\n")
    facts = json.loads(run("boats", "--json", "--frequencies", str(path)))
    assert facts["comparison"]["frequency"]["u"] == 2
    assert "n_unknown" in run("boats", "--frequencies", str(path))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("word,frequency\nhappy,often\n", "line 2: 'often' is not a frequency"),
        ("word,frequency\nhappy,inf\n", "line 2: 'inf' is not a frequency"),
        ("word,frequency\nhappy,1\nhappy,2\n", "line 3: the word 'happy' is already"),
        ("word,count\nhappy,1\n", "no column frequency"),
    ],
)
def test_a_bad_frequency_list_is_refused_before_anything_is_kept(tmp_path, table, message):
    worked_campaign()
    path = tmp_path / "frequencies.csv"
    path.write_text(table)
    with pytest.raises(CommandError, match=message):
        run("boats", "--frequencies", str(path))
    assert not AgreementReport.objects.exists()


@pytest.mark.postgresql
def test_an_unknown_campaign_is_named():
    with pytest.raises(CommandError, match="no campaign 'nowhere'"):
        run("nowhere")
