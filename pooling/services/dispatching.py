"""Cut the pool into subsets and store the plan."""

import random
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign
from core.bulk import insert_rows, refresh_statistics
from core.refusals import Refused
from pooling.models import Candidate, Placement, Subset
from regild.pooling.checks import GroupWords, choose_repeats
from regild.pooling.dispatch import (
    Place,
    Plan,
    PlanImpossible,
    PoolItem,
    SentenceLeftOut,
    dispatch,
)
from regild.problems import N_
from sources.selectors import sentences_in_play

_SUBSETS_OUT_OF_RANGE = N_("subsets must be from %(least)s to %(most)s, not %(value)s")
_BLOCK_SIZE_OUT_OF_RANGE = N_("block size must be from %(least)s to %(most)s, not %(value)s")
_SEED_OUT_OF_RANGE = N_("seed must be from %(least)s to %(most)s, not %(value)s")


class SentenceWithoutAnchor(NamedTuple):
    key: str
    candidates: int


class Unanchored(Refused):
    """Sentences without a first-gold candidate need the lead's word before they are placed."""

    def __init__(self, sentences: Collection[SentenceWithoutAnchor]) -> None:
        self.sentences = tuple(sentences)
        listed = tuple(
            N_(
                "%(sentence)s (%(candidates)s candidates)",
                sentence=sentence.key,
                candidates=sentence.candidates,
            )
            for sentence in self.sentences
        )
        text = N_(
            "%(count)s sentences have no first-gold candidate to anchor a block:"
            " %(listed)s. Allow them by name, or leave them out.",
            count=len(listed),
            listed=listed,
        )
        super().__init__("unanchored", text)


class DispatchReport(NamedTuple):
    subsets: int
    smallest: int
    largest: int
    placed: int
    blocks: int
    largest_block: int
    anchor_copies: int
    foils: int
    repeats: int
    left_out: tuple[SentenceWithoutAnchor, ...]
    fixed_subsets: int
    # By which it is known whether planning again would give the same.
    pool_version: int

    def facts(self) -> dict[str, Any]:
        """As JSON holds them."""
        told = self._asdict()
        del told["pool_version"]
        return told | {"left_out": [sentence._asdict() for sentence in self.left_out]}


@transaction.atomic
def dispatch_campaign(
    *,
    campaign: Campaign,
    subsets: int,
    block_size: int,
    seed: int,
    allow_unanchored: Collection[str] = (),
    leave_unanchored_out: bool = False,
    dry_run: bool = False,
    by: User | None = None,
) -> DispatchReport:
    """Place every candidate that no annotator was shown yet into `subsets` new subsets.

    Subsets an annotator has been given stay as they are; all others are planned anew. A new
    block of a sentence whose gold stands in such subsets gets a repeat of a gold candidate as
    its anchor. Raises Unanchored or Refused, having changed nothing.
    """
    _refuse_out_of_range(subsets=subsets, block_size=block_size, seed=seed)
    if not dry_run:
        # The lock under which subsets are given away: none of what is planned anew is shown to
        # anybody, or handed to a campaign that is to go, before the plan is stored. What shapes
        # the plan is read with it.
        campaign = lock_campaign(campaign.pk)
    # Before the pool itself: a plan that is only looked at holds no lock, and the pool may
    # change while it is made.
    pool_version = Campaign.objects.values_list("pool_version", flat=True).get(id=campaign.pk)
    keys = dict(sentences_in_play(campaign).values_list("id", "key"))
    ids = {key: id for id, key in keys.items()}
    strangers = [key for key in allow_unanchored if key not in ids]
    if strangers:
        text = N_("no sentence has the id %(id)s", id=tuple(strangers))
        raise Refused("unknown_sentence", text)
    try:
        plan = dispatch(
            _free_candidates(campaign),
            subsets=subsets,
            block_size=block_size,
            seed=seed,
            unanchored_allowed={ids[key] for key in allow_unanchored},
            anchor_copies=_shown_anchors(campaign),
        )
    except PlanImpossible as impossible:
        if impossible.unanchored and not leave_unanchored_out:
            raise Unanchored(_named(impossible.unanchored, keys)) from impossible
        raise Refused("too_many_subsets", impossible.text) from impossible
    left_out = _named(plan.unanchored, keys)
    if left_out and not leave_unanchored_out:
        raise Unanchored(left_out)

    checks = _draw_checks(campaign, plan, seed=seed)
    if not dry_run:
        _store_plan(campaign, plan, checks)
        Campaign.objects.filter(id=campaign.id).update(
            subset_count=subsets,
            block_size=block_size,
            seed=seed,
            dispatched_version=pool_version,
        )
        _mark_rated(campaign)
        record(
            campaign=campaign,
            by=by,
            action="dispatch",
            subsets=subsets,
            block_size=block_size,
            seed=seed,
        )
    sizes = [
        size + len(drawn.foils) + len(drawn.repeats)
        for size, drawn in zip(plan.sizes, checks, strict=True)
    ]
    return DispatchReport(
        subsets=len(sizes),
        smallest=min(sizes),
        largest=max(sizes),
        placed=int((~plan.copy).sum()),
        blocks=plan.blocks,
        largest_block=plan.largest_block,
        anchor_copies=int(plan.copy.sum()),
        foils=sum(len(drawn.foils) for drawn in checks),
        repeats=sum(len(drawn.repeats) for drawn in checks),
        left_out=left_out,
        fixed_subsets=campaign.subsets.filter(fixed_at__isnull=False).count(),
        pool_version=pool_version,
    )


