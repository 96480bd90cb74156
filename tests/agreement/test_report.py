from datetime import timedelta

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from agreement.models import AgreementReport
from agreement.services import measure_agreement, store_word_list
from annotators.models import Annotator
from campaigns.models import Campaign
from core.refusals import Refused
from pooling.models import Candidate
from rating.models import Assignment, Rating
from rating.services.exclusions import exclude, undo_exclusion
from regild.agreement.declaration import NOTHING_COMPARED
from regild.agreement.first_gold import NOBODY_NAMED, VOTES_NOT_COUNTED
from sources.models import GoldAnswer, Item
from tests.agreement.rated import WORKED, rate, worked_campaign
from tests.commands import facts_of
from tests.factories import make_campaign, source

pytestmark = pytest.mark.django_db


def value(section, key):
    return section[key]["value"]


def annotator(campaign, name):
    return Annotator.objects.get(campaign=campaign, name=name)


def test_the_measures_of_stored_ratings_are_those_worked_by_hand():
    report = measure_agreement(campaign=worked_campaign())
    # measures.md: unanimity 2/5, sd 0.5 ± 0.438, population 0.423.
    assert value(report.measures, "unanimity") == pytest.approx(2 / 5)
    assert value(report.measures, "sd") == pytest.approx(0.5)
    assert report.measures["sd"]["low"] == pytest.approx(0.5 - 0.438, abs=5e-4)
    assert value(report.measures, "sd_population") == pytest.approx(0.423, abs=5e-4)
    # Of 3 + 6 + 3 + 1 + 6 pairs, 3 + 3 + 0 + 1 + 3 are equal.
    assert value(report.measures, "pairwise_exact") == pytest.approx(10 / 19)
    assert (report.measures["unanimity"]["n"], report.measures["unanimity"]["n_ratings"]) == (
        5,
        16,
    )


def test_a_report_says_what_it_was_measured_on():
    campaign = worked_campaign(min_ratings=2, excluded_targets=["calm.a"])
    Campaign.objects.update(seed=7)
    before = timezone.now()
    report = measure_agreement(campaign=campaign)
    last = Rating.objects.latest("id")
    assert (report.n_ratings, report.n_candidates, report.n_annotators) == (17, 6, 4)
    assert (report.last_rating, report.last_rated_at) == (last.id, last.rated_at)
    assert (report.live_exclusions, report.seed, report.rounds) == (0, 7, 1000)
    assert report.made_at >= before
    assert report.policy["min_ratings"] == 2
    assert report.policy["excluded_targets"] == ["calm.a"]
    assert [option["weight"] for option in report.policy["scale"]] == [0, 1, 2, 3]


def test_the_same_ratings_give_the_same_report():
    campaign = worked_campaign()
    first, second = (measure_agreement(campaign=campaign) for _ in range(2))
    for section in ("measures", "by_origin", "by_annotator", "comparison"):
        assert getattr(first, section) == getattr(second, section)
    assert AgreementReport.objects.count() == 2


def test_each_group_has_its_own_measures_with_what_they_rest_on():
    campaign = worked_campaign()
    rate(campaign, {"space": "33", "place": "30"}, sentence="3")
    report = measure_agreement(campaign=campaign)
    shares = {
        origin: (value(found, "unanimity"), found["unanimity"]["n"])
        for origin, found in report.by_origin.items()
    }
    # both: happy, space; gold: pleased, delighted, place; systems: content, sorry.
    assert shares == {"both": (1, 2), "gold": (0, 3), "systems": (0.5, 2)}
    assert {name: found["sd"]["n"] for name, found in report.by_grouping["target"].items()} == {
        "glad.a": 5,
        "room.n": 2,
    }
    assert {name: found["sd"]["n"] for name, found in report.by_grouping["pos"].items()} == {
        "a": 5,
        "n": 2,
    }
    assert {name: found["sd"]["n"] for name, found in report.by_sentence.items()} == {
        "1": 5,
        "3": 2,
    }
    glad = report.by_grouping["target"]["glad.a"]["pairwise_exact"]
    assert glad["low"] < glad["value"] < glad["high"]


