"""The bootstrap that scores and agreement share."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regild.resampling import (
    NO_INTERVAL,
    bootstrap_weights,
    percentile_interval,
    tail_quantiles,
)

NAN = float("nan")


def drawn(units, **options):
    batches = bootstrap_weights(np.array(units), rng=np.random.default_rng(7), **options)
    return np.concatenate([*batches])


def test_every_replicate_draws_as_many_units_as_there_are():
    assert (drawn([1] * 9, replicates=50).sum(axis=1) == 9).all()
    assert (drawn([3, 1, 5], replicates=50).sum(axis=1) == 9).all()


@pytest.mark.parametrize("units", [[1] * 4, [6, 1, 3]])
def test_a_unit_is_drawn_as_a_multinomial_says(units):
    n = sum(units)
    found = drawn(units, replicates=40_000)
    for column, size in zip(found.T, units, strict=True):
        # Mean n·p and variance n·p·(1 - p), with p = size / n.
        assert column.mean() == pytest.approx(size, rel=0.02)
        assert column.var() == pytest.approx(size * (1 - size / n), rel=0.05)


@pytest.mark.parametrize("units", [[1] * 5, [2, 3]])
def test_draws_do_not_depend_on_how_many_are_made_at_a_time(units):
    together = drawn(units, replicates=21)
    np.testing.assert_array_equal(drawn(units, replicates=21, at_a_time=4), together)


def test_an_interval_leaves_out_the_same_share_on_both_sides():
    assert percentile_interval(np.arange(101.0)) == pytest.approx((2.5, 97.5))
    assert percentile_interval(np.arange(101.0), tail=0.25) == pytest.approx((25, 75))


@pytest.mark.parametrize("samples", [[], [0.1, NAN, 0.3]])
def test_one_replicate_without_a_value_leaves_no_interval(samples):
    assert percentile_interval(np.array(samples)) == NO_INTERVAL


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50),
    st.sampled_from([0.0, 0.01, 0.025, (1 - 0.95) / 2, 0.1, 0.49]),
)
def test_tail_quantiles_are_those_of_numpy(samples, tail):
    column = np.array(samples)
    low, high = tail_quantiles(column[:, np.newaxis], tail)
    assert [*low, *high] == np.quantile(column, [tail, 1 - tail]).tolist()
