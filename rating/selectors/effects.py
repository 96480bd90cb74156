"""What an exclusion would do, or its undoing: read before anything is decided."""

from functools import partial
from typing import Literal, NamedTuple

from django.db.models import QuerySet, Sum

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings, ratings_in_play, value_counts
from rating.selectors.needed import wanted_of
from regild.agreement.effect import Effect, effect_of
from regild.agreement.scale import Scale
from regild.arrays import IntArray, np

# Up to so many ratings the whole campaign is measured too; more take longer than a page may.
WHOLE_UP_TO = 300_000

Way = Literal["out", "back"]


class Effects(NamedTuple):
    """`rated` is over the candidates that the sittings rated, `whole` over the campaign; None
    where that is too large."""

    sittings: int
    rated: Effect
    whole: Effect | None


def effects_of(campaign: Campaign, sittings: QuerySet[Assignment], *, way: Way) -> Effects:
    """Of leaving these sittings out, which count now, or of taking them back."""
    options = list(campaign.scale.order_by("position").values_list("value", "weight"))
    values = [value for value, _weight in options]
    theirs = ratings_in_play(campaign).filter(assignment__in=sittings, counts=True)
    counting = counting_ratings(campaign)
    is_whole = _is_small(campaign)
    if not is_whole:
        rated = Rating.objects.filter(assignment__in=sittings)
        counting = counting.filter(candidate__in=rated.values("candidate"))
    their_ids, their_counts = value_counts(theirs, values)
    now_ids, now_counts = value_counts(counting, values)

    ids = np.union1d(now_ids, their_ids)
    before = _spread_out(now_counts, ids=now_ids, over=ids)
    change = _spread_out(their_counts, ids=their_ids, over=ids)
    after = before + change if way == "back" else before - change
    level = task_of(campaign).level
    # Names have no weights: their places serve, and no nominal measure reads them.
    weights = [weight if level == "ordinal" else n for n, (_v, weight) in enumerate(options)]
    scale = _scale(tuple(weights))
    rows = np.searchsorted(ids, their_ids)
    effect = partial(
        effect_of,
        scale=scale,
        level=level,
    )
    wanted = wanted_of(campaign, ids)
    return Effects(
        sittings=sittings.count(),
        rated=effect(before[rows], after[rows], wanted=wanted[rows]),
        whole=effect(before, after, wanted=wanted) if is_whole else None,
    )


def _is_small(campaign: Campaign) -> bool:
    complete = Assignment.objects.filter(
        annotator__campaign=campaign, state=Assignment.State.COMPLETE
    )
    ratings: int = complete.aggregate(n=Sum("rated", default=0))["n"]
    return ratings <= WHOLE_UP_TO


def _spread_out(counts: IntArray, *, ids: IntArray, over: IntArray) -> IntArray:
    """The same counts with a row for every id of `over`."""
    spread = np.zeros((len(over), counts.shape[1]), dtype=np.int64)
    spread[np.searchsorted(over, ids)] = counts
    return spread


def _scale(weights: tuple[float, ...]) -> Scale | None:
    try:
        return Scale(weights)
    except ValueError:
        # Weights that do not rise measure nothing; coverage can be told all the same.
        return None
