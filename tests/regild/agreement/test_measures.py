"""Agreement measures against hand-worked and published values, and other libraries."""

from fractions import Fraction
from itertools import combinations, permutations
from statistics import NormalDist, fmean, pstdev, stdev

import krippendorff
import numpy as np
import pandas as pd
import pingouin
import pytest
from crowdkit.metrics.data import alpha_krippendorff
from hypothesis import assume, given, settings
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import binary_distance, interval_distance
from statsmodels.stats.inter_rater import fleiss_kappa

from regild.agreement.declaration import (
    NOTHING_COMPARED,
    ONE_CANDIDATE,
    ONE_VALUE,
    Measurement,
)
from regild.agreement.measuring import campaign_measures, grouped_measures
from regild.agreement.patterns import group_patterns, pack_counts
from regild.agreement.scale import Scale
from tests.regild.agreement.tables import (
    MISSING,
    SCALE,
    Table,
    counts_of,
    measures_of,
    ratings_of,
    table_of,
    tables,
)

# Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", example C.
CANONICAL = table_of(
    [0, 0, 0],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [2, 2, 2, 2],
    [1, 1, 1, 1],
    [0, 1, 2, 3],
    [3, 3, 3, 3],
    [0, 0, 1, 0],
    [1, 1, 1, 1],
    [4, 4, 4],
    [0, 0],
    [2],
)
WORKED = table_of([0, 0, 0], [3, 3, 3, 2], [0, 2, 1], [1, 1], [2], [0, 0, 0, 2])

random_tables = settings(max_examples=40, deadline=None)


def close(measure: Measurement, expected: float) -> bool:
    return measure.value is not None and measure.value == pytest.approx(expected, abs=1e-9)


def lists(table: Table) -> list[list[int]]:
    return [[value for value in row if value != MISSING] for row in table.tolist()]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        # By hand: the candidate with one rating is left out; two of five are unanimous.
        ("unanimity", 2 / 5),
        # Sample deviations 0, 1/2, 1, 0, 1; population 0, √3/4, √(2/3), 0, √3/2.
        ("sd", 1 / 2),
        ("sd_population", (3**0.5 / 4 + (2 / 3) ** 0.5 + 3**0.5 / 2) / 5),
        # Pairs: 3 of 3, 3 of 6, 0 of 3, 1 of 1, 3 of 6; one step apart: 3 and 2 more.
        ("pairwise_exact", 10 / 19),
        ("pairwise_within_1", 15 / 19),
        ("alpha_nominal", 5 / 12),
        ("alpha_ordinal", 511 / 816),
        ("alpha_interval", 19 / 29),
        # Chance and spread between candidates use the candidate with one rating too.
        ("fleiss_kappa", 1387 / 3115),
        ("gwet_ac1", 4661 / 9845),
        ("gwet_ac2", 11993 / 17825),
        ("icc1", 5276 / 7967),
    ],
)
def test_the_worked_ratings_give_the_worked_values(key: str, expected: float) -> None:
    assert close(measures_of(WORKED)[key], expected)


def test_the_deviation_carries_its_normal_interval() -> None:
    sd = measures_of(WORKED)["sd"]
    assert sd.low is not None
    assert sd.high is not None
    # By hand: the deviations' own deviation is 1/2, so 1.95996 · (1/2) / √5.
    assert sd.high - 0.5 == pytest.approx(0.43826127028829, abs=1e-9)
    assert 0.5 - sd.low == pytest.approx(0.43826127028829, abs=1e-9)


@pytest.mark.parametrize(
    ("key", "n", "n_ratings"), [("unanimity", 5, 16), ("alpha_ordinal", 5, 16), ("icc1", 6, 17)]
)
def test_a_measure_says_what_it_rests_on(key: str, n: int, n_ratings: int) -> None:
    measure = measures_of(WORKED)[key]
    assert (measure.n, measure.n_ratings) == (n, n_ratings)


@pytest.mark.parametrize(
    ("key", "published"),
    [("alpha_nominal", 0.743), ("alpha_ordinal", 0.815), ("alpha_interval", 0.849)],
)
def test_the_canonical_example_gives_the_published_alphas(key: str, published: float) -> None:
    value = measures_of(CANONICAL, Scale((1, 2, 3, 4, 5)))[key].value
    assert value == pytest.approx(published, abs=5e-4)


@pytest.mark.parametrize(
    ("key", "published"),
    # irrCAC 0.4.4 on the canonical example, categories 1 to 5; it rounds to five decimals.
    # It requires scipy 1.12, so it is not installed beside this project.
    [("gwet_ac1", 0.77544), ("gwet_ac2", 0.914), ("fleiss_kappa", 0.76117)],
)
def test_the_canonical_example_gives_the_coefficients_of_irrcac(
    key: str, published: float
) -> None:
    value = measures_of(CANONICAL, Scale((1, 2, 3, 4, 5)))[key].value
    assert value == pytest.approx(published, abs=6e-6)