def _refuse_out_of_range(*, subsets: int, block_size: int, seed: int) -> None:
    """What the campaign's columns cannot hold."""
    for text, value, least, most in (
        (_SUBSETS_OUT_OF_RANGE, subsets, 1, 2**31 - 1),
        (_BLOCK_SIZE_OUT_OF_RANGE, block_size, 1, 2**15 - 1),
        (_SEED_OUT_OF_RANGE, seed, 0, 2**63 - 1),
    ):
        if not least <= value <= most:
            text = text.filled(least=least, most=most, value=value)
            raise Refused("out_of_range", text)


def fix_subset(*, subset_id: int) -> None:
    """An annotator is shown this subset: from now on nothing in it moves."""
    Subset.objects.filter(id=subset_id, fixed_at__isnull=True).update(fixed_at=timezone.now())


def _mark_rated(campaign: Campaign) -> None:
    """Subsets with candidates that were rated before they were placed, elsewhere."""
    rated = Candidate.objects.filter(
        ratings__annotator__campaign=campaign, ratings__assignment__subset__isnull=True
    )
    placed = Placement.objects.filter(subset__campaign=campaign, candidate__in=rated)
    mark_uneven(subsets=placed.values_list("subset_id", flat=True).order_by().distinct())


def mark_uneven(*, subsets: Iterable[int | None]) -> None:
    """Candidates of these may differ from now on in how many ratings they have."""
    Subset.objects.filter(id__in=[id for id in subsets if id is not None]).update(uneven=True)


def _named(
    sentences: Iterable[SentenceLeftOut], keys: dict[int, str]
) -> tuple[SentenceWithoutAnchor, ...]:
    return tuple(
        SentenceWithoutAnchor(keys[sentence.sentence], sentence.candidates)
        for sentence in sentences
    )


class _Checks(NamedTuple):
    """What is mixed into one subset: (sentence, word) foils, candidates shown once more."""

    foils: tuple[tuple[int, str], ...]
    repeats: tuple[int, ...]


def _in_play(campaign: Campaign) -> Q:
    return Q(
        item__campaign=campaign,
        item__hidden_at__isnull=True,
        hidden_at__isnull=True,
        role=Candidate.Role.POOLED,
    ) & ~Q(item__group__in=campaign.excluded_targets)


def _free_candidates(campaign: Campaign) -> Iterator[PoolItem]:
    free = Candidate.objects.filter(_in_play(campaign)).filter(
        placement__subset__fixed_at__isnull=True
    )
    for id, sentence_id, votes in free.values_list("id", "item_id", "votes").iterator(
        chunk_size=20_000
    ):
        yield PoolItem(id, sentence_id, votes is not None)


def _shown_anchors(campaign: Campaign) -> dict[int, list[int]]:
    """Gold candidates in subsets that must not change, by sentence."""
    shown = Candidate.objects.filter(
        _in_play(campaign), votes__isnull=False, placement__subset__fixed_at__isnull=False
    )
    anchors: dict[int, list[int]] = {}
    for id, sentence_id in shown.order_by("id").values_list("id", "item_id"):
        anchors.setdefault(sentence_id, []).append(id)
    return anchors


def _draw_checks(campaign: Campaign, plan: Plan, *, seed: int) -> list[_Checks]:
    if not campaign.foil_share and not campaign.repeat_share:
        return [_Checks((), ()) for _size in plan.sizes]
    rng = random.Random(seed)  # noqa: S311  # nosec B311 # reproducible by design, not a secret
    groups = dict(sentences_in_play(campaign).values_list("id", "group"))
    words = _group_words(campaign) if campaign.foil_share else {}
    drawn = []
    for places in _by_subset(plan.places()):
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
        drawn.append(_Checks(foils, repeats))
    return drawn


