"""Reads over the pool and its dispatch."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from campaigns.models import Campaign, Sentence
from campaigns.selectors import sentences_in_play
from pooling.models import Candidate, Merge, Placement
from regild.pooling.pool import Origin

# As the audit log calls them.
POOL = "pool"
DISPATCH = "dispatch"
UNDO_MERGE = "undo merge"
REDO_MERGE = "redo merge"


def origin_counts(campaign: Campaign) -> Counter[Origin]:
    """How many pooled candidates the first gold alone gave, systems alone, or both."""
    rows = (
        Candidate.objects.filter(
            sentence__campaign=campaign,
            sentence__hidden_at__isnull=True,
            role=Candidate.Role.POOLED,
            hidden_at__isnull=True,
        )
        .exclude(sentence__lexelt__in=campaign.excluded_targets)
        .values_list("origin")
        .annotate(Count("id"))
        .order_by("origin")
    )
    return Counter(dict(rows))


def changed_since_pooling(campaign: Campaign) -> bool:
    """Whether pooling again would give another pool. As it is stored now: what a job wrote
    since the campaign was read is seen."""
    changed = Campaign.objects.filter(id=campaign.pk, pooled_version__isnull=False)
    return changed.exclude(pooled_version=F("sources_version")).exists()


def pooled_after(campaign: Campaign, pool_version: int | None) -> bool:
    """Whether the pool is no longer the one of that version; one that nobody noted is not."""
    versions = Campaign.objects.filter(id=campaign.pk).values_list("pool_version", flat=True)
    return versions.get() != pool_version


def find_candidates(
    campaign: Campaign, *, text: str = "", origin: str = "", lexelt: str = ""
) -> QuerySet[Candidate]:
    """Pooled candidates, hidden ones too; `weight` are the votes, 0 where there are none."""
    # The range lets the database begin among the campaign's own candidates, which lie together.
    first, last = campaign.sentences.aggregate(first=Min("id"), last=Max("id")).values()
    found = (
        Candidate.objects.filter(
            sentence__campaign=campaign,
            sentence_id__gte=first or 0,
            sentence_id__lte=last or 0,
            role=Candidate.Role.POOLED,
        )
        .select_related("sentence")
        .annotate(weight=Coalesce("votes", 0.0))
    )
    if text:
        found = found.filter(text__icontains=text)
    if origin:
        found = found.filter(origin=origin)
    if lexelt:
        found = found.filter(sentence__lexelt=lexelt)
    return found


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
    found = Merge.objects.filter(sentence__campaign=campaign).select_related("sentence")
    if state in MERGE_STATES:
        found = found.filter(MERGE_STATES[state])
    if step:
        found = found.filter(steps__contains=step)
    if text:
        found = found.filter(Q(spelling__icontains=text) | Q(text__icontains=text))
    return found


def merge_counts(campaign: Campaign) -> dict[str, int]:
    """How many merges are in each state."""
    return Merge.objects.filter(sentence__campaign=campaign).aggregate(
        **{name: Count("id", filter=condition) for name, condition in MERGE_STATES.items()}
    )


def sentences_without_anchor(campaign: Campaign) -> QuerySet[Sentence]:
    """In play and pooled, but without a first-gold candidate to stand in a block."""
    pooled = Candidate.objects.filter(
        sentence=OuterRef("pk"), role=Candidate.Role.POOLED, hidden_at__isnull=True
    )
    return sentences_in_play(campaign).filter(
        Exists(pooled), ~Exists(pooled.filter(votes__isnull=False))
    )


def grown_since_dispatch(campaign: Campaign) -> bool:
    """Whether the pool is another than the one that was dispatched."""
    grown = Campaign.objects.filter(id=campaign.pk, dispatched_version__isnull=False)
    return grown.exclude(dispatched_version=F("pool_version")).exists()


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


class PlanRow(NamedTuple):
    """A line of the stored plan, in the columns that `export_plan` promises."""

    subset: int
    position: int
    sentence: str
    lexelt: str
    substitute: str
    origin: str
    gold_votes: float | None
    anchor: bool

    def cells(self) -> list[object]:
        """As a table has them: no votes are an empty cell, yes and no are 1 and 0."""
        votes = "" if self.gold_votes is None else f"{self.gold_votes:g}"
        return [*self[:-2], votes, int(self.anchor)]


def stored_plan(campaign: Campaign) -> Iterator[PlanRow]:
    rows = (
        Placement.objects.filter(subset__campaign=campaign)
        .order_by("subset__number", "position")
        .values_list(
            "subset__number",
            "position",
            "candidate__sentence__key",
            "candidate__sentence__lexelt",
            "candidate__text",
            "candidate__origin",
            "candidate__role",
            "candidate__votes",
            "anchor",
        )
    )
    for number, position, key, lexelt, text, origin, role, votes, anchor in rows.iterator(
        chunk_size=20_000
    ):
        # A foil or a repeat has no origin; its role is what the reader needs to know.
        yield PlanRow(number, position, key, lexelt, text, origin or role, votes, anchor)
