"""Annotators at work: who took which subset, what they answered, what was left out and why."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotators.models import AbstractTurn, Annotator
from campaigns.models import Campaign
from pooling.models import Candidate, Subset


class Assignment(AbstractTurn):
    """One annotator's turn at one subset; it has as many seats as a candidate may have ratings.

    An imported sitting has no subset.
    """

    class Device(models.TextChoices):
        PHONE = "phone", _("phone")
        DESK = "desk", _("computer")

    subset = models.ForeignKey(
        Subset,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="assignments",
        db_index=False,
    )
    annotator = models.ForeignKey(Annotator, models.PROTECT, related_name="assignments")
    device = models.CharField(
        max_length=5,
        choices=Device,
        blank=True,
        default="",
        db_default="",
        help_text=_("on which it was begun; empty: nobody knows"),
    )
    # What it came to, added up when it was completed: nothing in it changes any more, and the
    # lead's pages would otherwise count millions of ratings.
    rated = models.PositiveIntegerField(
        default=0, help_text=_("pooled candidates that were given a value")
    )
    median_ms = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("of a rating; empty where nothing was timed")
    )

    def __str__(self) -> str:
        return f"{self.annotator} at {self.subset}"


class Omission(models.Model):
    """A candidate of the subset that is not part of this sitting.

    It had all the ratings it may have when the sitting began, and others of the subset had not:
    they were hidden for a while, or were rated less elsewhere. Or it is a companion, and the
    sitting shows another anchor.
    """

    assignment = models.ForeignKey(
        Assignment, models.CASCADE, related_name="omissions", db_index=False
    )
    candidate = models.ForeignKey(Candidate, models.CASCADE, related_name="omissions")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["assignment", "candidate"], name="omission_once"),
        ]

    def __str__(self) -> str:
        return f"{self.candidate} not in {self.assignment}"


class RatingImport(models.Model):
    """A file of ratings collected elsewhere; what was new in it can be taken back whole."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="rating_imports", db_index=False
    )
    number = models.PositiveIntegerField()
    file = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    imported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    imported_at = models.DateTimeField(default=timezone.now)
    annotators = models.PositiveIntegerField()
    added = models.PositiveIntegerField()
    changed = models.PositiveIntegerField(help_text=_("they supersede an earlier value"))
    unchanged = models.PositiveIntegerField(help_text=_("equal to what was there"))
    notices = models.JSONField(default=list, blank=True, help_text=_("the first of them"))
    noticed = models.PositiveIntegerField(default=0)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="import_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} {self.number}: {self.file}"


