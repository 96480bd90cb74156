"""How alike two words are by what they were counted with: SemEval 2007, section 3.1.

q is the target, r another word, c(w, f) how often w was counted with the feature f.

| name | the higher, the more alike |
| --- | --- |
| `cosine` | Σ c(q, f) c(r, f) / √(Σ c(q, f)² Σ c(r, f)²) |
| `jaccard` | features that both have / features that either has (Lee 1999) |
| `l1` | − Σ abs(P(f given q) − P(f given r)) |
| `lin` | Σ over what both have of I(q, f) + I(r, f), / Σ I(q, f) + Σ I(r, f), with I the logarithm of c(w, f) N / (c(w) c(f)) where that is above 0 (Lin 1998) |
| `alpha-skew` | − D(q ‖ α r + (1 − α) q): how well r stands in for q (Lee 1999) |
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log
from typing import Literal, NamedTuple, get_args

from regild.arrays import FloatArray, IntArray, np
from regild.formats.feature_counts import FeatureCounts
from regild.formats.vectors import Vectors
from regild.formats.word_vectors import WordVectors
from regild.problems import N_
from regild.tolerance import highest_first

Similarity = Literal["cosine", "jaccard", "l1", "lin", "alpha-skew"]
SIMILARITIES: tuple[Similarity, ...] = get_args(Similarity)
ALPHA = 0.99


class _Shared(NamedTuple):
    """What the target shares with other words, a row for each word and feature, as places in
    the columns of the counts: the other word's and the target's."""

    theirs: IntArray
    ours: IntArray


class Neighbours:
    """Asked for one target after the other."""

    def __init__(
        self, vectors: Vectors, *, similarity: Similarity = "cosine", alpha: float = ALPHA
    ) -> None:
        """Raises ValueError for what cannot be said of such vectors."""
        if not 0 <= alpha < 1:
            raise ValueError(N_("alpha is 0 or more, and less than 1"))
        self.vectors = vectors
        self._of_target: Callable[[int], FloatArray]
        if similarity == "cosine" and isinstance(vectors, WordVectors):
            self._of_target = _Cosine(vectors)
        else:
            self._of_target = _ByFeatures(counts_of(vectors), similarity, alpha)

    def ranked(self, target: int) -> Iterator[int]:
        """Places of all words that have something in common with it, the most alike first."""
        found = self._of_target(target)
        places = np.flatnonzero(found > -np.inf)
        yield from places[highest_first(found[places])].tolist()


def counts_of(vectors: Vectors) -> FeatureCounts:
    """Vectors of word2vec's form may be counts, if none of their numbers is below 0."""
    if isinstance(vectors, FeatureCounts):
        return vectors
    if vectors.matrix.min() < 0:
        raise ValueError(
            N_("the vectors have numbers below 0; all similarities but cosine need counts")
        )
    word, feature = np.nonzero(vectors.matrix)
    return FeatureCounts.of(
        vectors.words,
        features=vectors.matrix.shape[1],
        word=word,
        feature=feature,
        count=vectors.matrix[word, feature].astype(np.float64),
    )


class _Cosine:
    def __init__(self, vectors: WordVectors) -> None:
        self._matrix = vectors.matrix
        lengths = np.sqrt(
            np.einsum("ij,ij->i", vectors.matrix, vectors.matrix, dtype=np.float64)
        )
        self._lengths = np.where(lengths > 0, lengths, np.inf)

    def __call__(self, target: int) -> FloatArray:
        # In double precision, in which products of single ones are exact.
        products = np.einsum("ij,j->i", self._matrix, self._matrix[target], dtype=np.float64)
        found: FloatArray = products / self._lengths / self._lengths[target]
        return found


