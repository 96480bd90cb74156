"""Reads over what was brought in."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Literal, NamedTuple, cast

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import (
    Count,
    Exists,
    FilteredRelation,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Sum,
)
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext_noop

from campaigns.models import (
    AuditEntry,
    Campaign,
    GoldSubstitute,
    Invitation,
    Job,
    Member,
    Sentence,
    System,
)
from core.tokens import hash_token
from regild.formats.records import AnswerRecord
from regild.words import Wording

# What each role may do, from least to most: see; change; hand over and delete.
ROLES = [Member.Role.VIEWER, Member.Role.MANAGER, Member.Role.OWNER]

# What the audit log tells, in the order of the work. Here by name, so that each has its words
# in the other languages.
ACTIONS = [
    gettext_noop("create campaign"),
    gettext_noop("replace sentences"),
    gettext_noop("add system"),
    gettext_noop("remove system"),
    gettext_noop("change settings"),
    gettext_noop("change pool settings"),
    gettext_noop("change scale"),
    gettext_noop("pool"),
    gettext_noop("confirm merges"),
    gettext_noop("undo merge"),
    gettext_noop("redo merge"),
    gettext_noop("dispatch"),
    gettext_noop("open campaign"),
    gettext_noop("pause campaign"),
    gettext_noop("close campaign"),
    gettext_noop("import ratings"),
    gettext_noop("answer remark"),
    gettext_noop("hide sentence"),
    gettext_noop("show sentence"),
    gettext_noop("hide candidate"),
    gettext_noop("show candidate"),
    gettext_noop("exclude sitting"),
    gettext_noop("undo exclusion of sitting"),
    gettext_noop("exclude annotator"),
    gettext_noop("undo exclusion of annotator"),
    gettext_noop("repair sittings"),
    gettext_noop("release gold"),
    gettext_noop("mark multiword targets"),
    gettext_noop("rescore"),
    gettext_noop("make submission link"),
    gettext_noop("close submission link"),
    gettext_noop("show leaderboard"),
    gettext_noop("hide leaderboard"),
    gettext_noop("invite member"),
    gettext_noop("cancel invitation"),
    gettext_noop("accept invitation"),
    gettext_noop("change role"),
    gettext_noop("remove member"),
    gettext_noop("make API token"),
    gettext_noop("take back API token"),
    gettext_noop("make webhook"),
    gettext_noop("remove webhook"),
    gettext_noop("purge personal data"),
    gettext_noop("delete campaign"),
]


# How the slug of a campaign begins that is being deleted: no address can hold it.
RETIRED = "~"


def campaigns_of(user: User) -> QuerySet[Campaign]:
    """The campaigns this lead is a member of; an operator sees all."""
    campaigns = Campaign.objects.exclude(slug__startswith=RETIRED).order_by("title")
    return campaigns if user.is_superuser else campaigns.filter(members__user=user)


def campaign_for(
    user: User | AnonymousUser, *, slug: str, least: Member.Role = Member.Role.VIEWER
) -> Campaign:
    """The campaign, if the user's role in it is at least `least`.

    Raises Http404 otherwise, so that nobody learns of another's campaign.
    """
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None or not user.is_authenticated or not may(user, campaign, least):
        raise Http404
    return campaign


def may(user: User, campaign: Campaign, least: Member.Role) -> bool:
    """Whether the user's role in the campaign is at least `least`; an operator may all."""
    if user.is_superuser:
        return True
    role = campaign.members.filter(user=user).values_list("role", flat=True).first()
    return role is not None and ROLES.index(Member.Role(role)) >= ROLES.index(least)


def open_invitations(campaign: Campaign) -> QuerySet[Invitation]:
    return campaign.invitations.filter(used_at__isnull=True, expires_at__gt=timezone.now())


def find_invitation(token: str) -> Invitation | None:
    """Whose token this is; None once it was used, cancelled or replaced, or is too old."""
    return (
        Invitation.objects.select_related("campaign")
        .filter(
            token_hash=hash_token(token), used_at__isnull=True, expires_at__gt=timezone.now()
        )
        .first()
    )


def audit_entries(
    campaign: Campaign, *, actor: str = "", action: str = ""
) -> QuerySet[AuditEntry]:
    """What was done to the campaign, newest first; `actor` is a name as it was then."""
    # By slug for its index; by campaign because a deleted one's slug may be taken again.
    entries = AuditEntry.objects.filter(slug=campaign.slug, campaign=campaign)
    if actor:
        entries = entries.filter(actor_name=actor)
    return entries.filter(action=action) if action else entries


def audit_facets(campaign: Campaign) -> tuple[list[str], list[str]]:
    """Who is in the log and what was done, to filter by; the site itself has no name.

    What was done comes in the order of the work, what this version no longer does at the end.
    """
    entries = audit_entries(campaign).order_by()
    actors = entries.exclude(actor_name="").values_list("actor_name", flat=True)
    actions = entries.values_list("action", flat=True)
    done = set(actions.distinct())
    ordered = [action for action in ACTIONS if action in done]
    return sorted(actors.distinct()), ordered + sorted(done.difference(ACTIONS))


