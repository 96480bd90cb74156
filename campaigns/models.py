"""What a lead brings in: a campaign, its sentences, first gold, systems and answers."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Campaign(models.Model):
    """A gold standard being given its second layer, and every choice that shapes the result."""

    class State(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        OPEN = "open", _("open")
        PAUSED = "paused", _("paused")
        CLOSED = "closed", _("closed")

    class Case(models.TextChoices):
        KEEP = "keep", _("keep capitals apart")
        LOWER = "lower", _("fold to lower case")

    class Keep(models.TextChoices):
        KEEP = "keep", _("keep")
        DROP = "drop", _("leave out")

    slug = models.SlugField(unique=True, max_length=60)
    title = models.CharField(max_length=200)
    language = models.CharField(max_length=12, help_text=_("BCP 47 tag, such as fr or en-GB"))
    state = models.CharField(max_length=8, choices=State, default=State.DRAFT)
    created_at = models.DateTimeField(default=timezone.now)

    # Pooling: what counts as the same substitute, and what enters the pool at all.
    case_policy = models.CharField(max_length=5, choices=Case, default=Case.KEEP)
    multiwords = models.CharField(max_length=4, choices=Keep, default=Keep.KEEP)
    target_as_answer = models.CharField(max_length=4, choices=Keep, default=Keep.DROP)
    pool_depth = models.PositiveSmallIntegerField(
        default=10, help_text=_("how many of each system's answers enter the pool")
    )
    mapping = models.JSONField(
        default=list, blank=True, help_text=_("[lexelt, proposed, canonical] rules")
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
        default=120, help_text=_("how long an unfinished sitting is kept for its annotator")
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
        default=0.5, help_text=_("share of first-gold candidates with two votes rated 0")
    )
    flag_repeat_difference = models.FloatField(
        default=1.0, help_text=_("mean difference between a candidate's two ratings")
    )
    flag_foil_share = models.FloatField(
        default=0.5, help_text=_("share of known-wrong words rated above 0")
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
    examples = models.JSONField(default=list, blank=True)
    practice = models.JSONField(default=list, blank=True)
    practice_required = models.BooleanField(default=False)
    questions = models.JSONField(
        default=list, blank=True, help_text=_("optional questions: key, label, choices")
    )

    leaderboard = models.BooleanField(
        default=False, help_text=_("whether anybody may see the scores of its systems")
    )

    # Where recruiting sites expect their people back.
    completion_url = models.URLField(blank=True)
    completion_code = models.CharField(max_length=80, blank=True)
    failed_check_code = models.CharField(max_length=80, blank=True)

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
                condition=Q(block_size__gte=1, pool_depth__gte=1),
                name="campaign_sizes_at_least_one",
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


class ScaleOption(models.Model):
    """One button of the campaign's scale; its order is the scale's order."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="scale")
    value = models.PositiveSmallIntegerField(help_text=_("its place on the scale, from 0"))
    label = models.CharField(max_length=60)
    weight = models.FloatField(help_text=_("what it adds to a candidate's averaged score"))

    class Meta:
        ordering = ["campaign", "value"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "value"], name="scale_value_once"),
            # Two buttons with one label could not be told apart on the page.
            models.UniqueConstraint(fields=["campaign", "label"], name="scale_label_once"),
        ]

    def __str__(self) -> str:
        return f"{self.value} {self.label}"


class Sentence(models.Model):
    """A context with its target marked. `key` is the id in the file, never a line number."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="sentences")
    key = models.CharField(max_length=100)
    position = models.PositiveIntegerField(help_text=_("order in the file"))
    lexelt = models.CharField(max_length=120, help_text=_("as in the file: espace.n, bar.n.v"))
    word = models.CharField(max_length=110)
    pos = models.CharField(max_length=110)
    left = models.TextField(blank=True)
    target = models.CharField(max_length=200)
    right = models.TextField(blank=True)
    # How many annotators answered pn, NIL or NAME: not substitutes, but not silence either.
    gold_codes = models.JSONField(default=dict, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["campaign", "position"]
        constraints = [
            # Gold and answers are matched on the id: two sentences with one would share them.
            models.UniqueConstraint(fields=["campaign", "key"], name="sentence_key_once"),
            models.CheckConstraint(condition=~Q(target=""), name="sentence_has_target"),
        ]
        indexes = [models.Index(fields=["campaign", "lexelt"], name="sentence_by_lexelt")]

    def __str__(self) -> str:
        return f"{self.lexelt} {self.key}"


class GoldSubstitute(models.Model):
    """What annotators proposed before any system ran: a substitute and its votes."""

    sentence = models.ForeignKey(Sentence, models.CASCADE, related_name="gold", db_index=False)
    text = models.CharField(max_length=200)
    votes = models.FloatField()
    # Names of the annotators who gave it, where the file says so; needed for agreement on sets.
    given_by = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sentence", "text"], name="gold_text_once"),
            models.CheckConstraint(condition=Q(votes__gt=0), name="gold_votes_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.text} {self.votes:g}"


class SubmissionLink(models.Model):
    """Lets a team hand in systems until it closes; only the hash of its token is kept."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("only the team and the leads see its scores")
        PUBLIC = "public", _("its scores may stand on the leaderboard")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="submission_links")
    label = models.CharField(max_length=100, help_text=_("the team's name"))
    token_hash = models.CharField(max_length=64, unique=True)
    visibility = models.CharField(max_length=7, choices=Visibility, default=Visibility.PRIVATE)
    created_at = models.DateTimeField(default=timezone.now)
    open_until = models.DateTimeField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.label


