"""Draw what is mixed into each subset of a plan: foils and repeats."""

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from pooling.models import Candidate
from pooling.selectors import in_play
from regild.pooling.checks import GroupWords, choose_repeats
from regild.pooling.dispatch import Place, Plan


class Planned(NamedTuple):
    """A sentence in play, as a plan names it."""

    key: str
    group: str
    label: str


class Checks(NamedTuple):
    """What is mixed into one subset: (sentence, word) foils, candidates shown once more."""

    foils: tuple[tuple[int, str], ...]
    repeats: tuple[int, ...]


def draw_checks(
    campaign: Campaign, plan: Plan, sentences: Mapping[int, Planned], *, seed: int
) -> list[Checks]:
    if not campaign.foil_share and not campaign.repeat_share:
        return [Checks((), ()) for _size in plan.sizes]
    rng = random.Random(seed)  # noqa: S311  # nosec B311 # reproducible by design, not a secret
    groups = {id: sentence.group for id, sentence in sentences.items()}
    words = _group_words(campaign, sentences) if campaign.foil_share else {}
    drawn = []
    for places in by_subset(plan.places()):
        foils: tuple[tuple[int, str], ...] = ()
        if campaign.foil_share:
            blocks = {place.sentence: 0 for place in places}
            for place in places:
                blocks[place.sentence] += 1
            foils = tuple(
                task_of(campaign).foils(
                    blocks, groups=groups, words=words, share=campaign.foil_share, rng=rng
                )
            )
        repeats = choose_repeats(
            [place.candidate for place in places if not place.copy],
            share=campaign.repeat_share,
            rng=rng,
        )
        drawn.append(Checks(foils, repeats))
    return drawn


def _group_words(campaign: Campaign, sentences: Mapping[int, Planned]) -> dict[str, GroupWords]:
    texts: dict[str, list[str]] = {}
    for group, text in (
        Candidate.objects.filter(in_play(campaign))
        .order_by("item__group", "text")
        .values_list("item__group", "text")
        .distinct()
    ):
        texts.setdefault(group, []).append(text)
    kind_of = task_of(campaign).kind
    labels = dict(sorted({(sentence.group, sentence.label) for sentence in sentences.values()}))
    return {
        group: GroupWords(label, kind_of(group), texts.get(group, []))
        for group, label in labels.items()
    }


def by_subset(places: Iterable[Place]) -> Iterator[list[Place]]:
    for _subset, group in groupby(places, key=lambda place: place.subset):
        yield list(group)
