from statistics import fmean, median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa

from regild.agreement.annotators import (
    CONSTANT,
    NOT_TIMED,
    NOTHING_SHARED,
    ONE_SHARED,
    leave_one_out,
    median_seconds,
)
from regild.agreement.declaration import ONE_VALUE, Measurement
from regild.agreement.pairs import pair_agreement, value_confusion
from regild.agreement.patterns import pack_counts
from tests.regild.agreement.tables import (
    MISSING,
    SCALE,
    Table,
    counts_of,
    ratings_of,
    table_of,
    tables,
)

# Three annotators; the third left the third candidate out.
WORKED = np.array([[0, 0, 1], [3, 2, 3], [1, 1, MISSING], [0, 0, 0]])

random_tables = settings(max_examples=40, deadline=None)


def test_the_worked_pair_has_the_worked_kappas() -> None:
    pairs = pair_agreement(ratings_of(WORKED), SCALE, n_annotators=3)
    assert [(pair.first, pair.second) for pair in pairs] == [(0, 1), (0, 2), (1, 2)]
    # By hand: values 0310 and 0210; agreement 3/4 where chance gives 5/16, so 7/11.
    # Quadratic: squared differences 1/4 in the mean, 9/4 by chance.
    assert pairs[0].measures["cohen_kappa"].value == pytest.approx(7 / 11, abs=1e-12)
    assert pairs[0].measures["cohen_kappa_quadratic"].value == pytest.approx(8 / 9, abs=1e-12)
    assert pairs[0].measures["cohen_kappa"].n == 4
    assert pairs[1].measures["cohen_kappa"].n == 3


@given(tables())
@random_tables
def test_kappa_equals_scikit_learn_and_statsmodels(table: Table) -> None:
    found = {
        (pair.first, pair.second): pair
        for pair in pair_agreement(ratings_of(table), SCALE, n_annotators=table.shape[1])
    }
    for first in range(table.shape[1]):
        for second in range(first + 1, table.shape[1]):
            both = (table[:, [first, second]] != MISSING).all(axis=1)
            a, b = table[both, first], table[both, second]
            if not both.any():
                assert (first, second) not in found
                continue
            pair = found[first, second]
            assert pair.measures["cohen_kappa"].n == both.sum()
            if len(np.unique([a, b])) == 1:
                undefined = Measurement(None, len(a), 2 * len(a), reason=ONE_VALUE)
                assert [*pair.measures.values()] == [undefined, undefined]
                continue
            quadratic = cohen_kappa_score(a, b, labels=range(4), weights="quadratic")
            assert pair.measures["cohen_kappa"].value == pytest.approx(
                cohen_kappa_score(a, b), abs=1e-9
            )
            assert pair.measures["cohen_kappa_quadratic"].value == pytest.approx(
                quadratic, abs=1e-9
            )
            square = np.zeros((4, 4))
            np.add.at(square, (a, b), 1)
            expected = cohens_kappa(square, return_results=False)
            assert pair.measures["cohen_kappa"].value == pytest.approx(expected, abs=1e-9)


def test_the_worked_annotators_agree_with_the_others_as_worked() -> None:
    found = leave_one_out(ratings_of(WORKED), SCALE, n_annotators=3)
    pearson = [annotator["loo_pearson"].value for annotator in found]
    # By hand for the first: own 0,3,1,0; the others' means 1/2, 5/2, 1, 0.
    assert pearson == pytest.approx([0.98198050606, 0.95975991887, 0.94491118252], abs=1e-9)
    assert [a["bias"].value for a in found] == pytest.approx([0, -0.375, 0.5], abs=1e-12)
    assert [a["bias"].n for a in found] == [4, 4, 3]


@given(tables())
@random_tables
def test_leave_one_out_equals_scipy_annotator_by_annotator(table: Table) -> None:
    found = leave_one_out(ratings_of(table), SCALE, n_annotators=table.shape[1])
    for annotator, agreement in enumerate(found):
        own, others = [], []
        for row in table:
            rest = [value for a, value in enumerate(row) if a != annotator and value != MISSING]
            if row[annotator] != MISSING and rest:
                own.append(int(row[annotator]))
                others.append(fmean(rest))
        assert agreement["bias"].n == len(own)
        if own:
            assert agreement["bias"].value == pytest.approx(
                fmean(own) - fmean(others), abs=1e-9
            )
        if len(set(own)) < 2 or len(set(others)) < 2:
            assert agreement["loo_pearson"].value is None
            assert agreement["loo_spearman"].value is None
            continue
        pearson = stats.pearsonr(own, others).statistic
        assert agreement["loo_pearson"].value == pytest.approx(pearson, abs=1e-9)
        spearman = stats.spearmanr(own, others).statistic
        assert agreement["loo_spearman"].value == pytest.approx(spearman, abs=1e-9)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (table_of([1], [2]), NOTHING_SHARED),
        (table_of([1, 2]), ONE_SHARED),
        (table_of([1, 2], [1, 3]), CONSTANT),
        # Ten means of 1/3 average to something else in floats.
        (table_of(*[[own % 2, 0, 0, 1] for own in range(10)]), CONSTANT),
    ],
)
def test_an_undefined_correlation_says_why(table: Table, reason: str) -> None:
    first = leave_one_out(ratings_of(table), SCALE, n_annotators=table.shape[1])[0]
    assert (first["loo_pearson"].value, first["loo_pearson"].reason) == (None, reason)
    assert (first["loo_spearman"].value, first["loo_spearman"].reason) == (None, reason)


def test_nobody_rated_leaves_no_pair_and_no_correlation() -> None:
    nothing = ratings_of(np.full((2, 2), MISSING))
    assert pair_agreement(nothing, SCALE, n_annotators=2) == []
    undefined = Measurement(None, 0, 0, reason=NOTHING_SHARED)
    assert (
        leave_one_out(nothing, SCALE, n_annotators=2)
        == [dict.fromkeys(("loo_pearson", "loo_spearman", "bias"), undefined)] * 2
    )


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.one_of(st.just(np.nan), st.floats(0, 1e4))),
        max_size=30,
    )
)
@random_tables
def test_seconds_are_the_median_of_an_annotators_timed_ratings(
    rows: list[tuple[int, float]],
) -> None:
    found = median_seconds(
        annotator=np.array([annotator for annotator, _ in rows], dtype=np.int64),
        seconds=np.array([seconds for _, seconds in rows], dtype=np.float64),
        n_annotators=4,
    )
    for annotator, measure in enumerate(found):
        timed = [s for a, s in rows if a == annotator and not np.isnan(s)]
        if timed:
            assert measure.value == pytest.approx(median(timed))
            assert measure.n == len(timed)
        else:
            assert measure == Measurement(None, 0, 0, reason=NOT_TIMED)


def test_confusion_counts_every_ordered_pair_of_annotators() -> None:
    # By hand: 0,0,1 gives (0,0) twice, (0,1) and (1,0) twice each; 3,3 gives (3,3) twice.
    table = table_of([0, 0, 1], [3, 3], [3, 3], [2])
    confusion = value_confusion(pack_counts(counts_of(table)).patterns)
    assert confusion == [[2, 2, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 4]]