def test_a_group_without_a_pair_is_undefined_and_says_why():
    campaign = make_campaign()
    rate(campaign, {"happy": "0"})
    report = measure_agreement(campaign=campaign)
    assert report.by_origin["both"]["alpha_ordinal"]["reason"] == NOTHING_COMPARED
    assert value(report.by_origin["both"], "alpha_ordinal") is None


def test_a_campaign_nobody_rated_has_a_report_of_reasons():
    report = measure_agreement(campaign=make_campaign())
    assert (report.n_ratings, report.last_rating) == (0, None)
    assert all(
        found["value"] is None and found["reason"]
        for key, found in report.measures.items()
        if key not in {"mode_exists", "mode_token_share", "mode_token_share_by_sentence"}
    )
    assert (report.by_grouping["target"], report.by_annotator, report.pairs) == ({}, {}, [])


def test_each_annotator_is_compared_with_the_others():
    campaign = worked_campaign()
    report = measure_agreement(campaign=campaign)
    found = report.by_annotator[str(annotator(campaign, "a").id)]
    # The first annotator on what others rated too, and the means of those others.
    own = [0, 3, 0, 1, 0]
    others = [0, 8 / 3, 1.5, 1, 2 / 3]
    assert value(found, "bias") == pytest.approx(np.mean(own) - np.mean(others))
    assert value(found, "loo_pearson") == pytest.approx(np.corrcoef(own, others)[0, 1])
    assert found["loo_pearson"]["n"] == 5
    assert value(found, "median_seconds") is None


def test_pairs_of_annotators_have_their_kappas_and_a_mean_weighted_by_what_they_share():
    campaign = worked_campaign()
    report = measure_agreement(campaign=campaign)
    ids = [annotator(campaign, name).id for name in "ab"]
    (pair,) = [pair for pair in report.pairs if pair["annotators"] == ids]
    # 00 33 02 11 00: four of five equal, 3·2 + 1·1 + 1·1 of 25 expected.
    kappa = (4 / 5 - 8 / 25) / (1 - 8 / 25)
    assert value(pair, "cohen_kappa") == pytest.approx(kappa)
    assert pair["cohen_kappa"]["n"] == 5
    weighted = [
        (pair["cohen_kappa"]["value"], pair["cohen_kappa"]["n"])
        for pair in report.pairs
        if pair["cohen_kappa"]["value"] is not None
    ]
    mean = sum(v * n for v, n in weighted) / sum(n for _v, n in weighted)
    assert value(report.measures, "cohen_kappa") == pytest.approx(mean)
    assert report.measures["cohen_kappa"]["n"] == len(weighted)


def test_median_seconds_leave_out_ratings_that_were_not_timed():
    campaign = worked_campaign()
    first = annotator(campaign, "a")
    timed = Rating.objects.filter(annotator=first).order_by("id")[:3]
    for rating, milliseconds in zip(timed, (1000, 9000, 2500), strict=True):
        Rating.objects.filter(id=rating.id).update(elapsed_ms=milliseconds)
    found = measure_agreement(campaign=campaign).by_annotator[str(first.id)]["median_seconds"]
    assert (found["value"], found["n"]) == (2.5, 3)


def test_values_verdicts_and_pairs_of_values_are_counted():
    report = measure_agreement(campaign=worked_campaign())
    found = report.distributions
    assert found["origins"] == ["gold", "systems", "both"]
    # gold 3332 021, systems 11 2 0002, both 000.
    assert found["values"] == [[1, 3, 3], [1, 2, 0], [2, 2, 0], [3, 0, 0]]
    # Floor of the median: pleased 3, delighted 1; content 1, sorry 0; happy 0.
    assert found["verdicts"]["counts"] == [[0, 1, 1], [1, 1, 0], [0, 0, 0], [1, 0, 0]]
    # 0 beside 3 never; 3 beside 2 three times.
    assert (found["confusion"][0][3], found["confusion"][3][2]) == (0, 3)


