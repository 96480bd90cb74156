"""Rounds: what one could be about, and those that were drawn."""

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from campaigns.models import Campaign
from pooling.models import Candidate, Subset
from pooling.selectors import in_play
from pooling.selectors.samples import RATED, sample_of
from pooling.selectors.seats import seats_wanted
from regild.arrays import np
from regild.scoring.rounds import (
    Ratable,
    allocate_alike,
    choose_round,
    spread,
    stratum_variances,
)
from sources.models import System

# The answers of a system that count: its first ten, as in every measure of many.
DEPTH = 10
ROWS_AT_A_TIME = 20_000

# By origin, the best rank that a system gave it, and votes of the first gold.
Stratum = tuple[str, int | None, float | None]


def replaceable(path: str = "") -> Q:
    """Subsets that the next plan takes the place of: shown to nobody, and of no round."""
    return Q(**{f"{path}fixed_at__isnull": True, f"{path}round__isnull": True})


class StratumChosen(NamedTuple):
    """Candidates of one origin, rank and number of votes: how many could be rated again, how
    many are, and how often."""

    origin: str
    rank: int | None
    votes: float | None
    candidates: int
    chosen: int
    ratings: int


class RoundChoice(NamedTuple):
    """`open`: candidates that could be rated again, `waiting`: that could not yet. `saved`: by
    what share the variance of systems' differences falls; `saved_alike`: by what it would were
    as many ratings given to all alike, of which `needed_alike` would do as much."""

    ratings: int
    chosen: int
    open: int
    waiting: int
    saved: float | None
    saved_alike: float | None
    needed_alike: float | None
    strata: tuple[StratumChosen, ...]

    def facts(self) -> dict[str, Any]:
        """As JSON holds them."""
        return {**self._asdict(), "strata": [one._asdict() for one in self.strata]}


class _Open(NamedTuple):
    id: int
    stratum: Stratum
    share: float
    ratings: int


def choose_candidates(
    campaign: Campaign, *, ratings: int, depth: int, seed: int
) -> tuple[dict[int, int], RoundChoice]:
    """Of those that get more ratings how many they shall have in all, and what comes of it.

    Open are those that have what their subset wants, where nobody sits at it now. Of equal ones
    the seed draws, or the first sentences would get all.
    """
    answering = set(
        campaign.systems.filter(hidden_at__isnull=True).values_list("id", flat=True)
    )
    given = _weights(campaign)
    busy = set(busy_subsets(campaign))
    strata: dict[int, Stratum] = {}
    found: list[_Open] = []
    waiting = 0
    placed = Candidate.objects.filter(in_play(campaign), placement__isnull=False)
    rows = placed.order_by("id")
    for id, origin, votes, answers, subset, own in rows.values_list(
        *("id", "origin", "votes", "answers"),
        *("placement__subset", "placement__subset__seats"),
    ).iterator(chunk_size=ROWS_AT_A_TIME):
        ranks = {system: rank for system, rank in answers if system in answering}
        stratum = strata[id] = (origin, min(ranks.values(), default=None), votes)
        n = len(given[id])
        if subset in busy or n < seats_wanted(campaign, own):
            waiting += 1
            continue
        counted = sum(rank <= depth for rank in ranks.values())
        found.append(_Open(id, stratum, counted / max(1, len(answering)), n))
    random.Random(seed).shuffle(found)  # noqa: S311  # nosec B311 # reproducible by design, not a secret
    variances = stratum_variances(
        (stratum, [weight for weight in given[id] if weight is not None])
        for id, stratum in strata.items()
    )
    moved = spread(np.array([one.share for one in found], dtype=np.float64))
    ratable = [
        Ratable(one.stratum, effect, one.ratings)
        for one, effect in zip(found, moved.tolist(), strict=True)
    ]
    most = campaign.max_ratings
    chosen = choose_round(ratable, variances, ratings=ratings, most=most)
    extra = {one.id: more for one, more in zip(found, chosen.extra, strict=True) if more}
    alike = allocate_alike(
        ratable, variances, ratings=sum(chosen.extra), reach=chosen.after, most=most
    )
    choice = RoundChoice(
        ratings=sum(chosen.extra),
        chosen=len(extra),
        open=len(found),
        waiting=waiting,
        saved=chosen.saved,
        saved_alike=1 - alike.after / chosen.before if chosen.before else None,
        needed_alike=alike.needed,
        strata=_by_stratum(found, extra),
    )
    return {one.id: one.ratings + extra[one.id] for one in found if one.id in extra}, choice


