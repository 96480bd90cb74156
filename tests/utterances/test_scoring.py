"""From a release of utterances to the scores on it; the numbers are worked out by hand from
tests/utterances/released.py, or by scipy and scikit-learn."""

import csv
import io

import pytest
from django.urls import reverse
from scipy import stats
from sklearn.metrics import ndcg_score

from agreement.services import measure_agreement
from campaigns.models import Job
from regild.problems import BadFiles
from scoring.jobs import release as release_task
from scoring.models import Evaluation, Release, Score
from scoring.selectors.submissions import public_leaderboard
from scoring.services.exporting import DATASET, formats_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.services.systems import add_system
from tests.commands import facts_of
from tests.factories import source
from tests.people import make_lead, program_of, signed_in
from tests.scoring.released import exported
from tests.utterances.released import rated_utterances

pytestmark = pytest.mark.django_db

API = "/api/v1/campaigns/odd/releases/1/"
# Of both sets what people mean and what the system `first` scores.
MEANS = ([3, 0.5, 0.5], [1, 2, 3])
FIRST = ([-3, -9, -7], [-1, -2, -5])


@pytest.fixture
def campaign():
    return rated_utterances()


@pytest.fixture
def scored(campaign):
    freeze_gold(campaign=campaign, min_ratings=2)
    return rescore(campaign=campaign)


@pytest.fixture
def lead(campaign):
    return make_lead("lea", campaign, "owner")


def scores(release, system, gold):
    rows = Score.objects.filter(
        evaluation__release=release,
        evaluation__gold=gold,
        evaluation__system__name=system,
    )
    return {one.measure: one for one in rows}


def test_on_the_first_gold_ranks_of_the_natural_utterance(scored):
    first, partly = (scores(scored, name, "first") for name in ("first", "partly"))
    # Ranks 1 and 2; of the other a tie for 1 and 2, and a set it skipped, where all tie.
    found = {key: first[key].value for key in ("mean_rank", "mrr", "p_at_1")}
    assert found == {"mean_rank": 1.5, "mrr": 0.75, "p_at_1": 0.5}
    found = {key: partly[key].value for key in ("mean_rank", "mrr", "p_at_1")}
    assert found == pytest.approx(
        {"mean_rank": 1.75, "mrr": (1 / 1.5 + 1 / 2) / 2, "p_at_1": 0}
    )
    # The lowest mean rank is best.
    assert (first["mean_rank"].rank, partly["mean_rank"].rank) == (1, 2)
    # Normal for means: 1.5 ± 1.96 · .7071 / √2; Wilson's for a share.
    assert first["mean_rank"].low == pytest.approx(1.5 - 1.959964 * 0.5, abs=1e-6)
    assert first["p_at_1"].high == pytest.approx(0.905468794, abs=1e-8)


def test_what_a_coin_gets_stands_beside(scored):
    of_first, of_second = (
        Evaluation.objects.filter(gold=gold).first().beside["chance"]
        for gold in ("first", "second")
    )
    assert of_first["mean_rank"]["value"] == 2
    assert of_first["mrr"]["value"] == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)
    assert of_first["p_at_1"]["value"] == pytest.approx(1 / 3)
    assert of_second["spearman"]["value"] == 0
    # Equal scores share gains, as scikit-learn has it.
    expected = [ndcg_score([means], [[0, 0, 0]]) for means in MEANS]
    assert of_second["ndcg"]["value"] == pytest.approx(sum(expected) / 2)


def test_on_the_second_gold_what_people_find_plausible(scored):
    first = scores(scored, "first", "second")
    spearman = [
        stats.spearmanr(own, means).statistic for own, means in zip(FIRST, MEANS, strict=True)
    ]
    ndcg = [ndcg_score([means], [own]) for own, means in zip(FIRST, MEANS, strict=True)]
    assert first["spearman"].value == pytest.approx(sum(spearman) / 2)
    assert first["ndcg"].value == pytest.approx(sum(ndcg) / 2)
    # A set that was skipped has 0, not nothing.
    partly = scores(scored, "partly", "second")["spearman"]
    own = stats.spearmanr([5, 5, 1], MEANS[0]).statistic
    assert (partly.value, partly.n) == (pytest.approx(own / 2), 2)
    assert first["mean_rank"].value is None
    assert first["mean_rank"].reason.startswith("it is of the natural utterances")


def test_altered_utterances_that_people_found_natural_are_counted(scored, lead):
    altered = scored.comparison["altered"]
    # Of four altered ones the third of set 2; of two natural ones that of set 1.
    assert (
        altered["altered_found_natural"]["value"],
        altered["altered_found_natural"]["n"],
    ) == (
        0.25,
        4,
    )
    assert altered["altered_as_plausible"]["value"] == 0.25
    assert altered["natural_found_natural"]["value"] == 0.5
    # Wilson's interval, by scipy.
    interval = stats.binomtest(1, 4).proportion_ci(method="wilson")
    assert altered["altered_found_natural"]["low"] == pytest.approx(interval.low)
    page = signed_in(lead).get(reverse("gold-release", args=["odd", 1]))
    assert "Altered utterances that people found natural" in page.text
    assert "0.250 [0.046, 0.699]" in page.text


