"""Store what an annotator proposed: as a rating is stored (docs/decisions/0005)."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.limits import CHANGES, allow
from annotators.services.storing import (
    NeedsCampaign,
    Stored,
    hold_in,
    keep_hold,
    key_bound,
    nowhere,
    store_with_least_lock,
    time_bound,
)
from annotators.services.turns import hold
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services.locking import lock_campaign, ratings_changed
from core.prepared import Prepared
from proposing.models import Proposal, ProposalTurn
from proposing.services.ending import end_turn
from proposing.services.taking import admit, locked_turn
from regild.formats.entries import BatchProblem, first_of_each_key
from regild.formats.records import SentenceRecord
from regild.problems import N_
from regild.proposing.batch import NewProposal, faults
from sources.models import Item

State = ProposalTurn.State


class BadProposals(Exception):  # noqa: N818
    """Entries that cannot be stored; none of the batch was."""

    def __init__(self, problems: Sequence[BatchProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))


def store_proposals(
    *,
    annotator: Annotator,
    turn_id: int,
    proposals: Sequence[NewProposal],
    network: Callable[[], str] = nowhere,
) -> Stored:
    """Store a batch, all or nothing. Sending the same proposal again changes nothing.

    Another answer to a sentence supersedes the earlier row, which is kept. The last answer ends
    the turn. Raises TurnGone, BadProposals, or TooMany for changed minds; `network` is asked
    for those alone.
    """
    return store_with_least_lock(
        lambda locked, every_key: _store_batch(
            annotator, turn_id, proposals, network, locked=locked, every_key=every_key
        )
    )


class _Asked(NamedTuple):
    """What a batch needs to know of one of its sentences, and how much may be proposed."""

    item: int
    current: int | None
    in_play: bool
    most: int


# One statement, because this runs for every batch there is: the sentences asked for, and the
# answer each has so far. After the turn was locked, as its hidden sentences are counted.
_PLACES = """
    SELECT placement.item_id, proposal.id, item.hidden_at IS NULL,
           (SELECT most_proposals FROM campaigns_campaign WHERE id = %s)
    FROM proposing_proposalturn turn
    JOIN proposing_proposalplacement placement ON placement.subset_id = turn.subset_id
    JOIN sources_item item ON item.id = placement.item_id
    LEFT JOIN proposing_proposal proposal
      ON proposal.annotator_id = turn.annotator_id
     AND proposal.item_id = placement.item_id
     AND proposal.superseded_at IS NULL
    WHERE turn.id = %s AND placement.item_id {among}
