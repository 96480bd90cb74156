"""Cut the pool into subsets and store the plan.

The pool is read, the plan made and stored without the lock of the campaign; only the switch
from one plan to the other is made under it, if what shapes the plan still holds.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign, lock_plan
from core.bulk import refresh_statistics
from core.refusals import Refused
from core.snapshot import snapshot
from pooling.models import Candidate, Placement, SampledItem, Subset
from pooling.selectors import placed_blocks
from pooling.selectors.samples import DrawnSample
from pooling.services.drawing_checks import Checks, Planned, draw_checks, in_play
from pooling.services.drawing_samples import Drawing, draw_sample, store_sample
from pooling.services.switching import (
    delete_unplaced_checks,
    set_aside,
    store_plan,
    switch_plans,
)
from regild.pooling.dispatch import Plan, PlanImpossible, PoolItem, SentenceLeftOut, dispatch
from regild.problems import N_
from sources.models import Item
from sources.selectors import sentences_in_play

# How often a plan is made beside whoever changes what shapes it, before they have to wait.
FREE_PLANS = 3
# What a plan may lose of its places to who took a subset meanwhile, before it is made anew.
MOST_LOST = 0.1

_SUBSETS_OUT_OF_RANGE = N_("subsets must be from %(least)s to %(most)s, not %(value)s")
_BLOCK_SIZE_OUT_OF_RANGE = N_("block size must be from %(least)s to %(most)s, not %(value)s")
_SEED_OUT_OF_RANGE = N_("seed must be from %(least)s to %(most)s, not %(value)s")


class SentenceWithoutAnchor(NamedTuple):
    key: str
    candidates: int


class Unanchored(Refused):
    """Sentences without a first-gold candidate need the lead's word before they are placed."""

    def __init__(self, sentences: Collection[SentenceWithoutAnchor]) -> None:
        self.sentences = tuple(sentences)
        listed = tuple(
            N_(
                "%(sentence)s (%(candidates)s candidates)",
                sentence=sentence.key,
                candidates=sentence.candidates,
            )
            for sentence in self.sentences
        )
        text = N_(
            "%(count)s sentences have no first-gold candidate to anchor a block:"
            " %(listed)s. Allow them by name, or leave them out.",
            count=len(listed),
            listed=listed,
        )
        super().__init__("unanchored", text)


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
    plan: str

    def facts(self) -> dict[str, Any]:
        """As JSON holds them."""
        told = self._asdict()
        del told["pool_version"]
        return told | {
            "left_out": [sentence._asdict() for sentence in self.left_out],
            "sample": self.sample and self.sample._asdict(),
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
    dry_run: bool = False,
    plan: str = "",
    by: User | None = None,
) -> DispatchReport:
    """Place every candidate that no annotator was shown yet into `subsets` new subsets.

    Subsets an annotator has been given stay as they are, those given while the plan is made
    too; all others are planned anew. A new block of a sentence whose gold stands in such
    subsets gets a repeat of a gold candidate as its anchor. Of a `sample` only so many
    sentences are placed, which the seed draws among those that meet the rule `where`
    (regild.pooling.sampling). `plan` is the checksum of one that was looked at: any other is
    refused. Raises Unanchored or Refused, having changed nothing.
    """
    _refuse_out_of_range(subsets=subsets, block_size=block_size, seed=seed)
    wanted = _Wanted(
        subsets,
        block_size,
        seed,
        tuple(allow_unanchored),
        leave_unanchored_out,
        sample,
        where,
        plan,
        by,
    )
    if dry_run:
        with snapshot():
            campaign = Campaign.objects.get(id=campaign.pk)
            draft = _draft(campaign, wanted)
            return _report(campaign, draft, draft.drawing.drawn)
    stored, tried = None, 0
    while stored is None:
        stored = _dispatch(campaign, wanted, locked=tried == FREE_PLANS)
        tried += 1
    delete_unplaced_checks(campaign)
    refresh_statistics(Item, Candidate, Subset, Placement, SampledItem)
    return _report(campaign, stored.draft, stored.drawn, reduced=stored.reduced)


class _Wanted(NamedTuple):
    subsets: int
    block_size: int
    seed: int
    allow_unanchored: tuple[str, ...]
    leave_unanchored_out: bool
    sample: int | None
    where: str
    plan: str
    by: User | None


class _Draft(NamedTuple):
    plan: Plan
    checks: list[Checks]
    left_out: tuple[SentenceWithoutAnchor, ...]
    pool_version: int
    drawing: Drawing
    checksum: str


class _Stored(NamedTuple):
    """`reduced`: the sizes of its subsets, where they lost what was given away meanwhile."""

    draft: _Draft
    reduced: dict[int, int] | None
    drawn: DrawnSample | None


@transaction.atomic
def _dispatch(campaign: Campaign, wanted: _Wanted, *, locked: bool) -> _Stored | None:
    """None, and nothing is stored, where what shapes the plan changed while it was made, or
    too much of it was given away."""
    lock_plan(campaign.pk)
    read = lock_campaign(campaign.pk) if locked else Campaign.objects.get(id=campaign.pk)
    # From here on, what is placed was given to somebody.
    aside = set_aside(read)
    draft = _draft(read, wanted)
    sizes = store_plan(read, draft.plan, draft.checks)
    if imported := _imported_ratings(read):
        _mark_rated(read)
    now = lock_campaign(campaign.pk)
    if _shape(now) != _shape(read):
        transaction.set_rollback(True)
        return None
    planned = sum(sizes.values())
    given = switch_plans(now, aside=aside, sizes=sizes)
    if not all(sizes.values()) or sum(sizes.values()) < (1 - MOST_LOST) * planned:
        transaction.set_rollback(True)
        return None
    if _imported_ratings(now) != imported:
        _mark_rated(now)
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
    )
    return _Stored(draft, sizes if given else None, drawn)