def _group_words(campaign: Campaign) -> dict[str, GroupWords]:
    texts: dict[str, list[str]] = {}
    for group, text in (
        Candidate.objects.filter(_in_play(campaign))
        .order_by("item__group", "text")
        .values_list("item__group", "text")
        .distinct()
    ):
        texts.setdefault(group, []).append(text)
    kind_of = task_of(campaign).kind
    return {
        group: GroupWords(label, kind_of(group), texts.get(group, []))
        for group, label in sentences_in_play(campaign)
        .order_by("group")
        .values_list("group", "label")
        .distinct()
    }


def _by_subset(places: Iterable[Place]) -> Iterator[list[Place]]:
    for _subset, group in groupby(places, key=lambda place: place.subset):
        yield list(group)


def _store_plan(campaign: Campaign, plan: Plan, checks: list[_Checks]) -> None:
    unfixed = campaign.subsets.filter(fixed_at__isnull=True)
    # Foils and repeats belong to their subset, and go with it; one that somebody rated stays.
    checks_of_old = Candidate.objects.exclude(role=Candidate.Role.POOLED)
    checks_of_old.filter(placement__subset__in=unfixed, ratings__isnull=True).delete()
    Placement.objects.filter(subset__in=unfixed).delete()
    unfixed.delete()

    last = campaign.subsets.aggregate(last=Max("number"))["last"] or 0
    stored = Subset.objects.bulk_create(
        Subset(
            campaign=campaign,
            number=number,
            size=size + len(drawn.foils) + len(drawn.repeats),
        )
        for number, (size, drawn) in enumerate(
            zip(plan.sizes, checks, strict=True), start=last + 1
        )
    )
    insert_rows(
        Placement,
        ["subset_id", "candidate_id", "block", "position", "anchor"],
        _placement_rows([subset.id for subset in stored], plan, checks),
    )
    if campaign.annotators.filter(source="imported").exists():
        rated = Placement.objects.filter(
            subset__in=[subset.id for subset in stored], candidate__ratings__isnull=False
        )
        campaign.subsets.filter(id__in=rated.values("subset")).update(uneven=True)
    refresh_statistics(Candidate, Placement)


def _placement_rows(
    subset_ids: list[int], plan: Plan, checks: list[_Checks]
) -> Iterator[tuple[Any, ...]]:
    for subset_id, places, drawn in zip(
        subset_ids, _by_subset(plan.places()), checks, strict=True
    ):
        copies = _make_repeats([place.candidate for place in places if place.copy])
        foils = _make_foils(drawn.foils)
        position = block = 0
        for sentence, group in groupby(places, key=lambda place: place.sentence):
            block += 1
            shown = [
                (copies[place.candidate] if place.copy else place.candidate, place.anchor)
                for place in group
            ]
            if sentence in foils:
                # Its number decides its place: as good as chance, and the same every time.
                foil = foils[sentence]
                shown.insert(foil % (len(shown) + 1), (foil, False))
            for candidate, anchor in shown:
                position += 1
                yield subset_id, candidate, block, position, anchor
        sentence_of = {place.candidate: place.sentence for place in places}
        repeats = sorted(drawn.repeats, key=lambda candidate: sentence_of[candidate])
        repeat_ids = _make_repeats(repeats)
        for _sentence, same in groupby(repeats, key=lambda candidate: sentence_of[candidate]):
            block += 1
            for candidate in same:
                position += 1
                yield subset_id, repeat_ids[candidate], block, position, False


def _make_repeats(originals: list[int]) -> dict[int, int]:
    """A repeat of each candidate: original's id → repeat's id."""
    if not originals:
        return {}
    rows = Candidate.objects.bulk_create(
        Candidate(
            item_id=sentence_id,
            text=text,
            role=Candidate.Role.REPEAT,
            repeat_of_id=id,
        )
        for id, sentence_id, text in Candidate.objects.filter(id__in=originals)
        .order_by("id")
        .values_list("id", "item_id", "text")
    )
    return {row.repeat_of_id: row.id for row in rows if row.repeat_of_id is not None}


def _make_foils(foils: Iterable[tuple[int, str]]) -> dict[int, int]:
    """Sentence → its foil's id; a block holds one foil at most."""
    rows = Candidate.objects.bulk_create(
        Candidate(item_id=sentence, text=text, role=Candidate.Role.FOIL)
        for sentence, text in foils
    )
    return {row.item_id: row.id for row in rows}
