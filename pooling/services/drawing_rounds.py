"""Rounds of ratings beside the plan: chosen candidates rated again, or a late system's answers.

A candidate stands in one subset. For a round it leaves the one it was rated in, and with it go
its ratings: the subsets of a round are for as many annotators as their candidates shall have
ratings in all, and whoever has rated one before goes without it.

A round is drawn without the lock of the campaign, and stored under it if nobody has sat down at
what leaves its subset and nothing else counts now.
"""

import secrets
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from campaigns.models import Campaign, Job
from campaigns.selectors.task import task_of
from campaigns.services.audit import record
from campaigns.services.jobs import ask
from campaigns.services.locking import basis_changed, lock_campaign, lock_plan
from core.bulk import insert_rows, refresh_statistics
from core.refusals import Refused
from core.snapshot import snapshot
from pooling.models import Candidate, Placement, RatingRound, Subset
from pooling.selectors import PREVIEW_RATING_ROUND, RATING_ROUND, changed_since_pooling, in_play
from pooling.selectors.rounds import (
    DEPTH,
    RoundChoice,
    begun_subsets,
    busy_subsets,
    choose_candidates,
    unjudged_candidates,
)
from pooling.selectors.seats import MOST_SEATS
from pooling.services.calibrating import RoundDrawn, usual_size
from pooling.services.dispatching import FREE_PLANS, DispatchReport, report_of, shape_of
from pooling.services.drafting import (
    Draft,
    checksum_of,
    named,
    planned_sentences,
    refuse_another,
)
from pooling.services.drawing_checks import draw_checks
from pooling.services.drawing_samples import Drawing, items_of
from pooling.services.freeing import free_candidates
from pooling.services.marking import mark_rated
from pooling.services.sittings import (
    count_again,
    delete_sittings,
    leave_out,
    wait_for_sittings,
)
from pooling.services.switching import (
    PLACE,
    delete_unplaced_checks,
    make_repeats,
    number_stored,
    store_plan,
)
from regild.pooling.dispatch import PlanImpossible, PoolItem
from regild.pooling.portions import Portion, dispatch_portions
from regild.problems import N_
from sources.models import System

IDS_AT_A_TIME = 5_000


class RatingRoundReport(NamedTuple):
    """`round`: its number, None of one that was only looked at; `choice`: how its candidates
    were found, None of a late system."""

    plan: DispatchReport
    round: int | None
    system: str | None
    choice: RoundChoice | None

    def facts(self) -> dict[str, Any]:
        """As JSON holds them."""
        return self.plan.facts() | {
            "round": self.round,
            "system": self.system,
            "choice": self.choice and self.choice.facts(),
        }


class RoundWanted(NamedTuple):
    """`ratings` more, or the unjudged answers of the `system`, for so many `annotators` each or
    as the campaign says; `size`: about so many candidates a subset, else as in the plan."""

    seed: int
    ratings: int | None = None
    depth: int = DEPTH
    system: str | None = None
    annotators: int | None = None
    size: int | None = None
    name: str = ""
    plan: str = ""


class _Drafted(NamedTuple):
    draft: Draft
    system: System | None
    choice: RoundChoice | None
    candidates: list[int]
    leaves: set[int]  # the subsets that lose candidates to it


def draw_round(
    *, campaign: Campaign, wanted: RoundWanted, dry_run: bool = False, by: User | None = None
) -> RatingRoundReport:
    """Raises RoundDrawn where one of that name was drawn already, Refused where nothing is
    there to draw, having changed nothing."""
    _refuse_impossible(campaign, wanted)
    if dry_run:
        with snapshot():
            campaign = Campaign.objects.get(id=campaign.pk)
            return _report(campaign, _draft(campaign, wanted), None)
    stored, tried = None, 0
    while stored is None:
        _refuse_drawn(campaign, wanted.name)
        stored = _draw(campaign, wanted, by=by, locked=tried == FREE_PLANS)
        tried += 1
    delete_unplaced_checks(campaign)
    refresh_statistics(Candidate, Subset, Placement)
    return stored