"""
PLACES = Prepared(
    "proposing_places",
    # SQLite has no arrays; its JSON does for them.
    _PLACES.format(among="IN (SELECT value FROM json_each(%s))"),
    postgresql=_PLACES.format(among="= ANY(%s)"),
)
INSERT = Prepared(
    "proposing_insert",
    """
    INSERT INTO proposing_proposal (turn_id, annotator_id, item_id, answers, mark, phrase, key,
                                    elapsed_ms, proposed_at, superseded_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    """,
)


@transaction.atomic
def _store_batch(
    annotator: Annotator,
    turn_id: int,
    proposals: Sequence[NewProposal],
    network: Callable[[], str],
    *,
    locked: bool = False,
    every_key: bool = False,
) -> Stored:
    """With the lock of the campaign where the batch may change what counts; without it,
    raises NeedsCampaign for such a batch, having stored nothing.

    The keys are looked up where a sentence has a current answer, as that of a stored key always
    has, or is no part of the turn; `every_key` finds those that came with another sentence too.
    """
    now = timezone.now()
    campaign = lock_campaign(annotator.campaign_id) if locked else None
    turn = locked_turn(annotator.pk, turn_id)
    places = _places(annotator, turn_id, {one.sentence for one in proposals})
    known = _known(
        annotator.pk,
        [
            one.key
            for one in proposals
            if every_key
            or one.sentence not in places
            or places[one.sentence].current is not None
        ],
    )
    problems = _batch_problems(annotator, proposals, places, known)
    if problems:
        raise BadProposals(problems)
    fresh = [one for one in first_of_each_key(proposals) if one.key not in known]
    if not fresh:
        keep_hold(turn, campaign_id=annotator.campaign_id, now=now)
        return Stored(len(proposals), turn.remaining)
    if campaign is not None:
        admit(turn, campaign, now=now)
    elif turn.state != State.OPEN or turn.expires_at <= now:
        raise NeedsCampaign
    first = {one.sentence for one in fresh if places[one.sentence].current is None}
    answered = sum(places[sentence].in_play for sentence in first)
    if campaign is None and answered >= turn.remaining:
        raise NeedsCampaign
    if changes := len(fresh) - len(first):
        allow(
            CHANGES,
            annotator=annotator.pk,
            campaign=annotator.campaign_id,
            network=network(),
            times=changes,
        )
    _insert(annotator.pk, turn_id, fresh, places, now=now)
    _keep_books(turn, answered=answered, campaign=campaign, now=now)
    return Stored(len(proposals), turn.remaining)


def _keep_books(
    turn: ProposalTurn, *, answered: int, campaign: Campaign | None, now: datetime
) -> None:
    """What is left of the turn; the last answer ends it, a changed mind counts."""
    if turn.state == State.COMPLETE:
        ratings_changed(turn.annotator.campaign_id, forgotten=True)
        return
    turn.remaining -= answered
    turn.expires_at = now + (
        hold(campaign) if campaign else hold_in(turn.annotator.campaign_id)
    )
    turn.save(update_fields=["remaining", "expires_at"])
    if not turn.remaining:
        end_turn(turn, now=now)


def _places(
    annotator: Annotator, turn_id: int, sentences: Collection[int]
) -> dict[int, _Asked]:
    wanted: Any = list(sentences)
    if connection.vendor != "postgresql":
        wanted = json.dumps(wanted)
    with connection.cursor() as cursor:
        PLACES.run(cursor, [annotator.campaign_id, turn_id, wanted])
        return {row[0]: _Asked(*row) for row in cursor.fetchall()}


def _known(annotator_id: int, keys: Collection[UUID]) -> dict[UUID, tuple[Any, ...]]:
    """What is stored under each of these keys."""
    if not keys:
        return {}
    rows = Proposal.objects.filter(annotator_id=annotator_id, key__in=keys)
    return {
        key: (item, tuple(answers), mark, phrase)
        for key, item, answers, mark, phrase in rows.values_list(
            "key", "item_id", "answers", "mark", "phrase"
        )
    }


def _batch_problems(
    annotator: Annotator,
    proposals: Sequence[NewProposal],
    places: Mapping[int, _Asked],
    known: Mapping[UUID, tuple[Any, ...]],
) -> list[BatchProblem]:
    problems = []
    sentences = _with_phrases(annotator, [one for one in proposals if one.phrase])
    seen: dict[UUID, tuple[Any, ...]] = {}
    for index, one in enumerate(proposals):
        place = places.get(one.sentence)
        if place is None and one.key not in known:
            message = N_(
                "sentence %(sentence)s is not part of this assignment", sentence=one.sentence
            )
            problems.append(
                BatchProblem(index, "sentence", "sentence_not_in_assignment", message)
            )
        if place is not None:
            problems += [
                BatchProblem(index, *fault)
                for fault in faults(one, most=place.most, sentence=sentences.get(one.sentence))
            ]
        same = (one.sentence, one.answers, one.mark, one.phrase)
        if seen.setdefault(one.key, same) != same or known.get(one.key, same) != same:
            message = N_("key %(key)s stands for another proposal", key=one.key)
            problems.append(BatchProblem(index, "key", "key_used_twice", message))
    return problems


def _with_phrases(
    annotator: Annotator, proposals: Sequence[NewProposal]
) -> dict[int, SentenceRecord]:
    """The sentences of those that name a phrase, which few do."""
    if not proposals:
        return {}
    wanted = {one.sentence for one in proposals}
    items = Item.objects.filter(campaign=annotator.campaign_id, id__in=wanted)
    task = task_of(annotator.campaign)
    return {item.pk: task.record(item.key, item.group, item.content) for item in items}


def _insert(
    annotator_id: int,
    turn_id: int,
    proposals: Sequence[NewProposal],
    places: Mapping[int, _Asked],
    *,
    now: datetime,
) -> None:
    """Newest last: a sentence answered twice in one batch keeps both rows, the last current."""
    currents = [places[one.sentence].current for one in proposals]
    before = {current for current in currents if current is not None}
    if before:
        Proposal.objects.filter(id__in=before).update(superseded_at=now)
    last = {one.sentence: index for index, one in enumerate(proposals)}
    stamp = time_bound(now)
    with connection.cursor() as cursor:
        for index, one in enumerate(proposals):
            INSERT.run(
                cursor,
                [
                    turn_id,
                    annotator_id,
                    one.sentence,
                    json.dumps(one.answers),
                    one.mark,
                    one.phrase,
                    key_bound(one.key),
                    one.elapsed_ms,
                    stamp,
                    None if last[one.sentence] == index else stamp,
                ],
            )
