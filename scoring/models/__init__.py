"""Frozen golds, scores on them, and teams that hand systems in; one module an idea."""

from scoring.models.evaluations import OVER_ANNOTATORS, OVER_SENTENCES, Evaluation, Score
from scoring.models.releases import Release, ReleaseComparison, ReleaseEntry
from scoring.models.submissions import Submission, SubmissionLink

__all__ = [
    "OVER_ANNOTATORS",
    "OVER_SENTENCES",
    "Evaluation",
    "Release",
    "ReleaseComparison",
    "ReleaseEntry",
    "Score",
    "Submission",
    "SubmissionLink",
]
