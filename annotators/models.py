"""Who takes part: annotators, what they remarked, and the turn that every stage gives them."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Trial
from sources.models import Item


class Annotator(models.Model):
    """A volunteer without an account, known by a token that only they hold."""

    class Source(models.TextChoices):
        ONLINE = "online", _("online")
        IMPORTED = "imported", _("imported")
        SIMULATED = "simulated", _("simulated")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="annotators")
    # SHA-256 of the token: whoever reads the database cannot rate in somebody's name.
    token_hash = models.CharField(max_length=64, unique=True)
    source = models.CharField(max_length=9, choices=Source, default=Source.ONLINE)
    name = models.CharField(
        max_length=100, blank=True, help_text=_("in the imported file, or the simulated kind")
    )
    joined_at = models.DateTimeField(default=timezone.now)
    native_speaker = models.BooleanField()
    answers = models.JSONField(default=dict, blank=True, help_text=_("to optional questions"))
    recruited = models.JSONField(
        default=dict, blank=True, help_text=_("PROLIFIC_PID, STUDY_ID, SESSION_ID")
    )
    # Of `recruited` what names the person; empty for whoever no site sent.
    person = models.CharField(max_length=100, blank=True, default="", db_default="")
    site_status = models.CharField(
        max_length=20,
        blank=True,
        default="",
        db_default="",
        help_text=_("what their recruiting site reported last"),
    )
    practised_at = models.DateTimeField(null=True, blank=True)
    comprehended_at = models.DateTimeField(
        null=True, blank=True, help_text=_("when they showed that they understood")
    )
    comprehension_tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    goal = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("words that they set themselves to rate")
    )
    # What the checks found at `checked_at`. Kept, because finding it reads every rating, and a
    # lead wants the flagged ones of thousands of annotators at once.
    flags = models.JSONField(
        default=list, blank=True, help_text=_("findings: rule, reason, value, threshold")
    )
    checked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            # An import run twice must meet the same person, not make a second one.
            models.UniqueConstraint(
                fields=["campaign", "name"],
                condition=Q(source="imported"),
                name="annotator_imported_once",
            ),
            # Whom a recruiting site sends twice would be paid twice for one person's work.
            models.UniqueConstraint(
                fields=["campaign", "person"],
                condition=~Q(person="") & Q(withdrawn_at__isnull=True),
                name="annotator_recruited_once",
            ),
        ]

    def __str__(self) -> str:
        return f"annotator {self.pk}"


class TurnedAway(models.Model):
    """How often somebody who wanted to join was told that a quota is full: nobody's name."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="turned_away")
    question = models.CharField(max_length=40)
    answer = models.CharField(max_length=200)
    times = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            # Counted twice, each row would tell a part of it.
            models.UniqueConstraint(
                fields=["campaign", "question", "answer"], name="turned_away_counted_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question} {self.answer}: {self.times}"


class Draw(models.Model):
    """On which side of a trial somebody came who joined while it ran. Never drawn again."""

    annotator = models.ForeignKey(
        Annotator, models.CASCADE, related_name="draws", db_index=False
    )
    trial = models.ForeignKey(Trial, models.CASCADE, related_name="draws")
    shown = models.BooleanField()

    class Meta:
        constraints = [
            # On both sides at once they would be compared with themselves.
            models.UniqueConstraint(fields=["annotator", "trial"], name="draw_once"),
        ]

    def __str__(self) -> str:
        return f"{self.annotator}: {'shown' if self.shown else 'not shown'}"


class Remark(models.Model):
    """'Something is wrong with this sentence': an annotator's comment, for the lead."""

    annotator = models.ForeignKey(Annotator, models.CASCADE, related_name="remarks")
    item = models.ForeignKey(Item, models.CASCADE, related_name="remarks")
    comment = models.TextField(max_length=1000)
    made_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)
    answer = models.TextField(blank=True)

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.comment[:60]
