"""Signs of carelessness in a campaign's sittings, by the campaign's own thresholds."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Literal, NamedTuple

from django.db.models import Count, Max, Min, QuerySet, Sum
from django.db.models.functions import Coalesce

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.selectors.scale import places_of
from campaigns.selectors.task import task_of
from pooling.models import Candidate
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings, value_counts
from regild.arrays import np
from regild.rating.measured import WorkMeasured, measure
from regild.rating.quality import (
    Finding,
    Rated,
    Thresholds,
    Unfinished,
    find_flaws,
)

Scope = Campaign | Annotator | Assignment
Group = Literal["annotator_id", "id"]  # the column of an assignment that findings are told by
Places = Mapping[int, int]  # of the scale's codes


def quality_findings(scope: Scope) -> dict[int, list[Finding]]:
    """Findings by sitting (assignment id), for every sitting in the scope that has any."""
    return dict(_findings(scope, "id"))


def annotator_findings(scope: Campaign | Annotator) -> dict[int, list[Finding]]:
    """Findings by annotator id, over all of an annotator's sittings taken together: a short
    sitting holds too few checks to say anything by itself."""
    return dict(_findings(scope, "annotator_id"))


class Checked(NamedTuple):
    """What was found in an annotator's sittings taken together, and measured of them together
    and of each."""

    annotator: int
    findings: list[Finding]
    measured: WorkMeasured
    sittings: dict[int, WorkMeasured]


def checked_annotators(scope: Campaign | Annotator) -> Iterator[Checked]:
    """Everybody who was given anything to rate, from one reading of the ratings."""
    check = _Check(scope, "annotator_id")
    for annotator, rows, unfinished in check.owners():
        by_sitting = groupby(rows, key=itemgetter(0))
        yield Checked(
            annotator,
            check.found([row for _sitting, row in rows], unfinished=unfinished),
            measure([row for _sitting, row in rows], level=check.level),
            {
                sitting: measure([row for _sitting, row in some], level=check.level)
                for sitting, some in by_sitting
            },
        )


def thresholds_of(campaign: Campaign) -> Thresholds:
    return Thresholds(*(getattr(campaign, f"flag_{name}") for name in Thresholds._fields))


class _Total(NamedTuple):
    """`sum` is that of the places chosen."""

    ratings: int
    sum: int


def _findings(scope: Scope, group: Group) -> Iterator[tuple[int, list[Finding]]]:
    check = _Check(scope, group)
    for owner, rows, unfinished in check.owners():
        rated = [row for _sitting, row in rows]
        if findings := check.found(rated, unfinished=unfinished):
            yield owner, findings


# (owner, the sitting and the answer of each of their ratings, what they left unfinished)
_Owner = tuple[int, list[tuple[int, Rated]], Unfinished | None]


class _Check:
    """The sittings of a scope, as one campaign's scale and thresholds see them."""

    def __init__(self, scope: Scope, group: Group) -> None:
        self._sittings, self._campaign = _sittings(scope)
        self._group = group
        self._places = places_of(self._campaign)
        self.level = task_of(self._campaign).level
        labels = self._campaign.scale.order_by("position").values_list("label", flat=True)
        self.found = partial(
            find_flaws,
            thresholds=thresholds_of(self._campaign),
            codes=list(self._places if self.level == "ordinal" else labels),
            level=self.level,
        )

    def owners(self) -> Iterator[_Owner]:
        unfinished = _unfinished(self._sittings, self._group)
        totals = _totals(self._campaign, self._sittings, self._places)
        rows = _rated_rows(self._sittings, self._group, self._places, totals)
        for owner, answers in groupby(rows, key=itemgetter(0)):
            yield owner, [answer[1:] for answer in answers], unfinished.pop(owner, None)
        for owner, left in unfinished.items():  # without a single rating
            yield owner, [], left


def _sittings(scope: Scope) -> tuple[QuerySet[Assignment], Campaign]:
    sittings = Assignment.objects.filter(annotator__withdrawn_at__isnull=True)
    match scope:
        case Campaign():
            return sittings.filter(annotator__campaign=scope), scope
        case Annotator():
            return sittings.filter(annotator=scope), scope.campaign
        case Assignment():
            return sittings.filter(id=scope.id), scope.annotator.campaign


def _current(sittings: QuerySet[Assignment]) -> QuerySet[Rating]:
    """Without what a lead hid later: nobody can be blamed for a sentence that was wrong."""
    return Rating.objects.filter(
        assignment__in=sittings,
        superseded_at__isnull=True,
        candidate__hidden_at__isnull=True,
        candidate__item__hidden_at__isnull=True,
    )