def request_round(
    campaign: Campaign,
    *,
    by: User,
    seed: int | None = None,
    dry_run: bool = False,
    **asked: Any,
) -> Job:
    """A job that draws such a round, or only looks at it."""
    drawn: dict[str, Any] = {} if dry_run else {"name": secrets.token_hex(8)}
    if seed is None:
        drawn["seed"] = secrets.randbelow(2**32)
    else:
        asked["seed"] = seed
    kind = PREVIEW_RATING_ROUND if dry_run else RATING_ROUND
    return ask(kind, campaign=campaign, by=by.pk, dry_run=dry_run, drawn=drawn, **asked)


@transaction.atomic
def take_back_round(*, campaign: Campaign, number: int, by: User | None = None) -> None:
    """While nobody has sat at it. Candidates that were to be rated again stay in its subsets,
    which are from then on as any other of the plan; answers of a late system stand in none.
    Raises Refused."""
    lock_plan(campaign.pk)
    campaign = lock_campaign(campaign.pk)
    drawn = campaign.rating_rounds.filter(number=number).first()
    if drawn is None:
        raise Refused("no_such_round", N_("There is no round %(number)s.", number=number))
    if drawn.taken_back_at:
        text = N_("Round %(number)s was revoked already.", number=number)
        raise Refused("round_taken_back", text)
    subsets = Subset.objects.filter(round=drawn)
    # A rating on its way does not take the campaign's lock.
    wait_for_sittings(subsets)
    if begun_subsets(subsets).exists():
        text = N_("Somebody is rating in round %(number)s or has rated in it.", number=number)
        raise Refused("round_begun", text)
    delete_sittings(subsets)
    if drawn.system_id is None:
        # Rated they all are, so no plan takes them apart again.
        subsets.update(seats=None, fixed_at=timezone.now(), round=None)
    else:
        Placement.objects.filter(subset__in=subsets).delete()
        subsets.delete()
        # Of an earlier pool than this one: what it held is in no plan again.
        Campaign.objects.filter(id=campaign.pk).update(dispatched_version=F("pool_version") - 1)
    drawn.taken_back_at = timezone.now()
    drawn.save(update_fields=["taken_back_at"])
    basis_changed(campaign.pk, tallied_version=None)
    record(campaign=campaign, by=by, action="take back round", round=number)
    delete_unplaced_checks(campaign)


def _refuse_impossible(campaign: Campaign, wanted: RoundWanted) -> None:
    if not task_of(campaign).pools_answers:
        text = N_(
            "A round is about what systems answered. In this campaign everything is judged"
            " whatever they answer: give subsets a number of annotators of their own instead."
        )
        raise Refused("no_rounds_here", text)
    if (wanted.ratings is None) == (wanted.system is None):
        text = N_("A round is for a number of ratings or for a system: say one of them.")
        raise Refused("one_of_both", text)
    for least, most, value, text in (
        (1, 2**31 - 1, wanted.ratings, N_("a round is for at least one rating")),
        (1, 2**15 - 1, wanted.depth, N_("at least a system's first answer counts")),
        (1, 2**31 - 1, wanted.size, N_("a subset has at least one candidate")),
        (1, MOST_SEATS, wanted.annotators, N_("a subset is for 1 to 99 annotators")),
        (0, 2**63 - 1, wanted.seed, N_("a seed is a number from 0")),
    ):
        if value is not None and not least <= value <= most:
            raise Refused("out_of_range", text)


def _refuse_drawn(campaign: Campaign, name: str) -> None:
    if name and campaign.rating_rounds.filter(name=name).exists():
        raise RoundDrawn("round_drawn", N_("This round has been drawn already."))


