"""Frozen golds, scores on them, and teams that hand systems in; one module an idea."""

from scoring.models.evaluations import OVER_ANNOTATORS, Evaluation, Score
from scoring.models.releases import Release, ReleaseComparison, ReleaseEntry
from scoring.models.submissions import Submission, SubmissionLink

__all__ = [
    "OVER_ANNOTATORS",
    "Evaluation",
    "Release",
    "ReleaseComparison",
    "ReleaseEntry",
    "Score",
    "Submission",
    "SubmissionLink",
]
