"""What an annotator and the others answered, for what may be told of it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.selectors.scale import places_of, scale_of, told_option
from campaigns.selectors.task import task_of
from pooling.models import Candidate
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings, value_counts
from regild.rating.together import (
    AgreementWithOthers,
    Judged,
    agreement_with_others,
    most_divided,
)


class Divided(NamedTuple):
    """The word that divided people most: how many others rated it, and what they chose in the
    order of the scale; labels of the scale. `ordered`: those between may be left unsaid."""

    sentence: dict[str, Any]
    text: str
    own: str
    others: int
    chosen: tuple[str, ...]
    ordered: bool

    @property
    def lowest(self) -> str:
        return self.chosen[0]

    @property
    def highest(self) -> str:
        return self.chosen[-1]


class Together(NamedTuple):
    agreement: AgreementWithOthers
    divided: Divided | None


def together(annotator: Annotator) -> Together:
    judged = list(judged_by(annotator))
    word = most_divided(judged, level=task_of(annotator.campaign).level)
    return Together(agreement_with_others(judged), word and _told(word, annotator.campaign))


def judged_by(annotator: Annotator) -> Iterator[Judged]:
    """The words of their finished sittings alone. In one that is under way, or was left before
    its end, what others said would tell them what to answer."""
    campaign = annotator.campaign
    done = Assignment.objects.filter(
        annotator=annotator, state=Assignment.State.COMPLETE, remaining=0
    )
    own = counting_ratings(campaign).filter(assignment__in=done)
    shared = counting_ratings(campaign).filter(candidate__in=own.values("candidate"))
    rows = own.values_list("annotator_id", "candidate_id", "value")
    yield from (word for _who, word in judged_by_each(campaign, rows, among=shared))


def judged_by_each(
    campaign: Campaign, rows: Any, *, among: Any
) -> Iterator[tuple[int, Judged]]:
    """(annotator, word) for rows of annotator, candidate and value, all of them `among`."""
    places = places_of(campaign)
    # Before the counts: a sitting that ends meanwhile is then among the others at most.
    own = list(rows.order_by("candidate_id", "annotator_id"))
    ids, counts = value_counts(among, list(places))
    by_candidate = dict(zip(ids.tolist(), counts.tolist(), strict=True))
    for who, candidate, value in own:
        place = places[value]
        others = list(by_candidate.get(candidate, ()))
        # What counts no more since it was read is left out.
        if others and others[place]:
            others[place] -= 1
            yield who, Judged(candidate, place, others)


def _told(word: Judged, campaign: Campaign) -> Divided:
    candidate = Candidate.objects.select_related("item").get(id=word.candidate)
    content, task = candidate.item.content, task_of(campaign)
    labels = [told_option(option, task) for option in scale_of(campaign)]
    chosen = [label for label, n in zip(labels, word.others, strict=True) if n]
    return Divided(
        sentence=task.shown(content),
        text=task.worded(content, candidate.text),
        own=labels[word.own],
        others=sum(word.others),
        chosen=tuple(chosen),
        ordered=task.level == "ordinal",
    )


def rated_before(sitting: Assignment) -> set[int]:
    """The candidates of its subset that anybody else had rated when it was taken: counted or
    not, so that nobody is told to be the first who is not."""
    earlier = Rating.objects.filter(
        candidate__placement__subset=sitting.subset_id, rated_at__lte=sitting.taken_at
    )
    others = earlier.exclude(annotator=sitting.annotator_id).order_by()
    return set(others.values_list("candidate_id", flat=True).distinct())