def wording_of(campaign: Campaign) -> Wording:
    """The campaign's own normalisation of a substitute."""
    return Wording(
        case=cast(Literal["keep", "lower"], campaign.case_policy),
        rules=[
            (lexelt, proposed, canonical) for lexelt, proposed, canonical in campaign.mapping
        ],
    )


class SourceCounts(NamedTuple):
    sentences: int
    targets: int
    gold_substitutes: int
    votes: float


def source_counts(campaign: Campaign) -> SourceCounts:
    """Of all sentences brought in, whatever was hidden or excluded since."""
    sentences = campaign.sentences.aggregate(
        n=Count("id"), targets=Count("lexelt", distinct=True)
    )
    gold = GoldSubstitute.objects.filter(sentence__campaign=campaign).aggregate(
        n=Count("id"), votes=Coalesce(Sum("votes"), 0.0)
    )
    return SourceCounts(sentences["n"], sentences["targets"], gold["n"], gold["votes"])


def systems_with_attempts(campaign: Campaign) -> QuerySet[System]:
    """Each with `attempted`, the number of sentences it answered."""
    # Every answered sentence has exactly one first answer; to join the others takes a second
    # in a campaign of a million candidates.
    return campaign.systems.annotate(
        first_answers=FilteredRelation("answers", condition=Q(answers__rank=1))
    ).annotate(attempted=Count("first_answers"))


def find_sentences(
    campaign: Campaign, *, text: str = "", lexelt: str = ""
) -> QuerySet[Sentence]:
    """`text` is within one of the sentence's three parts, or its whole id.

    Each with its gold, most votes first.
    """
    gold = GoldSubstitute.objects.order_by("-votes", "id")
    found = campaign.sentences.prefetch_related(Prefetch("gold", gold))
    if lexelt:
        found = found.filter(Q(lexelt=lexelt) | Q(word=lexelt))
    if text:
        found = found.filter(
            Q(left__icontains=text)
            | Q(target__icontains=text)
            | Q(right__icontains=text)
            | Q(key=text)
        )
    return found


def answer_records(system: System) -> Iterator[AnswerRecord]:
    """What the system answered, a sentence at a time, in the order of the sentences."""
    rows = system.answers.order_by("sentence__position", "rank").values_list(
        "sentence__key", "sentence__lexelt", "text"
    )
    by_sentence = groupby(rows.iterator(chunk_size=20_000), key=itemgetter(0, 1))
    for line, ((key, lexelt), answers) in enumerate(by_sentence, start=1):
        yield AnswerRecord(key, lexelt, tuple(text for _key, _lexelt, text in answers), line)


def has_ratings(campaign: Campaign) -> bool:
    """Whether anybody rated anything, counted or not: what they judged must stay as it was."""
    return campaign.annotators.filter(ratings__isnull=False).exists()


def open_sittings(campaign: Campaign) -> int:
    """How many annotators have something before them that they may rate at any moment."""
    return campaign.annotators.filter(assignments__state="open").count()


def sentences_in_play(campaign: Campaign) -> QuerySet[Sentence]:
    """Sentences that are pooled and scored: not hidden, and not of an excluded target."""
    return campaign.sentences.filter(hidden_at__isnull=True).exclude(
        lexelt__in=campaign.excluded_targets
    )


class Work(NamedTuple):
    """Jobs of a kind, as a page tells of them."""

    job: Job | None  # under way, else the next to be, else the last that ended
    waiting: int  # behind it
    failed: Job | None  # the last that ended, where it failed and nobody asked again since


def work_of(campaign: Campaign, *kinds: str) -> Work:
    jobs = campaign.jobs.filter(kind__in=kinds)
    last = jobs.filter(finished_at__isnull=False).values("id")[:1]
    found = jobs.filter(Q(finished_at__isnull=True) | Q(id=last))
    asked = sorted(
        (job for job in found if job.finished_at is None),
        key=lambda job: (job.state != Job.State.RUNNING, job.pk),
    )
    ended = next((job for job in found if job.finished_at is not None), None)
    return Work(
        job=asked[0] if asked else ended,
        waiting=sum(job.state == Job.State.QUEUED for job in asked[1:]),
        failed=ended if _still_news(ended, asked) else None,
    )


def _still_news(ended: Job | None, asked: list[Job]) -> bool:
    """A failure is told until somebody has asked again, knowing of it."""
    if ended is None or ended.finished_at is None or ended.state != Job.State.FAILED:
        return False
    return all(job.created_at <= ended.finished_at for job in asked)


def stands_behind() -> Exists:
    """Of a job: another of the same kind and key is under way, or waits and was asked for
    before."""
    before = Job.objects.filter(
        Q(state=Job.State.RUNNING) | Q(state=Job.State.QUEUED, id__lt=OuterRef("id")),
        campaign=OuterRef("campaign"),
        kind=OuterRef("kind"),
        key=OuterRef("key"),
    )
    return Exists(before)


def waits_for_another(job: Job) -> bool:
    waiting = Job.objects.filter(id=job.pk, state=Job.State.QUEUED)
    return waiting.filter(stands_behind()).exists()