def test_the_campaign_chooses_its_verdict_and_reads_where_the_rules_differ():
    campaign = make_campaign()
    rate(campaign, {"happy": "3301", "sorry": "000"})
    median, other = "median", "plurality"
    found = {}
    for rule in (median, other):
        Campaign.objects.update(verdict_rule=rule)
        found[rule] = measure_agreement(campaign=campaign).distributions
    # happy, of both: 0 1 3 3 is 2 by the median, and 3 is what most gave.
    assert [row[2] for row in found[median]["verdicts"]["counts"]] == [0, 0, 1, 0]
    assert [row[2] for row in found[other]["verdicts"]["counts"]] == [0, 0, 0, 1]
    differ = [{"counts": [1, 1, 0, 2], "median": 2, "plurality": 3, "n": 1}]
    assert found[median]["differ"] == found[other]["differ"] == differ
    # sorry is of systems alone, happy of both.
    assert found[other]["table_8"]["columns"] == ["sys", "origA"]
    assert found[other]["table_8"]["counts"] == [[1, 0], [0, 0], [0, 0], [1, 1]]


def test_first_and_second_gold_are_compared_over_candidates_with_enough_ratings():
    campaign = worked_campaign(min_ratings=3)
    found = measure_agreement(campaign=campaign).comparison
    # happy 4 votes → 0, pleased 3 → 2.75, delighted 1 → 1, sorry 0 → 0.5.
    # Ranks 4 3 2 1 against 1 4 3 2: 1 − 6·12/(4·15); without sorry 1 − 6·6/(3·8).
    assert value(found, "spearman_all") == pytest.approx(-0.2)
    assert value(found, "spearman_gold") == pytest.approx(-0.5)
    assert (found["n"], found["n_gold"]) == (4, 3)
    assert found["bands"]["counts"] == [[0, 1, 1], [1, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert [(box["votes"], box["median"]) for box in found["boxes"]] == [
        (0, 0.5),
        (1, 1),
        (3, 2.75),
        (4, 0),
    ]
    assert (found["new"]["n"], found["new"]["n_good"], found["new"]["good"]) == (1, 0, [])
    assert found["rejected"]["by_votes"] == [
        {"votes": 1, "rejected": 0, "n": 1},
        {"votes": 3, "rejected": 0, "n": 1},
        {"votes": 4, "rejected": 1, "n": 1},
    ]
    (happy,) = found["rejected"]["listed"]
    assert happy == {
        "sentence": "1",
        "target": "glad.a",
        "text": "happy",
        "votes": 4,
        "score": 0,
        "n_ratings": 3,
    }
    assert isinstance(happy["votes"], int)


def test_the_second_gold_is_summed_up():
    found = measure_agreement(campaign=worked_campaign(min_ratings=3)).comparison["summary"]
    # happy 0 (3 ratings), pleased 2.75 (4), delighted 1 (3), sorry 0.5 (4).
    assert found["mean_score"] == pytest.approx(4.25 / 4)
    assert found["median_score"] == pytest.approx(0.75)
    assert (found["mean_ratings"], found["min_ratings"], found["max_ratings"]) == (3.5, 3, 4)
    assert (found["n_unanimous"], found["n_unanimous_lowest"], found["n_positive"]) == (1, 1, 3)
    assert (found["min_positive"], found["max_positive"]) == (3, 3)


def test_good_new_substitutes_are_listed_best_first():
    campaign = make_campaign(min_ratings=2)
    rate(campaign, {"content": "23", "overjoyed": "33", "sorry": "12", "happy": "33"})
    found = measure_agreement(campaign=campaign).comparison["new"]
    assert (found["n"], found["n_good"], found["good_from"]) == (3, 2, 2)
    assert [(one["text"], one["score"]) for one in found["good"]] == [
        ("overjoyed", 3),
        ("content", 2.5),
    ]


def test_frequencies_of_old_and_new_substitutes_are_compared_where_known():
    campaign = worked_campaign(min_ratings=2)
    words = "word,frequency\nhappy,9\npleased,5\ncontent,1\nunheard,3\n"
    store_word_list(campaign=campaign, words=source(words, "words.csv"))
    report = measure_agreement(campaign=campaign)
    found = report.comparison["frequency"]
    # content is new, as is sorry; delighted and sorry are not in the list. 9 and 5 beat 1.
    assert (found["n_first"], found["n_second"], found["n_unknown"]) == (2, 1, 2)
    assert found["u"] == 2


def test_a_word_list_is_known_by_its_files_name_and_not_by_where_it_lay(tmp_path):
    campaign = worked_campaign(min_ratings=2)
    path = tmp_path / "words.csv"
    path.write_text("word,frequency\nhappy,9\n")
    facts = facts_of("agreement", campaign.slug, "--frequencies", path)
    assert facts["policy"]["word_list"]["name"] == "words.csv"


def test_coverage_counts_candidates_on_the_day_they_got_their_last_rating_needed():
    campaign = worked_campaign(min_ratings=3)
    day = timezone.now().replace(year=2026, month=3, day=2, hour=12)
    Rating.objects.update(rated_at=day)
    # The third rating of pleased comes a day later, its fourth after that.
    late = Rating.objects.filter(candidate__text="pleased").order_by("-id")[:2]
    for days, rating in enumerate(late, start=1):
        Rating.objects.filter(id=rating.id).update(rated_at=day + timedelta(days=days))
    coverage = measure_agreement(campaign=campaign).coverage
    assert coverage["in_play"] == 20
    assert coverage["days"] == [
        {"day": "2026-03-02", "reached": 3, "covered": 3},
        {"day": "2026-03-03", "reached": 1, "covered": 4},
    ]


def test_agreement_on_the_first_gold_needs_to_know_who_proposed_what():
    campaign = make_campaign()
    measures = measure_agreement(campaign=campaign).measures
    assert measures["pairwise_sets"]["reason"] == NOBODY_NAMED
    # happy 4, cheerful 3, space 5, quiet 3; chamber and bedroom tie.
    assert (value(measures, "mode_exists"), measures["mode_exists"]["n"]) == (4 / 5, 5)

    GoldAnswer.objects.filter(text="happy").update(given_by=["x", "y"])
    GoldAnswer.objects.filter(text="pleased").update(given_by=["z"])
    measures = measure_agreement(campaign=campaign).measures
    # {a}, {a}, {b} as in measures.md.
    assert value(measures, "pairwise_sets") == pytest.approx(1 / 3)
    assert value(measures, "mode_hit") == pytest.approx(2 / 3)


def test_agreement_on_the_first_gold_is_known_of_votes_and_without_each_annotator():
    campaign = make_campaign(gold_annotators=5)
    report = measure_agreement(campaign=campaign)
    # Modes happy 4, cheerful 3, space 5, quiet 3, of five annotators.
    assert value(report.measures, "mode_hit") == pytest.approx((4 + 3 + 5 + 3) / 20)
    assert report.measures["proposed_or_not"]["value"] is not None
    assert (report.policy["gold_annotators"], report.first_gold_without) == (5, {})

    GoldAnswer.objects.filter(text="happy").update(given_by=["x", "y"])
    GoldAnswer.objects.filter(text="pleased").update(given_by=["z"])
    without = measure_agreement(campaign=campaign).first_gold_without
    assert [*without] == ["x", "y", "z"]
    # {a}, {b} and {a}, {a}.
    assert value(without["x"], "pairwise_sets") == 0
    assert value(without["z"], "pairwise_sets") == 1


def test_what_the_pool_leaves_out_is_no_substitute_of_the_first_gold():
    campaign = make_campaign()
    before = measure_agreement(campaign=campaign).measures["mode_exists"]["n_ratings"]
    GoldAnswer.objects.filter(text="happy").update(text="happy as a lark")
    Campaign.objects.update(multiwords="drop")
    after = measure_agreement(campaign=campaign).measures["mode_exists"]["n_ratings"]
    assert after == before - 4


def test_votes_in_parts_have_no_mode():
    campaign = make_campaign()
    GoldAnswer.objects.filter(text="happy").update(votes=1.5)
    found = measure_agreement(campaign=campaign).measures["mode_exists"]
    assert (found["value"], found["reason"]) == (None, VOTES_NOT_COUNTED)


def hide_candidate(campaign):
    Candidate.objects.filter(text="happy").update(hidden_at=timezone.now())


def hide_sentence(campaign):
    Item.objects.filter(key="1").update(hidden_at=timezone.now())


def exclude_target(campaign):
    campaign.excluded_targets = ["glad.a"]
    campaign.save()


def exclude_annotator(campaign):
    exclude(annotator(campaign, "a"), reason="hasty", by=None)


def release_sitting(campaign):
    Assignment.objects.filter(annotator=annotator(campaign, "d")).update(state="released")


def say_nothing(campaign):
    Rating.objects.filter(candidate__text="sorry").update(value=None)


def turn_into_a_foil(campaign):
    Candidate.objects.filter(text="sorry").update(role="foil", origin="", votes=None)


@pytest.mark.parametrize(
    ("happening", "left", "annotators"),
    [
        (hide_candidate, 14, "abcd"),
        (hide_sentence, 0, ""),
        (exclude_target, 0, ""),
        (exclude_annotator, 11, "bcd"),
        (release_sitting, 15, "abc"),
        (say_nothing, 13, "abcd"),
        (turn_into_a_foil, 13, "abcd"),
    ],
)
def test_what_does_not_count_is_in_no_number(happening, left, annotators):
    campaign = worked_campaign()
    happening(campaign)
    report = measure_agreement(campaign=campaign)
    assert report.n_ratings == left
    assert sum(map(sum, report.distributions["values"])) == left
    assert set(report.by_annotator) == {
        str(annotator(campaign, name).id) for name in annotators
    }


def test_an_undone_exclusion_counts_again():
    campaign = worked_campaign()
    exclusion = exclude(annotator(campaign, "a"), reason="hasty", by=None)
    assert measure_agreement(campaign=campaign).live_exclusions == 1
    undo_exclusion(exclusion, by=None)
    report = measure_agreement(campaign=campaign)
    assert (report.live_exclusions, report.n_ratings) == (0, 17)


def test_a_changed_mind_counts_once():
    campaign = worked_campaign()
    rate(campaign, {"happy": "1"})
    report = measure_agreement(campaign=campaign)
    assert report.n_ratings == 17
    assert report.distributions["values"][1][2] == 1


def test_weights_that_do_not_rise_are_refused():
    campaign = worked_campaign()
    campaign.scale.filter(value=2).update(weight=1)
    with pytest.raises(Refused, match="must rise"):
        measure_agreement(campaign=campaign)


def test_scores_follow_the_weights_of_the_scale():
    campaign = worked_campaign(min_ratings=3)
    campaign.scale.filter(value=3).update(weight=10)
    found = measure_agreement(campaign=campaign).comparison
    assert [box["median"] for box in found["boxes"] if box["votes"] == 3] == [8]


def test_more_ratings_need_no_more_queries():
    campaign = worked_campaign()
    # The first makes the row that says where the ratings went.
    measure_agreement(campaign=campaign)
    rate(campaign, {"space": "3"}, sentence="3")
    with CaptureQueriesContext(connection) as few:
        measure_agreement(campaign=campaign)
    rate(campaign, dict.fromkeys(WORKED, "0123"))
    rate(campaign, {"space": "3210", "place": "1111"}, sentence="3")
    with CaptureQueriesContext(connection) as more:
        measure_agreement(campaign=campaign)
    assert len(more) == len(few)
