"""Reads over the pool and its dispatch."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy

from campaigns.models import Campaign, Job, JobKind
from campaigns.selectors.task import phrase_of, task_of
from core.downloads import RowFile
from core.searching import may_be_found
from pooling.models import Candidate, Merge, Placement
from pooling.selectors.seats import seats_stored
from regild.pooling.pool import Origin, OriginShare, breakdown
from regild.pooling.portions import SeatsPlanned
from regild.tasks import Task
from sources.models import Item
from sources.selectors import sentences_in_play

POOL = JobKind("pool", "pooling.jobs.pool")
# A plan that is only looked at, and one that is stored.
PREVIEW = JobKind("dispatch preview", "pooling.jobs.dispatch")
DISPATCH = JobKind("dispatch", "pooling.jobs.dispatch")
PREVIEW_ROUND = JobKind("calibrate preview", "pooling.jobs.calibrate")
CALIBRATE = JobKind("calibrate", "pooling.jobs.calibrate")
PREVIEW_RATING_ROUND = JobKind("round preview", "pooling.jobs.round")
RATING_ROUND = JobKind("round", "pooling.jobs.round")
PLANNING = (
    *(PREVIEW, DISPATCH, PREVIEW_ROUND, CALIBRATE),
    *(PREVIEW_RATING_ROUND, RATING_ROUND),
)

POOLED, FOIL, REPEAT = Candidate.Role.POOLED, Candidate.Role.FOIL, Candidate.Role.REPEAT

# Fields never null, the last unique: what `page_of` wants.
CANDIDATE_ORDERS = {
    "sentence": ["item_id", "id"],
    "text": ["text", "id"],
    "votes": ["-weight", "-id"],
}
STEP_NAMES = {
    "mapping": gettext_lazy("mapping"),
    "case": gettext_lazy("capitals"),
    "underscore": gettext_lazy("underscore"),
    "apostrophe": gettext_lazy("apostrophe"),
    "blanks": gettext_lazy("blanks"),
    "nfc": gettext_lazy("composed characters"),
}


def in_play(campaign: Campaign) -> Q:
    """Candidates that are dispatched and counted."""
    return Q(
        item__campaign=campaign,
        item__hidden_at__isnull=True,
        hidden_at__isnull=True,
        role=Candidate.Role.POOLED,
    ) & ~Q(item__group__in=campaign.excluded_targets)


def origin_counts(campaign: Campaign) -> Counter[Origin]:
    """How many pooled candidates the first gold alone gave, systems alone, or both."""
    rows = (
        Candidate.objects.filter(in_play(campaign))
        .values_list("origin")
        .annotate(Count("id"))
        .order_by("origin")
    )
    return Counter(dict(rows))


class PoolState(NamedTuple):
    """What is in the pool, what is decided about its merges, and what it lacks."""

    candidates: int
    by_origin: tuple[OriginShare, ...]
    merges: dict[str, int]
    without_anchor: int  # sentences
    changed: bool  # pooling again would give another


def pool_state(campaign: Campaign) -> PoolState:
    counts = origin_counts(campaign)
    return PoolState(
        candidates=sum(counts.values()),
        by_origin=breakdown(counts),
        merges=merge_counts(campaign),
        without_anchor=sentences_without_anchor(campaign).count(),
        changed=changed_since_pooling(campaign),
    )


def changed_since_pooling(campaign: Campaign) -> bool:
    """Whether pooling again would give another pool. As it is stored now: what a job wrote
    since the campaign was read is seen."""
    changed = Campaign.objects.filter(id=campaign.pk, pooled_version__isnull=False)
    return changed.exclude(pooled_version=F("sources_version")).exists()


def pooled_after(campaign: Campaign, pool_version: int | None) -> bool:
    """Whether the pool is no longer the one of that version; one that nobody noted is not."""
    versions = Campaign.objects.filter(id=campaign.pk).values_list("pool_version", flat=True)
    return versions.get() != pool_version


def origin_choices(campaign: Campaign) -> list[tuple[str, str]]:
    return origins_of(task_of(campaign))


def origins_of(task: Task) -> list[tuple[str, str]]:
    """Those that a candidate can have, as the campaign's task calls them."""
    names = [name for name in Candidate.Origin.values if name != "both" or task.pools_answers]
    return [(name, phrase_of(task, f"origin {name}")) for name in names]