class System(models.Model):
    class Kind(models.TextChoices):
        PARTICIPANT = "participant", _("participant")
        BASELINE = "baseline", _("baseline")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="systems")
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=11, choices=Kind, default=Kind.PARTICIPANT)
    added_at = models.DateTimeField(default=timezone.now)
    sha256 = models.CharField(max_length=64, help_text=_("of the file as it was brought in"))
    # Whose visibility the system has. A link is never deleted by itself: what a team handed in
    # privately would pass for a lead's own.
    submission_link = models.ForeignKey(
        SubmissionLink, models.RESTRICT, null=True, blank=True, related_name="systems"
    )

    class Meta:
        ordering = ["campaign", "id"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "name"], name="system_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Answer(models.Model):
    """One substitute a system gave, in rank order from 1. A skipped sentence has no row."""

    system = models.ForeignKey(System, models.CASCADE, related_name="answers")
    sentence = models.ForeignKey(
        Sentence, models.CASCADE, related_name="answers", db_index=False
    )
    rank = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sentence", "system", "rank"], name="answer_rank_once"
            ),
            models.CheckConstraint(condition=Q(rank__gte=1), name="answer_rank_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.text}"


class Member(models.Model):
    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        MANAGER = "manager", _("manager")
        VIEWER = "viewer", _("viewer")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=7, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="member_one_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Invitation(models.Model):
    """A link that makes whoever holds it a member, once; only its hash is kept."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations")
    email = models.EmailField()
    role = models.CharField(max_length=7, choices=Member.Role)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            # A second link for one person would still work after the first was cancelled.
            models.UniqueConstraint(
                fields=["campaign", "email"],
                condition=Q(used_at__isnull=True),
                name="invitation_one_unused_per_address",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.email} ({self.role})"


class AuditEntry(models.Model):
    """Who did what, when, to which campaign. Written once; there is no way to change one."""

    # The name stays when the account or the campaign goes.
    campaign = models.ForeignKey(
        Campaign, models.SET_NULL, null=True, blank=True, related_name="audit"
    )
    slug = models.CharField(max_length=60)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(max_length=150, help_text=_("empty: the site itself"))
    action = models.CharField(max_length=40)
    detail = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["slug", "id"], name="audit_by_campaign")]

    def __str__(self) -> str:
        return f"{self.actor_name} {self.action} {self.slug}"


class Job(models.Model):
    """Slow work as a row, so that a page can show its progress and a crash loses nothing."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=40)
    task = models.CharField(max_length=100, help_text=_("dotted name of the Celery task"))
    # What the work is about, so that asking twice for the same makes one job.
    key = models.CharField(max_length=100, blank=True)
    arguments = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=7, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    result = models.JSONField(default=dict, blank=True)
    error = models.TextField(blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    # Who holds the job; a worker that lost it finds another value here and stops.
    claim = models.UUIDField(null=True, blank=True)
    beat_at = models.DateTimeField(default=timezone.now, help_text=_("last sign of life"))
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            # Two clicks, two tabs or two leads would otherwise compute the same thing twice.
            models.UniqueConstraint(
                fields=["campaign", "kind", "key"],
                condition=Q(state__in=["queued", "running"]),
                name="job_one_live_per_kind_and_key",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["done", "failed"], finished_at__isnull=False)
                | Q(state__in=["queued", "running"], finished_at__isnull=True),
                name="job_finished_at_matches_state",
            ),
        ]
        indexes = [models.Index(fields=["state", "beat_at"], name="job_by_sign_of_life")]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"
