"""A baseline for categories: which words a document has, and how often.

Multinomial naive Bayes by scikit-learn, an extra: `pip install regild[baselines]`. The
classifier of Jabbari et al. (2006) is that of Guthrie and Walker (1994), another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from regild.arrays import np
from regild.tolerance import first_highest

FOLDS = 10
# Of a score. What follows depends on the processor, and a file of labels has a checksum.
DECIMALS = 9
NO_SKLEARN = (
    "this baseline needs scikit-learn, which is not installed: pip install scikit-learn"
)

_WORD = r"[a-z]+"


class WordLabel(NamedTuple):
    """`score` is the probability that the model gives its category."""

    category: str
    score: float


def label_by_words(
    texts: Mapping[str, str], gold: Mapping[str, str], *, folds: int = FOLDS
) -> dict[str, WordLabel]:
    """Each document of the gold as a model labels it that was trained on the other folds.

    Documents are sorted by id as text; a document's fold is its place modulo `folds`. A word is
    a run of a to z in small letters; the vocabulary is that of all `texts`, counts are one
    more than seen, and a category is as likely beforehand as it is frequent in training. Of
    two categories as likely, the first in the alphabet is taken. Raises ValueError.
    """
    try:
        from sklearn.feature_extraction.text import CountVectorizer
        from sklearn.naive_bayes import MultinomialNB
    except ImportError as absent:
        raise ImportError(NO_SKLEARN) from absent
    documents = sorted(gold)
    if folds < 2:
        raise ValueError("there are two folds or more")
    if len(documents) < 2:
        raise ValueError("two documents or more are needed, to train on one and label another")
    if missing := [key for key in documents if key not in texts]:
        raise ValueError(f"{len(missing)} documents have no text; the first is {missing[0]}")
    counter = CountVectorizer(token_pattern=_WORD)
    try:
        counter.fit(texts.values())
    except ValueError:
        raise ValueError("no document has a word of the letters a to z") from None
    counts = counter.transform([texts[key] for key in documents])
    right = np.array([gold[key] for key in documents])
    fold = np.arange(len(documents)) % folds
    labels = {}
    for held_out in range(min(folds, len(documents))):
        model = MultinomialNB(alpha=1.0).fit(counts[fold != held_out], right[fold != held_out])
        (tested,) = np.nonzero(fold == held_out)
        likely = model.predict_proba(counts[tested])
        highest = first_highest(likely).tolist()
        for place, chances, best in zip(tested.tolist(), likely, highest, strict=True):
            labels[documents[place]] = WordLabel(
                str(model.classes_[best]), round(float(chances[best]), DECIMALS)
            )
    return labels
