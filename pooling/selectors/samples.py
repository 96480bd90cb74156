"""Which sentences a rule matches, and which of a campaign's were drawn."""

from collections.abc import Collection, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.selectors.wording import wording_of
from core.downloads import RowFile
from pooling.models import Candidate, Sample, SampledItem
from pooling.selectors import origin_counts
from regild.pooling.sampling import Known, SampleRule, read_rule
from sources.models import GoldAnswer, Item, ItemPart
from sources.selectors import sentences_in_play

ROWS_AT_A_TIME = 20_000
# Of candidates: they have a rating that counts. One that was taken back or excluded is there
# still, but nobody could be asked for the others that its sentence lacks.
RATED = Q(
    ratings__superseded_at__isnull=True,
    ratings__counts=True,
    ratings__assignment__state="complete",
)


class DrawnSample(NamedTuple):
    """How a plan's sentences were drawn: `wanted` of the `matching` that meet `rule`, or all of
    them; `drawn` are dispatched, with those that annotators had been shown before."""

    wanted: int | None
    rule: str
    seed: int
    in_play: int
    matching: int
    drawn: int


def rule_of(campaign: Campaign, text: str) -> SampleRule:
    """Raises BadRule."""
    return read_rule(text, facts=task_of(campaign).facts)


def sample_of(campaign: Campaign) -> Sample | None:
    """None where the plan holds all sentences."""
    return Sample.objects.filter(campaign=campaign).first()


def drawn_of(campaign: Campaign) -> DrawnSample | None:
    sample = sample_of(campaign)
    if sample is None:
        return None
    return DrawnSample(
        sample.wanted,
        sample.rule,
        sample.seed,
        sample.in_play,
        sample.matching,
        sample.sampled.count(),
    )


def sentences_sampled(campaign: Campaign) -> QuerySet[Item]:
    """Those in play that are covered and released: all of them or, of a sample, those that were
    drawn, with those that have ratings that count all the same, brought in from elsewhere."""
    found = sentences_in_play(campaign)
    if sample_of(campaign) is None:
        return found
    rated = Candidate.objects.filter(RATED, item=OuterRef("pk"))
    drawn = SampledItem.objects.filter(item=OuterRef("pk"))
    return found.filter(Exists(drawn) | Exists(rated))


def candidates_sampled(campaign: Campaign) -> int:
    """In play and pooled, of these sentences."""
    if sample_of(campaign) is None:
        return sum(origin_counts(campaign).values())
    return Candidate.objects.filter(
        item__in=sentences_sampled(campaign),
        role=Candidate.Role.POOLED,
        hidden_at__isnull=True,
    ).count()


def with_not_drawn(candidates: QuerySet[Candidate]) -> QuerySet[Any]:
    """Each with `not_drawn`: its sentence is in no subset, for others were drawn."""
    sample = Sample.objects.filter(campaign=OuterRef("item__campaign"))
    drawn = SampledItem.objects.filter(item=OuterRef("item"))
    return candidates.annotate(not_drawn=Exists(sample) & ~Exists(drawn))


def known_of(campaign: Campaign, items: Collection[int]) -> Iterator[tuple[int, Known]]:
    """What the campaign's task is asked about each of these items, in order of their ids."""
    wording = wording_of(campaign)
    parts: dict[int, set[str]] = {}
    for item, part in ItemPart.objects.filter(item__campaign=campaign).values_list(
        "item_id", "part"
    ):
        parts.setdefault(item, set()).add(part)
    gold = groupby(
        GoldAnswer.objects.filter(item__campaign=campaign)
        .order_by("item_id")
        .values_list("item_id", "text", "votes")
        .iterator(chunk_size=ROWS_AT_A_TIME),
        key=itemgetter(0),
    )
    given, answers = next(gold, (None, iter(())))
    rows = campaign.items.order_by("id").values_list("id", "group", "gold_codes")
    for id, group, codes in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        texts, votes = set(), 0.0
        while given is not None and given <= id:
            for _item, text, n in answers:
                texts.add(wording.normalise(text, group=group).text)
                votes += n
            given, answers = next(gold, (None, iter(())))
        if id in items:
            yield id, Known(texts - {""}, votes, codes, parts.get(id, ()))


def sample_file(campaign: Campaign) -> RowFile:
    """Every sentence in play: what a rule can ask of it, and whether it was drawn."""
    facts = task_of(campaign).facts
    sample = sample_of(campaign)
    drawn = set(SampledItem.objects.filter(sample=sample).values_list("item_id", flat=True))
    keys = dict(sentences_in_play(campaign).values_list("id", "key"))
    rows = (
        [
            keys[id],
            *(f"{fact.number(known):g}" for fact in facts.values()),
            int(sample is None or id in drawn),
        ]
        for id, known in known_of(campaign, keys)
    )
    return RowFile(f"{campaign.slug}-sample.csv", ["sentence", *facts, "drawn"], rows)
