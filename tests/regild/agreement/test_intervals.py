import numpy as np
import pytest

from regild.agreement.intervals import (
    Interval,
    bootstrap_candidates,
    bootstrap_sentences,
    with_intervals,
)
from regild.agreement.measuring import campaign_measures
from regild.agreement.patterns import group_patterns, pack_counts
from tests.regild.agreement.tables import SCALE, Table, counts_of, measures_of, table_of


def random_table(n: int) -> Table:
    """Three annotators who err around a candidate's true value."""
    rng = np.random.default_rng(5)
    truth = rng.integers(4, size=n)
    return np.clip(truth[:, np.newaxis] + rng.integers(-1, 2, size=(n, 3)), 0, 3)


def resampled(table: Table, key: str, cluster: Table) -> list[float]:
    """A bootstrap by its definition: draw clusters one by one, measure their candidates."""
    rng = np.random.default_rng(11)
    rows = [np.flatnonzero(cluster == c) for c in np.unique(cluster)]
    values = []
    for _ in range(1000):
        drawn = rng.integers(len(rows), size=len(rows))
        measure = measures_of(table[np.concatenate([rows[d] for d in drawn])])[key]
        assert measure.value is not None
        values.append(measure.value)
    return values


def test_drawing_patterns_is_drawing_candidates() -> None:
    table = random_table(60)
    expected = np.percentile(resampled(table, "alpha_ordinal", np.arange(60)), (2.5, 97.5))
    packed = pack_counts(counts_of(table))
    interval = bootstrap_candidates(packed.patterns, SCALE, seed=1, replicates=4000)
    # Two independent draws: the ends agree up to their sampling error.
    assert interval["alpha_ordinal"] == pytest.approx(tuple(expected), abs=0.02)


def test_drawing_sentences_keeps_their_candidates_together() -> None:
    table = np.repeat(random_table(40), 5, axis=0)
    sentence = np.repeat(np.arange(40), 5)
    expected = np.percentile(resampled(table, "alpha_interval", sentence), (2.5, 97.5))
    packed = pack_counts(counts_of(table))
    n_patterns = len(packed.patterns.counts)
    members = group_patterns(
        pattern=packed.of_candidate, group=sentence, n_patterns=n_patterns, n_groups=40
    )
    by_sentence = bootstrap_sentences(packed.patterns, SCALE, members=members, seed=1)
    assert by_sentence["alpha_interval"] == pytest.approx(tuple(expected), abs=0.02)
    by_candidate = bootstrap_candidates(packed.patterns, SCALE, seed=1)["alpha_interval"]
    assert by_candidate.low is not None
    assert by_sentence["alpha_interval"].low is not None
    # Five copies of a candidate tell no more than one: drawn apart, they pretend to.
    assert by_sentence["alpha_interval"].low < by_candidate.low - 0.02


def test_the_same_seed_gives_the_same_intervals() -> None:
    patterns = pack_counts(counts_of(random_table(30))).patterns
    first, again, other = (
        bootstrap_candidates(patterns, SCALE, seed=seed, replicates=50) for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other


def test_one_candidate_has_no_interval() -> None:
    patterns = pack_counts(counts_of(table_of([0, 1, 2], [-1]))).patterns
    intervals = bootstrap_candidates(patterns, SCALE, seed=1, replicates=10)
    assert set(intervals.values()) == {Interval(None, None)}


def test_a_measure_undefined_in_some_rounds_has_no_interval() -> None:
    # Half of the draws of two candidates hold one value only: alpha is undefined. The others
    # all have an alpha of 1, of which two candidates make nobody sure.
    patterns = pack_counts(counts_of(table_of([0, 0], [3, 3]))).patterns
    intervals = bootstrap_candidates(patterns, SCALE, seed=1, replicates=100)
    assert intervals["alpha_nominal"] == Interval(None, None)


def test_a_measure_undefined_in_every_replicate_has_no_interval() -> None:
    patterns = pack_counts(counts_of(table_of([2, 2], [2, 2]))).patterns
    intervals = bootstrap_candidates(patterns, SCALE, seed=1, replicates=10)
    assert intervals["alpha_nominal"] == Interval(None, None)
    assert intervals["unanimity"] == Interval(1, 1)


def test_intervals_join_their_measures_and_the_deviation_keeps_its_own() -> None:
    patterns = pack_counts(counts_of(random_table(30))).patterns
    measures = campaign_measures(patterns, SCALE)
    intervals = bootstrap_candidates(patterns, SCALE, seed=1, replicates=100)
    joined = with_intervals(measures, intervals)
    assert joined["sd"] == measures["sd"]
    assert (joined["icc1"].low, joined["icc1"].high) == intervals["icc1"]
    assert joined["icc1"].value == measures["icc1"].value
