"""What of a campaign needs somebody: few things, each with a state by which it is known whether
it has changed since somebody was told of it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef
from django.utils.translation import gettext as _

from annotators.models import Remark
from campaigns.models import AuditEntry, Campaign, Job
from campaigns.selectors.task import phrase_of, task_of
from core.refusals import said
from pooling.selectors.anchors import waiting_blocks
from proposing.models import ProposalTurn
from proposing.selectors.stage import stage_state
from rating.models import Assignment
from rating.selectors.coverage import coverage
from rating.selectors.recruiting import recruiting_of
from rating.selectors.remarks import find_remarks

# Nobody sits down for that long: something is to be done, or the link is to be shared again.
STALLED = timedelta(days=5)
# A failure that nobody cared about for so long is no news.
OLDEST_FAILURE = timedelta(days=30)


class Matter(NamedTuple):
    """`key` says what it is about, `state` how it is: told again once that differs. `page` is
    the name of its address, and `id` what else that takes."""

    key: str
    state: str
    words: str
    page: str
    id: int | None = None


def matters_of(campaign: Campaign, *, now: datetime) -> list[Matter]:
    found = [*_failed(campaign, now=now), *_remarks(campaign)]
    if campaign.state in (Campaign.State.OPEN, Campaign.State.PAUSED):
        found += _settled(campaign)
    if campaign.state == Campaign.State.OPEN:
        found += _waiting(campaign)
        full = list(_full(campaign))
        found += full or _stalled(campaign, now=now)
        found += _quotas(campaign, now=now)
    return found


def _failed(campaign: Campaign, *, now: datetime) -> Iterator[Matter]:
    """Of each kind the last job, unless somebody has asked again since."""
    later = Job.objects.filter(
        campaign=campaign, kind=OuterRef("kind"), key=OuterRef("key"), id__gt=OuterRef("id")
    )
    failed = campaign.jobs.filter(
        ~Exists(later), state=Job.State.FAILED, finished_at__gt=now - OLDEST_FAILURE
    )
    for job in failed.order_by("id"):
        words = _("A job failed (%(kind)s): %(why)s")
        told = {"kind": job.kind, "why": said(job.why)}
        yield Matter(f"job:{job.pk}", "failed", words % told, "job", job.pk)


def _remarks(campaign: Campaign) -> Iterator[Matter]:
    """News when another came, not when one of several was answered."""
    unanswered = find_remarks(campaign, only="open").count()
    if unanswered:
        newest = Remark.objects.filter(item__campaign=campaign).aggregate(id=Max("id"))["id"]
        words = phrase_of(task_of(campaign), "remarks unanswered", count=unanswered)
        yield Matter("remarks", str(newest), words, "remarks")


def _waiting(campaign: Campaign) -> Iterator[Matter]:
    if waiting := waiting_blocks(campaign):
        words = phrase_of(task_of(campaign), "blocks wait", count=len(waiting))
        # News when another waits, not when one of several does no more.
        newest = max(block.lost_at for block in waiting)
        yield Matter("waiting", newest.isoformat(), words, "subsets")


def _settled(campaign: Campaign) -> Iterator[Matter]:
    if campaign.stopped_at:
        words = _("The stopping rule finds the ranking settled: release a second gold.")
        yield Matter("settled", f"{campaign.stopped_at:%Y-%m-%d}", words, "forecast")


def _full(campaign: Campaign) -> Iterator[Matter]:
    if campaign.stage == Campaign.Stage.PROPOSE:
        stage = stage_state(campaign)
        if stage.sentences and stage.enough >= stage.sentences:
            words = _("Every sentence has all the responses wanted: freeze the first gold.")
            state = f"{stage.sentences} × {stage.asked}"
            yield Matter("full", state, words, "freeze-first-gold")
        return
    reached = coverage(campaign)
    if reached.subsets and reached.enough >= reached.subsets:
        words = _(
            "Every subset has all the ratings wanted: close the campaign, or release a second"
            " gold."
        )
        state = f"{reached.subsets} × {campaign.min_ratings}"
        yield Matter("full", state, words, "gold")


def _stalled(campaign: Campaign, *, now: datetime) -> Iterator[Matter]:
    last = _last_sign(campaign)
    if last is not None and last <= now - STALLED:
        words = _("Nobody has taken part for %(days)d days: share the link again.")
        days = (now - last).days
        yield Matter("stalled", f"{last:%Y-%m-%d}", words % {"days": days}, "subsets")


def _last_sign(campaign: Campaign) -> datetime | None:
    """When somebody last began or ended a turn, or the campaign was opened."""
    signs: list[datetime | None] = []
    for turns in (Assignment.objects, ProposalTurn.objects):
        own = turns.filter(annotator__campaign=campaign, subset__isnull=False)
        signs += own.aggregate(Max("taken_at"), Max("completed_at")).values()
    opened = AuditEntry.objects.filter(
        slug=campaign.slug, campaign=campaign, action="open campaign"
    )
    signs.append(opened.aggregate(at=Max("at"))["at"])
    return max((sign for sign in signs if sign is not None), default=None)


def _quotas(campaign: Campaign, *, now: datetime) -> Iterator[Matter]:
    if not campaign.quotas:
        return
    for quota in recruiting_of(campaign, now=now).quotas:
        if quota.offered and quota.most and not quota.free:
            words = _("A quota is full: %(question)s %(answer)s (%(most)d)")
            told = {"question": quota.label, "answer": quota.answer, "most": quota.most}
            key = f"quota:{quota.question}:{quota.answer}"
            yield Matter(key, str(quota.most), words % told, "recruiting")
