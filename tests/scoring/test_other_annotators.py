"""What other annotators would have made of the scores: from a release's own ratings, stored."""

import csv
import io

import numpy as np
import pytest
from django.db import IntegrityError
from django.urls import reverse

from annotators.models import Annotator
from rating.services.exclusions import exclude
from regild.scoring.annotators import REPLICATES, OverAnnotators
from regild.scoring.measures import KEYS
from scoring.models import OVER_ANNOTATORS, Evaluation, Score
from scoring.selectors.golds import both_golds, rated_gold
from scoring.selectors.scores import rankings_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from tests.agreement.rated import rate
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead, signed_in
from tests.scoring.released import exported

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

BEST = "semdis.best_norm"
ANSWERED = {"first": {"1": "happy", "3": "space"}, "rival": {"1": "pleased", "3": "leeway"}}


def over(release, measure=BEST):
    [found] = rankings_of(release, [measure]).values()
    return {line.system: line.over_annotators for line in found.lines}


def stored():
    columns = ("evaluation__system__name", "measure", *OVER_ANNOTATORS)
    return set(Score.objects.filter(evaluation__gold="second").values_list(*columns))


def exported_ratings(release):
    text = exported(release, "ratings")[""].decode()
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("rule", ["mean", "median", "majority", "plurality"])
def test_annotators_who_weigh_the_same_give_the_release_back(campaign, rule):
    release = freeze_gold(campaign=campaign, rule=rule)
    rated = rated_gold(release)
    gold = rated.reweighted(np.ones(rated.annotators))
    found = {
        sentence: {text: gold.weights[row, place] for text, place in places.items()}
        for row, (sentence, places) in enumerate(zip(gold.sentences, gold.places, strict=True))
    }
    assert found == {
        sentence: pytest.approx(weights)
        for sentence, weights in both_golds(release).second.items()
    }


@pytest.mark.postgresql
def test_the_intervals_are_those_of_the_exported_ratings_weighed_by_hand(campaign):
    """Sentence by sentence, with the weights that the seed draws, and no array."""
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    campaign.refresh_from_db()
    decided = {text for weights in both_golds(release).second.values() for text in weights}
    rows = [row for row in exported_ratings(release) if row["substitute"] in decided]
    # Numbered as they come: an annotator's number is drawn for all of their ratings.
    order = dict.fromkeys(
        annotator
        for ratings in release.entries.filter(weight__isnull=False)
        .order_by("item__position", "id")
        .values_list("ratings", flat=True)
        for annotator, _value in ratings
    )
    rng = np.random.default_rng(campaign.seed)
    means = {system: [] for system in ANSWERED}
    for _replicate in range(REPLICATES):
        drawn = rng.exponential(size=len(order)).tolist()
        says = {f"a{annotator}": say for annotator, say in zip(order, drawn, strict=True)}
        gold = {}
        for row in rows:
            total, summed = gold.setdefault(row["sentence"], {}).get(row["substitute"], (0, 0))
            say = says[row["annotator"]]
            gold[row["sentence"]][row["substitute"]] = (
                total + say,
                summed + say * int(row["value"]),
            )
        for system, answers in ANSWERED.items():
            values = []
            for sentence, substitutes in gold.items():
                weights = {
                    text: summed / total for text, (total, summed) in substitutes.items()
                }
                values.append(weights.get(answers[sentence], 0) / max(weights.values()))
            means[system].append(sum(values) / len(values))
    found = over(release)
    for system, of_system in means.items():
        assert found[system].low == pytest.approx(np.quantile(of_system, 0.025))
        assert found[system].high == pytest.approx(np.quantile(of_system, 0.975))
    gaps = np.array(means["first"]) - np.array(means["rival"])
    assert found["first"].above_next == pytest.approx((gaps > 0).mean())
    assert found["first"].same_rank == pytest.approx((gaps >= 0).mean())
    assert np.ptp(means["first"]) > 0


@pytest.mark.postgresql
def test_every_measure_of_the_second_gold_has_them_and_none_of_the_first(campaign):
    freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    of_all = Score.objects.filter(measure__in=KEYS)
    second = of_all.filter(evaluation__gold="second", value__isnull=False)
    assert second.count() > 70
    for score in second:
        assert score.annotators_low <= score.annotators_high
        assert 1 <= score.best_rank <= score.worst_rank <= 2
    bare = Score.objects.exclude(pk__in=second)
    assert not bare.exclude(
        **{f"{column}__isnull": True for column in OVER_ANNOTATORS}
    ).exists()
    told = Evaluation.objects.values_list(
        "gold", "annotators", "annotator_replicates"
    ).distinct()
    assert set(told) == {("first", None, None), ("second", 4, 200)}