def test_gwet_depends_on_the_declared_scale() -> None:
    # By hand: the same ratings on a scale of two values and of four.
    table = table_of([0, 0, 1], [1, 1], [0, 1])
    assert close(measures_of(table, Scale((0, 1)))["gwet_ac1"], -1 / 17)
    assert close(measures_of(table)["gwet_ac1"], 139 / 409)


@given(tables())
@random_tables
def test_alpha_equals_krippendorff_on_value_counts(table: Table) -> None:
    ours = measures_of(table)
    counts = counts_of(table)
    used = counts[counts.sum(axis=1) >= 2].sum(axis=0)
    assume((used > 0).sum() >= 2)
    for level in ("nominal", "ordinal", "interval"):
        expected = krippendorff.alpha(value_counts=counts, level_of_measurement=level)
        assert close(ours[f"alpha_{level}"], expected)


@given(tables())
@random_tables
def test_alpha_uses_the_numbers_of_an_uneven_scale(table: Table) -> None:
    scale = Scale((0, 0.5, 3, 10))
    counts = counts_of(table)
    assume((counts[counts.sum(axis=1) >= 2].sum(axis=0) > 0).sum() >= 2)
    expected = krippendorff.alpha(
        value_counts=counts, value_domain=scale.values, level_of_measurement="interval"
    )
    assert close(measures_of(table, scale)["alpha_interval"], expected)


@given(tables())
@random_tables
def test_alpha_equals_nltk_and_crowd_kit(table: Table) -> None:
    compared = table[(table != MISSING).sum(axis=1) >= 2]
    assume(len(np.unique(compared[compared != MISSING])) >= 2)
    ratings = ratings_of(compared)
    rows = list(
        zip(
            ratings.annotator.tolist(),
            ratings.candidate.tolist(),
            ratings.value.tolist(),
            strict=True,
        )
    )
    ours = measures_of(table)
    assert close(ours["alpha_nominal"], AnnotationTask(rows, binary_distance).alpha())
    assert close(ours["alpha_interval"], AnnotationTask(rows, interval_distance).alpha())
    frame = pd.DataFrame(rows, columns=["worker", "task", "label"])
    assert close(ours["alpha_nominal"], alpha_krippendorff(frame))


@given(tables(missing=False))
@random_tables
def test_fleiss_equals_statsmodels_when_everyone_rated_everything(table: Table) -> None:
    assume(len(np.unique(table)) >= 2)
    assert close(measures_of(table)["fleiss_kappa"], fleiss_kappa(counts_of(table)))


@given(tables(missing=False))
@random_tables
def test_icc_equals_pingouin_when_everyone_rated_everything(table: Table) -> None:
    assume(len(table) >= 5)  # pingouin wants five candidates
    assume((np.ptp(table, axis=1) > 0).any())  # pingouin divides by the spread within
    frame = pd.DataFrame(table).melt(ignore_index=False).reset_index()
    icc = pingouin.intraclass_corr(frame, targets="index", raters="variable", ratings="value")
    expected = icc.loc[icc["Type"].isin(["ICC1", "ICC(1,1)"]), "ICC"].item()
    assert close(measures_of(table)["icc1"], expected)


@given(tables())
@random_tables
def test_chance_corrected_measures_equal_their_definition_in_fractions(table: Table) -> None:
    rated = [values for values in lists(table) if values]
    compared = [values for values in rated if len(values) >= 2]
    assume(compared)

    def agreement(weight: dict[tuple[int, int], Fraction]) -> Fraction:
        shares = [[weight[pair] for pair in permutations(values, 2)] for values in compared]
        return sum((sum(s) / len(s) for s in shares), Fraction(0)) / len(compared)

    prevalence = [
        sum((Fraction(values.count(k), len(values)) for values in rated), Fraction(0))
        / len(rated)
        for k in range(4)
    ]
    spread = sum(p * (1 - p) for p in prevalence)
    cells = [(k, m) for k in range(4) for m in range(4)]
    identity = {(k, m): Fraction(int(k == m)) for k, m in cells}
    quadratic = {(k, m): 1 - Fraction((k - m) ** 2, 9) for k, m in cells}
    ours = measures_of(table)
    for key, weight, chance in (
        ("fleiss_kappa", identity, sum(p * p for p in prevalence)),
        ("gwet_ac1", identity, sum(identity.values()) / 12 * spread),
        ("gwet_ac2", quadratic, sum(quadratic.values()) / 12 * spread),
    ):
        if chance == 1:
            assert ours[key].value is None
        else:
            assert close(ours[key], float((agreement(weight) - chance) / (1 - chance)))


