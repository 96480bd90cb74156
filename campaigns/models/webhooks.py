"""Where a campaign's news goes, and every message sent there."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign


class Webhook(models.Model):
    """An address that is told when something has happened in a campaign."""

    class Event(models.TextChoices):
        ROUND = "first_gold.round_complete", _("a round of proposals is complete")
        FIRST_GOLD = "first_gold.frozen", _("a first gold is frozen")
        COVERAGE = "coverage.reached", _("25, 50, 75 or 100 percent of the subsets are rated")
        ROUND_RATED = "round.rated", _("a round of ratings is rated")
        BLOCKS_WAIT = "blocks.waiting", _("blocks wait for a first-gold candidate")
        JOB = "job.finished", _("a job is done, or has failed")
        SETTLED = "ranking.settled", _("the stopping rule says that the ranking is settled")
        RELEASE = "release.made", _("a second gold is released")
        PUBLISHED = "release.published", _("a release is made public")
        JUDGING = "judging.reported", _("models as judges are set beside people")
        REVISION = "categories.revised", _("the tree of categories is revised")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    events = models.JSONField(help_text=_("names of the events it is told of"))
    # Not hashed: every message is signed with it.
    secret = models.CharField(max_length=60)
    created_at = models.DateTimeField(default=timezone.now)
    # The address answered that it is gone for good.
    gone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.url


class WebhookMessage(models.Model):
    """One event on its way to one address."""

    class State(models.TextChoices):
        WAITING = "waiting", _("pending")
        DELIVERED = "delivered", _("delivered")
        FAILED = "failed", _("failed")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="messages")
    # The receiver knows by it that a message came twice.
    message_id = models.UUIDField(unique=True, default=uuid.uuid4)
    event = models.CharField(max_length=40)
    # What it is about, so that nothing is told twice.
    key = models.CharField(max_length=100)
    # Text and not JSON: what is signed must be sent to the letter.
    body = models.TextField()
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("the HTTP status last answered")
    )
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "key"], name="webhook_told_once"),
        ]
        indexes = [
            models.Index(
                fields=["next_at"], condition=Q(state="waiting"), name="webhook_messages_due"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.state}"
