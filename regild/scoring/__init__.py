"""Second golds, scores on a gold, and rankings: what is public of this folder.

A name is loaded when it is first asked for, as in `regild` itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regild.first_use import at_first_use

if TYPE_CHECKING:
    from regild.scoring.both_samples import (
        BothDrawn,
        both_intervals,
        draw_both,
        pairs_apart,
        told_apart,
    )
    from regild.scoring.forecast import Forecast, forecast
    from regild.scoring.gold_rankings import GoldRankings
    from regild.scoring.leave_one_out import SystemLeftOut, leave_one_out, pool_tested
    from regild.scoring.measures import FAMILIES, KEYS, MEASURES, measure_of
    from regild.scoring.measures.declaration import SystemMeasure
    from regild.scoring.parts import MeasureOnPart, UnknownMeasure
    from regild.scoring.rankings import RankedByTwo, Ranking, compare_rankings, rank
    from regild.scoring.rounds import (
        Ratable,
        allocate_alike,
        choose_round,
        effects,
        stratum_variances,
    )
    from regild.scoring.scorecard import compare_golds, score
    from regild.scoring.second_golds import SecondGold, WeighedCandidate, second_gold
    from regild.scoring.soft import SoftScores, score_by_person, score_soft_labels, soft_labels
    from regild.scoring.stopping import StopDecision, look
    from regild.scoring.system_scores import Scorecard, SystemScores
    from regild.scoring.tie_groups import TieGroups, groups_of, tie_groups

__all__ = [
    "FAMILIES",
    "KEYS",
    "MEASURES",
    "BothDrawn",
    "Forecast",
    "GoldRankings",
    "MeasureOnPart",
    "RankedByTwo",
    "Ranking",
    "Ratable",
    "Scorecard",
    "SecondGold",
    "SoftScores",
    "StopDecision",
    "SystemLeftOut",
    "SystemMeasure",
    "SystemScores",
    "TieGroups",
    "UnknownMeasure",
    "WeighedCandidate",
    "allocate_alike",
    "both_intervals",
    "choose_round",
    "compare_golds",
    "compare_rankings",
    "draw_both",
    "effects",
    "forecast",
    "groups_of",
    "leave_one_out",
    "look",
    "measure_of",
    "pairs_apart",
    "pool_tested",
    "rank",
    "score",
    "score_by_person",
    "score_soft_labels",
    "second_gold",
    "soft_labels",
    "stratum_variances",
    "tie_groups",
    "told_apart",
]

_HOMES = {
    "regild.scoring.both_samples": (
        "BothDrawn",
        "both_intervals",
        "draw_both",
        "pairs_apart",
        "told_apart",
    ),
    "regild.scoring.forecast": ("Forecast", "forecast"),
    "regild.scoring.leave_one_out": ("SystemLeftOut", "leave_one_out", "pool_tested"),
    "regild.scoring.rounds": (
        "Ratable",
        "allocate_alike",
        "choose_round",
        "effects",
        "stratum_variances",
    ),
    "regild.scoring.stopping": ("StopDecision", "look"),
    "regild.scoring.tie_groups": ("TieGroups", "groups_of", "tie_groups"),
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
