"""Decisions on computed numbers: the last digits of a sum, which depend on the processor, are
never what decides."""

import numpy as np
import pytest

from regild.agreement.origins import score_bands
from regild.agreement.rank_correlation import CONSTANT, rank_correlation
from regild.agreement.scale import Scale
from regild.agreement.severity import AdjustedItem, Severity
from regild.formats.word_vectors import WordVectors
from regild.scoring.both_samples import variance_apart
from regild.scoring.measures.retrieval import _discounted
from regild.scoring.severity_weights import AdjustedWeights, AnnotatorSeverity, on_scale
from regild.scoring.word_baseline import label_by_words
from regild.tasks.substitution.similarity import Neighbours
from regild.tolerance import first_highest, highest_first, levels

A_THIRD = 1 / 3
# As other orders of summing give it.
ALSO_A_THIRD = [A_THIRD, A_THIRD + 2**-54, A_THIRD - 2**-53]


def test_values_that_differ_by_rounding_are_on_one_level():
    assert levels([0.5, *ALSO_A_THIRD, 0.25, 0.25 + 1e-9]).tolist() == [3, 2, 2, 2, 0, 1]
    assert levels([1e6, 1e6 + 1e-8, 1e6 + 1e-3]).tolist() == [0, 0, 1]
    assert levels([-np.inf, 0.0, np.inf]).tolist() == [0, 1, 2]
    assert levels([]).tolist() == []


def test_of_equal_values_the_first_comes_first():
    assert highest_first([0.0, *ALSO_A_THIRD[::-1], 1.0]).tolist() == [4, 1, 2, 3, 0]
    rows = np.array([ALSO_A_THIRD, ALSO_A_THIRD[::-1], [0.1, 0.2, 0.3]])
    assert first_highest(rows).tolist() == [0, 0, 2]


def test_rank_correlation_ties_what_differs_by_rounding():
    items = [
        AdjustedItem(str(n), 0.0, mean, adjusted, 3)
        for n, (mean, adjusted) in enumerate(
            zip([A_THIRD] * 3 + [1.0, 2.0], [*ALSO_A_THIRD, 1.1, 1.9], strict=True)
        )
    ]
    found = Severity(15, 0.0, 1.0, 1.0, 1.0, (), tuple(items), 1)
    assert found.spearman == 1.0
    constant = rank_correlation(np.array(ALSO_A_THIRD), np.arange(3), n_ratings=3)
    assert (constant.value, constant.reason) == (None, CONSTANT)


def test_a_perfect_rank_correlation_has_no_interval_whatever_is_lost_in_its_last_digit():
    for n in range(4, 60):
        found = rank_correlation(np.arange(n) // 2, -(np.arange(n) // 2), n_ratings=n)
        assert (found.value, found.low, found.p) == (-1.0, None, None)


def test_a_mean_half_way_between_two_weights_is_rounded_as_if_it_were_exact():
    half = 1 / 16
    assert (
        on_scale(np.array([half - 1e-16, half, half + 1e-16]), [0, 1]).tolist() == [0.062] * 3
    )


def test_a_band_of_the_second_gold_begins_at_its_value_whatever_is_lost_in_summing():
    scale = Scale((0, 0.1, 0.2, 0.3))
    for score in (0.2 - 2**-54, 0.2, (0.1 + 0.2 + 0.3) / 3):
        origin = np.array([0])
        found = score_bands(scores=np.array([score]), origin=origin, n_origins=1, scale=scale)
        assert found.counts == [[0], [0], [1], [0]]


def test_annotators_as_strict_as_one_another_stand_by_number():
    people = [
        AnnotatorSeverity(str(number), effect, -1.0, 1.0, 3)
        for number, effect in zip((10, 2, 3), ALSO_A_THIRD, strict=True)
    ]
    found = AdjustedWeights(np.array([1.0]), tuple(people)).to_dict()
    assert [one["annotator"] for one in found["annotators"]] == [2, 3, 10]


def test_two_systems_that_always_score_the_same_do_not_vary_apart():
    alike = np.array([[A_THIRD, A_THIRD], [A_THIRD, A_THIRD - 2**-53]])
    assert variance_apart(alike, 0, 1) == 0.0


def test_discounts_are_added_up_from_the_first_rank_on():
    weights = np.array([[3.0, 2.0, 1 / 3], [1 / 3, 0.0, 0.0]])
    exact = [3 + 2 / np.log2(3) + 1 / 3 / 2, 1 / 3]
    assert _discounted(weights).tolist() == exact
    assert _discounted(np.asfortranarray(weights)).tolist() == exact


def test_words_of_one_direction_are_equally_near_and_stay_in_the_order_of_the_file():
    directions = np.random.default_rng(4).integers(1, 9_999, size=(8, 45))
    # The target, and of each direction four words of whole numbers, exactly so much longer.
    rows = [directions[0], *(times * one for one in directions for times in (1, 2, 3, 4))]
    words = tuple(f"w{n}" for n in range(len(rows)))
    places = {word: n for n, word in enumerate(words)}
    vectors = WordVectors(words, places, np.array(rows, dtype=np.float32))
    found = [*Neighbours(vectors).ranked(0)]
    assert found[0] == 0
    for start in range(1, len(found), 4):
        first = found[start]
        assert found[start : start + 4] == [first, first + 1, first + 2, first + 3]


def test_of_two_categories_as_likely_a_document_has_the_first_of_the_alphabet():
    pytest.importorskip("sklearn")
    # The three probabilities of one category are those of the other in another order.
    home, work = (
        " ".join(["agenda"] * a + ["beach"] * b + ["cake"] * c)
        for a, b, c in ((5, 6, 9), (6, 9, 5))
    )
    texts = {"1": "agenda beach cake", "2": home, "3": "agenda beach cake", "4": work}
    gold = {"1": "home", "2": "home", "3": "work", "4": "work"}
    found = label_by_words(texts, gold, folds=2)
    assert {one.category for one in (found["1"], found["3"])} == {"home"}
