import numpy as np
import pytest

from regild.scoring.aggregate import RULES
from regild.scoring.annotators import (
    OverAnnotators,
    RatedGold,
    RatedSubstitute,
    over_annotators,
    replicates_for,
    score_replicates,
)
from regild.scoring.measures import KEYS

WEIGHTS = [0.0, 1.0, 2.0, 3.0]


def rated(values, *, rule="mean"):
    """`{"1": {"a": "302"}}`: annotator 0 gave `a` a 3, annotator 1 a 0, annotator 2 a 2."""
    return RatedGold(
        (
            RatedSubstitute(
                sentence,
                text,
                [
                    (annotator, int(value))
                    for annotator, value in enumerate(given)
                    if value != "-"
                ],
            )
            for sentence, texts in values.items()
            for text, given in texts.items()
        ),
        weights=WEIGHTS,
        rule=rule,
    )


def weights_of(gold):
    return {
        sentence: {text: gold.weights[row, place] for text, place in places.items()}
        for row, (sentence, places) in enumerate(zip(gold.sentences, gold.places, strict=True))
    }


@pytest.mark.parametrize("rule", RULES)
def test_annotators_who_weigh_the_same_make_the_gold_of_the_rule(rule):
    rng = np.random.default_rng(7)
    given = {
        str(sentence): {
            text: "".join(map(str, rng.integers(0, 4, size=rng.integers(1, 7))))
            for text in "abcde"
        }
        for sentence in range(50)
    }
    gold = rated(given, rule=rule)
    expected = {
        sentence: {
            text: RULES[rule]([values.count(option) for option in "0123"], WEIGHTS)
            for text, values in texts.items()
        }
        for sentence, texts in given.items()
    }
    found = weights_of(gold.reweighted(np.full(gold.annotators, 0.25)))
    assert found.keys() <= expected.keys()
    for sentence, weights in expected.items():
        assert found.get(sentence, dict.fromkeys("abcde", 0.0)) == pytest.approx(weights)


@pytest.mark.parametrize(
    ("rule", "weight"),
    [
        # 3 with weight 5, 0 with 4, 1 with 2.
        ("mean", (3 * 5 + 0 * 4 + 1 * 2) / 11),
        # From the worst: 4, 6, 11. Half is 5.5, which the 1 reaches.
        ("median", 1),
        ("majority", 1),
        ("plurality", 3),
    ],
)
def test_an_annotator_of_more_weight_is_believed_more(rule, weight):
    gold = rated({"1": {"a": "301"}}, rule=rule)
    assert weights_of(gold.reweighted(np.array([5.0, 4.0, 2.0]))) == {
        "1": {"a": pytest.approx(weight)}
    }


def test_where_half_the_weight_is_reached_exactly_the_rules_are_those_of_two_middle_ratings():
    weights = np.array([1.0, 1.0])
    for rule, weight in (("median", 1.5), ("majority", 1.0), ("plurality", 1.0)):
        gold = rated({"1": {"a": "30"}}, rule=rule)
        assert weights_of(gold.reweighted(weights)) == {"1": {"a": weight}}


def test_what_everybody_found_as_good_stays_equal_whoever_is_believed():
    # Six annotators, three for each.
    gold = rated({"1": {"a": "333---", "b": "---333", "c": "1----0"}})
    systems = [{"1": ["a"]}, {"1": ["b"]}]
    means = score_replicates(gold, systems, seed=7, replicates=500)
    assert set(means["semdis.best_norm"].ravel().tolist()) == {1.0}
    # Two share the highest weight, so there is no mode.
    assert np.isnan(means["best.mode_R"]).all()


def test_what_nobody_found_any_good_stays_out_and_so_does_a_sentence_of_such_alone():
    gold = rated({"1": {"a": "3", "b": "0"}, "2": {"c": "00"}})
    assert weights_of(gold.reweighted(np.array([1.0, 9.0]))) == {"1": {"a": 3, "b": 0}}


def test_two_annotators_who_differ_are_mixed_alike_for_all_their_ratings():
    gold = rated({"1": {"a": "03", "b": "33"}, "2": {"c": "03", "d": "33"}})
    systems = [{"1": ["a"], "2": ["c"]}, {"1": ["a"]}]
    means = score_replicates(gold, systems, seed=7, replicates=2_000)["semdis.best_norm"]
    assert means[:, 1] == pytest.approx(means[:, 0] / 2)
    # The share of one of two exponential weights is uniform: mean 1/2, deviation 1/√12.
    assert means[:, 0].mean() == pytest.approx(1 / 2, abs=0.02)
    assert means[:, 0].std() == pytest.approx(1 / 12**0.5, rel=0.05)


