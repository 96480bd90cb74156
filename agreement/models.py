"""Agreement as it was measured: numbers, and what they were measured on."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Job, JobKind
from pooling.models import Candidate
from sources.models import Item

AGREEMENT = JobKind("agreement", "agreement.jobs.measure")
SUMS = JobKind("sums", "agreement.jobs.sum_up")


MAX_NAME = 255
MAX_THEME = 100
# Of what is searched by how it begins.
KEY_BYTES = 80


class WordList(models.Model):
    """How frequent words are in a corpus; every report compares the two golds by it."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="word_list")
    name = models.CharField(max_length=MAX_NAME, help_text=_("of the file"))
    stored_at = models.DateTimeField(default=timezone.now)
    n_words = models.PositiveIntegerField()
    # In one piece: nothing is ever asked of a single word.
    frequencies = models.JSONField(help_text=_("word → frequency"))

    def __str__(self) -> str:
        return f"{self.campaign} {self.name}"


class AgreementReport(models.Model):
    """Never rewritten: a number quoted from it can be explained from its own row."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="agreement_reports", db_index=False
    )
    # One to one: a job taken up again after its worker died must not report twice.
    job = models.OneToOneField(
        Job, models.SET_NULL, null=True, blank=True, related_name="agreement_report"
    )
    began_at = models.DateTimeField(null=True, help_text=_("when its ratings were read"))
    made_at = models.DateTimeField(default=timezone.now)
    by_itself = models.BooleanField(
        default=False, db_default=False, help_text=_("nobody asked for it")
    )

    # The state of what was measured.
    n_ratings = models.PositiveIntegerField(help_text=_("ratings that counted"))
    n_candidates = models.PositiveIntegerField(help_text=_("candidates they rate"))
    n_annotators = models.PositiveIntegerField()
    # Not a foreign key: the row stays as it was, whatever becomes of the rating.
    last_rating = models.PositiveBigIntegerField(null=True, help_text=_("the highest id"))
    last_rated_at = models.DateTimeField(null=True)
    live_exclusions = models.PositiveIntegerField()
    ratings_version = models.PositiveBigIntegerField(
        null=True, help_text=_("the campaign's, of these ratings; empty: nobody noted it")
    )
    sources_version = models.PositiveBigIntegerField(
        null=True, help_text=_("the campaign's; empty: nobody noted it")
    )
    pool_version = models.PositiveBigIntegerField(
        null=True, help_text=_("the campaign's; empty: nobody noted it")
    )
    ledger = models.JSONField(
        default=dict, db_default={}, help_text=_("where the ratings went, by place")
    )
    policy = models.JSONField(help_text=_("scale, ratings wanted, what was left out"))
    seed = models.PositiveBigIntegerField(help_text=_("of the bootstrap"))
    rounds = models.PositiveIntegerField(help_text=_("of the bootstrap"))

    # What was found; docs/measures-agreement.md says how.
    measures = models.JSONField()
    levels = models.JSONField(
        default=dict,
        db_default={},
        help_text=_("at each level of a tree of categories: measures, confusions, categories"),
    )
    by_origin = models.JSONField()
    by_grouping = models.JSONField(help_text=_("by each of the task's groupings"))
    by_sentence = models.JSONField()
    # Of `by_sentence`, which a page cannot read whole: tens of thousands of sentences.
    hardest = models.JSONField(
        default=list, help_text=_("[key, measures] of the hardest sentences, hardest first")
    )
    by_annotator = models.JSONField()
    pairs = models.JSONField()
    distributions = models.JSONField()
    first_gold_without = models.JSONField(
        null=True,
        help_text=_("agreement on the first gold with one annotator left out, by name"),
    )
    severity = models.JSONField(
        default=dict,
        db_default={},
        help_text=_("how strict each annotator is; empty: not measured"),
    )
    devices = models.JSONField(
        default=list,
        db_default=[],
        help_text=_("what was rated on phones, and at computers; empty: nobody knows"),
    )
    coverage = models.JSONField()
    comparison = models.JSONField()

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["campaign", "-id"], name="agreement_report_newest")]

    def __str__(self) -> str:
        return f"{self.campaign} {self.made_at:%Y-%m-%d %H:%M}"


class Theme(models.Model):
    """What disagreements have in common, in a lead's words."""

    campaign = models.ForeignKey(
        Campaign, models.CASCADE, related_name="themes", db_index=False
    )
    name = models.CharField(max_length=MAX_THEME)

    class Meta:
        constraints = [
            # Counted twice, each of two would tell a part of it.
            models.UniqueConstraint(fields=["campaign", "name"], name="theme_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class TaggedDocument(models.Model):
    """A document on which annotators disagreed, and one of the themes it belongs to."""

    theme = models.ForeignKey(Theme, models.CASCADE, related_name="tagged", db_index=False)
    item = models.ForeignKey(Item, models.CASCADE, related_name="themed")
    tagged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    tagged_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["theme", "item"], name="document_tagged_once"),
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.theme}"