def find_candidates(
    campaign: Campaign, *, text: str = "", origin: str = "", group: str = ""
) -> QuerySet[Candidate]:
    """Pooled candidates, hidden ones too; `weight` are the votes, 0 where there are none."""
    # The range lets the database begin among the campaign's own candidates, which lie together.
    first, last = campaign.items.aggregate(first=Min("id"), last=Max("id")).values()
    found = (
        Candidate.objects.filter(
            item__campaign=campaign,
            item_id__gte=first or 0,
            item_id__lte=last or 0,
            role=Candidate.Role.POOLED,
        )
        .select_related("item")
        .annotate(weight=Coalesce("votes", 0.0))
    )
    if not may_be_found(text):
        return found.none()
    if text:
        # What follows from the items alone is kept by a number or a name that nobody reads.
        pools = task_of(campaign).pools_answers
        found = found.filter(**{"text__icontains" if pools else "item__text__icontains": text})
    if origin:
        found = found.filter(origin=origin)
    if group:
        found = found.filter(item__group=group)
    return found


MERGE_ORDER = ["item__position", "id"]

# The three things a merge can be, as conditions on its row.
MERGE_STATES = {
    "open": Q(undone_at__isnull=True, confirmed_at__isnull=True),
    "confirmed": Q(confirmed_at__isnull=False),
    "undone": Q(undone_at__isnull=False),
}


def find_merges(
    campaign: Campaign, *, state: str = "", step: str = "", text: str = ""
) -> QuerySet[Merge]:
    """`step` is one of the normalising steps, `text` is within either spelling."""
    found = Merge.objects.filter(item__campaign=campaign).select_related("item")
    if state in MERGE_STATES:
        found = found.filter(MERGE_STATES[state])
    if step:
        found = found.filter(steps__contains=step)
    if not may_be_found(text):
        return found.none()
    if text:
        found = found.filter(Q(spelling__icontains=text) | Q(text__icontains=text))
    return found


def merge_named(campaign: Campaign, id: int) -> Merge:
    """Raises Http404."""
    return get_object_or_404(find_merges(campaign).select_related("item__campaign"), id=id)


def merge_counts(campaign: Campaign) -> dict[str, int]:
    """How many merges are in each state."""
    return Merge.objects.filter(item__campaign=campaign).aggregate(
        **{name: Count("id", filter=condition) for name, condition in MERGE_STATES.items()}
    )


def sentences_without_anchor(campaign: Campaign) -> QuerySet[Item]:
    """In play and pooled, but without a first-gold candidate to stand in a block."""
    if not task_of(campaign).anchored:
        return Item.objects.none()
    pooled = Candidate.objects.filter(
        item=OuterRef("pk"), role=Candidate.Role.POOLED, hidden_at__isnull=True
    )
    return sentences_in_play(campaign).filter(
        Exists(pooled), ~Exists(pooled.filter(votes__isnull=False))
    )


def grown_since_dispatch(campaign: Campaign) -> bool:
    """Whether the pool is another than the one that was dispatched."""
    grown = Campaign.objects.filter(id=campaign.pk, dispatched_version__isnull=False)
    return grown.exclude(dispatched_version=F("pool_version")).exists()


def last_asked_plan(campaign: Campaign) -> dict[str, Any] | None:
    """What was asked of the newest plan, looked at, stored or refused; None where another was
    stored since without a job, as by a command."""
    job = campaign.jobs.filter(kind__in=[PREVIEW.name, DISPATCH.name]).first()
    if job is None:
        return None
    asked = job.arguments
    stored = (campaign.subset_count, campaign.block_size, campaign.seed)
    said = (asked["subsets"], asked["block_size"], asked["seed"])
    if (job.kind, job.state) == (DISPATCH.name, Job.State.DONE) and said != stored:
        return None
    return {
        **dict(zip(("subsets", "block_size", "seed"), said, strict=True)),
        "leave_unanchored_out": asked.get("leave_unanchored_out", False),
        "allow_unanchored": " ".join(asked.get("allow_unanchored", ())),
        "sample": asked.get("sample"),
        "where": asked.get("where", ""),
        "double_share": asked.get("double_share"),
        "times": asked.get("times"),
    }


