"""Vectors of counts: how often each word occurs with each feature, a row a pair.

The columns are word, feature and count. A feature is whatever was counted beside the word, such
as another word in the same sentence; a pair that is there twice is counted together.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import IO, NamedTuple

from regild.arrays import Array, FloatArray, IntArray, np
from regild.formats.limits import shown
from regild.formats.rows import Columns, read_rows
from regild.problems import N_, Findings, Reading

MAX_BYTES = 1024 * 1024 * 1024

_COLUMNS = Columns(known=("word", "feature", "count"), needed=("word", "feature", "count"))


class FeatureCounts(NamedTuple):
    """Three columns, by word, with each pair of a word and a feature once."""

    words: Sequence[str]
    place_of: Mapping[str, int]
    features: int
    word_of: IntArray
    feature_of: IntArray
    counts: FloatArray

    def about(self) -> str:
        return f"{len(self.words)} words with counts of {self.features} features"

    @classmethod
    def of(
        cls,
        words: Sequence[str],
        *,
        features: int,
        word: Array,
        feature: Array,
        count: Array,
    ) -> FeatureCounts:
        keys, back = np.unique(
            np.asarray(word, dtype=np.int64) * features + np.asarray(feature, dtype=np.int64),
            return_inverse=True,
        )
        return cls(
            words,
            {one: place for place, one in enumerate(words)},
            features,
            keys // features,
            keys % features,
            np.bincount(back, weights=count, minlength=len(keys)).astype(np.float64),
        )


def read_feature_counts(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[FeatureCounts]:
    findings = Findings(name)
    words: dict[str, int] = {}
    features: dict[str, int] = {}
    pairs = array("q"), array("q"), array("d")
    for line, cells in read_rows(stream, findings, _COLUMNS, max_bytes=max_bytes):
        word, feature = cells["word"].strip(), cells["feature"].strip()
        count = _count(cells["count"])
        if not word or not feature:
            message = N_("a word or a feature is missing")
            findings.problem(line, message, N_("Write word, feature and count in each row"))
        elif count is None:
            message = N_("%(text)s is not a count", text=shown(cells["count"]))
            findings.problem(line, message, N_("Write a number such as 3, 0 or more"))
        elif count:
            pairs[0].append(words.setdefault(word, len(words)))
            pairs[1].append(features.setdefault(feature, len(features)))
            pairs[2].append(count)
    if not words:
        return findings.reading([])
    return findings.reading(
        [
            FeatureCounts.of(
                tuple(words),
                features=len(features),
                word=np.array(pairs[0]),
                feature=np.array(pairs[1]),
                count=np.array(pairs[2]),
            )
        ]
    )


def _count(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) and number >= 0 else None