class SumsState(models.Model):
    """Of which moment the sums of a campaign are."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="sums_state")
    # Whoever begins to sum up writes their own; whoever finds another's leaves the rest to it.
    run = models.UUIDField()
    began_at = models.DateTimeField()
    # Empty until all was summed up once.
    read_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(null=True)
    ratings_version = models.PositiveBigIntegerField(null=True)
    sources_version = models.PositiveBigIntegerField(null=True)
    pool_version = models.PositiveBigIntegerField(null=True)
    made_with = models.JSONField(default=dict, help_text=_("weights, targets left out"))
    candidates = models.PositiveIntegerField(default=0)
    items = models.PositiveIntegerField(default=0)
    parts = models.JSONField(default=list, help_text=_("those there are, to choose from"))

    def __str__(self) -> str:
        return f"{self.campaign} {self.read_at}"


class CandidateSum(models.Model):
    """What the ratings of a candidate come to, beside what lists of candidates are filtered and
    sorted by. Derived from other tables, and at any time made of them again: archives leave it
    out, and it may lag behind (SumsState says how far).

    Its keys are bytes, which both databases put in the same order, and find by their beginning
    without knowing any language.
    """

    # No constraint: candidates are deleted by others, who know nothing of sums.
    candidate = models.OneToOneField(
        Candidate, models.CASCADE, primary_key=True, db_constraint=False, related_name="sums"
    )
    campaign = models.ForeignKey(Campaign, models.CASCADE, db_index=False, related_name="+")
    item = models.ForeignKey(
        Item, models.CASCADE, db_constraint=False, db_index=False, related_name="+"
    )
    text_key = models.BinaryField(max_length=KEY_BYTES)
    group_key = models.BinaryField(max_length=KEY_BYTES)
    part = models.CharField(max_length=40, blank=True, help_text=_("such as part of speech"))
    origin = models.CharField(max_length=7)
    votes = models.FloatField(null=True)
    systems = models.TextField(help_text=_("ids between blanks"))
    hidden = models.BooleanField(help_text=_("it, its item or its target is out of play"))
    values = models.TextField(help_text=_("codes given, rising, between blanks"))
    unjudged = models.PositiveSmallIntegerField()
    n = models.PositiveSmallIntegerField()
    mean = models.FloatField(null=True)
    sd = models.FloatField(null=True)
    differ = models.FloatField(null=True)
    top = models.PositiveSmallIntegerField(null=True)
    share = models.FloatField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["item", "candidate"], name="candidate_sum_by_item"),
            # A list begins anywhere in its order, and is read along one of these.
            *(
                models.Index(
                    fields=["campaign", name, "candidate"], name=f"candidate_sum_{name}"
                )
                for name in ("text_key", "group_key", "votes", "n", "mean", "sd", "differ")
            ),
            # Few among millions, and what a lead looks for.
            *(
                models.Index(
                    fields=["campaign", "candidate"],
                    condition=rare,
                    name=f"candidate_sum_{key}",
                )
                for key, rare in (
                    ("hidden", models.Q(hidden=True)),
                    ("unjudged", models.Q(unjudged__gt=0)),
                )
            ),
            # Of names alone.
            models.Index(
                fields=["campaign", "share", "candidate"],
                condition=models.Q(share__isnull=False),
                name="candidate_sum_share",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.candidate_id}: {self.values.strip()}"


class ItemSum(models.Model):
    """The same of an item, over its candidates in play."""

    item = models.OneToOneField(
        Item, models.CASCADE, primary_key=True, db_constraint=False, related_name="sums"
    )
    campaign = models.ForeignKey(Campaign, models.CASCADE, db_index=False, related_name="+")
    item_key = models.BinaryField(max_length=KEY_BYTES)
    group_key = models.BinaryField(max_length=KEY_BYTES)
    part = models.CharField(max_length=40, blank=True)
    hidden = models.BooleanField()
    candidates = models.PositiveIntegerField()
    rated = models.PositiveIntegerField(help_text=_("candidates with a rating"))
    n = models.PositiveIntegerField(help_text=_("ratings"))
    mean = models.FloatField(null=True)
    sd = models.FloatField(null=True)
    differ = models.FloatField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["campaign", "item"], name="item_sum_item"),
            *(
                models.Index(fields=["campaign", name, "item"], name=f"item_sum_{name}")
                for name in ("item_key", "group_key", "n", "mean", "sd", "differ")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item_id}: {self.n}"
