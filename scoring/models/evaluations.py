"""What the systems score on both golds."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models.releases import Release
from sources.models import System


class Evaluation(models.Model):
    """A system scored on the first gold or the second, both as a release's policy has them."""

    class Gold(models.TextChoices):
        FIRST = "first", _("first gold")
        SECOND = "second", _("second gold")

    class Unit(models.TextChoices):
        TARGET = "target", _("target")
        ITEM = "item", _("item")

    release = models.ForeignKey(
        Release, models.CASCADE, related_name="evaluations", db_index=False
    )
    system = models.ForeignKey(System, models.CASCADE, related_name="evaluations")
    gold = models.CharField(max_length=6, choices=Gold)
    n_sentences = models.PositiveIntegerField(help_text=_("sentences with gold"))
    n_attempted = models.PositiveIntegerField(help_text=_("of these, answered"))
    pooled = models.BooleanField(help_text=_("whether its answers were pooled and rated"))
    seed = models.PositiveBigIntegerField(help_text=_("of the bootstrap and the exchanges"))
    replicates = models.PositiveIntegerField(help_text=_("of the bootstrap"))
    permutations = models.PositiveIntegerField(help_text=_("rounds of randomisation"))
    unit = models.CharField(
        max_length=6,
        choices=Unit,
        blank=True,
        default="",
        db_default="",
        help_text=_("what was drawn and exchanged; empty: items, by an older version"),
    )
    # Both empty on the first gold, which nobody rated, and in what older versions scored.
    annotators = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("whose ratings this gold rests on")
    )
    annotator_replicates = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("of the bootstrap over annotators")
    )
    both_units = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text=_("targets that tie groups are given, beside annotators; empty: none made"),
    )
    multiwords = models.CharField(
        max_length=64,
        blank=True,
        help_text=_("checksum of the sentences NMWT leaves out; empty: none were said"),
    )
    parts = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text=_("checksum of the named parts; empty: none were named"),
    )
    penalty = models.FloatField(
        default=1, db_default=1, help_text=_("what a wrong answer cost, in votes")
    )
    beside = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        help_text=_("the same of annotators against each other, or of a coin, by measure"),
    )
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


# The columns of a score that are a regild.scoring.annotators.OverAnnotators, in its order.
OVER_ANNOTATORS = (
    "annotators_low",
    "annotators_high",
    "best_rank",
    "worst_rank",
    "same_rank",
    "above_next",
)


# Those that are a regild.scoring.evaluation.OverSentences.
OVER_SENTENCES = ("targets", "sentences_low", "sentences_high", "sentences_p_next")


# Those that are a regild.scoring.tie_groups.GivenBoth but for its reason, in its order.
GIVEN_BOTH = ("adjusted", "both_low", "both_high", "letters")


