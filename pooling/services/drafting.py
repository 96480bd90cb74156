"""Make a plan of what nobody was shown yet, storing nothing."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from django.contrib.auth.models import User

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.refusals import Refused
from pooling.models import Candidate
from pooling.selectors import in_play
from pooling.selectors.rounds import replaceable
from pooling.services.drawing_checks import Checks, Planned, draw_checks
from pooling.services.drawing_samples import Drawing, draw_sample
from regild.pooling.dispatch import Plan, PlanImpossible, PoolItem, SentenceLeftOut, dispatch
from regild.pooling.portions import TooFewSubsets, dispatch_portions, double_and_single
from regild.problems import N_
from sources.selectors import has_gold, sentences_in_play


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
            "%(count)s items have no first-gold candidate to anchor a block:"
            " %(listed)s. Allow them by name, or leave them out.",
            count=len(listed),
            listed=listed,
        )
        super().__init__("unanchored", text)


class Wanted(NamedTuple):
    """`double_share`: of the sentences, those that two annotators are asked about, or as many
    `times`, and the rest one; None where all are as the campaign says."""

    subsets: int
    block_size: int
    seed: int
    allow_unanchored: tuple[str, ...] = ()
    leave_unanchored_out: bool = False
    sample: int | None = None
    where: str = ""
    double_share: float | None = None
    times: int = 2
    plan: str = ""
    by: User | None = None


class Draft(NamedTuple):
    plan: Plan
    checks: list[Checks]
    left_out: tuple[SentenceWithoutAnchor, ...]
    pool_version: int
    drawing: Drawing
    checksum: str


def draft_plan(campaign: Campaign, wanted: Wanted) -> Draft:
    """Raises Unanchored or Refused."""
    if not wanted.allow_unanchored:
        _refuse_without_gold(campaign)
    sentences = planned_sentences(campaign)
    ids = {sentence.key: id for id, sentence in sentences.items()}
    refuse_strangers(wanted.allow_unanchored, ids)
    drawing = draw_sample(
        campaign,
        {id: key for key, id in ids.items()},
        wanted=wanted.sample,
        rule=wanted.where,
        seed=wanted.seed,
    )
    try:
        plan = _plan(campaign, wanted, drawing, sentences, ids)
    except PlanImpossible as impossible:
        if impossible.unanchored and not wanted.leave_unanchored_out:
            raise Unanchored(named(impossible.unanchored, sentences)) from impossible
        raise Refused("too_many_subsets", impossible.text) from impossible
    left_out = named(plan.unanchored, sentences)
    if left_out and not wanted.leave_unanchored_out:
        raise Unanchored(left_out)
    checks = draw_checks(campaign, plan, sentences, seed=wanted.seed)
    checksum = checksum_of(plan, checks)
    refuse_another(wanted.plan, checksum)
    return Draft(plan, checks, left_out, campaign.pool_version, drawing, checksum)


def _refuse_without_gold(campaign: Campaign) -> None:
    if task_of(campaign).proposes and not has_gold(campaign):
        text = N_(
            "The campaign has no first gold, so no block would have an anchor. Let annotators"
            " propose one and freeze it, or allow sentences by name."
        )
        raise Refused("no_first_gold", text)


def refuse_another(looked_at: str, checksum: str) -> None:
    """Than the plan that was looked at, where one was."""
    if looked_at not in ("", checksum):
        text = N_(
            "The plan has changed since the preview, because the pool or what annotators have"
            " seen of it changed. Nothing was stored: preview it again."
        )
        raise Refused("plan_out_of_date", text)


def _plan(
    campaign: Campaign,
    wanted: Wanted,
    drawing: Drawing,
    sentences: dict[int, Planned],
    ids: dict[str, int],
) -> Plan:
    anchored = task_of(campaign).anchored
    allowed = {ids[key] for key in wanted.allow_unanchored}
    copies = _shown_anchors(campaign, drawing.items) if anchored else {}
    pool = free_candidates(campaign, drawing.items)
    if wanted.double_share is None:
        return dispatch(
            pool,
            subsets=wanted.subsets,
            block_size=wanted.block_size,
            seed=wanted.seed,
            unanchored_allowed=allowed,
            anchor_copies=copies,
            anchored=anchored,
        )
    whole = [*pool]
    left_out = _without_anchor(whole, allowed | copies.keys()) if anchored else []
    if left_out and not wanted.leave_unanchored_out:
        raise Unanchored(named(left_out, sentences))
    try:
        portions = double_and_single(
            whole,
            {id: sentence.key for id, sentence in sentences.items()},
            share=wanted.double_share,
            times=wanted.times,
            subsets=wanted.subsets,
            seed=wanted.seed,
            left_out={one.sentence for one in left_out},
        )
    except TooFewSubsets as too_few:
        text = N_(
            "What is annotated more than once and what is annotated once need subsets of their"
            " own: make at least 2."
        )
        raise Refused("too_few_subsets", text) from too_few
    return dispatch_portions(
        portions,
        block_size=wanted.block_size,
        seed=wanted.seed,
        unanchored_allowed=allowed,
        anchor_copies=copies,
        anchored=anchored,
    )


def _without_anchor(
    pool: Iterable[PoolItem], allowed: Collection[int]
) -> list[SentenceLeftOut]:
    """What `dispatch` would leave out of the pool as a whole."""
    candidates, anchored = Counter[int](), set(allowed)
    for one in pool:
        candidates[one.sentence] += 1
        if one.anchor:
            anchored.add(one.sentence)
    return [
        SentenceLeftOut(*one) for one in sorted(candidates.items()) if one[0] not in anchored
    ]


def planned_sentences(campaign: Campaign) -> dict[int, Planned]:
    rows = sentences_in_play(campaign).values_list("id", "key", "group", "label")
    return {id: Planned(*said) for id, *said in rows}


def refuse_strangers(keys: Iterable[str], ids: Collection[str]) -> None:
    if strangers := [key for key in keys if key not in ids]:
        text = N_("no sentence has the id %(id)s", id=tuple(strangers))
        raise Refused("unknown_sentence", text)


def checksum_of(plan: Plan, checks: list[Checks]) -> str:
    """Of all that annotators would see of it."""
    return hashlib.sha256(f"{plan.checksum()} {checks}".encode()).hexdigest()


def named(
    unanchored: Iterable[SentenceLeftOut], sentences: dict[int, Planned]
) -> tuple[SentenceWithoutAnchor, ...]:
    return tuple(
        SentenceWithoutAnchor(sentences[one.sentence].key, one.candidates) for one in unanchored
    )


def free_candidates(campaign: Campaign, sentences: Collection[int]) -> Iterator[PoolItem]:
    """Of these sentences, what stands in no subset that an annotator was shown, and in none of
    a round."""
    anchored = task_of(campaign).anchored
    free = Candidate.objects.filter(in_play(campaign)).filter(
        replaceable("placement__subset__")
    )
    for id, sentence_id, votes in free.values_list("id", "item_id", "votes").iterator(
        chunk_size=20_000
    ):
        # One shown again since the sentences were read is left for the next plan.
        if sentence_id in sentences:
            yield PoolItem(id, sentence_id, anchored and votes is not None)


def _shown_anchors(campaign: Campaign, sentences: Collection[int]) -> dict[int, list[int]]:
    """Gold candidates in subsets that must not change, by sentence."""
    shown = Candidate.objects.filter(
        in_play(campaign), ~replaceable("placement__subset__"), votes__isnull=False
    )
    anchors: dict[int, list[int]] = {}
    for id, sentence_id in shown.order_by("id").values_list("id", "item_id"):
        if sentence_id in sentences:
            anchors.setdefault(sentence_id, []).append(id)
    return anchors
