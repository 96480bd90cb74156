"""Bring in what annotators proposed elsewhere: every problem at once, then all or nothing."""

import json
import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.imported import ANNOTATORS_AT_A_TIME, imported_annotators
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, ratings_changed
from core.bulk import insert_rows, update_rows
from core.refusals import Refused
from proposing.models import Proposal, ProposalTurn
from proposing.services.settling import refuse_once_gold_is_rated
from regild.formats.proposals import read_proposals
from regild.formats.records import ProposalRecord
from regild.problems import (
    N_,
    BadFile,
    BadFiles,
    FileProblem,
    Notice,
    Source,
    refuse_together,
)
from regild.proposing.strangers import find_strangers

State = ProposalTurn.State


class ImportedProposals(NamedTuple):
    """Responses of an annotator to a sentence: `changed` ones supersede an earlier response,
    what the campaign held already is `unchanged`."""

    annotators: int
    added: int
    changed: int
    unchanged: int
    notices: tuple[Notice, ...]


class _Before(NamedTuple):
    id: int
    said: tuple[tuple[str, ...], str, str]


def import_proposals(
    *, campaign: Campaign, proposals: Source, by: User | None = None
) -> ImportedProposals:
    """Safe to run again: an equal response changes nothing, another supersedes the earlier.

    Every annotator of the file has one turn, complete and without a subset. Raises BadFiles or
    Refused, having stored nothing.
    """
    if not task_of(campaign).proposes:
        text = N_("Annotators propose nothing in a campaign of this task.")
        raise Refused("task_proposes_nothing", text)
    try:
        records, notices, bad = _read(proposals)
        with transaction.atomic():
            # One import at a time, or two would make the same annotators.
            locked = lock_campaign(campaign.pk)
            refuse_once_gold_is_rated(locked)
            groups = dict(locked.items.values_list("key", "group"))
            refuse_together(find_strangers(proposals.name, records, groups), bad)
            report = _store(locked, records)
            audit.record(
                campaign=locked,
                by=by,
                action="import proposals",
                file=proposals.name,
                **report._asdict(),
            )
    except BadFile as wrong:
        raise BadFiles([wrong]) from wrong
    told = tuple(Notice(proposals.name, one) for one in notices)
    return ImportedProposals(**report._asdict(), notices=told)


def _read(
    proposals: Source,
) -> tuple[tuple[ProposalRecord, ...], tuple[FileProblem, ...], BadFile | None]:
    """Of a bad file what could be read: sentences that nobody knows are told with the rest."""
    try:
        reading = read_proposals(proposals.stream, name=proposals.name)
    except BadFile as bad:
        return bad.records, (), bad
    return reading.records, reading.notices, None


class _Counts(NamedTuple):
    annotators: int
    added: int
    changed: int
    unchanged: int


def _store(campaign: Campaign, records: Sequence[ProposalRecord]) -> _Counts:
    items = dict(campaign.items.values_list("key", "id"))
    current = _current(campaign)
    fresh: list[ProposalRecord] = []
    superseded: list[int] = []
    for one in records:
        before = current.get((one.annotator, items[one.sentence]))
        if before is not None:
            if before.said == (one.answers, one.mark, one.phrase):
                continue
            superseded.append(before.id)
        fresh.append(one)
    names = dict.fromkeys(one.annotator for one in records)
    if fresh:
        now = timezone.now()
        turns = _turns_of(campaign, names, now=now)
        update_rows(Proposal, ["superseded_at"], ((id, now) for id in superseded))
        insert_rows(
            Proposal,
            [
                *("turn_id", "annotator_id", "item_id", "answers", "mark", "phrase"),
                *("key", "elapsed_ms", "proposed_at"),
            ],
            _rows(fresh, turns, items, now=now),
        )
        ratings_changed(campaign.pk, forgotten=True)
    return _Counts(
        annotators=len(names),
        added=len(fresh) - len(superseded),
        changed=len(superseded),
        unchanged=len(records) - len(fresh),
    )


def _current(campaign: Campaign) -> dict[tuple[str, int], _Before]:
    """What was imported before, by annotator's name and sentence."""
    rows = Proposal.objects.filter(
        annotator__campaign=campaign,
        annotator__source=Annotator.Source.IMPORTED,
        superseded_at__isnull=True,
    ).values_list("annotator__name", "item_id", "id", "answers", "mark", "phrase")
    return {
        (name, item): _Before(id, (tuple(answers), mark, phrase))
        for name, item, id, answers, mark, phrase in rows
    }


def _turns_of(
    campaign: Campaign, names: Collection[str], *, now: datetime
) -> dict[str, ProposalTurn]:
    """The turn of each annotator named, made where there is none yet. Of who is left out it is
    as it was: what comes counts no more than what there is."""
    people = imported_annotators(campaign, names)
    there = ProposalTurn.objects.filter(annotator__in=[one.pk for one in people.values()])
    known = {turn.annotator_id: turn for turn in there}
    made = ProposalTurn.objects.bulk_create(
        (
            ProposalTurn(
                annotator=annotator, state=State.COMPLETE, expires_at=now, completed_at=now
            )
            for annotator in people.values()
            if annotator.pk not in known
        ),
        batch_size=ANNOTATORS_AT_A_TIME,
    )
    known |= {turn.annotator_id: turn for turn in made}
    return {name: known[annotator.pk] for name, annotator in people.items()}


def _rows(
    records: Sequence[ProposalRecord],
    turns: Mapping[str, ProposalTurn],
    items: Mapping[str, int],
    *,
    now: datetime,
) -> Iterator[tuple[Any, ...]]:
    for one in records:
        turn = turns[one.annotator]
        yield (
            *(turn.pk, turn.annotator_id, items[one.sentence]),
            *(json.dumps(one.answers), one.mark, one.phrase),
            *(uuid.uuid4().hex, one.elapsed_ms, now),
        )
