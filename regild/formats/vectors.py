"""Vectors of words, whatever they are kept in: word2vec's files, or a table of counts."""

from __future__ import annotations

import os

from regild.formats.detect import has_columns
from regild.formats.feature_counts import FeatureCounts, read_feature_counts
from regild.formats.word_vectors import WordVectors, read_word_vectors
from regild.problems import Reading

Vectors = WordVectors | FeatureCounts


def read_vectors(path: str | os.PathLike[str]) -> Reading[Vectors]:
    """Raises BadFile, or OSError for what cannot be opened."""
    counted = has_columns(path, "word", "feature", "count")
    with open(path, "rb") as stream:
        if counted:
            (counts,), notices, encoding = read_feature_counts(stream, name=os.fspath(path))
            return Reading((counts,), notices, encoding)
        (dense,), notices, encoding = read_word_vectors(stream, name=os.fspath(path))
    return Reading((dense,), notices, encoding)
