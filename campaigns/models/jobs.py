"""Slow work as rows."""

from typing import NamedTuple

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from core.refusals import restored
from regild.problems import Text


class JobKind(NamedTuple):
    """A kind of slow work, declared once by the app that does it."""

    name: str
    task: str  # the dotted name of the Celery task


class Job(models.Model):
    """Slow work as a row, so that a page can show its progress and a crash loses nothing."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=40)
    task = models.CharField(max_length=100, help_text=_("dotted name of the Celery task"))
    # What the work is about: of one kind and key, jobs are done one after the other.
    key = models.CharField(max_length=100, blank=True)
    arguments = models.JSONField(default=dict, blank=True)
    fingerprint = models.CharField(
        max_length=64, blank=True, help_text=_("of what was asked for, whoever asked")
    )
    state = models.CharField(max_length=7, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    result = models.JSONField(default=dict, blank=True)
    error = models.TextField(blank=True)
    # What `error` says, for other languages: a code, a template and its parameters.
    refusal = models.JSONField(default=dict, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    # Who holds the job; a worker that lost it finds another value here and stops.
    claim = models.UUIDField(null=True, blank=True)
    beat_at = models.DateTimeField(default=timezone.now, help_text=_("last sign of life"))
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            # Two clicks, two tabs or two leads would otherwise compute the same thing twice.
            # One under way does not count: it may have read already what has changed since.
            models.UniqueConstraint(
                fields=["campaign", "kind", "key", "fingerprint"],
                condition=Q(state="queued"),
                name="job_waits_once",
            ),
            # Two poolings of a campaign at the same time would each undo the other's.
            models.UniqueConstraint(
                fields=["campaign", "kind", "key"],
                condition=Q(state="running"),
                name="job_one_running_per_kind_and_key",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["done", "failed"], finished_at__isnull=False)
                | Q(state__in=["queued", "running"], finished_at__isnull=True),
                name="job_finished_at_matches_state",
            ),
        ]
        indexes = [models.Index(fields=["state", "beat_at"], name="job_by_sign_of_life")]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"

    @property
    def why(self) -> Text:
        """Why it failed."""
        if not self.refusal:
            return Text(self.error)
        return restored(self.refusal, english=self.error)
