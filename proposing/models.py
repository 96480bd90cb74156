"""The first stage: sentences go to annotators in rounds, what they propose, and the first gold
that is made of it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotators.models import AbstractTurn, Annotator
from campaigns.models import Campaign, JobKind
from sources.models import Item

FIRST_GOLD = JobKind("first gold", "proposing.jobs.report")


class ProposalRound(models.Model):
    """Sentences dispatched to so many annotators each."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="proposal_rounds")
    number = models.PositiveIntegerField()
    annotators = models.PositiveSmallIntegerField(help_text=_("of each sentence"))
    per_subset = models.PositiveSmallIntegerField(help_text=_("sentences in a turn, at most"))
    seed = models.PositiveBigIntegerField()
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="proposal_round_once"),
            models.CheckConstraint(
                condition=Q(annotators__gte=1, annotators__lte=99, per_subset__gte=1),
                name="proposal_round_asks_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} round {self.number}"


class ProposalSubset(models.Model):
    """What one annotator is given in one turn; it has as many seats as its round asks."""

    round = models.ForeignKey(ProposalRound, models.CASCADE, related_name="subsets")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="proposal_subset_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round}, subset {self.number}"


class ProposalPlacement(models.Model):
    """A sentence's place in a subset."""

    subset = models.ForeignKey(
        ProposalSubset, models.CASCADE, related_name="placements", db_index=False
    )
    item = models.ForeignKey(Item, models.CASCADE, related_name="proposal_placements")
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["subset", "position"]
        constraints = [
            models.UniqueConstraint(fields=["subset", "item"], name="proposal_item_once"),
            models.UniqueConstraint(
                fields=["subset", "position"], name="proposal_position_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item} in {self.subset}"


class ProposalTurn(AbstractTurn):
    """One annotator's turn at the sentences of one subset."""

    subset = models.ForeignKey(
        ProposalSubset,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="turns",
        db_index=False,
    )
    annotator = models.ForeignKey(Annotator, models.PROTECT, related_name="proposal_turns")

    def __str__(self) -> str:
        return f"{self.annotator} at {self.subset}"


class Proposal(models.Model):
    """What an annotator said of one sentence. Never rewritten: a changed mind is a new row."""

    class Mark(models.TextChoices):
        NIL = "nil", _("nothing fits")
        NAME = "name", _("a name")
        PHRASE = "phrase", _("part of a phrase")

    turn = models.ForeignKey(ProposalTurn, models.PROTECT, related_name="proposals")
    annotator = models.ForeignKey(
        Annotator, models.PROTECT, related_name="proposals", db_index=False
    )
    item = models.ForeignKey(Item, models.PROTECT, related_name="proposals")
    answers = models.JSONField(default=list, blank=True, help_text=_("as typed, best first"))
    mark = models.CharField(max_length=6, choices=Mark, blank=True)
    phrase = models.CharField(max_length=200, blank=True)
    key = models.UUIDField(help_text=_("the client's own; sending it again changes nothing"))
    elapsed_ms = models.PositiveIntegerField(null=True, blank=True)
    proposed_at = models.DateTimeField(default=timezone.now)
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            # An annotator may change their mind; only the newest answer counts.
            models.UniqueConstraint(
                fields=["annotator", "item"],
                condition=Q(superseded_at__isnull=True),
                name="proposal_one_current_per_annotator",
            ),
            # A phone that lost the answer sends again; that must not become a second one.
            models.UniqueConstraint(fields=["annotator", "key"], name="proposal_key_once"),
            # A phrase without its mark would be counted by nobody.
            models.CheckConstraint(
                condition=Q(phrase="") | Q(mark="phrase"), name="proposal_phrase_is_marked"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item}: {', '.join(self.answers) or self.mark}"


class ProposalExclusion(models.Model):
    """A recorded, reversible decision to leave out what an annotator proposed."""

    annotator = models.ForeignKey(Annotator, models.CASCADE, related_name="proposal_exclusions")
    reason = models.TextField()
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
            models.CheckConstraint(
                condition=~Q(reason=""), name="proposal_exclusion_has_a_reason"
            ),
            # Each would have to be undone to bring the proposals back.
            models.UniqueConstraint(
                fields=["annotator"],
                condition=Q(undone_at__isnull=True),
                name="proposal_exclusion_one_live",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.annotator}: {self.reason}"


class SpellingDecision(models.Model):
    """A lead's: in this sentence a spelling counts as another text, or stays as typed."""

    item = models.ForeignKey(
        Item, models.CASCADE, related_name="spelling_decisions", db_index=False
    )
    spelling = models.CharField(max_length=200)
    into = models.CharField(
        max_length=200, blank=True, help_text=_("empty: no merge, as it was typed")
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            # Two decisions on one spelling would contradict each other.
            models.UniqueConstraint(fields=["item", "spelling"], name="spelling_decided_once"),
        ]

    def __str__(self) -> str:
        return f"{self.spelling} → {self.into or self.spelling}"


class Lemma(models.Model):
    """A form that counts as its lemma in what annotators propose."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="lemmas", db_index=False
    )
    form = models.CharField(max_length=200)
    pos = models.CharField(max_length=10)
    lemma = models.CharField(max_length=200)
    by = models.CharField(max_length=40, blank=True, help_text=_("corpus, or a rule's name"))
    count = models.PositiveIntegerField(default=0)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "form", "pos"], name="lemma_once"),
        ]

    def __str__(self) -> str:
        return f"{self.form} → {self.lemma}"


class FirstGold(models.Model):
    """A first gold as it was at one moment. It never changes; what comes later is the next."""

    class Origin(models.TextChoices):
        IMPORTED = "imported", _("imported")
        PROPOSED = "proposed", _("proposed")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="first_golds")
    number = models.PositiveIntegerField()
    origin = models.CharField(max_length=8, choices=Origin)
    sha256 = models.CharField(max_length=64, help_text=_("of its lines, as a file"))
    lines = models.TextField()
    # With who gave each substitute, which lines do not say.
    records = models.JSONField(default=list)
    facts = models.JSONField(default=dict, help_text=_("how it was made, and of how much"))
    frozen_at = models.DateTimeField(default=timezone.now)
    frozen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="first_gold_once"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} first gold {self.number}"


class FirstGoldReport(models.Model):
    """What the first gold of a campaign would be, what a lead should look at in it, and how far
    annotators agree: of one moment, and made again in its place after every change."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="first_gold_report")
    began_at = models.DateTimeField(help_text=_("when proposals were read"))
    made_at = models.DateTimeField(default=timezone.now)
    ratings_version = models.PositiveBigIntegerField(help_text=_("the campaign's, then"))
    sources_version = models.PositiveBigIntegerField(help_text=_("the campaign's, then"))
    counts = models.JSONField(help_text=_("responses, sentences, annotators, substitutes"))
    # In one piece, as the method has them: of all this nothing is ever asked in SQL.
    lists = models.JSONField(help_text=_("merges, close spellings, what is unclear, flags"))
    agreement = models.JSONField()

    def __str__(self) -> str:
        return f"{self.campaign} {self.made_at:%Y-%m-%d %H:%M}"