@pytest.mark.postgresql
def test_who_was_excluded_is_not_weighed_and_who_is_later_still_is(campaign):
    annotator = Annotator.objects.get(campaign=campaign, name="d")
    lead = make_lead("ada", campaign, "manager")
    before = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    numbers = stored()
    exclude(annotator, reason="hasty", by=lead)
    rescore(campaign=campaign, number=before.number)
    assert stored() == numbers
    freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    told = Evaluation.objects.filter(gold="second").order_by("release__number")
    assert list(told.values_list("release__number", "annotators").distinct()) == [
        (1, 4),
        (2, 3),
    ]


def test_scoring_again_draws_the_same_annotators(campaign):
    freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    before = stored()
    rescore(campaign=campaign)
    assert stored() == before


def test_of_one_annotator_alone_nothing_is_said_but_why():
    campaign = make_campaign()
    rate(campaign, {"happy": "3", "content": "1"})
    release = freeze_gold(campaign=campaign, min_ratings=1)
    printed, _ = printed_by("rescore", "boats")
    assert "There is no interval over annotators: all ratings are of one." in printed
    assert over(release) == {"first": OverAnnotators()}
    facts = facts_of("rescore", "boats")
    assert (facts["annotators"], facts["annotator_rounds"]) == (1, 0)
    lead = signed_in(make_lead("ada", campaign))
    text = lead.get(reverse("scores", args=["boats"])).text
    assert "This cannot be measured: all ratings are by one annotator." in text


@pytest.mark.postgresql
def test_what_an_older_version_scored_says_that_it_was_not_measured(campaign):
    freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    Evaluation.objects.update(annotators=None, annotator_replicates=None)
    Score.objects.exclude(measure__in=KEYS).delete()
    Score.objects.update(**dict.fromkeys(OVER_ANNOTATORS))
    lead = signed_in(make_lead("ada", campaign))
    text = lead.get(reverse("scores", args=["boats"])).text
    # Of annotators and of parts, in each of two tables.
    assert text.count("Not measured when these systems were scored.") == 4


def test_the_page_says_how_often_the_first_stays_first(campaign):
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    found = over(release)["first"]
    lead = signed_in(make_lead("ada", campaign))
    text = lead.get(reverse("scores", args=["boats"])).text
    assert f"first stays first in {100 * found.same_rank:.4g} % of the rounds." in text
    assert text.count(f"[{found.low:.3f}, {found.high:.3f}]") >= 2
    assert "200 rounds that weigh the 4 annotators anew" in text
    page = reverse("scores-system", args=["boats", 1, campaign.systems.get(name="first").id])
    assert f"[{found.low:.3f}, {found.high:.3f}]" in lead.get(page).text


def test_the_files_have_what_the_page_has(campaign):
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    found = over(release)["first"]
    lead = signed_in(make_lead("ada", campaign))

    def rows(name):
        answer = lead.get(reverse("scores-table", args=["boats", 1, name, "csv"]))
        return list(csv.DictReader(io.StringIO(answer.text)))

    [first, _rival] = rows(BEST)
    assert float(first["annotators_low"]) == found.low
    assert float(first["annotators_high"]) == found.high
    [first, last] = rows(f"annotators-{BEST}")
    assert float(first["over_annotators_low"]) == found.low
    assert float(first["same_rank"]) == found.same_rank
    assert (first["best_rank"], last["above_next"]) == (str(found.best_rank), "")
    latex = lead.get(reverse("scores-table", args=["boats", 1, f"annotators-{BEST}", "tex"]))
    assert f"{found.low:.3f}, {found.high:.3f}" in latex.text
    for name in ("annotators-x", "parts-x", "annotators", f"annotators-{BEST}.a"):
        gone = lead.get(reverse("scores-table", args=["boats", 1, name, "csv"]))
        assert gone.status_code == 404


def test_json_has_them_beside_the_scores(campaign):
    release = freeze_gold(campaign=campaign)
    facts = facts_of("rescore", "boats")
    [best] = [each for each in facts["measures"] if each["measure"] == BEST]
    assert {
        line["system"]: OverAnnotators(**line["over_annotators"]) for line in best["lines"]
    } == over(release)
    assert (facts["annotators"], facts["annotator_rounds"]) == (4, 200)


@pytest.mark.postgresql
@pytest.mark.parametrize("column", [c for c in OVER_ANNOTATORS if c != "above_next"])
def test_a_score_has_all_of_it_or_nothing(campaign, column):
    freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    whole = Score.objects.filter(best_rank__isnull=False)
    with pytest.raises(IntegrityError):
        whole.update(**{column: None})
