"""Score the multiwords that systems submitted."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeVar

from regild.scoring.evaluation import Evaluated, OverSentences, Scored, evaluate_by_target
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.multiwords import NO_GOLD, NOT_SUBMITTED
from regild.scoring.sentence_scores import score_multiwords
from scoring.models import Release
from scoring.selectors.golds import groups_of
from scoring.selectors.multiwords import MULTIWORD_KEYS, multiword_gold, named_multiwords
from sources.models import System

T = TypeVar("T")


class MultiwordsRead:
    """What is scored, of the moment at which it was read."""

    def __init__(self, release: Release, systems: Sequence[System]) -> None:
        self.handed_in = [bool(system.multiwords_sha256) for system in systems]
        self.gold: Weights = multiword_gold(release)
        self.named: list[AnswerLists] = named_multiwords(release, systems)
        self.groups = groups_of(release, {*self.gold, *chain.from_iterable(self.named)})

    def scored(self, *, seed: int) -> Evaluated:
        """By measure, a system an item; nothing where no system submitted any."""
        if not any(self.handed_in):
            return Evaluated({}, {})
        if not self.gold:
            none = {
                key: [_none(NO_GOLD if there else NOT_SUBMITTED) for there in self.handed_in]
                for key in MULTIWORD_KEYS
            }
            return Evaluated(none, {})
        scores = score_multiwords(
            gold=self.gold,
            systems=[
                named for named, there in zip(self.named, self.handed_in, strict=True) if there
            ],
        )
        found = evaluate_by_target(scores, self.groups, seed=seed)
        return Evaluated(
            self._filled(found.scored, _none(NOT_SUBMITTED)),
            self._filled(found.over_sentences, OverSentences()),
        )

    def _filled(self, found: Mapping[str, Sequence[T]], absent: T) -> dict[str, list[T]]:
        columns = {key: iter(column) for key, column in found.items()}
        return {
            key: [next(column) if there else absent for there in self.handed_in]
            for key, column in columns.items()
        }


def _none(reason: str) -> Scored:
    return Scored(None, 0, str(reason), None, None, None, None)
