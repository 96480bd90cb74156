"""Frozen golds, scores on them, and teams that submit systems; one module an idea."""

from scoring.models.evaluations import OVER_ANNOTATORS, OVER_SENTENCES, Evaluation, Score
from scoring.models.publications import PublicEntry, PublicGold
from scoring.models.releases import Release, ReleaseComparison, ReleaseEntry
from scoring.models.soft_systems import SoftSystem
from scoring.models.submissions import Submission, SubmissionLink

__all__ = [
    "OVER_ANNOTATORS",
    "OVER_SENTENCES",
    "Evaluation",
    "PublicEntry",
    "PublicGold",
    "Release",
    "ReleaseComparison",
    "ReleaseEntry",
    "Score",
    "SoftSystem",
    "Submission",
    "SubmissionLink",
]