@given(tables())
@random_tables
def test_icc_equals_a_one_way_analysis_of_variance_in_fractions(table: Table) -> None:
    rated = [[Fraction(v) for v in values] for values in lists(table) if values]
    everything = [value for values in rated for value in values]
    n, k = len(everything), len(rated)
    assume(k >= 2 and n > k and len(set(everything)) > 1)
    grand = sum(everything, Fraction(0)) / n
    means = [sum(values, Fraction(0)) / len(values) for values in rated]
    between = sum(
        (len(v) * (m - grand) ** 2 for v, m in zip(rated, means, strict=True)), Fraction(0)
    ) / (k - 1)
    within = sum(
        ((x - m) ** 2 for v, m in zip(rated, means, strict=True) for x in v), Fraction(0)
    ) / (n - k)
    size = (n - Fraction(sum(len(v) ** 2 for v in rated), n)) / (k - 1)
    expected = (between - within) / (between + (size - 1) * within)
    assert close(measures_of(table)["icc1"], float(expected))


@given(tables())
@random_tables
def test_descriptive_measures_equal_the_standard_library(table: Table) -> None:
    compared = [values for values in lists(table) if len(values) >= 2]
    assume(compared)
    pairs = [pair for values in compared for pair in combinations(values, 2)]
    ours = measures_of(table)
    assert close(ours["unanimity"], fmean(len(set(values)) == 1 for values in compared))
    assert close(ours["sd"], fmean(map(stdev, compared)))
    assert close(ours["sd_population"], fmean(map(pstdev, compared)))
    assert close(ours["pairwise_exact"], fmean(a == b for a, b in pairs))
    assert close(ours["pairwise_within_1"], fmean(abs(a - b) <= 1 for a, b in pairs))
    if len(compared) >= 2:
        deviations = [stdev(values) for values in compared]
        half = NormalDist().inv_cdf(0.975) * stdev(deviations) / len(deviations) ** 0.5
        assert ours["sd"].high == pytest.approx(fmean(deviations) + half, abs=1e-7)


def test_nobody_rated_is_undefined_with_the_reason() -> None:
    for measure in measures_of(np.full((3, 2), MISSING)).values():
        assert measure == Measurement(None, 0, 0, reason=NOTHING_COMPARED)


def test_a_campaign_without_candidates_is_undefined_with_the_reason() -> None:
    empty = pack_counts(np.zeros((0, 4), dtype=np.int64)).patterns
    for measure in campaign_measures(empty, SCALE).values():
        assert measure == Measurement(None, 0, 0, reason=NOTHING_COMPARED)


def test_one_annotator_compares_nothing() -> None:
    for measure in measures_of(table_of([0], [3], [1])).values():
        assert (measure.value, measure.reason) == (None, NOTHING_COMPARED)


def test_one_value_throughout_leaves_nothing_to_correct_for_chance() -> None:
    measures = measures_of(table_of([2, 2], [2, 2, 2], [2]))
    for key in ("alpha_nominal", "alpha_ordinal", "alpha_interval", "fleiss_kappa", "icc1"):
        assert (measures[key].value, measures[key].reason) == (None, ONE_VALUE)
    # Gwet's chance is 0 here, so the coefficients stand.
    for key in ("unanimity", "pairwise_exact", "gwet_ac1", "gwet_ac2"):
        assert measures[key].value == 1
    assert measures["sd"].value == 0


def test_one_candidate_has_no_spread_between_candidates() -> None:
    measures = measures_of(table_of([0, 3, 1]))
    assert (measures["icc1"].value, measures["icc1"].reason) == (None, ONE_CANDIDATE)
    assert (measures["sd"].low, measures["sd"].high) == (None, None)


def test_perfect_agreement_on_different_values_is_1() -> None:
    measures = measures_of(table_of([0, 0], [3, 3], [1, 1, 1]))
    for key in ("alpha_nominal", "alpha_ordinal", "alpha_interval", "fleiss_kappa", "icc1"):
        assert close(measures[key], 1)


@given(tables())
@random_tables
def test_a_group_has_the_measures_of_its_candidates_alone(table: Table) -> None:
    packed = pack_counts(counts_of(table))
    group = np.arange(len(table)) % 3
    members = group_patterns(
        pattern=packed.of_candidate,
        group=group,
        n_patterns=len(packed.patterns.counts),
        n_groups=4,
    )
    groups = grouped_measures(packed.patterns, SCALE, members=members)
    assert groups[3] == measures_of(np.full((1, 2), MISSING))
    for g in range(3):
        alone = measures_of(table[group == g]) if (group == g).any() else groups[3]
        for key, measure in groups[g].items():
            assert measure.value == pytest.approx(alone[key].value, abs=1e-9)
            assert measure[1:3] == alone[key][1:3]
            assert measure.reason == alone[key].reason


@pytest.mark.parametrize("values", [(1.0,), (0.0, 0.0), (2.0, 1.0)])
def test_a_scale_must_rise_through_two_values(values: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="scale"):
        Scale(values)
