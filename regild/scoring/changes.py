"""Why a system gained or lost: its sentences, those first where the golds differ most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from regild.arrays import np
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.matrices import PENALTY
from regild.scoring.sentence_scores import score_systems

# Of what a system missed, the heaviest explain its score.
MISSED = 3


class SubstituteOnBoth(NamedTuple):
    """A substitute; `votes` and `weight` are None where that gold does not have it."""

    text: str
    votes: float | None
    weight: float | None


class Change(NamedTuple):
    """A sentence. A value is None where that gold does not score it."""

    sentence: str
    first: float | None
    second: float | None
    answers: tuple[SubstituteOnBoth, ...]
    missed: tuple[SubstituteOnBoth, ...]

    @property
    def difference(self) -> float | None:
        if self.first is None or self.second is None:
            return None
        return self.second - self.first


def changes(
    *,
    first_gold: Weights,
    second_gold: Weights,
    answers: AnswerLists,
    measure: str,
    penalty: float = PENALTY,
) -> list[Change]:
    first = _values(first_gold, answers, measure, penalty)
    second = _values(second_gold, answers, measure, penalty)
    found = [
        _change(key, first.get(key), second.get(key), first_gold, second_gold, answers)
        for key in dict.fromkeys([*first, *second])
    ]
    # Stable: sentences that did not change stay in the order of the gold.
    return sorted(
        found, key=lambda change: (change.difference is None, -abs(change.difference or 0))
    )


def _values(
    gold: Weights, answers: AnswerLists, measure: str, penalty: float
) -> dict[str, float]:
    scores = score_systems(gold=gold, systems=[answers], keys=[measure], penalty=penalty)
    values = zip(scores.sentences, scores.matrices[measure][:, 0].tolist(), strict=True)
    return {key: value for key, value in values if not np.isnan(value)}


def _change(
    key: str,
    first: float | None,
    second: float | None,
    first_gold: Weights,
    second_gold: Weights,
    answers: AnswerLists,
) -> Change:
    votes, weights = first_gold.get(key, {}), second_gold.get(key, {})
    given = answers.get(key, ())
    missed = sorted(
        (text for text, weight in weights.items() if weight > 0 and text not in given),
        key=lambda text: (-weights[text], text),
    )
    return Change(
        key,
        first,
        second,
        tuple(_on_both(given, votes, weights)),
        tuple(_on_both(missed[:MISSED], votes, weights)),
    )


def _on_both(
    texts: Iterable[str], votes: Mapping[str, float], weights: Mapping[str, float]
) -> Iterable[SubstituteOnBoth]:
    return (SubstituteOnBoth(text, votes.get(text), weights.get(text)) for text in texts)
