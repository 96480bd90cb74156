"""Models as judges: what each said of which candidate, kept apart from ratings.

A judge is never an annotator, and no rating, statistic of annotators or release reads these
tables.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Job, JobKind
from pooling.models import Candidate
from sources.models import System

JUDGING = JobKind("judging", "judging.jobs.judge")

MAX_NAME = 100


class Judge(models.Model):
    """A model with one prompt, and the file in which it judged."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="judges", db_index=False
    )
    number = models.PositiveIntegerField(help_text=_("within its campaign"))
    name = models.CharField(max_length=MAX_NAME)
    model_version = models.CharField(max_length=MAX_NAME)
    prompt = models.TextField(help_text=_("what the model was asked, word for word"))
    file = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    judged = models.PositiveIntegerField(help_text=_("candidates that the file judges"))
    imported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    imported_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="judge_number_once"),
            # Two files under one name would be two models that nobody can tell apart.
            models.UniqueConstraint(
                fields=["campaign", "name", "model_version"], name="judge_version_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.model_version}"


class RelatedSystem(models.Model):
    """A system that has something to do with the judge: the same model answers in it, or one of
    its family. What the judge says of it is marked."""

    judge = models.ForeignKey(Judge, models.CASCADE, related_name="related", db_index=False)
    system = models.ForeignKey(System, models.CASCADE, related_name="related_judges")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["judge", "system"], name="related_system_once"),
        ]

    def __str__(self) -> str:
        return f"{self.judge}: {self.system}"


class Judgement(models.Model):
    """What a judge said of a candidate: a code of the campaign's scale."""

    judge = models.ForeignKey(Judge, models.CASCADE, related_name="judgements", db_index=False)
    candidate = models.ForeignKey(Candidate, models.CASCADE, related_name="judgements")
    value = models.SmallIntegerField(help_text=_("a code of the scale"))

    class Meta:
        constraints = [
            # A judge that says two things of one candidate says nothing.
            models.UniqueConstraint(fields=["judge", "candidate"], name="judgement_once"),
        ]

    def __str__(self) -> str:
        return f"{self.judge} on {self.candidate}: {self.value}"


class JudgingReport(models.Model):
    """Every judge beside people, as it was measured. Never rewritten."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="judging_reports", db_index=False
    )
    # One to one: a job taken up again after its worker died must not report twice.
    job = models.OneToOneField(
        Job, models.SET_NULL, null=True, blank=True, related_name="judging_report"
    )
    made_at = models.DateTimeField(default=timezone.now)
    ratings_version = models.PositiveBigIntegerField(
        help_text=_("the campaign's, of the ratings it was measured beside")
    )
    release = models.PositiveIntegerField(
        null=True, help_text=_("the release on which systems are compared; empty: none yet")
    )
    epsilon = models.FloatField(help_text=_("head start of a model in the alternative test"))
    n_annotators = models.PositiveIntegerField()
    n_ratings = models.PositiveIntegerField()
    seed = models.PositiveBigIntegerField(help_text=_("of the bootstrap"))
    # What was found, by the judge's number; docs/judging.md says how.
    found = models.JSONField()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["campaign", "-id"], name="judging_report_newest")]

    def __str__(self) -> str:
        return f"{self.campaign} {self.made_at:%Y-%m-%d %H:%M}"
