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
    # What they were told when they agreed: a campaign that says so later asks nobody again.
    keeps_number = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("whether they agreed to have one number in every release"),
    )
    number = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("in releases that keep numbers, once there is one")
    )
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
            # Two people under one number would be one person to whoever reads a release.
            models.UniqueConstraint(
                fields=["campaign", "number"],
                condition=Q(number__isnull=False),
                name="annotator_number_once",
            ),
        ]

    def __str__(self) -> str:
        return f"annotator {self.pk}"


class AbstractTurn(models.Model):
    """One annotator's turn at what a stage gives out: a `subset` of that stage's own, which has
    numbered seats. Each stage says which, and has its own column of the `annotator`.

    An open or complete turn holds a seat; only a complete one counts. A turn whose answers were
    imported has no subset and needs no seat.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        COMPLETE = "complete", _("complete")
        EXPIRED = "expired", _("expired")
        # Withdrawn by its annotator or excluded by a lead; its seat is free for another.
        RELEASED = "released", _("released")

    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # What is still to answer. Kept, not counted: counting would read the whole turn for every
    # single answer.
    remaining = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    # While it is open, so that one network cannot hold all that others want; a keyed hash.
    network = models.CharField(max_length=32, blank=True, default="", db_default="")
    taken_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        constraints = [
            # Without it two annotators arriving at once could both be the last one wanted.
            models.UniqueConstraint(fields=["subset", "seat"], name="%(class)s_one_a_seat"),
            models.UniqueConstraint(
                fields=["subset", "annotator"], name="%(class)s_never_the_same_subset"
            ),
            models.UniqueConstraint(
                fields=["annotator"],
                condition=Q(state="open"),
                name="%(class)s_one_open_per_annotator",
            ),
            # A seat nobody sits on would never be given away; a sitter without one overshoots.
            models.CheckConstraint(
                condition=Q(subset__isnull=True, seat__isnull=True)
                | Q(state__in=["open", "complete"], seat__isnull=False)
                | Q(state__in=["expired", "released"], seat__isnull=True),
                name="%(class)s_seat_matches_state",
            ),
            models.CheckConstraint(
                condition=~Q(state="complete") | Q(completed_at__isnull=False),
                name="%(class)s_complete_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(seat__isnull=True) | Q(seat__gte=1),
                name="%(class)s_seats_from_one",
            ),
        ]
        # None on `expires_at`: every answer moves it, and would have to write each index anew.
        # What is due is found among the open ones, by the constraint above.


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


class Reminder(models.Model):
    """The address of somebody who wants to be reminded once: apart from what they answered, and
    gone with the letter. No archive and no backup holds it."""

    annotator = models.OneToOneField(Annotator, models.CASCADE, related_name="reminder")
    email = models.EmailField(blank=True, help_text=_("empty: its owner wants no letters"))
    language = models.CharField(max_length=12, help_text=_("that they read the page in"))
    network = models.CharField(
        max_length=32, help_text=_("keyed hash of where it was asked from")
    )
    asked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["asked_at"], name="reminder_by_time"),
            models.Index(fields=["network"], name="reminder_by_network"),
        ]

    def __str__(self) -> str:
        return f"reminder of {self.annotator_id}"


class WrittenAddress(models.Model):
    """What is known of an address without knowing the address: when a reminder last went there,
    and whether its owner wants no other."""

    # Keyed (annotators.services.addresses): nobody can try addresses until one fits.
    address_hash = models.CharField(max_length=64, unique=True)
    written_at = models.DateTimeField(null=True, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"address {self.pk}"