class _ByFeatures:
    """Only features that the target shares with a word matter, for every similarity: what they
    do not share has a sum that is known from each of them alone."""

    def __init__(self, counts: FeatureCounts, similarity: Similarity, alpha: float) -> None:
        self._counts = counts
        self._alpha = alpha
        self._n = len(counts.words)
        self._score = {
            "cosine": self._cosine,
            "jaccard": self._jaccard,
            "l1": self._l1,
            "lin": self._lin,
            "alpha-skew": self._alpha_skew,
        }[similarity]
        self._weights = self._informations() if similarity == "lin" else counts.counts
        self._by_word = np.searchsorted(counts.word_of, np.arange(self._n + 1))
        self._order = np.argsort(counts.feature_of, kind="stable")
        self._by_feature = np.searchsorted(
            counts.feature_of[self._order], np.arange(counts.features + 1)
        )
        self._totals = self._summed(counts.word_of, counts.counts)

    def __call__(self, target: int) -> FloatArray:
        shared = self._shared(target)
        found: FloatArray = np.full(self._n, -np.inf)
        with np.errstate(divide="ignore", invalid="ignore"):
            scores = self._score(target, shared)
        others = np.unique(self._counts.word_of[shared.theirs])
        found[others] = np.where(np.isnan(scores[others]), -np.inf, scores[others])
        return found

    def _shared(self, target: int) -> _Shared:
        ours = np.arange(self._by_word[target], self._by_word[target + 1])
        features = self._counts.feature_of[ours]
        begins, ends = self._by_feature[features], self._by_feature[features + 1]
        places = [np.arange(begin, end) for begin, end in zip(begins, ends, strict=True)]
        theirs = self._order[np.concatenate(places)] if places else ours
        return _Shared(theirs, np.repeat(ours, ends - begins))

    def _summed(self, words: IntArray, values: FloatArray) -> FloatArray:
        return np.bincount(words, weights=values, minlength=self._n).astype(np.float64)

    def _by_others(self, shared: _Shared, values: FloatArray) -> FloatArray:
        return self._summed(self._counts.word_of[shared.theirs], values)

    def _cosine(self, target: int, shared: _Shared) -> FloatArray:
        counts = self._counts.counts
        lengths = np.sqrt(self._summed(self._counts.word_of, counts**2))
        products = self._by_others(shared, counts[shared.theirs] * counts[shared.ours])
        found: FloatArray = products / lengths / lengths[target]
        return found

    def _jaccard(self, target: int, shared: _Shared) -> FloatArray:
        both = self._by_others(shared, np.ones(len(shared.theirs)))
        of_each = np.diff(self._by_word)
        found: FloatArray = both / (of_each + of_each[target] - both)
        return found

    def _probabilities(self, target: int, shared: _Shared) -> tuple[FloatArray, FloatArray]:
        counts = self._counts.counts
        others = self._counts.word_of[shared.theirs]
        return (
            counts[shared.ours] / self._totals[target],
            counts[shared.theirs] / self._totals[others],
        )

    def _l1(self, target: int, shared: _Shared) -> FloatArray:
        q, r = self._probabilities(target, shared)
        found: FloatArray = 2 * self._by_others(shared, np.minimum(q, r)) - 2
        return found

    def _alpha_skew(self, target: int, shared: _Shared) -> FloatArray:
        q, r = self._probabilities(target, shared)
        alpha = self._alpha
        both = self._by_others(shared, q * np.log(q / (alpha * r + (1 - alpha) * q)))
        # Where r is 0, q / ((1 - α) q) is the same for every feature.
        rest = np.maximum(0, 1 - self._by_others(shared, q))
        found: FloatArray = log(1 - alpha) * rest - both
        return found

    def _lin(self, target: int, shared: _Shared) -> FloatArray:
        information = self._weights
        ours, theirs = information[shared.ours], information[shared.theirs]
        both = np.where((ours > 0) & (theirs > 0), ours + theirs, 0)
        of_each = self._summed(self._counts.word_of, information)
        found: FloatArray = self._by_others(shared, both) / (of_each + of_each[target])
        return np.where(found > 0, found, -np.inf)

    def _informations(self) -> FloatArray:
        counts = self._counts
        of_word = self._summed(counts.word_of, counts.counts)[counts.word_of]
        of_feature = np.bincount(counts.feature_of, weights=counts.counts)[counts.feature_of]
        found: FloatArray = np.log(counts.counts * counts.counts.sum() / (of_word * of_feature))
        return np.maximum(found, 0)
