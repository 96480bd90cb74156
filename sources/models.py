"""What a lead brings in: sentences, first gold, systems and their answers."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign

# The part of the data that NMWT leaves out.
MULTIWORD = "multiword"
# What a lead called a part stands behind this.
NAMED_PART = "named:"


class Item(models.Model):
    """What candidates are judged in; its campaign's task says what that is.

    What a database filters, sorts or groups by is a column; everything else is `content`,
    written once and read through the task alone.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="items")
    key = models.CharField(max_length=100, help_text=_("its id in the file, no line number"))
    position = models.PositiveIntegerField(help_text=_("order in the file"))
    group = models.CharField(
        max_length=120, help_text=_("which items belong together, such as those of a target")
    )
    label = models.CharField(max_length=110, help_text=_("what people call its group"))
    text = models.TextField(help_text=_("what is searched"))
    content = models.JSONField(help_text=_("as its task has it"))
    # How many annotators answered pn, NIL or NAME: not substitutes, but not silence either.
    gold_codes = models.JSONField(default=dict, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["campaign", "position"]
        constraints = [
            # Gold and answers are matched on the id: two items with one would share them.
            models.UniqueConstraint(fields=["campaign", "key"], name="item_key_once"),
            # An item nobody can see anything of could not be judged.
            models.CheckConstraint(condition=~Q(text=""), name="item_has_text"),
        ]
        indexes = [models.Index(fields=["campaign", "group"], name="item_by_group")]

    def __str__(self) -> str:
        return f"{self.group} {self.key}"


class GoldAnswer(models.Model):
    """What annotators proposed before any system ran: a substitute and its votes."""

    item = models.ForeignKey(Item, models.CASCADE, related_name="gold", db_index=False)
    text = models.CharField(max_length=200)
    votes = models.FloatField()
    # Names of the annotators who gave it, where the file says so; needed for agreement on sets.
    given_by = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "text"], name="gold_text_once"),
            models.CheckConstraint(condition=Q(votes__gt=0), name="gold_votes_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.text} {self.votes:g}"


class System(models.Model):
    class Kind(models.TextChoices):
        PARTICIPANT = "participant", _("participant")
        BASELINE = "baseline", _("baseline")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="systems")
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=11, choices=Kind, default=Kind.PARTICIPANT)
    added_at = models.DateTimeField(default=timezone.now)
    sha256 = models.CharField(max_length=64, help_text=_("of the file as it was brought in"))
    # Empty: it handed in none, which differs from a file that names none.
    multiwords_sha256 = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text=_("of the file of its multiwords"),
    )
    team = models.CharField(
        max_length=100, blank=True, help_text=_("who handed it in; empty: a lead")
    )
    # The categories that a baseline was made to tell apart, and is scored on; empty: all.
    only = models.JSONField(
        default=list, blank=True, db_default=[], help_text=_("the categories it tells apart")
    )
    # Its answers are neither pooled nor scored while it is hidden.
    hidden_at = models.DateTimeField(null=True, blank=True)
    # A release says by name which systems were pooled, and is never rewritten.
    former_names = models.JSONField(
        default=list,
        blank=True,
        db_default=[],
        help_text=_("what it was called while ratings existed"),
    )

    class Meta:
        ordering = ["campaign", "id"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "name"], name="system_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Answer(models.Model):
    """One substitute a system gave, in rank order from 1. A skipped item has no row."""

    system = models.ForeignKey(System, models.CASCADE, related_name="answers")
    item = models.ForeignKey(Item, models.CASCADE, related_name="answers", db_index=False)
    rank = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200)
    score = models.FloatField(
        null=True, blank=True, help_text=_("the system's own; empty: its file says none")
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "system", "rank"], name="answer_rank_once"),
            models.CheckConstraint(condition=Q(rank__gte=1), name="answer_rank_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.text}"


class ItemPart(models.Model):
    """An item that belongs to a named part of the data.

    `multiword`: its annotators saw the target as part of a multiword, and NMWT leaves it out.
    `named:MAN`: it is on a lead's list of that name.
    """

    item = models.ForeignKey(Item, models.CASCADE, related_name="parts", db_index=False)
    part = models.CharField(max_length=60)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "part"], name="item_part_once"),
        ]

    def __str__(self) -> str:
        return f"{self.item} in {self.part}"


class GoldMultiword(models.Model):
    """A multiword that annotators saw a target to be part of, and how many saw it."""

    item = models.ForeignKey(
        Item, models.CASCADE, related_name="gold_multiwords", db_index=False
    )
    text = models.CharField(max_length=200)
    votes = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "text"], name="gold_multiword_once"),
            models.CheckConstraint(
                condition=Q(votes__gt=0), name="gold_multiword_votes_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.text} {self.votes:g}"


class NamedMultiword(models.Model):
    """The multiword that a system takes a target to be part of."""

    system = models.ForeignKey(System, models.CASCADE, related_name="multiwords")
    item = models.ForeignKey(
        Item, models.CASCADE, related_name="named_multiwords", db_index=False
    )
    text = models.CharField(max_length=200)

    class Meta:
        constraints = [
            # Of several the first counts: only that one is kept.
            models.UniqueConstraint(fields=["item", "system"], name="named_multiword_once"),
        ]

    def __str__(self) -> str:
        return self.text
