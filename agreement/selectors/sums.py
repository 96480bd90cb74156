"""Of which moment the sums of a campaign are, and what they are made of."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from django.db.models import F, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce

from agreement.models import KEY_BYTES, CandidateSum, SumsState
from agreement.selectors.sittings import PackedText
from campaigns.models import Campaign
from campaigns.selectors.permission import RETIRED
from campaigns.selectors.task import task_of
from pooling.models import Candidate
from rating.models import Rating
from rating.selectors.counting import counting
from regild.tasks import Task
from sources.models import Item

_UNJUDGED = "-"


class SumsBasis(NamedTuple):
    """What sums rest on beside the ratings. `weights` of the values of a scale that has an
    order; None of names."""

    versions: dict[str, int]
    weights: dict[int, float] | None
    left_out: Sequence[str]

    @property
    def made_with(self) -> dict[str, Any]:
        weights = self.weights
        told = None if weights is None else {str(code): weights[code] for code in weights}
        return {"weights": told, "left_out": [*self.left_out]}


class GivenValues(NamedTuple):
    """What complete sittings gave a candidate: `values` are codes, rising, between blanks."""

    values: str
    unjudged: int

    @property
    def codes(self) -> list[int]:
        return [int(code) for code in self.values.split()]


class Kept(NamedTuple):
    """What is stored of a candidate."""

    item: int
    given: GivenValues
    hidden: bool


class StoredCandidate(NamedTuple):
    id: int
    item: int
    text: str
    origin: str
    votes: float | None
    answers: list[tuple[int, int]]
    hidden: bool  # itself; its item may be hidden instead


NOTHING_GIVEN = GivenValues("", 0)


class SumsAsOf(NamedTuple):
    """`read_at` is None until all was summed up once; `changes` are of "ratings" and "pool"."""

    read_at: datetime | None
    candidates: int
    items: int
    parts: list[str]
    changes: list[str]


def sums_as_of(campaign: Campaign) -> SumsAsOf:
    state = SumsState.objects.filter(campaign=campaign).select_related("campaign").first()
    if state is None or state.read_at is None:
        return SumsAsOf(None, 0, 0, [], [])
    now = state.campaign
    changes = []
    if state.ratings_version != now.ratings_version:
        changes.append("ratings")
    if state.pool_version != now.pool_version:
        changes.append("pool")
    return SumsAsOf(state.read_at, state.candidates, state.items, state.parts, changes)


def campaigns_to_sum_up() -> QuerySet[Campaign]:
    """Those that were pooled, and changed since they were summed up."""
    same = {
        f"sums_state__{name}": F(name)
        for name in ("pool_version", "ratings_version", "sources_version")
    }
    pooled = Campaign.objects.filter(pooled_version__isnull=False)
    pooled = pooled.exclude(slug__startswith=RETIRED)
    return pooled.exclude(Q(sums_state__read_at__isnull=False, **same)).order_by("id")


def read_basis(campaign: Campaign) -> SumsBasis:
    """As it is stored now."""
    fresh = Campaign.objects.get(id=campaign.pk)
    names = ("ratings_version", "sources_version", "pool_version")
    ordered = task_of(fresh).level == "ordinal"
    weights = dict(fresh.scale.values_list("value", "weight")) if ordered else None
    versions = {name: getattr(fresh, name) for name in names}
    return SumsBasis(versions, weights, fresh.excluded_targets)


def read_given(items: Sequence[int]) -> dict[int, GivenValues]:
    """Of the pooled candidates of these items, those that were given anything."""
    rows = (
        Rating.objects.filter(
            counting(),
            candidate__role=Candidate.Role.POOLED,
            candidate__item__in=items,
        )
        .order_by()
        .values_list("candidate_id")
        .annotate(text=PackedText(Coalesce(Cast("value", TextField()), Value(_UNJUDGED))))
    )
    return {id: _given(text) for id, text in rows}


@lru_cache(maxsize=10_000)
def _given(text: str) -> GivenValues:
    """Of a million candidates most were given what many others were given."""
    told = text.split(" ")
    codes = sorted(int(code) for code in told if code != _UNJUDGED)
    return GivenValues(between_blanks(codes), len(told) - len(codes))


def read_candidates(items: Sequence[int]) -> list[StoredCandidate]:
    rows = (
        Candidate.objects.filter(item__in=items, role=Candidate.Role.POOLED)
        .order_by("item_id", "id")
        .values_list("id", "item_id", "text", "origin", "votes", "answers", "hidden_at")
    )
    return [
        StoredCandidate(id, item, text, origin, votes, answers, hidden is not None)
        for id, item, text, origin, votes, answers, hidden in rows
    ]


def hidden_candidates(
    campaign: Campaign, items: Sequence[int], left_out: Sequence[str]
) -> set[int]:
    """Those that are out of play, themselves or with their item."""
    within = campaign.items.filter(id__in=items)
    out = within.filter(Q(hidden_at__isnull=False) | Q(group__in=left_out))
    found = Candidate.objects.filter(
        Q(hidden_at__isnull=False) | Q(item__in=list(out.values_list("id", flat=True))),
        item__in=items,
        role=Candidate.Role.POOLED,
    )
    return set(found.values_list("id", flat=True))


def is_out(item: Item, left_out: Sequence[str]) -> bool:
    return item.hidden_at is not None or item.group in left_out


def stored_given(items: Sequence[int]) -> dict[int, Kept]:
    rows = CandidateSum.objects.filter(item__in=items).values_list(
        "candidate_id", "item_id", "values", "unjudged", "hidden"
    )
    return {
        id: Kept(item, GivenValues(values, unjudged), hidden)
        for id, item, values, unjudged, hidden in rows
    }


def between_blanks(numbers: Iterable[int]) -> str:
    """So that each is found with the blanks around it."""
    told = " ".join(map(str, numbers))
    return f" {told} " if told else ""


def key_of(text: str) -> bytes:
    """By which a text is searched and put in order: without capitals and accents."""
    bare = "".join(one for one in normalize("NFKD", text.strip()) if not combining(one))
    return bare.casefold().encode()[:KEY_BYTES]


def part_of(task: Task, group: str) -> str:
    """The coarser part of the data that a group belongs to; nothing where there is none."""
    name = part_name(task)
    return task.groupings[name](group) if name else ""


def part_name(task: Task) -> str:
    """What the task calls it: of its groupings the one that puts several groups together."""
    return next((name for name, group_of in task.groupings.items() if group_of is not str), "")


def values_by_name(campaign: Campaign) -> Mapping[int, str]:
    """Code → label, in the scale's order."""
    return dict(campaign.scale.order_by("position").values_list("value", "label"))
