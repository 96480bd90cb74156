"""What one annotator and the others made of the same words, told once their sitting is done."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, pvariance
from typing import Literal, NamedTuple

# With one other alone it would tell what that one person answered.
LEAST_OTHERS = 2


class Judged(NamedTuple):
    """A candidate that somebody rated: their answer as a place on the scale, and how many of
    the others chose each place."""

    candidate: int
    own: int
    others: Sequence[int]


class AgreementWithOthers(NamedTuple):
    """`share`: of a word's other ratings those that are one's own answer, as the mean over
    `words` words; None where there are none."""

    share: float | None
    words: int


def agreement_with_others(judged: Iterable[Judged]) -> AgreementWithOthers:
    """Over the words that at least two others rated, each as heavy as another."""
    shares = [word.others[word.own] / sum(word.others) for word in _shared(judged)]
    return AgreementWithOthers(fmean(shares) if shares else None, len(shares))


def most_divided(
    judged: Iterable[Judged], *, level: Literal["ordinal", "nominal"] = "ordinal"
) -> Judged | None:
    """The word whose ratings, one's own among them, vary most; of equal ones the one with more
    ratings, then the oldest. None where nobody differs from anybody on any word."""
    spread = _spread if level == "ordinal" else _difference
    divided = [word for word in _shared(judged) if spread(word) > 0]
    return min(
        divided,
        key=lambda word: (-spread(word), -sum(word.others), word.candidate),
        default=None,
    )


def _shared(judged: Iterable[Judged]) -> Iterable[Judged]:
    return (word for word in judged if sum(word.others) >= LEAST_OTHERS)


def _spread(word: Judged) -> float:
    return pvariance(_places(word))


def _difference(word: Judged) -> float:
    """How often two of the ratings differ, where places have no distance: one of two draws with
    putting back."""
    places = _places(word)
    return 1 - sum((n / len(places)) ** 2 for n in Counter(places).values())


def _places(word: Judged) -> list[int]:
    places = [place for place, chosen in enumerate(word.others) for _one in range(chosen)]
    return [*places, word.own]
