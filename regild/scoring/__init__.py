"""Second golds, scores on a gold, and rankings: what is public of this folder.

A name is loaded when it is first asked for, as in `regild` itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regild.first_use import at_first_use

if TYPE_CHECKING:
    from regild.scoring.gold_rankings import GoldRankings
    from regild.scoring.measures import FAMILIES, KEYS, MEASURES, measure_of
    from regild.scoring.measures.declaration import SystemMeasure
    from regild.scoring.parts import MeasureOnPart, UnknownMeasure
    from regild.scoring.rankings import RankedByTwo, Ranking, compare_rankings, rank
    from regild.scoring.scorecard import compare_golds, score
    from regild.scoring.second_golds import SecondGold, WeighedCandidate, second_gold
    from regild.scoring.soft import SoftScores, score_by_person, score_soft_labels, soft_labels
    from regild.scoring.system_scores import Scorecard, SystemScores

__all__ = [
    "FAMILIES",
    "KEYS",
    "MEASURES",
    "GoldRankings",
    "MeasureOnPart",
    "RankedByTwo",
    "Ranking",
    "Scorecard",
    "SecondGold",
    "SoftScores",
    "SystemMeasure",
    "SystemScores",
    "UnknownMeasure",
    "WeighedCandidate",
    "compare_golds",
    "compare_rankings",
    "measure_of",
    "rank",
    "score",
    "score_by_person",
    "score_soft_labels",
    "second_gold",
    "soft_labels",
]

_HOMES = {
    "regild.scoring.gold_rankings": ("GoldRankings",),
    "regild.scoring.measures": ("FAMILIES", "KEYS", "MEASURES", "measure_of"),
    "regild.scoring.measures.declaration": ("SystemMeasure",),
    "regild.scoring.parts": ("MeasureOnPart", "UnknownMeasure"),
    "regild.scoring.rankings": ("RankedByTwo", "Ranking", "compare_rankings", "rank"),
    "regild.scoring.scorecard": ("compare_golds", "score"),
    "regild.scoring.system_scores": ("Scorecard", "SystemScores"),
    "regild.scoring.second_golds": ("SecondGold", "WeighedCandidate", "second_gold"),
    "regild.scoring.soft": (
        "SoftScores",
        "score_by_person",
        "score_soft_labels",
        "soft_labels",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__getattr__, __dir__ = at_first_use(__name__, _HOME_OF)
