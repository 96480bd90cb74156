"""The five similarities against scipy's distances and entropies, and Lin's worked by hand."""

from math import log

import numpy as np
import pytest
from scipy.spatial.distance import cityblock, cosine, jaccard
from scipy.stats import entropy

from regild.formats.feature_counts import FeatureCounts
from regild.formats.word_vectors import WordVectors
from regild.tasks.substitution.similarity import SIMILARITIES, Neighbours, counts_of

WORDS = tuple("abcdefgh")
COUNTS = np.random.default_rng(2007).poisson(0.9, size=(8, 6)).astype(np.float32)
COUNTS[0] = [3, 0, 1, 0, 2, 0]
# Shares nothing with the first.
COUNTS[7] = [0, 4, 0, 1, 0, 0]

SHARING = [at for at in range(1, 8) if (np.minimum(COUNTS[0], COUNTS[at]) > 0).any()]


def dense(matrix=COUNTS):
    words = WORDS[: len(matrix)]
    places = {word: place for place, word in enumerate(words)}
    return WordVectors(words, places, np.asarray(matrix, dtype=np.float32))


def skewed(q, r):
    """Lee (1999), section 3, where the word that stands in is smoothed by the target q."""
    return entropy(q, 0.99 * r + 0.01 * q)


BY_SCIPY = {
    "cosine": lambda q, r: cosine(q, r),
    "jaccard": lambda q, r: jaccard(q > 0, r > 0),
    "l1": lambda q, r: cityblock(q / q.sum(), r / r.sum()),
    "alpha-skew": lambda q, r: skewed(q / q.sum(), r / r.sum()),
}


@pytest.mark.parametrize("similarity", BY_SCIPY)
def test_the_order_is_that_of_scipys_distances(similarity):
    q, *others = COUNTS.astype(float)
    distances = {at: BY_SCIPY[similarity](q, others[at - 1]) for at in SHARING}
    expected = sorted(SHARING, key=lambda at: round(distances[at], 9))
    found = [*Neighbours(counts_of(dense()), similarity=similarity).ranked(0)]
    # The target is most like itself.
    assert found == [0, *expected]


@pytest.mark.parametrize("similarity", BY_SCIPY)
def test_the_values_are_scipys_distances_turned_round(similarity):
    neighbours = Neighbours(counts_of(dense()), similarity=similarity)
    found = neighbours._of_target(0)
    for at in SHARING:
        distance = BY_SCIPY[similarity](COUNTS[0].astype(float), COUNTS[at].astype(float))
        above = 1 if similarity in ("cosine", "jaccard") else 0
        assert found[at] == pytest.approx(above - distance, abs=1e-9)
    assert {at for at in range(1, 8) if found[at] == -np.inf} == {*range(1, 8)} - {*SHARING}


def test_lin_is_worked_by_hand():
    """Ten counts in all: a 2 x, 2 y; b 2 x; c 4 y. I(a,x) = log(2·10/(4·4)), I(a,y) =
    log(2·10/(4·6)) is below 0, I(b,x) = log(2·10/(2·4)), I(c,y) = log(4·10/(4·6))."""
    counts = counts_of(dense([[2, 2], [2, 0], [0, 4]]))
    found = Neighbours(counts, similarity="lin")._of_target(0)
    # All that a and b know they share, and a shares none of what it knows with c.
    assert found[1] == pytest.approx(1)
    assert found[2] == -np.inf
    found = Neighbours(
        counts_of(dense([[2, 2, 2], [2, 0, 0], [0, 1, 0], [0, 0, 9]])), similarity="lin"
    )._of_target(0)
    a_x, a_y = log(2 * 18 / (6 * 4)), log(2 * 18 / (6 * 3))
    b_x, c_y = log(2 * 18 / (2 * 4)), log(1 * 18 / (1 * 3))
    assert found[1] == pytest.approx((a_x + b_x) / (a_x + a_y + b_x))
    assert found[2] == pytest.approx((a_y + c_y) / (a_x + a_y + c_y))


def test_cosine_is_the_same_on_vectors_and_on_counts():
    on_vectors = [*Neighbours(dense()).ranked(0)]
    on_counts = [*Neighbours(counts_of(dense())).ranked(0)]
    assert on_vectors[: len(on_counts)] == on_counts


def test_equally_alike_words_come_in_the_order_of_the_file():
    assert [*Neighbours(dense([[1, 0], [0, 1], [1, 0], [1, 0]])).ranked(2)][:3] == [0, 2, 3]


@pytest.mark.parametrize("similarity", [one for one in SIMILARITIES if one != "cosine"])
def test_vectors_with_negative_numbers_are_no_counts(similarity):
    with pytest.raises(ValueError, match="need counts"):
        Neighbours(dense([[1, -1], [1, 2]]), similarity=similarity)
    assert [*Neighbours(dense([[1, -1], [1, 2]])).ranked(0)] == [0, 1]


@pytest.mark.parametrize("alpha", [1, -0.1, float("nan")])
def test_alpha_is_a_share(alpha):
    with pytest.raises(ValueError, match="alpha"):
        Neighbours(dense(), similarity="alpha-skew", alpha=alpha)


def test_a_word_without_counts_is_like_nothing():
    counts = FeatureCounts.of(
        ("a", "b"), features=1, word=np.array([1]), feature=np.array([0]), count=np.array([2.0])
    )
    assert [*Neighbours(counts, similarity="l1").ranked(0)] == []