class SubsetSize(NamedTuple):
    """How many subsets have this many candidates, and how many of them were shown."""

    size: int
    subsets: int
    shown: int


def subset_sizes(campaign: Campaign) -> list[SubsetSize]:
    return [
        SubsetSize(*row)
        for row in campaign.subsets.values_list("size")
        .annotate(n=Count("id"), shown=Count("id", filter=Q(fixed_at__isnull=False)))
        .order_by("size")
    ]


class PlacedBlocks(NamedTuple):
    """What stands in some subsets: pooled candidates, anchors shown once more, the blocks of
    both, foils and repeats."""

    placed: int
    copies: int
    blocks: int
    largest_block: int
    foils: int
    repeats: int


def placed_blocks(subsets: Iterable[int]) -> PlacedBlocks:
    pooled, copy = Q(candidate__role=POOLED), Q(candidate__role=REPEAT, anchor=True)
    rows = (
        Placement.objects.filter(subset__in=[*subsets])
        .order_by()
        .values("subset", "block")
        .annotate(
            placed=Count("id", filter=pooled),
            copies=Count("id", filter=copy),
            foils=Count("id", filter=Q(candidate__role=FOIL)),
            repeats=Count("id", filter=Q(candidate__role=REPEAT, anchor=False)),
        )
        .values_list("placed", "copies", "foils", "repeats")
    )
    sums, blocks, largest = Counter[str](), 0, 0
    for placed, copies, foils, repeats in rows.iterator(chunk_size=20_000):
        sums.update(placed=placed, copies=copies, foils=foils, repeats=repeats)
        blocks += placed > 0
        largest = max(largest, placed + copies)
    return PlacedBlocks(
        sums["placed"], sums["copies"], blocks, largest, sums["foils"], sums["repeats"]
    )


class StoredSubsets(NamedTuple):
    subsets: int
    shown: int  # to an annotator: nothing in them moves any more
    sizes: list[SubsetSize]
    seats: list[SeatsPlanned]  # of those with a number of their own
    grown: bool  # the pool has candidates that no subset holds


def stored_subsets(campaign: Campaign) -> StoredSubsets:
    sizes = subset_sizes(campaign)
    return StoredSubsets(
        subsets=sum(size.subsets for size in sizes),
        shown=sum(size.shown for size in sizes),
        sizes=sizes,
        seats=seats_stored(campaign.subsets.all()),
        grown=grown_since_dispatch(campaign),
    )


class PlanRow(NamedTuple):
    """A line of the stored plan, in the order that `export_plan` promises."""

    subset: int
    position: int
    sentence: str
    group: str
    substitute: str
    origin: str
    gold_votes: float | None
    anchor: bool
    seats: int | None

    def cells(self) -> list[object]:
        """As a table has them: no votes are an empty cell, and so are seats as the campaign
        says; yes and no are 1 and 0."""
        votes = "" if self.gold_votes is None else f"{self.gold_votes:g}"
        seats = "" if self.seats is None else self.seats
        return [*self[:-3], votes, int(self.anchor), seats]


def plan_columns(campaign: Campaign) -> list[str]:
    column = task_of(campaign).group_column
    return [column if name == "group" else name for name in PlanRow._fields]


def stored_plan(campaign: Campaign) -> Iterator[PlanRow]:
    rows = (
        Placement.objects.filter(subset__campaign=campaign)
        .order_by("subset__number", "position")
        .values_list(
            "subset__number",
            "position",
            "candidate__item__key",
            "candidate__item__group",
            "candidate__text",
            "candidate__origin",
            "candidate__role",
            "candidate__votes",
            "anchor",
            "subset__seats",
        )
    )
    for number, position, key, group, text, origin, role, votes, anchor, seats in rows.iterator(
        chunk_size=20_000
    ):
        # A foil or a repeat has no origin; its role is what the reader needs to know.
        yield PlanRow(number, position, key, group, text, origin or role, votes, anchor, seats)


def plan_file(campaign: Campaign) -> RowFile:
    rows = (row.cells() for row in stored_plan(campaign))
    return RowFile(f"{campaign.slug}-plan.csv", plan_columns(campaign), rows)