def _weights(campaign: Campaign) -> Mapping[int, list[float | None]]:
    """Of each candidate what its ratings weigh; None of 'I cannot judge this', which used up a
    seat."""
    weights = dict(campaign.scale.values_list("value", "weight"))
    found: defaultdict[int, list[float | None]] = defaultdict(list)
    rated = Candidate.objects.filter(in_play(campaign)).filter(RATED)
    rows = rated.order_by().values_list("id", "ratings__value")
    for id, value in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        found[id].append(None if value is None else weights[value])
    return found


def _by_stratum(
    found: Collection[_Open], extra: Mapping[int, int]
) -> tuple[StratumChosen, ...]:
    """Those that get most first."""
    candidates: Counter[Stratum] = Counter(one.stratum for one in found)
    chosen: Counter[Stratum] = Counter(one.stratum for one in found if one.id in extra)
    ratings: Counter[Stratum] = Counter()
    for one in found:
        ratings[one.stratum] += extra.get(one.id, 0)
    rows = [
        StratumChosen(*stratum, n, chosen[stratum], ratings[stratum])
        for stratum, n in candidates.items()
    ]
    return tuple(
        sorted(rows, key=lambda row: (-row.ratings, row.origin, row.rank or 0, row.votes or 0))
    )


def busy_subsets(campaign: Campaign) -> QuerySet[Any, int]:
    """Where somebody sits now."""
    sat = campaign.subsets.filter(assignments__state="open")
    return sat.order_by().values_list("id", flat=True).distinct()


def unjudged_candidates(campaign: Campaign) -> QuerySet[Candidate]:
    """Those that stand in no subset, and that nobody rated; of a sample, in its sentences."""
    rated = Candidate.objects.filter(RATED, item__campaign=campaign)
    found = Candidate.objects.filter(in_play(campaign), placement__isnull=True)
    found = found.exclude(id__in=rated.values("id"))
    if sample_of(campaign) is not None:
        found = found.filter(item__sampled__isnull=False)
    return found


class LateSystem(NamedTuple):
    """One of whose answers in the pool some stand in no subset, and that nobody rated."""

    system: System
    unjudged: int


def late_systems(campaign: Campaign) -> list[LateSystem]:
    lacking: Counter[int] = Counter()
    rows = unjudged_candidates(campaign).values_list("answers", flat=True)
    for answers in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        lacking.update(system for system, _rank in answers)
    systems = campaign.systems.filter(hidden_at__isnull=True, id__in=lacking)
    return [LateSystem(system, lacking[system.pk]) for system in systems]


class RoundDrawnBefore(NamedTuple):
    """`system`: whose late answers it has, None of one for further ratings. `begun`: somebody
    sits at it or has rated in it, so that it cannot be taken back."""

    number: int
    system: str | None
    ratings: int | None
    candidates: int
    subsets: int
    begun: bool
    drawn_at: datetime
    taken_back_at: datetime | None


def rounds_drawn(campaign: Campaign) -> list[RoundDrawnBefore]:
    """The newest first."""
    begun = begun_subsets(Subset.objects.filter(round=OuterRef("pk")))
    rounds = campaign.rating_rounds.annotate(n_subsets=Count("subsets"), begun=Exists(begun))
    return [
        RoundDrawnBefore(
            number=row.number,
            system=row.system.name if row.system else None,
            ratings=row.ratings,
            candidates=row.candidates,
            subsets=row.n_subsets,
            begun=row.begun,
            drawn_at=row.drawn_at,
            taken_back_at=row.taken_back_at,
        )
        for row in rounds.select_related("system").order_by("-number")
    ]


def begun_subsets(subsets: QuerySet[Subset]) -> QuerySet[Subset]:
    """Of these, where somebody sits, or has answered something."""
    return subsets.filter(
        Q(assignments__state="open") | Q(assignments__ratings__isnull=False)
    ).distinct()