class Rating(models.Model):
    """An annotator's answer for one candidate. Never rewritten: a changed mind is a new row.

    Nothing that a rating hangs on can be deleted: it would vanish with it, unnoticed.
    """

    assignment = models.ForeignKey(Assignment, models.PROTECT, related_name="ratings")
    annotator = models.ForeignKey(
        Annotator, models.PROTECT, related_name="ratings", db_index=False
    )
    candidate = models.ForeignKey(Candidate, models.PROTECT, related_name="ratings")
    # Null is 'I cannot judge this': an answer, but not a rating.
    value = models.PositiveSmallIntegerField(null=True, blank=True)
    key = models.UUIDField(help_text=_("the client's own; sending it again changes nothing"))
    elapsed_ms = models.PositiveIntegerField(null=True, blank=True)
    # False where its sitting was left alone before its sentence was finished, and the finished
    # ones count (`count_unfinished` of the campaign); and of what was taken back with its
    # import.
    counts = models.BooleanField(default=True, db_default=True)
    rated_at = models.DateTimeField(default=timezone.now)
    superseded_at = models.DateTimeField(null=True, blank=True)
    imported = models.ForeignKey(
        RatingImport,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="ratings",
        db_index=False,
    )

    class Meta:
        constraints = [
            # An annotator may change their mind; only the newest answer counts.
            models.UniqueConstraint(
                fields=["annotator", "candidate"],
                condition=Q(superseded_at__isnull=True),
                name="rating_one_current_per_annotator",
            ),
            # A phone that lost the answer sends again; that must not become a second rating.
            models.UniqueConstraint(fields=["annotator", "key"], name="rating_key_once"),
        ]
        indexes = [
            # Few among millions, and what a lead looks for: where annotators were at a loss.
            models.Index(
                fields=["candidate"],
                condition=Q(value__isnull=True, superseded_at__isnull=True),
                name="rating_not_judged",
            ),
            # An answer online need not write it.
            models.Index(
                fields=["imported"],
                condition=Q(imported__isnull=False),
                name="rating_by_import",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.candidate}: {self.value}"


class Ledger(models.Model):
    """Where the ratings of a campaign went, as it was last counted. Kept, because counting
    reads every rating there is."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="ledger")
    counted_at = models.DateTimeField(default=timezone.now)
    ratings_version = models.PositiveBigIntegerField(
        help_text=_("the campaign's, when it was counted")
    )
    ratings = models.JSONField(help_text=_("how many in each place (regild.rating.ledger)"))

    def __str__(self) -> str:
        return f"{self.campaign} {self.counted_at:%Y-%m-%d %H:%M}"


class SubsetTally(models.Model):
    """How many ratings that count the candidates of an uneven subset have.

    Kept, because whoever takes a subset waits for it, and counting reads every rating. Of an
    even one its complete sittings say it. It is deleted when what it says changes
    (rating/services/tallying.py), and holds while the campaign's `tallied_version` does.
    """

    subset = models.OneToOneField(Subset, models.CASCADE, related_name="tally")
    counts = models.JSONField(
        default=list, help_text=_("pooled candidates in play with no rating, with one, …")
    )

    def __str__(self) -> str:
        return f"{self.subset}: {self.counts}"


class AbstractCheck(models.Model):
    """What the checks measured (regild.rating.measured) at `checked_at`. Kept, because a lead
    who tries another threshold wants its effect at once, and measuring reads every rating."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="%(class)ss", db_index=False
    )
    checked_at = models.DateTimeField()
    rated = models.PositiveIntegerField()
    same_share = models.FloatField(null=True)
    longest_run = models.PositiveIntegerField()
    timed = models.PositiveIntegerField()
    median_ms = models.FloatField(null=True)
    anchors = models.PositiveIntegerField()
    anchor_share = models.FloatField(null=True)
    repeats = models.PositiveIntegerField()
    repeat_difference = models.FloatField(null=True)
    foils = models.PositiveIntegerField()
    foil_share = models.FloatField(null=True)
    shared = models.PositiveIntegerField()
    correlation = models.FloatField(null=True)
    lean = models.FloatField(null=True)

    class Meta:
        abstract = True
        indexes = [models.Index(fields=["campaign"], name="%(class)s_of_campaign")]


class SittingCheck(AbstractCheck):
    """Of a sitting that was completed, whether it counts or was left out; of nobody who
    withdrew."""

    # As text of one width, so that SQL can compare the time at any percent.
    TIME_WIDTH = 7

    assignment = models.OneToOneField(Assignment, models.CASCADE, related_name="check_made")
    times = models.TextField(
        blank=True, help_text=_("the times that one percent of the ratings, two, … stay within")
    )

    class Meta(AbstractCheck.Meta):
        pass

    def __str__(self) -> str:
        return f"check of {self.assignment}"


class AnnotatorCheck(AbstractCheck):
    """Of all sittings of an annotator together, and how far they stand from the crowd
    (regild.rating.outliers)."""

    annotator = models.OneToOneField(Annotator, models.CASCADE, related_name="check_made")
    # What lists are sorted by, worst first: findings, and the furthest distance of an outlier.
    findings = models.PositiveSmallIntegerField(default=0)
    furthest = models.FloatField(default=0)
    distances = models.JSONField(default=dict, help_text=_("on every sign compared by"))
    outliers = models.JSONField(
        default=list, help_text=_("sign, value, crowd, distance, annotators")
    )

    class Meta(AbstractCheck.Meta):
        pass

    def __str__(self) -> str:
        return f"check of {self.annotator}"


class Exclusion(models.Model):
    """A recorded, reversible decision to leave out what an annotator, or a sitting, rated."""

    annotator = models.ForeignKey(Annotator, models.CASCADE, related_name="exclusions")
    assignment = models.ForeignKey(
        Assignment,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="exclusions",
        help_text=_("empty: everything this annotator rated"),
    )
    reason = models.TextField()
    found = models.JSONField(
        default=list,
        blank=True,
        help_text=_("a rule's reason in parts, to be said in other languages"),
    )
    rule = models.CharField(max_length=40, blank=True, help_text=_("empty: a lead's decision"))
    excluded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    excluded_at = models.DateTimeField(default=timezone.now)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="exclusion_has_a_reason"),
            # Two live exclusions of one sitting would each have to be undone to bring it back.
            models.UniqueConstraint(
                fields=["assignment"],
                condition=Q(undone_at__isnull=True, assignment__isnull=False),
                name="exclusion_one_live_per_assignment",
            ),
            models.UniqueConstraint(
                fields=["annotator"],
                condition=Q(undone_at__isnull=True, assignment__isnull=True),
                name="exclusion_one_live_per_annotator",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.annotator}: {self.reason}"
