"""Teams that submit their systems themselves."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from sources.models import System


class SubmissionLink(models.Model):
    """Lets a team submit systems until it closes; only the hash of its token is kept."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("only the team and the leads see its scores")
        PUBLIC = "public", _("its scores may stand on the leaderboard")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="submission_links")
    label = models.CharField(max_length=100, help_text=_("the team's name"))
    token_hash = models.CharField(max_length=64, unique=True)
    visibility = models.CharField(max_length=7, choices=Visibility, default=Visibility.PRIVATE)
    created_at = models.DateTimeField(default=timezone.now)
    open_until = models.DateTimeField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.label


class Submission(models.Model):
    """A system that was submitted through a link: it has the link's visibility."""

    link = models.ForeignKey(SubmissionLink, models.CASCADE, related_name="submissions")
    # One to one: a system of two teams would have two visibilities.
    system = models.OneToOneField(System, models.CASCADE, related_name="submission")

    def __str__(self) -> str:
        return f"{self.system} of {self.link}"
