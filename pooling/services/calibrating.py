"""A calibration round: some of what nobody was shown yet, each for several annotators.

It is drawn and cut without the lock of the campaign, and stored under it if nobody was shown
any of it meanwhile. What stood in the stored plan leaves it; all else of the plan stays.
"""

import secrets
from collections import Counter
from collections.abc import Collection
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Avg, Q

from campaigns.models import Campaign, Job
from campaigns.selectors.audit import audit_entries
from campaigns.selectors.task import task_of
from campaigns.services.audit import record
from campaigns.services.jobs import ask
from campaigns.services.locking import lock_campaign, lock_plan
from core.bulk import refresh_statistics, update_rows
from core.refusals import Refused
from core.snapshot import snapshot
from pooling.models import Candidate, Placement, Subset
from pooling.selectors import CALIBRATE, PREVIEW_ROUND, in_play
from pooling.selectors.samples import sentences_sampled
from pooling.selectors.seats import MOST_SEATS, MULTIPLE
from pooling.services.dispatching import (
    FREE_PLANS,
    DispatchReport,
    refuse_out_of_range,
    report_of,
    shape_of,
)
from pooling.services.drafting import (
    Draft,
    checksum_of,
    free_candidates,
    planned_sentences,
    refuse_another,
    refuse_strangers,
)
from pooling.services.drawing_checks import Planned, draw_checks
from pooling.services.drawing_samples import BEGUN, Drawing, items_of
from pooling.services.marking import imported_ratings, mark_rated
from pooling.services.sittings import delete_sittings
from pooling.services.switching import delete_unplaced_checks, number_stored, store_plan
from regild.pooling.dispatch import PlanImpossible
from regild.pooling.portions import Portion, dispatch_portions
from regild.pooling.sampling import draw
from regild.problems import N_

# Where there is no plan yet to go by.
CANDIDATES_A_SUBSET = 120


class RoundDrawn(Refused):
    """It stands as it was drawn."""


class _Round(NamedTuple):
    items: int
    annotators: int
    subsets: int | None
    seed: int
    allow_unanchored: tuple[str, ...]
    name: str
    plan: str


def calibrate_campaign(
    *,
    campaign: Campaign,
    items: int,
    annotators: int,
    seed: int,
    subsets: int | None = None,
    allow_unanchored: Collection[str] = (),
    dry_run: bool = False,
    name: str = "",
    plan: str = "",
    by: User | None = None,
) -> DispatchReport:
    """Draw so many sentences that nobody was shown or has rated, and put them into `subsets`
    new ones for so many annotators each; as large as those of the plan unless it is said.

    Earlier rounds stay, and so does all else of the plan. A round has a `name` where it may be
    asked for twice; `plan` is the checksum of one that was looked at: any other is refused.
    Raises RoundDrawn where it was drawn already, Refused where fewer sentences are left, having
    changed nothing.
    """
    _refuse_impossible(items=items, annotators=annotators)
    refuse_out_of_range(subsets=subsets or 1, block_size=campaign.block_size, seed=seed)
    asked = _Round(items, annotators, subsets, seed, tuple(allow_unanchored), name, plan)
    if dry_run:
        with snapshot():
            campaign = Campaign.objects.get(id=campaign.pk)
            return report_of(campaign, _draft(campaign, asked), None)
    stored, tried = None, 0
    while stored is None:
        if _is_drawn(campaign, name):
            raise RoundDrawn(
                "round_drawn", N_("This calibration round has been drawn already.")
            )
        stored = _calibrate(campaign, asked, by=by, locked=tried == FREE_PLANS)
        tried += 1
    delete_unplaced_checks(campaign)
    refresh_statistics(Candidate, Subset, Placement)
    return report_of(campaign, stored, None)


def request_calibration(
    campaign: Campaign,
    *,
    by: User,
    seed: int | None = None,
    dry_run: bool = False,
    **asked: Any,
) -> Job:
    """A job that draws such a round, or only looks at it."""
    drawn: dict[str, Any] = {} if dry_run else {"name": secrets.token_hex(8)}
    if seed is None:
        drawn["seed"] = secrets.randbelow(2**32)
    else:
        asked["seed"] = seed
    kind = PREVIEW_ROUND if dry_run else CALIBRATE
    return ask(kind, campaign=campaign, by=by.pk, dry_run=dry_run, drawn=drawn, **asked)


def _refuse_impossible(*, items: int, annotators: int) -> None:
    if items < 1:
        raise Refused("out_of_range", N_("a calibration round has at least one sentence"))
    if not MULTIPLE <= annotators <= MOST_SEATS:
        text = N_(
            "a calibration round is for %(least)s to %(most)s annotators, not %(value)s",
            least=MULTIPLE,
            most=MOST_SEATS,
            value=annotators,
        )
        raise Refused("out_of_range", text)


