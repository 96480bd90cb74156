"""What a campaign's ratings of this moment make of its systems, before any release."""

from collections.abc import Iterator
from typing import NamedTuple

from campaigns.models import Campaign
from regild.arrays import np
from regild.scoring.annotators import RatedGold, RatedSubstitute
from regild.scoring.frozen_table import RatedPool
from regild.scoring.inputs import AnswerLists
from regild.scoring.policy import multiword_policy
from scoring.models import Release
from scoring.selectors.golds import ROWS_AT_A_TIME, answers_of
from scoring.selectors.releases import pooled_now, undone_merges
from sources.models import Item
from sources.selectors import systems_in_play

# Of a candidate with one rating nobody knows how far another person would differ.
LEAST = 2


class RatedNow(NamedTuple):
    """`answers` stand in the order of `systems`, their names; `groups` says which sentences
    share a target, `least` how many ratings the candidates in play are to have at least."""

    rated: RatedGold[str]
    systems: list[str]
    answers: list[AnswerLists]
    groups: dict[str, str]
    candidates: int
    least: int


def rated_now(campaign: Campaign, *, rule: str) -> RatedNow:
    """Of candidates in play with two ratings or more, as `rule` weighs them."""
    options = list(campaign.scale.order_by("position").values_list("value", "weight"))
    pool = pooled_now(campaign, values=[value for value, _weight in options]).pool
    systems = list(systems_in_play(campaign).order_by("id"))
    # What says how answers are worded stands in a release, which nobody has made yet.
    unmade = Release(
        campaign=campaign,
        policy={
            **multiword_policy(campaign.multiwords),
            "case": campaign.case_policy,
            "mapping": campaign.mapping,
            "undone_merges": undone_merges(campaign),
        },
    )
    groups = Item.objects.filter(campaign=campaign).values_list("key", "group")
    return RatedNow(
        RatedGold(
            _often_rated(pool), weights=[weight for _value, weight in options], rule=rule
        ),
        [system.name for system in systems],
        answers_of(unmade, systems),
        dict(groups.iterator(ROWS_AT_A_TIME)),
        len(pool.text),
        int(pool.needed(campaign.min_ratings).sum()),
    )


def _often_rated(pool: RatedPool) -> Iterator[RatedSubstitute[str]]:
    """Sentence by sentence."""
    order = np.argsort(pool.ratings.candidate, kind="stable")
    annotators = pool.ratings.annotator[order].tolist()
    values = pool.ratings.value[order].tolist()
    ends = np.cumsum(np.bincount(pool.ratings.candidate, minlength=len(pool.text))).tolist()
    starts = [0, *ends]
    for candidate in np.argsort(pool.sentence, kind="stable").tolist():
        start, end = starts[candidate], ends[candidate]
        if end - start >= LEAST:
            yield RatedSubstitute(
                pool.records[pool.sentence[candidate]].key,
                pool.text[candidate],
                [*zip(annotators[start:end], values[start:end], strict=True)],
            )