@transaction.atomic
def _draw(
    campaign: Campaign, wanted: RoundWanted, *, by: User | None, locked: bool
) -> RatingRoundReport | None:
    """None, and nothing is stored, where somebody sat down at what was drawn meanwhile, other
    ratings count, or what shapes a plan changed."""
    lock_plan(campaign.pk)
    read = lock_campaign(campaign.pk) if locked else Campaign.objects.get(id=campaign.pk)
    drafted = _draft(read, wanted)
    now = lock_campaign(campaign.pk)
    _refuse_drawn(now, wanted.name)
    changed = (
        shape_of(now) != shape_of(read)
        or now.ratings_version != read.ratings_version
        or not drafted.leaves.isdisjoint(busy_subsets(now))
    )
    if changed:
        transaction.set_rollback(True)
        return None
    last = now.rating_rounds.aggregate(last=Max("number"))["last"] or 0
    drawn = RatingRound.objects.create(
        campaign=now,
        number=last + 1,
        ratings=drafted.choice and drafted.choice.ratings,
        system=drafted.system,
        candidates=len(drafted.candidates),
        seed=wanted.seed,
        name=wanted.name,
        drawn_by=by,
    )
    _take_out(drafted.candidates, drafted.leaves)
    count_again(now, drafted.leaves)
    store_plan(now, drafted.draft.plan, drafted.draft.checks, round=drawn)
    number_stored(now)
    mark_rated(now)
    if drafted.system and not unjudged_candidates(now).exists():
        Campaign.objects.filter(id=now.pk).update(dispatched_version=now.pool_version)
    basis_changed(now.pk, tallied_version=None)
    report = _report(now, drafted, drawn.number)
    record(
        campaign=now,
        by=by,
        action="draw round",
        round=drawn.number,
        system=report.system,
        ratings=drawn.ratings,
        candidates=drawn.candidates,
        subsets=report.plan.subsets,
        seed=wanted.seed,
    )
    return report


def _report(campaign: Campaign, drafted: _Drafted, number: int | None) -> RatingRoundReport:
    plan = report_of(campaign, drafted.draft, None)
    name = drafted.system.name if drafted.system else None
    return RatingRoundReport(plan, number, name, drafted.choice)


def _draft(campaign: Campaign, wanted: RoundWanted) -> _Drafted:
    if not campaign.subsets.exists():
        raise Refused("not_dispatched", N_("There are no subsets yet: dispatch first."))
    system, choice = None, None
    if wanted.ratings is not None:
        totals, choice = choose_candidates(
            campaign, ratings=wanted.ratings, depth=wanted.depth, seed=wanted.seed
        )
        if not totals:
            text = N_(
                "No candidate can be rated again to tell systems apart. That takes two systems,"
                " and candidates that have the ratings wanted and not yet the most they may"
                " have, in subsets where nobody sits now."
            )
            raise Refused("nothing_to_choose", text)
    else:
        system = _late_system(campaign, wanted.system or "")
        totals = _unjudged_of(campaign, system)
    portions, leaves = _portions(campaign, wanted, totals, again=choice is not None)
    draft = _planned(campaign, wanted, portions)
    candidates = sorted(set(draft.plan.candidate[~draft.plan.copy].tolist()))
    return _Drafted(draft, system, choice, candidates, leaves)


def _late_system(campaign: Campaign, name: str) -> System:
    system = campaign.systems.filter(name=name, hidden_at__isnull=True).first()
    if system is None:
        raise Refused("no_such_system", N_("There is no system %(name)s.", name=name))
    if changed_since_pooling(campaign):
        text = N_("The sources have changed since pooling: pool again first.")
        raise Refused("pool_first", text)
    return system


def _unjudged_of(campaign: Campaign, system: System) -> dict[int, int]:
    rows = unjudged_candidates(campaign).order_by("id").values_list("id", "answers")
    found = {
        id: 0
        for id, answers in rows.iterator(chunk_size=20_000)
        if any(gave == system.pk for gave, _rank in answers)
    }
    if not found:
        text = N_(
            "Every answer of %(name)s in the pool stands in a subset or was rated.",
            name=system.name,
        )
        raise Refused("nothing_unjudged", text)
    return found


