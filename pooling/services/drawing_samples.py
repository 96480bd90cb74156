"""Draw the sentences that a plan is about."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from django.db.models import Q, QuerySet

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.bulk import check_references, insert_rows
from core.refusals import Refused
from pooling.models import Candidate, Sample, SampledItem
from pooling.selectors import in_play
from pooling.selectors.rounds import replaceable
from pooling.selectors.samples import RATED, DrawnSample, known_of, rule_of
from regild.pooling.sampling import BadRule, draw
from regild.problems import N_

# Shown to an annotator or meant for a round, or rated elsewhere.
BEGUN = (Q(placement__isnull=False) & ~replaceable("placement__subset__")) | RATED


class Drawing(NamedTuple):
    """`items` are those a plan may place; `drawn` says how they were found, None where nothing
    was asked of them."""

    items: Collection[int]
    drawn: DrawnSample | None = None


def draw_sample(
    campaign: Campaign,
    keys: Mapping[int, str],
    *,
    wanted: int | None,
    rule: str,
    seed: int,
) -> Drawing:
    """Of the items of `keys`. Those that annotators were shown, or that were rated elsewhere,
    come before the others, so that planning anew wastes no rating. Raises Refused."""
    try:
        asked = rule_of(campaign, rule)
    except BadRule as bad:
        raise Refused(
            "bad_rule", N_("The rule cannot be read: %(why)s.", why=bad.text)
        ) from bad
    if wanted is None and not asked.conditions:
        return Drawing(keys)
    if wanted is not None and wanted < 1:
        raise Refused("out_of_range", N_("a sample has at least one item"))
    pooled = Candidate.objects.filter(in_play(campaign))
    there = items_of(pooled).intersection(keys)
    facts = task_of(campaign).facts
    matching = [
        id
        for id, known in (known_of(campaign, there) if asked.conditions else _unasked(there))
        if known is None or asked.is_met(known, facts)
    ]
    if len(matching) < (wanted or 1):
        raise Refused(
            "sample_too_large",
            N_(
                "%(matching)s of %(there)s items match; %(wanted)s cannot be drawn.",
                matching=len(matching),
                there=len(there),
                wanted=wanted or 1,
            ),
        )
    begun = items_of(pooled.filter(BEGUN)).intersection(keys)
    ids = {keys[id]: id for id in matching}
    drawn = draw(
        ids,
        size=len(ids) if wanted is None else wanted,
        seed=seed,
        first={keys[id] for id in begun},
    )
    items = {ids[key] for key in drawn}
    told = DrawnSample(wanted, str(asked), seed, len(there), len(matching), len(items | begun))
    return Drawing(items, told)


def store_sample(campaign: Campaign, drawing: Drawing) -> DrawnSample | None:
    """In the place of what was drawn before. Under the lock of the campaign, when it is known
    which sentences annotators were shown. Returns it as it is stored."""
    forget_sample(campaign)
    if drawing.drawn is None:
        return None
    _wanted, rule, seed, there, matching, _n = drawing.drawn
    sample = Sample.objects.create(
        campaign=campaign,
        wanted=drawing.drawn.wanted,
        rule=rule,
        seed=seed,
        in_play=there,
        matching=matching,
    )
    shown = items_of(Candidate.objects.filter(in_play(campaign)).filter(BEGUN))
    items = {*drawing.items, *shown}
    insert_rows(
        SampledItem, ["sample_id", "item_id"], ((sample.pk, id) for id in sorted(items))
    )
    check_references(SampledItem)
    return drawing.drawn._replace(drawn=len(items))


def forget_sample(campaign: Campaign) -> None:
    Sample.objects.filter(campaign=campaign).delete()


def items_of(candidates: QuerySet[Candidate]) -> set[int]:
    return set(candidates.order_by().values_list("item_id", flat=True).distinct())


def _unasked(items: Iterable[int]) -> Iterable[tuple[int, None]]:
    return ((id, None) for id in items)
