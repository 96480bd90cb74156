"""A campaign and its scale: every choice that shapes the result."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.data_card import DataCard
from regild.tasks import DEFAULT


class Switch(models.TextChoices):
    """To whom an encouragement is shown; a trial draws half of those who join."""

    ON = "on", _("to everybody")
    OFF = "off", _("to nobody")
    TRIAL = "trial", _("to half of those who join, drawn at random")


def shown_field(what: Any) -> "models.CharField[str, str]":
    return models.CharField(
        max_length=5, choices=Switch, default=Switch.ON, db_default=Switch.ON, help_text=what
    )


class Campaign(DataCard):
    """A gold standard being given its second layer, and every choice that shapes the result."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open")
        PAUSED = "paused", _("paused")
        CLOSED = "closed", _("closed")

    class Stage(models.TextChoices):
        """What annotators are asked for while it is open."""

        PROPOSE = "propose", _("annotators propose")
        RATE = "rate", _("annotators rate")

    class Case(models.TextChoices):
        KEEP = "keep", _("keep capitals apart")
        LOWER = "lower", _("fold to lower case")

    class Keep(models.TextChoices):
        KEEP = "keep", _("keep")
        DROP = "drop", _("leave out")

    class Stopping(models.TextChoices):
        OFF = "off", _("nothing")
        SAY = "say", _("say so")
        PAUSE = "pause", _("say so, and pause the campaign")

    class VerdictRule(models.TextChoices):
        """As regild.agreement.origins has them."""

        MEDIAN = "median", _("the median, rounded down between two values")
        PLURALITY = "plurality", _("the value most annotators gave, the median in a tie")

    slug = models.SlugField(unique=True, max_length=60)
    title = models.CharField(max_length=200)
    task = models.CharField(
        max_length=20, default=DEFAULT, help_text=_("what is judged, as regild.tasks names it")
    )
    language = models.CharField(max_length=12, help_text=_("BCP 47 tag, such as fr or en-GB"))
    state = models.CharField(max_length=8, choices=State, default=State.DRAFT)
    stage = models.CharField(
        max_length=7,
        choices=Stage,
        default=Stage.RATE,
        db_default=Stage.RATE,
        help_text=_("what annotators are asked for; a round of proposals moves it back"),
    )
    created_at = models.DateTimeField(default=timezone.now)

    # What has become old is known by these numbers, which the change itself moves, under the
    # lock of the campaign (campaigns/services/locking.py).
    sources_version = models.PositiveBigIntegerField(
        default=0, help_text=_("moves when pooling again would give another pool")
    )
    pooled_version = models.PositiveBigIntegerField(
        null=True, blank=True, help_text=_("the sources that the pool was made of")
    )
    pool_version = models.PositiveBigIntegerField(
        default=0, help_text=_("moves when pooling changes the candidates")
    )
    dispatched_version = models.PositiveBigIntegerField(
        null=True, blank=True, help_text=_("the pool that the plan was made of")
    )
    ratings_version = models.PositiveBigIntegerField(
        default=0, help_text=_("moves when other ratings count than before")
    )
    basis_changed_at = models.DateTimeField(
        null=True, blank=True, help_text=_("when what measures rest on last changed")
    )
    tallied_version = models.PositiveBigIntegerField(
        null=True, blank=True, help_text=_("the ratings that were counted subset by subset")
    )
    closed_at = models.DateTimeField(
        null=True, blank=True, help_text=_("since when it is closed, if it is")
    )

    archived_at = models.DateTimeField(
        null=True, blank=True, help_text=_("since when it is only looked at, if it is")
    )

    # Pooling: what counts as the same substitute, and what enters the pool at all.
    case_policy = models.CharField(max_length=5, choices=Case, default=Case.KEEP)
    multiwords = models.CharField(max_length=4, choices=Keep, default=Keep.KEEP)
    target_as_answer = models.CharField(max_length=4, choices=Keep, default=Keep.DROP)
    pool_depth = models.PositiveSmallIntegerField(
        default=10, help_text=_("how many of each system's answers enter the pool")
    )
    mapping = models.JSONField(
        default=list, blank=True, help_text=_("[group, proposed, canonical] rules")
    )
    excluded_targets = models.JSONField(default=list, blank=True)

    # Dispatch: how the pool is cut into sittings.
    subset_count = models.PositiveIntegerField(null=True, blank=True)
    block_size = models.PositiveSmallIntegerField(default=8, validators=[MinValueValidator(1)])
    seed = models.PositiveBigIntegerField(default=0)
    repeat_share = models.FloatField(
        default=0, help_text=_("share of a subset's candidates shown a second time")
    )
    foil_share = models.FloatField(
        default=0, help_text=_("share of known-wrong words mixed into a subset")
    )

    # Rating.
    min_ratings = models.PositiveSmallIntegerField(default=3)
    max_ratings = models.PositiveSmallIntegerField(
        default=7, validators=[MinValueValidator(1), MaxValueValidator(99)]
    )
    stop_at_min = models.BooleanField(default=False)
    hold_minutes = models.PositiveIntegerField(
        default=120,
        help_text=_("how long an unfinished sitting is kept after its annotator's last sign"),
    )
    count_unfinished = models.BooleanField(
        default=False,
        help_text=_("whether the finished sentences of a sitting left alone count"),
    )
    judged_share = models.FloatField(
        default=0,
        db_default=0,
        help_text=_("share of a sitting's words that must be judged; one word in any case"),
    )

    # Whether more ratings would still change the ranking (scoring/services/forecasting.py).
    stopping = models.CharField(
        max_length=5,
        choices=Stopping,
        default=Stopping.OFF,
        db_default=Stopping.OFF,
        help_text=_("what happens once the ranking is settled"),
    )
    stopped_at = models.DateTimeField(
        null=True, blank=True, help_text=_("when the stopping rule said that it is")
    )

    # The first stage.
    most_proposals = models.PositiveSmallIntegerField(
        default=3,
        db_default=3,
        validators=[MinValueValidator(1), MaxValueValidator(10)],
        help_text=_("how many substitutes an annotator may propose for a sentence"),
    )

    # What measures need to be told.
    gold_annotators = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text=_("how many annotators proposed substitutes for each sentence, if known"),
    )
    verdict_rule = models.CharField(
        max_length=9,
        choices=VerdictRule,
        default=VerdictRule.MEDIAN,
        db_default=VerdictRule.MEDIAN,
        help_text=_("what the verdict on a candidate is"),
    )
    penalty = models.FloatField(
        default=1,
        db_default=1,
        help_text=_("what a wrong answer costs a system, in votes, by Jabbari's measures"),
    )

    # Quality: from where on a sitting is flagged, and which flags leave it out by themselves.
    flag_same_share = models.FloatField(
        default=0.98, help_text=_("share of candidates given one and the same answer")
    )
    flag_longest_run = models.PositiveSmallIntegerField(
        default=50, help_text=_("candidates in a row given one and the same answer")
    )
    flag_median_ms = models.PositiveIntegerField(
        default=800, help_text=_("median milliseconds a rating, under which it was too fast")
    )
    flag_fast_ms = models.PositiveIntegerField(
        default=400, help_text=_("milliseconds under which a single rating was too fast")
    )
    flag_fast_share = models.FloatField(
        default=0.3, help_text=_("share of ratings that were too fast")
    )
    flag_anchor_share = models.FloatField(
        default=0.5,
        help_text=_("share of first-gold candidates with two votes given the lowest value"),
    )
    flag_repeat_difference = models.FloatField(
        default=1.0, help_text=_("mean difference between a candidate's two ratings")
    )
    flag_foil_share = models.FloatField(
        default=0.5, help_text=_("share of known-wrong words given more than the lowest value")
    )
    flag_correlation = models.FloatField(
        default=0.2, help_text=_("correlation with the others, under which it is low")
    )
    flag_min_ratings = models.PositiveSmallIntegerField(
        default=20, help_text=_("with fewer ratings nothing is flagged")
    )
    flag_min_checks = models.PositiveSmallIntegerField(
        default=3, help_text=_("with fewer anchors, repeats or foils they flag nothing")
    )
    excluding_rules = models.JSONField(
        default=list, blank=True, help_text=_("names of the rules that exclude a sitting")
    )

    # What annotators read; Markdown, in the campaign's language.
    welcome = models.TextField(blank=True)
    instructions = models.TextField(blank=True)
    contact = models.EmailField(blank=True)
    organiser = models.CharField(
        max_length=200, blank=True, db_default="", help_text=_("who asks annotators")
    )
    examples = models.JSONField(default=list, blank=True)
    practice = models.JSONField(default=list, blank=True)
    practice_required = models.BooleanField(default=False)
    questions = models.JSONField(
        default=list, blank=True, help_text=_("optional questions: key, label, choices")
    )

    comprehension = models.JSONField(
        default=list,
        blank=True,
        db_default=[],
        help_text=_("whether the instructions were understood: question, choices, correct"),
    )
    quotas = models.JSONField(
        default=list,
        blank=True,
        db_default=[],
        help_text=_("how many may join with an answer: question, answer, most"),
    )

    listed = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("whether the first page asks for annotators while it is open"),
    )
    # Consent says so, and holds for whoever joins while it stands.
    stable_numbers = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("whether annotators may keep their number from release to release"),
    )
    leaderboard = models.BooleanField(
        default=False, help_text=_("whether anybody may see the scores of its systems")
    )

    # What annotators are told to make them finish and come back (regild.rating.trials).
    first_word = shown_field(_("at a word that nobody rated before"))
    goal = shown_field(_("a number of words that one sets oneself"))
    agreement_told = shown_field(_("how often one agreed with the others"))
    divided_word = shown_field(_("the word that divided people most"))
    campaign_progress = shown_field(_("how far the campaign is"))
    halfway = shown_field(_("that half of a sitting is done"))

    # Asks annotators for an address, which nothing else here does.
    reminders = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("whether annotators may leave an address to be reminded once"),
    )

    # Where recruiting sites expect their people back, and with which code.
    completion_url = models.URLField(blank=True)
    completion_code = models.CharField(max_length=80, blank=True)
    failed_check_url = models.URLField(blank=True, default="", db_default="")
    failed_check_code = models.CharField(max_length=80, blank=True)
    withdrawn_url = models.URLField(blank=True, default="", db_default="")
    withdrawn_code = models.CharField(max_length=80, blank=True, default="", db_default="")
    # Not hashed: what the site reports is checked with it.
    recruiting_secret = models.CharField(
        max_length=100,
        blank=True,
        default="",
        db_default="",
        help_text=_("with which the recruiting site signs what it reports"),
    )

    # As SemEval-2007's fresh annotators: who made the first gold would rate their own words.
    fresh_raters = models.BooleanField(
        default=False, db_default=False, help_text=_("whoever proposed may not rate")
    )
    # Hashed (campaigns.selectors.proposers): nobody needs to read who they are.
    proposers = models.JSONField(
        default=list,
        blank=True,
        db_default=[],
        help_text=_("hashes of the recruiting ids of those who proposed"),
    )

    retention_days = models.PositiveSmallIntegerField(
        default=365,
        help_text=_("how long after closing annotators' personal data is kept"),
    )

    class Meta:
        constraints = [
            # A candidate would otherwise be asked for more ratings than it may ever get.
            models.CheckConstraint(
                condition=Q(min_ratings__gte=1, max_ratings__gte=F("min_ratings")),
                name="campaign_min_ratings_within_max",
                violation_error_message=_(
                    "The fewest ratings must be at least 1 and at most the most ratings."
                ),
            ),
            models.CheckConstraint(
                condition=Q(repeat_share__gte=0, repeat_share__lte=0.5)
                & Q(foil_share__gte=0, foil_share__lte=0.5),
                name="campaign_check_shares_at_most_half",
            ),
            models.CheckConstraint(
                condition=Q(judged_share__gte=0, judged_share__lte=1),
                name="campaign_judged_share_is_one",
            ),
            models.CheckConstraint(
                condition=Q(block_size__gte=1, pool_depth__gte=1),
                name="campaign_sizes_at_least_one",
            ),
            models.CheckConstraint(
                condition=Q(most_proposals__gte=1, most_proposals__lte=10),
                name="campaign_proposals_from_one_to_ten",
            ),
            # A share of 0 is always reached, and every sitting would be flagged.
            models.CheckConstraint(
                condition=Q(flag_same_share__gt=0, flag_same_share__lte=1)
                & Q(flag_fast_share__gt=0, flag_fast_share__lte=1)
                & Q(flag_anchor_share__gt=0, flag_anchor_share__lte=1)
                & Q(flag_foil_share__gt=0, flag_foil_share__lte=1)
                & Q(flag_longest_run__gte=2, flag_repeat_difference__gt=0)
                & Q(flag_min_ratings__gte=1, flag_min_checks__gte=1),
                name="campaign_flags_need_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def task_folder(self) -> str:
        """Where the templates of its task are."""
        return f"tasks/{self.task}/"

    @property
    def stage_folder(self) -> str:
        """Where the templates are that differ by what annotators are asked for."""
        return "proposing/visit/" if self.stage == self.Stage.PROPOSE else "rating/"


class ScaleOption(models.Model):
    """One button of the campaign's scale; its place is the scale's order, from the lowest."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="scale")
    position = models.PositiveSmallIntegerField(help_text=_("its place on the scale, from 0"))
    value = models.PositiveSmallIntegerField(
        help_text=_("the code that ratings and files have for it")
    )
    label = models.CharField(max_length=60)
    weight = models.FloatField(help_text=_("what it adds to a candidate's averaged score"))

    class Meta:
        ordering = ["campaign", "position"]
        constraints = [
            # Everything is computed by place: two in one would have no order.
            models.UniqueConstraint(
                fields=["campaign", "position"], name="scale_position_once"
            ),
            # A rating would not say which of two buttons was chosen.
            models.UniqueConstraint(fields=["campaign", "value"], name="scale_value_once"),
            # Two buttons with one label could not be told apart on the page.
            models.UniqueConstraint(fields=["campaign", "label"], name="scale_label_once"),
        ]

    def __str__(self) -> str:
        return f"{self.value} {self.label}"