def _portions(
    campaign: Campaign, wanted: RoundWanted, totals: dict[int, int], *, again: bool
) -> tuple[list[Portion], set[int]]:
    """Candidates that shall have as many ratings in all go together."""
    size = wanted.size or usual_size(campaign)
    pools: defaultdict[int, list[PoolItem]] = defaultdict(list)
    leaves = set()
    for ids in _batches([*totals]):
        rows = Candidate.objects.filter(id__in=ids).order_by("id")
        for id, item, votes, subset in rows.values_list(
            "id", "item_id", "votes", "placement__subset"
        ):
            pools[totals[id]].append(PoolItem(id, item, votes is not None))
            if subset is not None:
                leaves.add(subset)
    return [
        Portion(pool, max(1, round(len(pool) / size)), total if again else wanted.annotators)
        for total, pool in sorted(pools.items())
    ], leaves


def _planned(campaign: Campaign, wanted: RoundWanted, portions: Sequence[Portion]) -> Draft:
    sentences = planned_sentences(campaign)
    drawn = {one.sentence for portion in portions for one in portion.pool}
    placed = Candidate.objects.filter(in_play(campaign), placement__isnull=False)
    anchors: defaultdict[int, list[int]] = defaultdict(list)
    for id, item in (
        placed.filter(votes__isnull=False).order_by("id").values_list("id", "item_id")
    ):
        anchors[item].append(id)
    try:
        plan = dispatch_portions(
            portions,
            block_size=campaign.block_size,
            seed=wanted.seed,
            # What stands in the plan without an anchor a lead allowed.
            unanchored_allowed=items_of(placed) & drawn,
            anchor_copies=anchors,
        )
    except PlanImpossible as impossible:
        raise Refused("too_many_subsets", impossible.text) from impossible
    checks = draw_checks(campaign, plan, sentences, seed=wanted.seed)
    checksum = checksum_of(plan, checks)
    refuse_another(wanted.plan, checksum)
    left_out = named(plan.unanchored, sentences)
    return Draft(plan, checks, left_out, campaign.pool_version, Drawing(drawn), checksum)


def _take_out(candidates: Sequence[int], subsets: Collection[int]) -> None:
    """Of the subsets they stand in, with the repeats that are there to check them. A block in
    which others stay and no anchor would shows the one that goes once more, as every plan does
    where an anchor stands elsewhere."""
    going = set(candidates)
    anchors: dict[tuple[int, int], tuple[int, int]] = {}
    stays: defaultdict[tuple[int, int], list[bool]] = defaultdict(list)
    for ids in _batches(sorted(subsets)):
        rows = Placement.objects.filter(subset__in=ids).order_by("subset", "position")
        for subset, block, position, candidate, anchor, role in rows.values_list(
            *("subset_id", "block", "position", "candidate_id", "anchor", "candidate__role")
        ).iterator(chunk_size=20_000):
            if candidate not in going:
                # A copy is an anchor, but alone nothing to rate.
                stays[subset, block] += [anchor] if anchor or role == "pooled" else []
            elif anchor:
                anchors.setdefault((subset, block), (candidate, position))
    shown = {
        place: anchor
        for place, anchor in anchors.items()
        if stays[place] and not any(stays[place])
    }
    for ids in _batches(candidates):
        Placement.objects.filter(
            subset__in=subsets, anchor=False, candidate__repeat_of__in=ids
        ).delete()
    # Their places are free then.
    free_candidates(candidates, subsets=subsets)
    copies = make_repeats([candidate for candidate, _position in shown.values()])
    insert_rows(
        Placement,
        PLACE,
        [
            (subset, copies[candidate], block, position, True)
            for (subset, block), (candidate, position) in shown.items()
        ],
    )
    for subset, _block in shown:
        Subset.objects.filter(id=subset).update(size=F("size") + 1)
    leave_out([(subset, copies[shown[subset, block][0]]) for subset, block in shown])


def _batches(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(ids), IDS_AT_A_TIME):
        yield ids[start : start + IDS_AT_A_TIME]