def _shape(campaign: Campaign) -> tuple[Any, ...]:
    """What decides what is planned. Not what is hidden: a word hidden or shown meanwhile is
    as one that was a moment later."""
    return (
        campaign.pool_version,
        campaign.excluded_targets,
        campaign.foil_share,
        campaign.repeat_share,
    )


def _draft(campaign: Campaign, wanted: _Wanted) -> _Draft:
    sentences = {
        id: Planned(*said)
        for id, *said in sentences_in_play(campaign).values_list("id", "key", "group", "label")
    }
    ids = {sentence.key: id for id, sentence in sentences.items()}
    strangers = [key for key in wanted.allow_unanchored if key not in ids]
    if strangers:
        text = N_("no sentence has the id %(id)s", id=tuple(strangers))
        raise Refused("unknown_sentence", text)
    drawing = draw_sample(
        campaign,
        {id: key for key, id in ids.items()},
        wanted=wanted.sample,
        rule=wanted.where,
        seed=wanted.seed,
    )
    try:
        plan = dispatch(
            _free_candidates(campaign, drawing.items),
            subsets=wanted.subsets,
            block_size=wanted.block_size,
            seed=wanted.seed,
            unanchored_allowed={ids[key] for key in wanted.allow_unanchored},
            anchor_copies=_shown_anchors(campaign, drawing.items),
        )
    except PlanImpossible as impossible:
        if impossible.unanchored and not wanted.leave_unanchored_out:
            raise Unanchored(_named(impossible.unanchored, sentences)) from impossible
        raise Refused("too_many_subsets", impossible.text) from impossible
    left_out = _named(plan.unanchored, sentences)
    if left_out and not wanted.leave_unanchored_out:
        raise Unanchored(left_out)
    checks = draw_checks(campaign, plan, sentences, seed=wanted.seed)
    checksum = _checksum(plan, checks)
    if wanted.plan not in ("", checksum):
        text = N_(
            "The plan is no longer the one that was looked at: the pool, or what is shown of"
            " it, changed since. Nothing was stored; look at it again."
        )
        raise Refused("plan_out_of_date", text)
    return _Draft(plan, checks, left_out, campaign.pool_version, drawing, checksum)


def _checksum(plan: Plan, checks: list[Checks]) -> str:
    """Of all that annotators would see of it."""
    return hashlib.sha256(f"{plan.checksum()} {checks}".encode()).hexdigest()


def _report(
    campaign: Campaign,
    draft: _Draft,
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
    else:
        sizes = [*reduced.values()]
        placed, copies, blocks, largest_block, foils, repeats = placed_blocks(reduced)
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
        plan=draft.checksum,
    )


def _refuse_out_of_range(*, subsets: int, block_size: int, seed: int) -> None:
    """What the campaign's columns cannot hold."""
    for text, value, least, most in (
        (_SUBSETS_OUT_OF_RANGE, subsets, 1, 2**31 - 1),
        (_BLOCK_SIZE_OUT_OF_RANGE, block_size, 1, 2**15 - 1),
        (_SEED_OUT_OF_RANGE, seed, 0, 2**63 - 1),
    ):
        if not least <= value <= most:
            text = text.filled(least=least, most=most, value=value)
            raise Refused("out_of_range", text)


def fix_subset(*, subset_id: int) -> None:
    """An annotator is shown this subset: from now on nothing in it moves."""
    Subset.objects.filter(id=subset_id, fixed_at__isnull=True).update(fixed_at=timezone.now())


def _imported_ratings(campaign: Campaign) -> int:
    """How many candidates were rated elsewhere, annotator by annotator."""
    people = campaign.annotators.filter(source="imported")
    found = people.aggregate(rated=Sum("assignments__rated", default=0))
    return int(found["rated"])


def _mark_rated(campaign: Campaign) -> None:
    """Subsets with candidates that were rated elsewhere before they were placed."""
    placed = Placement.objects.filter(
        subset__campaign=campaign,
        subset__fixed_at__isnull=True,
        candidate__ratings__annotator__source="imported",
    )
    mark_uneven(subsets=placed.values_list("subset_id", flat=True).order_by().distinct())


def mark_uneven(*, subsets: Iterable[int | None]) -> None:
    """Candidates of these may differ from now on in how many ratings they have."""
    Subset.objects.filter(id__in=[id for id in subsets if id is not None]).update(uneven=True)


def _named(
    unanchored: Iterable[SentenceLeftOut], sentences: dict[int, Planned]
) -> tuple[SentenceWithoutAnchor, ...]:
    return tuple(
        SentenceWithoutAnchor(sentences[one.sentence].key, one.candidates) for one in unanchored
    )


def _free_candidates(campaign: Campaign, sentences: Collection[int]) -> Iterator[PoolItem]:
    free = Candidate.objects.filter(in_play(campaign)).filter(
        placement__subset__fixed_at__isnull=True
    )
    for id, sentence_id, votes in free.values_list("id", "item_id", "votes").iterator(
        chunk_size=20_000
    ):
        # One shown again since the sentences were read is left for the next plan.
        if sentence_id in sentences:
            yield PoolItem(id, sentence_id, votes is not None)


def _shown_anchors(campaign: Campaign, sentences: Collection[int]) -> dict[int, list[int]]:
    """Gold candidates in subsets that must not change, by sentence."""
    shown = Candidate.objects.filter(
        in_play(campaign), votes__isnull=False, placement__subset__fixed_at__isnull=False
    )
    anchors: dict[int, list[int]] = {}
    for id, sentence_id in shown.order_by("id").values_list("id", "item_id"):
        if sentence_id in sentences:
            anchors.setdefault(sentence_id, []).append(id)
    return anchors
