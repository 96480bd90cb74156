"""The second gold, frozen."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Job
from sources.models import Item


class Release(models.Model):
    """A frozen second gold. Written once: there is no way to change one, only to make the next.
    Its DOI alone comes later, from wherever it is deposited.

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
    annotated = models.JSONField(
        default=dict,
        db_default={},
        help_text=_("annotators and their ratings by where they came from; empty: not noted"),
    )
    ledger = models.JSONField(
        default=dict,
        db_default={},
        help_text=_("where the ratings went, by place; empty: nobody counted"),
    )
    comparison = models.JSONField(
        help_text=_("the same ratings by every rule, and by Dawid and Skene's model")
    )
    ratings_version = models.PositiveBigIntegerField(
        null=True, help_text=_("the campaign's, of these ratings; empty: nobody noted it")
    )
    notes = models.TextField(blank=True)
    doi = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text=_("under which it is kept elsewhere; empty: none"),
    )
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
    item = models.ForeignKey(Item, models.CASCADE, related_name="+")
    text = models.CharField(max_length=200)
    origin = models.CharField(max_length=7, choices=Origin)
    votes = models.FloatField(null=True, blank=True, help_text=_("in the first gold"))
    ratings = models.JSONField(help_text=_("[annotator, value]; annotators count from 1"))
    weight = models.FloatField(
        null=True, blank=True, help_text=_("empty: too few ratings, undecided")
    )
    # Of a scale whose options have an order nothing is chosen: its candidates have weights.
    choice = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text=_("the value that most chose; empty: a tie, too few ratings, or a weight"),
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["release", "item", "text"], name="release_entry_once"
            ),
        ]

    def __str__(self) -> str:
        return self.text


class ReleaseComparison(models.Model):
    """The weights of two releases of a campaign, compared when the second was made.

    It could be counted again at any time, but of a million candidates not while somebody waits
    for a page.
    """

    first = models.ForeignKey(Release, models.CASCADE, related_name="+", db_index=False)
    second = models.ForeignKey(Release, models.CASCADE, related_name="+")
    pairs = models.JSONField(help_text=_("[weight, weight, how many candidates of both]"))
    only_first = models.PositiveIntegerField(help_text=_("candidates the second lacks"))
    only_second = models.PositiveIntegerField(help_text=_("candidates the first lacks"))
    changed = models.JSONField(help_text=_("[entry, entry], the furthest apart first"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="releases_compared_once"),
        ]

    def __str__(self) -> str:
        return f"{self.first_id}, {self.second_id}"