class Score(models.Model):
    """One measure of an evaluation, over all sentences or a part: `best.R`, `best.R.n`.

    What annotators would change is known of the second gold and of all sentences alone; tie
    groups, of the measures among these that a page begins with.
    """

    evaluation = models.ForeignKey(
        Evaluation, models.CASCADE, related_name="scores", db_index=False
    )
    measure = models.CharField(max_length=150)
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
    # Empty where sentences are the unit, as they were in all that older versions scored.
    targets = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text=_("drawn and exchanged in place of sentences; empty: sentences were"),
    )
    sentences_low = models.FloatField(null=True, blank=True)
    sentences_high = models.FloatField(null=True, blank=True)
    sentences_p_next = models.FloatField(
        null=True, blank=True, help_text=_("the same p, had sentences been exchanged")
    )
    annotators_low = models.FloatField(null=True, blank=True)
    annotators_high = models.FloatField(null=True, blank=True)
    best_rank = models.PositiveIntegerField(null=True, blank=True)
    worst_rank = models.PositiveIntegerField(null=True, blank=True)
    same_rank = models.FloatField(
        null=True, blank=True, help_text=_("share of rounds over annotators that rank it so")
    )
    above_next = models.FloatField(
        null=True,
        blank=True,
        help_text=_("share of these rounds in which it is above the system ranked next"),
    )
    adjusted = models.FloatField(
        null=True,
        blank=True,
        help_text=_("without annotators' noise; its interval is next"),
    )
    both_low = models.FloatField(null=True, blank=True)
    both_high = models.FloatField(null=True, blank=True)
    letters = models.TextField(
        blank=True,
        default="",
        db_default="",
        help_text=_("of its tie groups, given targets and annotators"),
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evaluation", "measure"], name="score_once"),
            # To a database a comparison with NULL is neither true nor false, and a check holds
            # unless it is false. So what is compared below is first said to be there.
            # A rank without a number would enter a table. A number without a rank is that of a
            # system scored on other items than the rest, with which it is not compared.
            models.CheckConstraint(
                condition=Q(
                    value__isnull=False,
                    reason="",
                    rank__isnull=True,
                    p_next__isnull=True,
                    n__gte=1,
                )
                | Q(value__isnull=False, reason="", rank__isnull=False, rank__gte=1, n__gte=1)
                | (Q(value__isnull=True, rank__isnull=True) & ~Q(reason="")),
                name="score_undefined_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(low__isnull=True, high__isnull=True)
                | Q(
                    low__isnull=False,
                    high__isnull=False,
                    low__lte=F("high"),
                    value__isnull=False,
                ),
                name="score_interval_is_one",
            ),
            # Beside what is over sentences itself they would be taken for something else.
            models.CheckConstraint(
                condition=Q(targets__isnull=False)
                | Q(
                    sentences_low__isnull=True,
                    sentences_high__isnull=True,
                    sentences_p_next__isnull=True,
                ),
                name="score_sentences_beside_targets",
            ),
            # Half of it would be shown as an interval with an open end.
            models.CheckConstraint(
                condition=Q(
                    annotators_low__isnull=True,
                    annotators_high__isnull=True,
                    best_rank__isnull=True,
                    worst_rank__isnull=True,
                    same_rank__isnull=True,
                    above_next__isnull=True,
                )
                | Q(
                    annotators_low__isnull=False,
                    annotators_high__isnull=False,
                    best_rank__isnull=False,
                    worst_rank__isnull=False,
                    same_rank__isnull=False,
                    value__isnull=False,
                ),
                name="score_annotators_are_whole",
            ),
            # A system in a tie group without an interval would be tied with nobody knows what.
            models.CheckConstraint(
                condition=Q(
                    letters="",
                    adjusted__isnull=True,
                    both_low__isnull=True,
                    both_high__isnull=True,
                )
                | (
                    Q(
                        value__isnull=False,
                        adjusted__isnull=False,
                        both_low__isnull=False,
                        both_high__isnull=False,
                        both_low__lte=F("both_high"),
                    )
                    & ~Q(letters="")
                ),
                name="score_given_both_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.measure} {self.value}"


class LeftOutScore(models.Model):
    """What a pooled system scores on the second gold, and what without the answers that it
    alone brought into the pool: a regild.scoring.leave_one_out.SystemLeftOut."""

    evaluation = models.ForeignKey(
        Evaluation, models.CASCADE, related_name="left_out", db_index=False
    )
    measure = models.CharField(max_length=150)
    own = models.PositiveIntegerField(help_text=_("answers that it alone brought in"))
    value = models.FloatField(null=True, blank=True)
    without = models.FloatField(null=True, blank=True)
    difference = models.FloatField(null=True, blank=True)
    rank = models.PositiveIntegerField(null=True, blank=True)
    rank_without = models.PositiveIntegerField(null=True, blank=True)
    moved = models.IntegerField(null=True, blank=True, help_text=_("ranks that it falls"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evaluation", "measure"], name="left_out_once"),
        ]

    def __str__(self) -> str:
        return f"{self.measure} {self.value} {self.without}"


class ScoreGap(models.Model):
    """How far two systems are apart by a measure on the second gold, given targets and
    annotators both. Of all pairs, for the correction is over all of them."""

    first = models.ForeignKey(Score, models.CASCADE, related_name="gaps", db_index=False)
    second = models.ForeignKey(Score, models.CASCADE, related_name="+")
    difference = models.FloatField(help_text=_("of the first from the second"))
    low = models.FloatField()
    high = models.FloatField()
    p = models.FloatField()
    p_holm = models.FloatField(help_text=_("corrected for all pairs"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="score_gap_once"),
        ]

    def __str__(self) -> str:
        return f"{self.first_id}, {self.second_id}: {self.difference}"