def test_annotators_who_agree_leave_nothing_to_doubt():
    gold = rated({"1": {"a": "33", "b": "11"}, "2": {"c": "222"}})
    means = score_replicates(gold, [{"1": ["b", "a"], "2": ["c"]}], seed=1, replicates=20)
    for key in KEYS:
        if key in ("jabbari.threshold", "jabbari.threshold_F"):
            assert np.isnan(means[key]).all()  # these answers carry no scores
            continue
        assert np.ptp(means[key]) < 1e-12


def test_a_sentence_is_in_the_mean_of_the_replicates_that_give_it_a_positive_weight():
    # Sentence 2 is worth something only where the second annotator weighs more.
    gold = rated({"1": {"a": "33", "b": "33"}, "2": {"c": "03"}}, rule="median")
    means = score_replicates(gold, [{"1": ["x"], "2": ["c"]}], seed=1, replicates=50)
    # Alone, sentence 1 gives 0; with sentence 2 it is half of 1.
    assert set(means["semdis.best"][:, 0].tolist()) == {0.0, 0.5}
    assert set(means["P@1"][:, 0].tolist()) == {0.0, 0.5}


def test_the_same_seed_draws_the_same_annotators_and_every_round_is_told():
    gold = rated({"1": {"a": "031", "b": "12"}, "2": {"c": "302"}})
    systems = [{"1": ["a", "b"]}, {"2": ["c"]}]
    told = []
    one, two = (
        score_replicates(gold, systems, seed=3, replicates=9, scored=lambda: told.append(1))
        for _ in range(2)
    )
    assert len(told) == 18
    assert one.keys() == set(KEYS)
    for key in KEYS:
        np.testing.assert_array_equal(one[key], two[key])
    assert np.ptp(one["gap"][:, 0]) > 0


def test_one_annotator_has_nobody_to_be_weighed_against():
    assert replicates_for(rated({"1": {"a": "3"}})) == 0
    assert replicates_for(rated({})) == 0
    assert replicates_for(rated({"1": {"a": "3"}, "2": {"b": "-0"}})) == 200
    nothing = score_replicates(rated({"1": {"a": "3"}}), [{}], seed=1, replicates=0)
    assert over_annotators(nothing["gap"], [1]) == [OverAnnotators()]


# Four replicates of three systems, ranked 1, 2, 3 by all annotators together.
REPLICATES = np.array(
    [
        [0.9, 0.5, 0.1],
        [0.8, 0.6, 0.2],
        [0.5, 0.5, 0.3],
        [0.4, 0.7, 0.4],
    ]
)


def test_what_other_annotators_change_by_hand():
    first, second, third = over_annotators(REPLICATES, [1, 2, 3])
    # Percentiles of .4, .5, .8, .9: 2.5 % of the way over three gaps.
    assert first.low == pytest.approx(0.4 + 0.075 * 0.1)
    assert first.high == pytest.approx(0.9 - 0.075 * 0.1)
    # Ranks 1, 1, 1 (tied) and 2 (tied with the third).
    assert (first.best_rank, first.worst_rank, first.same_rank) == (1, 2, 3 / 4)
    assert first.above_next == (1 + 1 + 1 / 2 + 0) / 4
    # Ranks 2, 2, 1, 1.
    assert (second.best_rank, second.worst_rank, second.same_rank) == (1, 2, 2 / 4)
    assert second.above_next == 1
    # Ranks 3, 3, 3, 2; nobody comes after it.
    assert (third.best_rank, third.worst_rank, third.same_rank) == (2, 3, 3 / 4)
    assert third.above_next is None


def test_scores_that_differ_by_the_order_of_summing_are_equal():
    means = np.array([[0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2]])
    for found in over_annotators(means, [1, 1]):
        assert (found.best_rank, found.worst_rank, found.same_rank) == (1, 1, 1)
    assert over_annotators(means, [1, 1])[0].above_next == 1 / 2


def test_a_system_that_a_round_leaves_without_a_score_has_none_of_it():
    means = REPLICATES.copy()
    means[1, 1] = np.nan
    first, second, third = over_annotators(means, [1, 2, 3])
    assert second == OverAnnotators()
    assert first.above_next is None
    assert first.same_rank == 3 / 4
    # It moves up where the second is missing: ranks 3, 2, 3, 2.
    assert third.same_rank == 2 / 4


def test_a_system_without_a_rank_has_none_of_it_and_is_nobodys_next():
    first, second, _third = over_annotators(REPLICATES, [1, None, 2])
    assert second == OverAnnotators()
    # 1, 1, 1 and a tie with the third system.
    assert first.above_next == (1 + 1 + 1 + 1 / 2) / 4
