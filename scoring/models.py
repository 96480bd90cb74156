"""The second gold, frozen, and what the systems score on both golds."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Job, Sentence, System


class Release(models.Model):
    """A frozen second gold. Written once: there is no way to change one, only to make the next.

    Everything a score on it depends on is in its policy, not in the campaign's columns, which
    may change later.
    """

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="releases", db_index=False
    )
    number = models.PositiveIntegerField()
    made_at = models.DateTimeField(default=timezone.now)
    # One to one: a job taken up again after its worker died must not release twice.
    job = models.OneToOneField(
        Job, models.SET_NULL, null=True, blank=True, related_name="release"
    )
    policy = models.JSONField(help_text=_("how ratings became weights, and what was left out"))
    counts = models.JSONField(help_text=_("sentences, candidates, ratings, annotators"))
    comparison = models.JSONField(
        help_text=_("the same ratings by every rule, and by Dawid and Skene's model")
    )
    notes = models.TextField(blank=True)
    sha256 = models.CharField(max_length=64, help_text=_("of its export as JSON lines"))

    class Meta:
        ordering = ["campaign", "-number"]
        constraints = [
            # Two leads releasing at once would otherwise both publish a number 3.
            models.UniqueConstraint(fields=["campaign", "number"], name="release_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="release_numbers_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} {self.number}"


class ReleaseEntry(models.Model):
    """A candidate as it stood, with its ratings. Copied, because pooling again changes origins
    and votes, and annotators go on rating."""

    class Origin(models.TextChoices):
        GOLD = "gold", _("gold only")
        SYSTEMS = "systems", _("systems only")
        BOTH = "both", _("both")

    release = models.ForeignKey(Release, models.CASCADE, related_name="entries", db_index=False)
    sentence = models.ForeignKey(Sentence, models.CASCADE, related_name="+")
    text = models.CharField(max_length=200)
    origin = models.CharField(max_length=7, choices=Origin)
    votes = models.FloatField(null=True, blank=True, help_text=_("in the first gold"))
    ratings = models.JSONField(help_text=_("[annotator, value]; annotators count from 1"))
    weight = models.FloatField(
        null=True, blank=True, help_text=_("empty: too few ratings, undecided")
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["release", "sentence", "text"], name="release_entry_once"
            ),
        ]

    def __str__(self) -> str:
        return self.text


class Evaluation(models.Model):
    """A system scored on the first gold or the second, both as a release's policy has them."""

    class Gold(models.TextChoices):
        FIRST = "first", _("first gold")
        SECOND = "second", _("second gold")

    release = models.ForeignKey(
        Release, models.CASCADE, related_name="evaluations", db_index=False
    )
    system = models.ForeignKey(System, models.CASCADE, related_name="evaluations")
    gold = models.CharField(max_length=6, choices=Gold)
    n_sentences = models.PositiveIntegerField(help_text=_("sentences with gold"))
    n_attempted = models.PositiveIntegerField(help_text=_("of these, answered"))
    pooled = models.BooleanField(help_text=_("whether its answers were pooled and rated"))
    seed = models.PositiveBigIntegerField(help_text=_("of the bootstrap and the exchanges"))
    rounds = models.PositiveIntegerField(help_text=_("of the bootstrap"))
    exchanges = models.PositiveIntegerField(help_text=_("rounds of randomisation"))
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            # Scoring again replaces; two sets of scores would give a system two ranks.
            models.UniqueConstraint(
                fields=["release", "gold", "system"], name="evaluation_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system} on the {self.gold} gold of {self.release}"


class Score(models.Model):
    """One measure of an evaluation."""

    evaluation = models.ForeignKey(
        Evaluation, models.CASCADE, related_name="scores", db_index=False
    )
    measure = models.CharField(max_length=40)
    value = models.FloatField(null=True, blank=True)
    low = models.FloatField(null=True, blank=True)
    high = models.FloatField(null=True, blank=True)
    n = models.PositiveIntegerField(help_text=_("sentences in the mean"))
    reason = models.CharField(max_length=80, blank=True, help_text=_("why it is undefined"))
    rank = models.PositiveIntegerField(null=True, blank=True)
    p_next = models.FloatField(
        null=True,
        blank=True,
        help_text=_("that it differs from the system ranked next, corrected for all pairs"),
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evaluation", "measure"], name="score_once"),
            # A number without a mean, or a rank without a number, would enter a table.
            models.CheckConstraint(
                condition=Q(value__isnull=False, reason="", rank__gte=1, n__gte=1)
                | (Q(value__isnull=True, rank__isnull=True) & ~Q(reason="")),
                name="score_undefined_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(low__isnull=True, high__isnull=True)
                | Q(low__lte=F("high"), value__isnull=False),
                name="score_interval_is_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.measure} {self.value}"
