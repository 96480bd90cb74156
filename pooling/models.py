"""The pool and its dispatch: candidates, the merges behind them, subsets and placements."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from sources.models import Item, System


class Candidate(models.Model):
    """One distinct substitute in one sentence.

    A foil (a word known to be wrong) and a repeat (a candidate shown once more) are candidates
    too, so that an annotator rates every candidate at most once; only pooled ones are ever
    counted or released.
    """

    class Role(models.TextChoices):
        POOLED = "pooled", _("pooled")
        FOIL = "foil", _("foil")
        REPEAT = "repeat", _("repeat")

    class Origin(models.TextChoices):
        GOLD = "gold", _("gold only")
        SYSTEMS = "systems", _("systems only")
        BOTH = "both", _("both")

    item = models.ForeignKey(Item, models.CASCADE, related_name="candidates", db_index=False)
    text = models.CharField(max_length=200)
    role = models.CharField(max_length=6, choices=Role, default=Role.POOLED)
    origin = models.CharField(max_length=7, choices=Origin, blank=True)
    votes = models.FloatField(null=True, blank=True, help_text=_("in the first gold"))
    answers = models.JSONField(
        default=list, blank=True, help_text=_("[system, rank] of every system that gave it")
    )
    repeat_of = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="repeats", db_index=False
    )
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            # Two rows for one substitute would split its ratings.
            models.UniqueConstraint(
                fields=["item", "text"],
                condition=Q(role="pooled"),
                name="candidate_text_once",
            ),
            # A foil belongs to no gold and no system: with an origin it could be released.
            models.CheckConstraint(
                condition=Q(role="pooled", origin__in=["gold", "both"], votes__isnull=False)
                | Q(role="pooled", origin="systems", votes__isnull=True)
                | Q(role__in=["foil", "repeat"], origin=""),
                name="candidate_origin_matches_votes",
            ),
            models.CheckConstraint(
                condition=Q(role="repeat", repeat_of__isnull=False)
                | (~Q(role="repeat") & Q(repeat_of__isnull=True)),
                name="candidate_repeat_names_original",
            ),
        ]
        indexes = [
            models.Index(fields=["item", "role"], name="candidate_by_item"),
            # Nearly every candidate repeats nothing; a full index would double the writing.
            models.Index(
                fields=["repeat_of"],
                condition=Q(repeat_of__isnull=False),
                name="candidate_by_original",
            ),
            # Few among millions, to be taken off what is counted.
            models.Index(
                fields=["item"],
                condition=Q(hidden_at__isnull=False),
                name="candidate_hidden",
            ),
        ]

    def __str__(self) -> str:
        return self.text


class Merge(models.Model):
    """A spelling that pooling folded into another text, so that every merge can be checked."""

    item = models.ForeignKey(Item, models.CASCADE, related_name="merges", db_index=False)
    spelling = models.CharField(max_length=200)
    text = models.CharField(max_length=200)
    source = models.CharField(
        max_length=7, choices=[("gold", _("gold")), ("systems", _("systems"))]
    )
    steps = models.CharField(
        max_length=80, help_text=_("the normalising steps that changed it")
    )
    times = models.PositiveIntegerField()
    # Set when a lead wants the spelling kept apart; pooling then leaves it as it is.
    undone_at = models.DateTimeField(null=True, blank=True)
    # Set when a lead looked at it and found it right.
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "spelling", "source"], name="merge_listed_once"
            ),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True) | Q(confirmed_at__isnull=True),
                name="merge_confirmed_or_undone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.spelling} → {self.text}"


class RatingRound(models.Model):
    """Subsets of their own for further ratings of candidates chosen by what they tell about the
    systems, or for the answers of a system that came late and nobody has judged."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="rating_rounds", db_index=False
    )
    number = models.PositiveIntegerField()
    ratings = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("given out; empty: of a late system")
    )
    system = models.ForeignKey(
        System, models.CASCADE, null=True, blank=True, related_name="rating_rounds"
    )
    candidates = models.PositiveIntegerField()
    seed = models.PositiveBigIntegerField()
    # Its job may run twice, and draws it once.
    name = models.CharField(max_length=16, blank=True)
    drawn_at = models.DateTimeField(default=timezone.now)
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["campaign", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "number"], name="rating_round_number_once"
            ),
            # Taking it back has to know what its candidates were before.
            models.CheckConstraint(
                condition=Q(ratings__isnull=True, system__isnull=False)
                | Q(ratings__isnull=False, system__isnull=True),
                name="rating_round_of_either_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} round {self.number}"


class Subset(models.Model):
    """What one annotator rates in one sitting."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="subsets")
    number = models.PositiveIntegerField()
    size = models.PositiveIntegerField(help_text=_("placements in it"))
    # Set when it is first handed to an annotator; from then on nothing in it moves.
    fixed_at = models.DateTimeField(null=True, blank=True)
    # Its candidates may differ in how many ratings they have: some were hidden for a while, or
    # rated elsewhere.
    uneven = models.BooleanField(default=False)
    # A calibration round, or a plan in which a share is annotated more often than the rest.
    seats = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text=_("annotators it takes and wants; empty: as its campaign says"),
    )
    # Given out before all others, and drawn once.
    calibration = models.BooleanField(default=False, db_default=False)
    # No later plan takes its candidates, shown or not.
    round = models.ForeignKey(
        RatingRound, models.SET_NULL, null=True, blank=True, related_name="subsets"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["campaign", "number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="subset_number_once"),
            # Of none nobody could ever be given it, nor would it ever be done.
            models.CheckConstraint(
                condition=Q(seats__isnull=True) | Q(seats__gte=1, seats__lte=99),
                name="subset_seats_from_one",
            ),
            models.CheckConstraint(
                condition=Q(calibration=False) | Q(seats__isnull=False),
                name="subset_calibration_has_seats",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} {self.number}"


class Placement(models.Model):
    """Where a candidate stands in a subset. `block` groups one sentence's candidates."""

    subset = models.ForeignKey(
        Subset, models.CASCADE, related_name="placements", db_index=False
    )
    # One to one: a candidate in two subsets would be asked for twice its ratings.
    candidate = models.OneToOneField(Candidate, models.CASCADE, related_name="placement")
    # A sentence has one block in a subset, and a second one for its repeats at the end.
    block = models.PositiveIntegerField()
    position = models.PositiveIntegerField(help_text=_("order in the subset, from 1"))
    anchor = models.BooleanField()

    class Meta:
        ordering = ["subset", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["subset", "position"], name="placement_one_a_place"
            ),
            models.CheckConstraint(
                condition=Q(position__gte=F("block"), block__gte=1),
                name="placement_counts_from_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subset} {self.position}"


class Sample(models.Model):
    """How the sentences of the stored plan were drawn, where it does not hold all of them."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="sample")
    wanted = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("how many to draw; empty: all that match")
    )
    rule = models.CharField(
        max_length=400, blank=True, help_text=_("what they had to meet; empty: nothing")
    )
    seed = models.PositiveBigIntegerField()
    in_play = models.PositiveIntegerField(help_text=_("sentences there were"))
    matching = models.PositiveIntegerField(help_text=_("of them, those that met the rule"))

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(matching__lte=F("in_play"))
                & (Q(wanted__isnull=True) | Q(wanted__lte=F("matching"))),
                name="sample_is_of_what_there_was",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign}: {self.wanted or 'all'} of {self.matching}"


class SampledItem(models.Model):
    """An item that was drawn, or that annotators had been shown before.

    Of any other nothing is dispatched, covered or released.
    """

    sample = models.ForeignKey(Sample, models.CASCADE, related_name="sampled", db_index=False)
    item = models.OneToOneField(Item, models.CASCADE, related_name="sampled")

    class Meta:
        indexes = [models.Index(fields=["sample", "item"], name="sampled_by_sample")]

    def __str__(self) -> str:
        return f"{self.item} in {self.sample}"
