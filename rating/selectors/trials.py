"""What the trials of a campaign have shown so far."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Q, Sum

from annotators.models import Annotator, Draw
from campaigns.models import Campaign, Trial
from rating.models import Assignment
from rating.selectors.counting import counting_ratings
from rating.selectors.together import judged_by_each
from regild.rating.together import Judged, agreement_with_others
from regild.rating.trials import DifferenceInMeans, difference_in_means


class Tried(NamedTuple):
    """`ratings`: a person, of all who were drawn. `agreement` with the others, of those with
    at least one word that two others rated."""

    trial: Trial
    ratings: DifferenceInMeans
    agreement: DifferenceInMeans


def trials_of(campaign: Campaign) -> list[Tried]:
    """Newest first, those that ended too: over what was rated until then."""
    return [_tried(trial) for trial in campaign.trials.order_by("-id")]


def _tried(trial: Trial) -> Tried:
    sides = dict(Draw.objects.filter(trial=trial).values_list("annotator_id", "shown"))
    agreements = _agreements(trial)
    return Tried(
        trial,
        ratings=_compared(sides, _ratings(trial)),
        agreement=_compared(sides, agreements),
    )


def _compared(sides: dict[int, bool], values: dict[int, float]) -> DifferenceInMeans:
    on_sides: dict[bool, list[float]] = {True: [], False: []}
    for annotator in sorted(values):
        on_sides[sides[annotator]].append(values[annotator])
    return difference_in_means(on_sides[True], on_sides[False])


def _ratings(trial: Trial) -> dict[int, float]:
    """Of everybody who was drawn, 0 where they rated nothing that counts."""
    done = Q(assignments__state=Assignment.State.COMPLETE)
    if trial.ended_at:
        done &= Q(assignments__completed_at__lte=trial.ended_at)
    drawn = Annotator.objects.filter(draws__trial=trial).order_by("id")
    rated = drawn.annotate(n=Sum("assignments__rated", filter=done, default=0))
    return {id: float(n) for id, n in rated.values_list("id", "n")}


def _agreements(trial: Trial) -> dict[int, float]:
    among = counting_ratings(trial.campaign)
    own = among.filter(annotator__draws__trial=trial)
    if trial.ended_at:
        own = own.filter(assignment__completed_at__lte=trial.ended_at)
    rows = own.values_list("annotator_id", "candidate_id", "value")
    words: defaultdict[int, list[Judged]] = defaultdict(list)
    for annotator, word in judged_by_each(trial.campaign, rows, among=among):
        words[annotator].append(word)
    shares = {who: agreement_with_others(judged).share for who, judged in words.items()}
    return {who: share for who, share in shares.items() if share is not None}
