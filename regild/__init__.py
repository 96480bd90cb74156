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
    from regild.pooling.plans import SubsetPlan, dispatch
    from regild.pooling.pools import Pool
    from regild.problems import BadFile, BadFiles
    from regild.scoring.gold_rankings import GoldRankings
    from regild.scoring.rankings import RankedByTwo, Ranking, compare_rankings, rank
    from regild.scoring.scorecard import compare_golds, score
    from regild.scoring.second_golds import SecondGold, second_gold
    from regild.scoring.system_scores import Scorecard
    from regild.tasks.substitution.baselines import baseline
    from regild.tasks.substitution.pooling import pool

__all__ = [
    "Agreement",
    "AgreementByLevel",
    "Answers",
    "BadFile",
    "BadFiles",
    "FirstGoldAgreement",
    "Gold",
    "GoldRankings",
    "Pool",
    "RankedByTwo",
    "Ranking",
    "Ratings",
    "Scorecard",
    "SecondGold",
    "Sentences",
    "SubsetPlan",
    "baseline",
    "compare_golds",
    "compare_rankings",
    "dispatch",
    "measure_agreement",
    "measure_category_agreement",
    "measure_first_gold",
    "pool",
    "rank",
    "read_answers",
    "read_gold",
    "read_ratings",
    "read_sentences",
    "score",
    "second_gold",
]

_HOMES = {
    "regild.agreement.annotations": ("measure_category_agreement",),
    "regild.agreement.levels": ("AgreementByLevel",),
    "regild.agreement.proposals": ("FirstGoldAgreement", "measure_first_gold"),
    "regild.agreement.ratings": ("Agreement", "measure_agreement"),
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
    "regild.pooling.plans": ("SubsetPlan", "dispatch"),
    "regild.pooling.pools": ("Pool",),
    "regild.tasks.substitution.baselines": ("baseline",),
    "regild.tasks.substitution.pooling": ("pool",),
    "regild.problems": ("BadFile", "BadFiles"),
    "regild.scoring.gold_rankings": ("GoldRankings",),
    "regild.scoring.rankings": ("RankedByTwo", "Ranking", "compare_rankings", "rank"),
    "regild.scoring.scorecard": ("compare_golds", "score"),
    "regild.scoring.system_scores": ("Scorecard",),
    "regild.scoring.second_golds": ("SecondGold", "second_gold"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__getattr__, __dir__ = at_first_use(__name__, _HOME_OF)