def _totals(
    campaign: Campaign, sittings: QuerySet[Assignment], places: Places
) -> dict[int, _Total]:
    """Per candidate rated in these sittings, how many ratings count and their sum."""
    rated = Rating.objects.filter(assignment__in=sittings)
    # No more joins than these: from its ninth table on PostgreSQL keeps the order they are
    # written in, and counts the whole campaign before it looks at the sittings.
    counting = counting_ratings(campaign).filter(candidate__in=rated.values("candidate"))
    candidates, counts = value_counts(counting, list(places))
    sums = counts @ np.arange(len(places))
    rows = zip(candidates.tolist(), counts.sum(axis=1).tolist(), sums.tolist(), strict=True)
    return {candidate: _Total(count, sum) for candidate, count, sum in rows}


def _rated_rows(
    sittings: QuerySet[Assignment],
    group: Group,
    places: Places,
    totals: Mapping[int, _Total],
) -> Iterator[tuple[int, int, Rated]]:
    """(owner, sitting, answer), an owner's together and in them a sitting's."""
    owner_of = f"assignment__{group}"
    clocks = _clocks(sittings)
    rows = (
        _current(sittings)
        .order_by(owner_of, "assignment_id", "candidate__placement__position", "id")
        .values_list(
            owner_of,
            "candidate_id",
            "value",
            "elapsed_ms",
            "assignment_id",
            "assignment__state",
            "assignment__subset_id",
            "candidate__role",
            "candidate__repeat_of_id",
            Coalesce("candidate__votes", "candidate__repeat_of__votes"),
        )
    )
    for row in rows.iterator(chunk_size=20_000):
        owner, candidate, value, ms, sitting, state, subset, role, original, votes = row
        others = totals.get(candidate)
        place = None if value is None else places[value]
        # An imported sitting has no subset; its ratings stand in the order of the file.
        yield (
            owner,
            sitting,
            Rated(
                candidate=candidate,
                value=place,
                elapsed_ms=clocks[sitting].believed(ms) if sitting in clocks else ms,
                votes=votes,
                foil=role == Candidate.Role.FOIL,
                repeat_of=original,
                others_mean=_mean_of_others(
                    others, own=place if state == Assignment.State.COMPLETE else None
                ),
                in_order=subset is not None,
            ),
        )


class _Clock(NamedTuple):
    """How long a sitting lasted by our clock, what its annotator's device said that its answers
    took together, and how many there are."""

    lasted_ms: float
    said_ms: int
    answers: int

    def believed(self, ms: int | None) -> int:
        """What is said to have taken longer than the sitting lasted is shrunk to what it can
        have; where nothing is said, each had its share."""
        if ms is None:
            return round(self.lasted_ms / self.answers)
        return round(ms * min(1, self.lasted_ms / self.said_ms)) if self.said_ms else ms


def _clocks(sittings: QuerySet[Assignment]) -> dict[int, _Clock]:
    """Of sittings that people had on this site; simulated ones last no time at all."""
    online = sittings.filter(subset__isnull=False, annotator__source=Annotator.Source.ONLINE)
    rows = (
        _current(online)
        .order_by()
        .values_list("assignment")
        .annotate(Sum("elapsed_ms"), Count("id"), Max("rated_at"), Min("assignment__taken_at"))
    )
    return {
        sitting: _Clock((last - taken).total_seconds() * 1000, said or 0, answers)
        for sitting, said, answers, last, taken in rows
    }


def _mean_of_others(total: _Total | None, *, own: int | None) -> float | None:
    """`own` is None where this annotator's rating is not in the total."""
    if total is None:
        return None
    ratings = total.ratings - (own is not None)
    return (total.sum - (own or 0)) / ratings if ratings else None


def _unfinished(sittings: QuerySet[Assignment], group: Group) -> dict[int, Unfinished]:
    """Of sittings that ended without being completed: they expired, or were released open."""
    ended = sittings.exclude(state=Assignment.State.OPEN).filter(
        completed_at__isnull=True, subset__isnull=False
    )
    answered = dict(_current(ended).order_by().values_list("assignment").annotate(Count("id")))
    totals: dict[int, Unfinished] = {}
    for owner, assignment, remaining in ended.values_list(group, "id", "remaining"):
        before = totals.get(owner, Unfinished(0, 0))
        done = answered.get(assignment, 0)
        totals[owner] = Unfinished(before.answered + done, before.shown + done + remaining)
    return totals
