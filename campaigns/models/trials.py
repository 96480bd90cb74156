"""Trials of what annotators are told: shown to half of those who join, drawn at random."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from regild.rating.trials import Encouragement


class Trial(models.Model):
    """Of one encouragement, from when a lead began it until it is switched on or off."""

    NAMES = [(one.value, one.value) for one in Encouragement]

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="trials")
    encouragement = models.CharField(max_length=20, choices=NAMES)
    # Two trials of one campaign would otherwise draw the same people.
    seed = models.PositiveBigIntegerField(help_text=_("with an annotator's id it decides"))
    began_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            # Whoever joins would be drawn twice, and perhaps once so and once so.
            models.UniqueConstraint(
                fields=["campaign", "encouragement"],
                condition=Q(ended_at__isnull=True),
                name="trial_one_runs_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.encouragement} in {self.campaign}"
