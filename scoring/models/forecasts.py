"""Whether more ratings would still change the ranking, as it was forecast."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agreement.models import AgreementReport
from campaigns.models import JobKind

FORECAST = JobKind("forecast", "scoring.jobs.forecast")


class RankingForecast(models.Model):
    """Made with an agreement report, of the ratings there were then, and gone with it. Never
    rewritten."""

    # One to one: a job taken up again after its worker died must not forecast twice.
    report = models.OneToOneField(
        AgreementReport, models.CASCADE, related_name="ranking_forecast"
    )
    made_at = models.DateTimeField(default=timezone.now)
    measure = models.CharField(max_length=150)
    n_ratings = models.PositiveIntegerField(help_text=_("of candidates with two or more"))
    n_annotators = models.PositiveIntegerField()
    n_targets = models.PositiveIntegerField()
    seed = models.PositiveBigIntegerField(help_text=_("of the annotators weighed anew"))
    reason = models.CharField(max_length=100, blank=True, help_text=_("why it is undefined"))
    kendall_tau = models.FloatField(
        null=True, blank=True, help_text=_("expected between now and twice the ratings")
    )
    needed = models.PositiveBigIntegerField(
        null=True, blank=True, help_text=_("ratings until the pairs that matter are settled")
    )
    # The same at all looks of a campaign, or the rule would not hold.
    planned = models.PositiveBigIntegerField(
        null=True, blank=True, help_text=_("for how many ratings the stopping rule is sharpest")
    )
    stop = models.BooleanField(
        null=True,
        blank=True,
        help_text=_("whether the stopping rule finds it settled"),
    )
    # Systems by the names that they had; docs/measures-scoring.md says how it is found.
    found = models.JSONField(default=dict, help_text=_("curve, neighbours, unsettled pairs"))

    class Meta:
        constraints = [
            # A number without its reason, or neither, would be shown as nothing at all.
            models.CheckConstraint(
                condition=Q(reason="", kendall_tau__isnull=False, needed__isnull=False)
                | (Q(kendall_tau__isnull=True, needed__isnull=True) & ~Q(reason="")),
                name="forecast_undefined_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.measure} {self.n_ratings} {self.kendall_tau}"