@transaction.atomic
def _calibrate(
    campaign: Campaign, asked: _Round, *, by: User | None, locked: bool
) -> Draft | None:
    """None, and nothing is stored, where what was drawn was shown to somebody meanwhile, or
    what shapes a plan changed."""
    lock_plan(campaign.pk)
    read = lock_campaign(campaign.pk) if locked else Campaign.objects.get(id=campaign.pk)
    draft = _draft(read, asked)
    now = lock_campaign(campaign.pk)
    drawn = draft.drawing.items
    changed = shape_of(now) != shape_of(read) or _is_drawn(now, asked.name)
    if changed or not _shown(now).isdisjoint(drawn):
        transaction.set_rollback(True)
        return None
    _take_out(now, drawn)
    store_plan(now, draft.plan, draft.checks, calibration=True)
    number_stored(now)
    if imported_ratings(now):
        mark_rated(now)
    record(
        campaign=now,
        by=by,
        action="calibrate",
        sentences=asked.items,
        annotators=asked.annotators,
        subsets=len(draft.plan.sizes),
        seed=asked.seed,
        **({"round": asked.name} if asked.name else {}),
    )
    return draft


def _is_drawn(campaign: Campaign, name: str) -> bool:
    entries = audit_entries(campaign, action="calibrate")
    return bool(name) and entries.filter(detail__round=name).exists()


def _draft(campaign: Campaign, asked: _Round) -> Draft:
    sentences = planned_sentences(campaign)
    ids = {sentence.key: id for id, sentence in sentences.items()}
    refuse_strangers(asked.allow_unanchored, ids)
    left = _left(campaign, sentences, allowed={ids[key] for key in asked.allow_unanchored})
    if len(left) < asked.items:
        text = N_(
            "Only %(there)s sentences have been seen by nobody yet; a round of %(wanted)s"
            " needs more.",
            there=len(left),
            wanted=asked.items,
        )
        raise Refused("too_few_left", text)
    keys = {sentences[id].key: id for id in left}
    drawn = {keys[key] for key in draw(keys, size=asked.items, seed=asked.seed)}
    pool = [*free_candidates(campaign, drawn)]
    subsets = asked.subsets or max(1, round(len(pool) / usual_size(campaign)))
    try:
        plan = dispatch_portions(
            [Portion(pool, subsets, asked.annotators)],
            block_size=campaign.block_size,
            seed=asked.seed,
            unanchored_allowed=drawn,
            anchored=task_of(campaign).anchored,
        )
    except PlanImpossible as impossible:
        raise Refused("too_many_subsets", impossible.text) from impossible
    checks = draw_checks(campaign, plan, sentences, seed=asked.seed)
    checksum = checksum_of(plan, checks)
    refuse_another(asked.plan, checksum)
    return Draft(plan, checks, (), campaign.pool_version, Drawing(drawn), checksum)


def _left(
    campaign: Campaign, sentences: dict[int, Planned], *, allowed: Collection[int]
) -> set[int]:
    """Of the sentences in play those that can be drawn; of a sample, its own."""
    pooled = Candidate.objects.filter(in_play(campaign))
    found = items_of(pooled)
    if task_of(campaign).anchored:
        found = items_of(pooled.filter(votes__isnull=False)) | found.intersection(allowed)
    sampled = sentences_sampled(campaign).values_list("id", flat=True)
    return found.intersection(sentences, sampled) - _shown(campaign)


def _shown(campaign: Campaign) -> set[int]:
    """To an annotator, or rated elsewhere, or meant for an earlier round of any kind."""
    candidates = Candidate.objects.filter(item__campaign=campaign)
    earlier = candidates.filter(
        Q(placement__subset__calibration=True) | Q(placement__subset__round__isnull=False)
    )
    return items_of(candidates.filter(BEGUN)) | items_of(earlier)


def usual_size(campaign: Campaign) -> float:
    usual = campaign.subsets.aggregate(size=Avg("size"))["size"]
    return usual or CANDIDATES_A_SUBSET


def _take_out(campaign: Campaign, items: Collection[int]) -> None:
    """What is drawn leaves the subsets it stands in, with its checks; one that is empty then
    goes."""
    places = Placement.objects.filter(
        subset__campaign=campaign, candidate__item__in=[*items]
    ).order_by()
    lost = Counter(places.values_list("subset_id", flat=True))
    places.delete()
    sizes = dict(Subset.objects.filter(id__in=lost).values_list("id", "size"))
    update_rows(Subset, ["size"], [(id, size - lost[id]) for id, size in sizes.items()])
    # Nobody sat at them, but ratings of their candidates may have been counted.
    delete_sittings(Subset.objects.filter(id__in=lost))
    emptied = Subset.objects.filter(id__in=lost, placements__isnull=True)
    Subset.objects.filter(id__in=[*emptied.values_list("id", flat=True)]).delete()
