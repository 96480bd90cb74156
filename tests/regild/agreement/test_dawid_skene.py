import numpy as np
import pandas as pd
import pytest
from crowdkit.aggregation import DawidSkene
from hypothesis import assume, given, settings

from regild.agreement.annotators import RatingColumns
from regild.agreement.dawid_skene import dawid_skene
from tests.regild.agreement.tables import MISSING, Table, ratings_of, table_of, tables


def crowd_kit(ratings: RatingColumns, rounds: int) -> DawidSkene:
    frame = pd.DataFrame(
        {"task": ratings.candidate, "worker": ratings.annotator, "label": ratings.value}
    )
    # Its own test stops after about two rounds; a tolerance no loss can miss keeps it going.
    return DawidSkene(n_iter=rounds, tol=-np.inf).fit(frame)


@given(tables(n_annotators=(3, 5), n_values=3))
@settings(max_examples=12, deadline=None)
def test_the_fit_equals_crowd_kit_after_as_many_rounds(table: Table) -> None:
    # Everyone uses every value: where an annotator never does, crowd-kit spreads their
    # errors over the values they used, and we over the declared scale.
    table = np.vstack([np.repeat(np.arange(3)[:, np.newaxis], table.shape[1], axis=1), table])
    ratings = ratings_of(table)
    found = dawid_skene(
        ratings, n_candidates=len(table), n_annotators=table.shape[1], n_values=3
    )
    assert found is not None
    assume(found.iterations <= 60)  # crowd-kit takes 20 ms a round
    theirs = crowd_kit(ratings, found.iterations)
    assert theirs.probas_ is not None
    expected = theirs.probas_.sort_index()[[0, 1, 2]]
    rated = (table != MISSING).any(axis=1)
    np.testing.assert_allclose(found.posterior[rated], expected.to_numpy(), atol=1e-8)
    np.testing.assert_allclose(
        found.prior, theirs.priors_.sort_index()[[0, 1, 2]].to_numpy(), atol=1e-8
    )


def test_candidates_alike_count_as_often_as_they_are_there() -> None:
    # Some end where others go on, and one annotator rates none of most.
    few = table_of([0, 1], [0, 1, 2], [0, 1, 2, 2], [-1, 1, 2, 2], [2, 2, 2, 0], [1, 1, 0, 1])
    table = np.vstack([few, few[[1, 2, 2, 4, 4, 4, 5, 5]], few[[0, 3]]])
    ratings = ratings_of(table)
    found = dawid_skene(
        ratings, n_candidates=len(table), n_annotators=4, n_values=3, most_rounds=12
    )
    assert found is not None
    theirs = crowd_kit(ratings, 12).probas_
    assert theirs is not None
    np.testing.assert_allclose(found.posterior, theirs.sort_index()[[0, 1, 2]], atol=1e-6)


def test_a_fit_that_ran_out_of_rounds_says_so() -> None:
    rng = np.random.default_rng(2)
    chance = ratings_of(rng.integers(3, size=(200, 3)))
    arguments = {"n_candidates": 200, "n_annotators": 3, "n_values": 3}
    found = dawid_skene(chance, **arguments, most_rounds=5)
    whole = dawid_skene(chance, **arguments)
    assert found is not None
    assert whole is not None
    assert (found.iterations, found.converged) == (5, False)
    assert whole.converged
    assert whole.iterations > 5
    same = dawid_skene(chance, **arguments, most_rounds=whole.iterations)
    assert same is not None
    assert same.converged


def test_the_fit_has_converged() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(3, size=400)
    noise = np.array([0.1, 0.2, 0.3, 0.5, 0.8])
    given_values = np.where(
        rng.random((400, 5)) < noise, rng.integers(3, size=(400, 5)), truth[:, np.newaxis]
    )
    arguments = {"n_candidates": 400, "n_annotators": 5, "n_values": 3}
    found = dawid_skene(ratings_of(given_values), **arguments)
    further = dawid_skene(ratings_of(given_values), **arguments, tolerance=1e-13)
    assert found is not None
    assert further is not None
    assert further.iterations > found.iterations
    assert further.log_likelihood - found.log_likelihood < 1e-4 * abs(found.log_likelihood)
    assert (found.posterior.argmax(axis=1) == further.posterior.argmax(axis=1)).mean() > 0.99
    # The better an annotator, the more of the truth they give.
    right = np.einsum("att,t->a", further.confusion, further.prior)
    assert np.argsort(-right).tolist() == [0, 1, 2, 3, 4]
    assert right == pytest.approx(1 - noise * 2 / 3, abs=0.06)


def test_full_agreement_is_certain() -> None:
    found = dawid_skene(
        ratings_of(table_of([0, 0], [2, 2], [0, 0])), n_candidates=3, n_annotators=2, n_values=3
    )
    assert found is not None
    np.testing.assert_allclose(found.posterior, np.eye(3)[[0, 2, 0]], atol=1e-9)


def test_a_candidate_nobody_rated_has_no_posterior() -> None:
    found = dawid_skene(
        ratings_of(table_of([0, 1], [-1], [1, 1])), n_candidates=3, n_annotators=2, n_values=2
    )
    assert found is not None
    assert np.isnan(found.posterior[1]).all()
    np.testing.assert_allclose(found.posterior[[0, 2]].sum(axis=1), 1)


def test_nobody_rated_fits_nothing() -> None:
    nothing = ratings_of(np.full((2, 2), MISSING))
    assert dawid_skene(nothing, n_candidates=2, n_annotators=2, n_values=4) is None
