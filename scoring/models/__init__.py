"""Frozen golds, scores on them, and teams that submit systems; one module an idea."""

from scoring.models.evaluations import (
    GIVEN_BOTH,
    OVER_ANNOTATORS,
    OVER_SENTENCES,
    Evaluation,
    LeftOutScore,
    Score,
    ScoreGap,
)
from scoring.models.forecasts import FORECAST, RankingForecast
from scoring.models.publications import PublicEntry, PublicGold
from scoring.models.releases import Release, ReleaseComparison, ReleaseEntry
from scoring.models.soft_systems import SoftSystem
from scoring.models.submissions import Submission, SubmissionLink

__all__ = [
    "FORECAST",
    "GIVEN_BOTH",
    "OVER_ANNOTATORS",
    "OVER_SENTENCES",
    "Evaluation",
    "LeftOutScore",
    "PublicEntry",
    "PublicGold",
    "RankingForecast",
    "Release",
    "ReleaseComparison",
    "ReleaseEntry",
    "Score",
    "ScoreGap",
    "SoftSystem",
    "Submission",
    "SubmissionLink",
]
