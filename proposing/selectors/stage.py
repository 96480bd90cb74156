"""How far the first stage is: rounds, responses a sentence, days."""

from collections import Counter
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Count
from django.db.models.functions import TruncDate

from campaigns.models import Campaign
from proposing.selectors.counting import counting_proposals
from proposing.selectors.rounds import RoundState, rounds_of
from sources.selectors import sentences_in_play


class ProposalDay(NamedTuple):
    day: date
    annotators: int
    responses: int


class StageState(NamedTuple):
    """`asked` is what all rounds together want of each sentence; `answered` counts the
    sentences in play by their responses that count, from none on."""

    rounds: list[RoundState]
    asked: int
    sentences: int
    responses: int
    annotators: int
    answered: dict[int, int]
    days: list[ProposalDay]

    @property
    def enough(self) -> int:
        """Sentences with all the responses that are wanted."""
        return sum(n for responses, n in self.answered.items() if responses >= self.asked > 0)


def stage_state(campaign: Campaign) -> StageState:
    rounds = rounds_of(campaign)
    counting = counting_proposals(campaign).order_by()
    per_item = dict(counting.values_list("item").annotate(n=Count("id")))
    sentences = sentences_in_play(campaign).count()
    answered = Counter(per_item.values())
    answered[0] = sentences - len(per_item)
    # Who answered on a day is few rows, and says the rest.
    by_day = counting.annotate(day=TruncDate("proposed_at")).values_list("day", "annotator")
    daily = list(by_day.annotate(n=Count("id")).order_by("day"))
    return StageState(
        rounds,
        asked=sum(one.annotators for one in rounds),
        sentences=sentences,
        responses=sum(per_item.values()),
        annotators=len({annotator for _day, annotator, _n in daily}),
        answered={n: answered[n] for n in range(max(answered) + 1)},
        days=[
            ProposalDay(day, len(rows), sum(n for _day, _annotator, n in rows))
            for day, rows in ((day, list(of)) for day, of in groupby(daily, itemgetter(0)))
        ],
    )
