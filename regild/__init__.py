"""The method of a second gold, as a library.

Read a task's files, pool what systems proposed, dispatch the pool into subsets, measure how far
annotators agree, make a second gold of their ratings, score and rank systems. Values in, values
out: no database, no network, no clock, no randomness but that of a seed you give.

A name is loaded when it is first asked for: `import regild` alone takes no time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regild.first_use import at_first_use

__version__ = "0.1.0"

if TYPE_CHECKING:
    from regild.agreement.annotations import measure_category_agreement
    from regild.agreement.levels import AgreementByLevel
    from regild.agreement.proposals import FirstGoldAgreement, measure_first_gold
    from regild.agreement.ratings import Agreement, measure_agreement
    from regild.agreement.severity import Severity, measure_severity
    from regild.formats.files import (
        Answers,
        Gold,
        Ratings,
        Sentences,
        read_answers,
        read_gold,
        read_ratings,
        read_sentences,
    )
    from regild.judging.alternative import AlternativeTest, alternative_test
    from regild.judging.among_people import AmongPeople, model_among_people
    from regild.judging.favour import FavouredSystems, favoured_systems
    from regild.judging.powered import PoweredScores, powered_scores
    from regild.pooling.plans import SubsetPlan, dispatch
    from regild.pooling.pools import Pool
    from regild.problems import BadFile, BadFiles
    from regild.scoring.gold_rankings import GoldRankings
    from regild.scoring.rankings import RankedByTwo, Ranking, compare_rankings, rank
    from regild.scoring.scorecard import compare_golds, score
    from regild.scoring.second_golds import SecondGold, second_gold
    from regild.scoring.soft import SoftScores, score_by_person, score_soft_labels, soft_labels
    from regild.scoring.system_scores import Scorecard
    from regild.scoring.tie_groups import TieGroups, tie_groups
    from regild.tasks.substitution.baselines import baseline
    from regild.tasks.substitution.pooling import pool

__all__ = [
    "Agreement",
    "AgreementByLevel",
    "AlternativeTest",
    "AmongPeople",
    "Answers",
    "BadFile",
    "BadFiles",
    "FavouredSystems",
    "FirstGoldAgreement",
    "Gold",
    "GoldRankings",
    "Pool",
    "PoweredScores",
    "RankedByTwo",
    "Ranking",
    "Ratings",
    "Scorecard",
    "SecondGold",
    "Sentences",
    "Severity",
    "SoftScores",
    "SubsetPlan",
    "TieGroups",
    "alternative_test",
    "baseline",
    "compare_golds",
    "compare_rankings",
    "dispatch",
    "favoured_systems",
    "measure_agreement",
    "measure_category_agreement",
    "measure_first_gold",
    "measure_severity",
    "model_among_people",
    "pool",
    "powered_scores",
    "rank",
    "read_answers",
    "read_gold",
    "read_ratings",
    "read_sentences",
    "score",
    "score_by_person",
    "score_soft_labels",
    "second_gold",
    "soft_labels",
    "tie_groups",
]

_HOMES = {
    "regild.agreement.annotations": ("measure_category_agreement",),
    "regild.agreement.levels": ("AgreementByLevel",),
    "regild.agreement.proposals": ("FirstGoldAgreement", "measure_first_gold"),
    "regild.agreement.ratings": ("Agreement", "measure_agreement"),
    "regild.agreement.severity": ("Severity", "measure_severity"),
    "regild.formats.files": (
        "Answers",
        "Gold",
        "Ratings",
        "Sentences",
        "read_answers",
        "read_gold",
        "read_ratings",
        "read_sentences",
    ),
    "regild.judging.alternative": ("AlternativeTest", "alternative_test"),
    "regild.judging.among_people": ("AmongPeople", "model_among_people"),
    "regild.judging.favour": ("FavouredSystems", "favoured_systems"),
    "regild.judging.powered": ("PoweredScores", "powered_scores"),
    "regild.pooling.plans": ("SubsetPlan", "dispatch"),
    "regild.pooling.pools": ("Pool",),
    "regild.tasks.substitution.baselines": ("baseline",),
    "regild.tasks.substitution.pooling": ("pool",),
    "regild.problems": ("BadFile", "BadFiles"),
    "regild.scoring.gold_rankings": ("GoldRankings",),
    "regild.scoring.rankings": ("RankedByTwo", "Ranking", "compare_rankings", "rank"),
    "regild.scoring.scorecard": ("compare_golds", "score"),
    "regild.scoring.system_scores": ("Scorecard",),
    "regild.scoring.tie_groups": ("TieGroups", "tie_groups"),
    "regild.scoring.second_golds": ("SecondGold", "second_gold"),
    "regild.scoring.soft": (
        "SoftScores",
        "score_by_person",
        "score_soft_labels",
        "soft_labels",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__getattr__, __dir__ = at_first_use(__name__, _HOME_OF)
