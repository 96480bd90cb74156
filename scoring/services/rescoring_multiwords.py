"""Score the multiwords that systems handed in."""

from collections.abc import Mapping, Sequence

from regild.scoring.evaluation import PERMUTATIONS, Scored, evaluate
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.multiwords import NO_GOLD, NOT_HANDED_IN
from regild.scoring.sentence_scores import score_multiwords
from scoring.models import Release
from scoring.selectors.multiwords import MULTIWORD_KEYS, multiword_gold, named_multiwords
from sources.models import System


class MultiwordsRead:
    """What is scored, of the moment at which it was read."""

    def __init__(self, release: Release, systems: Sequence[System]) -> None:
        self.handed_in = [bool(system.multiwords_sha256) for system in systems]
        self.gold: Weights = multiword_gold(release)
        self.named: list[AnswerLists] = named_multiwords(release, systems)

    def scored(self, *, seed: int) -> Mapping[str, list[Scored]]:
        """By measure, a system an item; nothing where no system handed in any."""
        if not any(self.handed_in):
            return {}
        if not self.gold:
            return {
                key: [_none(NO_GOLD if there else NOT_HANDED_IN) for there in self.handed_in]
                for key in MULTIWORD_KEYS
            }
        scores = score_multiwords(
            gold=self.gold,
            systems=[
                named for named, there in zip(self.named, self.handed_in, strict=True) if there
            ],
        )
        found = evaluate(scores, seed=seed, permutations=PERMUTATIONS)
        filled = {key: iter(column) for key, column in found.items()}
        return {
            key: [next(column) if there else _none(NOT_HANDED_IN) for there in self.handed_in]
            for key, column in filled.items()
        }


def _none(reason: str) -> Scored:
    return Scored(None, 0, str(reason), None, None, None, None)
