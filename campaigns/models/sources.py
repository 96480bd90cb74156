"""What a lead brings in: sentences, first gold, systems and their answers."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign


class Sentence(models.Model):
    """A context with its target marked. `key` is the id in the file, never a line number."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="sentences")
    key = models.CharField(max_length=100)
    position = models.PositiveIntegerField(help_text=_("order in the file"))
    lexelt = models.CharField(max_length=120, help_text=_("as in the file: espace.n, bar.n.v"))
    word = models.CharField(max_length=110)
    pos = models.CharField(max_length=110)
    left = models.TextField(blank=True)
    target = models.CharField(max_length=200)
    right = models.TextField(blank=True)
    # How many annotators answered pn, NIL or NAME: not substitutes, but not silence either.
    gold_codes = models.JSONField(default=dict, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["campaign", "position"]
        constraints = [
            # Gold and answers are matched on the id: two sentences with one would share them.
            models.UniqueConstraint(fields=["campaign", "key"], name="sentence_key_once"),
            models.CheckConstraint(condition=~Q(target=""), name="sentence_has_target"),
        ]
        indexes = [models.Index(fields=["campaign", "lexelt"], name="sentence_by_lexelt")]

    def __str__(self) -> str:
        return f"{self.lexelt} {self.key}"


class GoldSubstitute(models.Model):
    """What annotators proposed before any system ran: a substitute and its votes."""

    sentence = models.ForeignKey(Sentence, models.CASCADE, related_name="gold", db_index=False)
    text = models.CharField(max_length=200)
    votes = models.FloatField()
    # Names of the annotators who gave it, where the file says so; needed for agreement on sets.
    given_by = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sentence", "text"], name="gold_text_once"),
            models.CheckConstraint(condition=Q(votes__gt=0), name="gold_votes_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.text} {self.votes:g}"


class SubmissionLink(models.Model):
    """Lets a team hand in systems until it closes; only the hash of its token is kept."""

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


class System(models.Model):
    class Kind(models.TextChoices):
        PARTICIPANT = "participant", _("participant")
        BASELINE = "baseline", _("baseline")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="systems")
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=11, choices=Kind, default=Kind.PARTICIPANT)
    added_at = models.DateTimeField(default=timezone.now)
    sha256 = models.CharField(max_length=64, help_text=_("of the file as it was brought in"))
    # Whose visibility the system has. A link is never deleted by itself: what a team handed in
    # privately would pass for a lead's own.
    submission_link = models.ForeignKey(
        SubmissionLink, models.RESTRICT, null=True, blank=True, related_name="systems"
    )

    class Meta:
        ordering = ["campaign", "id"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "name"], name="system_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Answer(models.Model):
    """One substitute a system gave, in rank order from 1. A skipped sentence has no row."""

    system = models.ForeignKey(System, models.CASCADE, related_name="answers")
    sentence = models.ForeignKey(
        Sentence, models.CASCADE, related_name="answers", db_index=False
    )
    rank = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sentence", "system", "rank"], name="answer_rank_once"
            ),
            models.CheckConstraint(condition=Q(rank__gte=1), name="answer_rank_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.text}"