def test_command_page_and_api_show_the_stored_rows(campaign, lead):
    program, page = program_of(lead), signed_in(lead)
    page.post(reverse("gold-make", args=["odd"]), {"rule": "mean", "min_ratings": 2})
    release_task(job_id=Job.objects.get().id)
    made = facts_of("release_gold", "odd", "--min-ratings", "2", "--drop-unanimous-zeros")
    assert Release.objects.get(number=1).sha256 == made["sha256"]
    told = facts_of("rescore", "odd", "--release", "1")
    read = program.get(f"{API}scores/").json()
    assert [one["measure"] for one in read["measures"]] == [
        "mean_rank",
        "mrr",
        "p_at_1",
        "spearman",
        "ndcg",
    ]
    stored = {
        (one.measure, one.evaluation.gold, one.evaluation.system.name): one.value
        for one in Score.objects.select_related("evaluation__system")
    }
    for measures in (told["measures"], read["measures"]):
        found = {
            (one["measure"], gold, line["system"]): line[gold]["value"]
            for one in measures
            for line in one["lines"]
            for gold in ("first", "second")
        }
        assert found == stored
        [mean_rank] = [one for one in measures if one["measure"] == "mean_rank"]
        assert mean_rank["chance"]["first"]["value"] == 2
    text = page.get(reverse("scores-release", args=["odd", 1])).text
    assert "a coin" in text
    assert "1.750" in text
    assert "Not on the second gold:" in text
    table = page.get(reverse("scores-table", args=["odd", 1, "mean_rank", "csv"])).text
    rows = {row["system"]: row["first"] for row in csv.DictReader(io.StringIO(table))}
    assert rows == {"first": "1.5", "partly": "1.75", "chance": "2.0"}


def test_every_format_is_the_same_by_command_page_and_api(scored, lead, tmp_path):
    for format in formats_of(scored.campaign):
        ours = signed_in(lead).get(reverse("gold-download", args=["odd", 1, format]))
        theirs = program_of(lead).get(f"{API}files/{format}/")
        assert (ours.status_code, theirs.getvalue()) == (200, ours.getvalue())
        if format != DATASET:
            facts_of("export_gold", "odd", "--format", format, "--out", str(tmp_path / format))
            assert (tmp_path / format).read_bytes() == exported(scored, format)[""]
    rows = [*csv.DictReader(io.StringIO(exported(scored, "csv")[""].decode()))]
    assert [(one["text"], one["natural"], one["weight"]) for one in rows[:2]] == [
        ("The dog barks", "yes", "3.0"),
        ("The law barks", "no", "0.5"),
    ]
    files = exported(scored, DATASET)
    assert files["data/ratings.csv"].startswith(b"annotator,set,utterance,value\na1,1,1,3\n")
    assert b"set,probe,utterance,text\n1,dog,1,The dog barks\n" in files["data/sets.csv"]


def test_a_systems_sets_say_where_it_errs(scored, lead):
    first = scored.campaign.systems.get(name="first")
    page = signed_in(lead).get(reverse("scores-system", args=["odd", 1, first.id]))
    assert "She drinks tea" in page.text
    told = program_of(lead).get(f"{API}scores/systems/{first.id}/").json()
    # The worst first.
    assert [(one["sentence"], one["first"]) for one in told["sentences"]] == [
        ("2", 2),
        ("1", 1),
    ]


def test_a_board_of_ranks_has_the_lowest_first(scored):
    boards = {board.measure: board for board in public_leaderboard(scored.campaign).boards}
    assert [(row.rank, row.system) for row in boards["mean_rank"].rows] == [
        (1, "first"),
        (2, "partly"),
    ]
    assert [row.system for row in boards["spearman"].rows] == ["partly", "first"]


@pytest.mark.parametrize("score", ["nan", "-inf", "much"])
def test_a_score_that_is_no_number_is_told_by_its_line(campaign, score):
    file = source(f"set,utterance,score\n1,1,5\n1,2,{score}\n", "bad.csv")
    with pytest.raises(BadFiles, match=f"line 3: score '{score}' is not a number"):
        add_system(campaign=campaign, name="bad", answers=file)


def test_the_page_of_agreement_has_the_hardest_sets_with_what_was_shown(campaign, lead):
    measure_agreement(campaign=campaign)
    page = signed_in(lead).get(reverse("agreement", args=[campaign.slug]))
    assert page.status_code == 200
    shown = page.content.decode()
    assert "Natural and altered utterances" in shown
    assert "The spoon barks" in shown


def test_the_figure_of_values_says_what_is_natural_and_what_altered(campaign, lead):
    report = measure_agreement(campaign=campaign)
    address = f"/campaigns/{campaign.slug}/agreement/{report.pk}/figures/values.svg"
    drawn = b"".join(signed_in(lead).get(address)).decode()
    # matplotlib writes each text it draws beside its outlines.
    assert "<!-- natural -->" in drawn
    assert "<!-- altered -->" in drawn
    assert "systems only" not in drawn
