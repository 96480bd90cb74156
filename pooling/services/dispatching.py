"""Cut the pool into subsets and store the plan.

The pool is read, the plan made and stored without the lock of the campaign; only the switch
from one plan to the other is made under it, if what shapes the plan still holds.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign, lock_plan
from core.bulk import refresh_statistics
from core.refusals import Refused
from core.snapshot import snapshot
from pooling.models import Candidate, Placement, SampledItem, Subset
from pooling.selectors import placed_blocks
from pooling.selectors.samples import DrawnSample
from pooling.selectors.seats import MOST_SEATS, MULTIPLE, seats_stored
from pooling.services.drafting import Draft, SentenceWithoutAnchor, Wanted, draft_plan
from pooling.services.drawing_samples import store_sample
from pooling.services.marking import imported_ratings, mark_rated
from pooling.services.switching import (
    delete_unplaced_checks,
    set_aside,
    store_plan,
    switch_plans,
)
from regild.pooling.portions import SeatsPlanned, seats_planned
from regild.problems import N_
from sources.models import Item

# How often a plan is made beside whoever changes what shapes it, before they have to wait.
FREE_PLANS = 3
# What a plan may lose of its places to who took a subset meanwhile, before it is made anew.
MOST_LOST = 0.1

_SUBSETS_OUT_OF_RANGE = N_("subsets must be from %(least)s to %(most)s, not %(value)s")
_BLOCK_SIZE_OUT_OF_RANGE = N_("block size must be from %(least)s to %(most)s, not %(value)s")
_SEED_OUT_OF_RANGE = N_("seed must be from %(least)s to %(most)s, not %(value)s")


class DispatchReport(NamedTuple):
    subsets: int
    smallest: int
    largest: int
    placed: int
    blocks: int
    largest_block: int
    anchor_copies: int
    foils: int
    repeats: int
    left_out: tuple[SentenceWithoutAnchor, ...]
    fixed_subsets: int
    # By which it is known whether planning again would give, or gave, the same.
    pool_version: int
    # None where the plan is of all sentences.
    sample: DrawnSample | None
    # Of those that have a number of seats of their own.
    seats: tuple[SeatsPlanned, ...]
    plan: str

    def facts(self) -> dict[str, Any]:
        """As JSON holds them."""
        told = self._asdict()
        del told["pool_version"]
        return told | {
            "left_out": [sentence._asdict() for sentence in self.left_out],
            "sample": self.sample and self.sample._asdict(),
            "seats": [planned._asdict() for planned in self.seats],
        }


def dispatch_campaign(
    *,
    campaign: Campaign,
    subsets: int,
    block_size: int,
    seed: int,
    allow_unanchored: Collection[str] = (),
    leave_unanchored_out: bool = False,
    sample: int | None = None,
    where: str = "",
    double_share: float | None = None,
    times: int = 2,
    dry_run: bool = False,
    plan: str = "",
    by: User | None = None,
) -> DispatchReport:
    """Place every candidate that no annotator was shown yet into `subsets` new subsets.

    Subsets an annotator has been given stay as they are, those given while the plan is made
    too; all others are planned anew. A new block of a sentence whose gold stands in such
    subsets gets a repeat of a gold candidate as its anchor. Of a `sample` only so many
    sentences are placed, which the seed draws among those that meet the rule `where`
    (regild.pooling.sampling). With a `double_share` that share of the sentences is for two
    annotators, or as many `times`, the rest for one (regild.pooling.portions). `plan` is the
    checksum of one that was looked at: any other is refused. Raises Unanchored or Refused,
    having changed nothing.
    """
    refuse_out_of_range(subsets=subsets, block_size=block_size, seed=seed)
    _refuse_impossible_share(double_share, times)
    wanted = Wanted(
        subsets,
        block_size,
        seed,
        tuple(allow_unanchored),
        leave_unanchored_out,
        sample,
        where,
        double_share,
        times,
        plan,
        by,
    )
    if dry_run:
        with snapshot():
            campaign = Campaign.objects.get(id=campaign.pk)
            draft = draft_plan(campaign, wanted)
            return report_of(campaign, draft, draft.drawing.drawn)
    stored, tried = None, 0
    while stored is None:
        stored = _dispatch(campaign, wanted, locked=tried == FREE_PLANS)
        tried += 1
    delete_unplaced_checks(campaign)
    refresh_statistics(Item, Candidate, Subset, Placement, SampledItem)
    return report_of(campaign, stored.draft, stored.drawn, reduced=stored.reduced)


class _Stored(NamedTuple):
    """`reduced`: the sizes of its subsets, where they lost what was given away meanwhile."""

    draft: Draft
    reduced: dict[int, int] | None
    drawn: DrawnSample | None


@transaction.atomic
def _dispatch(campaign: Campaign, wanted: Wanted, *, locked: bool) -> _Stored | None:
    """None, and nothing is stored, where what shapes the plan changed while it was made, or
    too much of it was given away."""
    lock_plan(campaign.pk)
    read = lock_campaign(campaign.pk) if locked else Campaign.objects.get(id=campaign.pk)
    # From here on, what is placed was given to somebody.
    aside = set_aside(read)
    draft = draft_plan(read, wanted)
    sizes = store_plan(read, draft.plan, draft.checks)
    imported = imported_ratings(read)
    if imported or read.revisions.exists():
        mark_rated(read, only=sizes)
    now = lock_campaign(campaign.pk)
    if shape_of(now) != shape_of(read):
        transaction.set_rollback(True)
        return None
    planned = sum(sizes.values())
    given = switch_plans(now, aside=aside, sizes=sizes)
    if not all(sizes.values()) or sum(sizes.values()) < (1 - MOST_LOST) * planned:
        transaction.set_rollback(True)
        return None
    if imported_ratings(now) != imported:
        mark_rated(now)
    Campaign.objects.filter(id=now.pk).update(
        subset_count=wanted.subsets,
        block_size=wanted.block_size,
        seed=wanted.seed,
        dispatched_version=draft.pool_version,
    )
    drawn = store_sample(now, draft.drawing)
    record(
        campaign=now,
        by=wanted.by,
        action="dispatch",
        subsets=wanted.subsets,
        block_size=wanted.block_size,
        seed=wanted.seed,
        **({"sentences": drawn.drawn, "where": drawn.rule} if drawn else {}),
        **(
            {"double_share": wanted.double_share, "times": wanted.times}
            if wanted.double_share
            else {}
        ),
    )
    return _Stored(draft, sizes if given else None, drawn)


def shape_of(campaign: Campaign) -> tuple[Any, ...]:
    """What decides what is planned. Not what is hidden: a word hidden or shown meanwhile is
    as one that was a moment later."""
    return (
        campaign.pool_version,
        campaign.excluded_targets,
        campaign.foil_share,
        campaign.repeat_share,
    )


def report_of(
    campaign: Campaign,
    draft: Draft,
    drawn: DrawnSample | None,
    *,
    reduced: dict[int, int] | None = None,
) -> DispatchReport:
    plan, checks = draft.plan, draft.checks
    if reduced is None:
        sizes = [
            size + len(drawn.foils) + len(drawn.repeats)
            for size, drawn in zip(plan.sizes, checks, strict=True)
        ]
        placed, copies = int((~plan.copy).sum()), int(plan.copy.sum())
        blocks, largest_block = plan.blocks, plan.largest_block
        foils = sum(len(drawn.foils) for drawn in checks)
        repeats = sum(len(drawn.repeats) for drawn in checks)
        seats = seats_planned(plan)
    else:
        sizes = [*reduced.values()]
        placed, copies, blocks, largest_block, foils, repeats = placed_blocks(reduced)
        seats = seats_stored(Subset.objects.filter(id__in=[*reduced]))
    return DispatchReport(
        subsets=len(sizes),
        smallest=min(sizes, default=0),
        largest=max(sizes, default=0),
        placed=placed,
        blocks=blocks,
        largest_block=largest_block,
        anchor_copies=copies,
        foils=foils,
        repeats=repeats,
        left_out=draft.left_out,
        fixed_subsets=campaign.subsets.filter(fixed_at__isnull=False).count(),
        pool_version=draft.pool_version,
        sample=drawn,
        seats=tuple(seats),
        plan=draft.checksum,
    )


def _refuse_impossible_share(share: float | None, times: int) -> None:
    if share is not None and not 0 < share <= 1:
        text = N_("the share annotated more than once must be above 0 and at most 1")
        raise Refused("out_of_range", text)
    if not MULTIPLE <= times <= MOST_SEATS:
        text = N_(
            "a share is annotated %(least)s to %(most)s times, not %(value)s",
            least=MULTIPLE,
            most=MOST_SEATS,
            value=times,
        )
        raise Refused("out_of_range", text)
    if share is None and times != MULTIPLE:
        raise Refused(
            "out_of_range", N_("the share that is annotated more than once is missing")
        )


def refuse_out_of_range(*, subsets: int, block_size: int, seed: int) -> None:
    """What the campaign's columns cannot hold."""
    for text, value, least, most in (
        (_SUBSETS_OUT_OF_RANGE, subsets, 1, 2**31 - 1),
        (_BLOCK_SIZE_OUT_OF_RANGE, block_size, 1, 2**15 - 1),
        (_SEED_OUT_OF_RANGE, seed, 0, 2**63 - 1),
    ):
        if not least <= value <= most:
            text = text.filled(least=least, most=most, value=value)
            raise Refused("out_of_range", text)
