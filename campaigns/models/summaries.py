"""Summaries of a campaign by e-mail: who wants which, and what they were sent."""

from django.db import models
from django.db.models import Q

from campaigns.models.people import Member


class SummaryWish(models.Model):
    """What a member wants to hear of a campaign by e-mail; nobody who did not ask has one.

    What was sent is written by compare-and-set on `version`, before it is sent: of two workers
    one sends.
    """

    member = models.OneToOneField(Member, models.CASCADE, related_name="summary")
    weekly = models.BooleanField(default=False)
    when_needed = models.BooleanField(default=False)
    language = models.CharField(max_length=12, help_text="of the letters")
    # The Monday of the week for which the last weekly one was sent, or was not due yet.
    last_week = models.DateField(null=True, blank=True)
    told = models.JSONField(
        default=dict, blank=True, help_text="what they were told of, and how it was then"
    )
    told_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            # The first summary would come at once, for a week that they did not ask about.
            models.CheckConstraint(
                condition=Q(weekly=False) | Q(last_week__isnull=False),
                name="summary_weekly_begins_somewhen",
            ),
        ]

    def __str__(self) -> str:
        return f"summaries of {self.member_id}"
