"""One system and its ranked answers: read, stored, replaced, taken out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import override

from campaigns.models import Campaign
from campaigns.selectors.permission import RETIRED
from campaigns.selectors.task import task_of
from campaigns.services import audit
from campaigns.services.archiving import refuse_archived
from campaigns.services.audit import record
from campaigns.services.locking import answers_changed, lock_campaign
from campaigns.services.settling import refuse_once_settled
from core.checksums import sha256_of
from core.refusals import Refused, SystemExists
from regild.formats.answers import end_in_numbers
from regild.formats.records import AnswerRecord
from regild.problems import (
    N_,
    BadFile,
    BadFiles,
    FileProblem,
    Notice,
    Reading,
    Source,
    Text,
)
from sources.models import Answer, System
from sources.services.multiwords import save_named_multiwords
from sources.services.rows import ROWS_AT_A_TIME

# What the task calls the file of the multiwords that a system names.
MULTIWORDS = "multiwords"


class AddedSystem(NamedTuple):
    system: System
    attempted: int
    answers: int
    notices: tuple[Notice, ...]
    multiwords: int | None = None  # None: no file of them was handed in


class SystemFile(NamedTuple):
    """A system's answers as they were handed in, not yet matched with any sentence."""

    system: System
    reading: Reading[AnswerRecord]
    file: str
    multiwords: Reading[AnswerRecord] | None = None
    multiwords_file: str = ""


class EndInNumbers(Refused):
    """Most answers look like a gold's; whoever brings them must say that they are right."""

    def __init__(self, files: Sequence[str]) -> None:
        self.files = tuple(files)
        text = N_(
            "These answers end in numbers, as those of a gold file do: %(files)s. Nothing was"
            " stored.",
            files=self.files,
        )
        super().__init__("answers_end_in_numbers", text)


def add_system(
    *,
    campaign: Campaign,
    name: str,
    answers: Source,
    multiwords: Source | None = None,
    kind: str = System.Kind.PARTICIPANT,
    as_they_are: bool = False,
    by: User | None = None,
) -> AddedSystem:
    """A system and its ranked answers, perhaps with the multiwords that it names. Raises
    Refused, SystemExists or BadFiles; nothing is stored."""
    file = read_system(
        campaign=campaign,
        name=name,
        answers=answers,
        multiwords=multiwords,
        kind=kind,
        as_they_are=as_they_are,
    )
    with transaction.atomic():
        lock_unless_deleted(campaign)
        return store_system(file, by=by)


def read_system(
    *,
    campaign: Campaign,
    name: str,
    answers: Source,
    multiwords: Source | None = None,
    kind: str = System.Kind.PARTICIPANT,
    team: str = "",
    as_they_are: bool = False,
) -> SystemFile:
    """What takes its time and holds nobody up. Raises Refused, which EndInNumbers is unless
    the answers are to be taken as they are, or BadFiles."""
    system = System(campaign=campaign, name=name, kind=kind, sha256="0", team=team)
    # Whether the name is taken is asked when the system is stored.
    refuse_unless_valid(system, constraints=False)
    task, readings, bad_files = task_of(campaign), [], []
    labels = list(campaign.scale.values_list("label", flat=True))
    if multiwords is not None and MULTIWORDS not in task.files:
        text = N_("This campaign does not take multiwords.")
        raise Refused("no_multiwords_here", text)
    for source in (answers, multiwords):
        if source is not None:
            try:
                readings.append(task.read_answers(source, labels=labels))
            except BadFile as bad:
                bad_files.append(_with_strangers(bad, campaign))
    if bad_files:
        raise BadFiles(bad_files)
    given = [source.name for source in (answers, multiwords) if source is not None]
    numbered = [
        name
        for name, reading in zip(given, readings, strict=True)
        if end_in_numbers(reading.records)
    ]
    if numbered and not as_they_are:
        raise EndInNumbers(numbered)
    system.sha256 = sha256_of(answers)
    if multiwords is None:
        return SystemFile(system, readings[0], answers.name)
    system.multiwords_sha256 = sha256_of(multiwords)
    return SystemFile(system, readings[0], answers.name, readings[1], multiwords.name)


class MatchedSystem(NamedTuple):
    """What a file of answers says of the campaign's sentences as they are now."""

    ids: dict[str, int]
    notices: tuple[Notice, ...]


def match_system(file: SystemFile) -> MatchedSystem:
    """Raises BadFiles for sentences that the campaign does not have."""
    items = {
        key: (id, group)
        for key, id, group in file.system.campaign.items.values_list("key", "id", "group")
    }
    groups = {key: group for key, (_id, group) in items.items()}
    told: list[Notice] = []
    bad: list[BadFile] = []
    given = [(file.file, file.reading)]
    if file.multiwords is not None:
        given.append((file.multiwords_file, file.multiwords))
    for name, reading in given:
        strangers, respelled = match_records(file.system.campaign, reading.records, groups)
        bad += [BadFile(name, strangers)] if strangers else []
        told += [Notice(name, notice) for notice in (*reading.notices, *respelled)]
    if bad:
        raise BadFiles(bad)
    return MatchedSystem({key: id for key, (id, _group) in items.items()}, tuple(told))


def match_records(
    campaign: Campaign, records: Iterable[AnswerRecord], groups: Mapping[str, str] | None = None
) -> tuple[list[FileProblem], list[FileProblem]]:
    """Problems and notices of records that were read."""

    def contents() -> dict[str, dict[str, Any]]:
        return dict(campaign.items.values_list("key", "content"))

    if groups is None:
        groups = dict(campaign.items.values_list("key", "group"))
    return task_of(campaign).match(records, groups, contents)


def store_system(file: SystemFile, *, by: User | None = None) -> AddedSystem:
    """Under the campaign's lock: its sentences may be others than when the file was read.

    Raises SystemExists or BadFiles.
    """
    system = file.system
    refuse_taken_name(system.campaign, system.name)
    matched = match_system(file)
    system.save()
    return _store_answers(system, file, matched, action="add system", by=by)


@transaction.atomic
def replace_answers(
    *,
    system: System,
    answers: Source,
    multiwords: Source | None = None,
    as_they_are: bool = False,
    by: User | None = None,
) -> AddedSystem:
    """Others in the place of a system's answers, which keeps its name, kind and team; without
    a file of multiwords it names none. Raises RatingsExist, EndInNumbers, Refused or BadFiles.
    """
    refuse_once_settled(system.campaign)
    file = read_system(
        campaign=system.campaign,
        name=system.name,
        answers=answers,
        multiwords=multiwords,
        as_they_are=as_they_are,
    )
    campaign = lock_unless_deleted(system.campaign)
    refuse_once_settled(campaign)
    system = System.objects.get(id=system.pk)
    matched = match_system(file)
    system.answers.all().delete()
    system.multiwords.all().delete()
    system.sha256 = file.system.sha256
    system.multiwords_sha256 = file.system.multiwords_sha256
    system.only = []
    system.save(update_fields=["sha256", "multiwords_sha256", "only"])
    return _store_answers(system, file, matched, action="replace answers", by=by)


def _store_answers(
    system: System, file: SystemFile, matched: MatchedSystem, *, action: str, by: User | None
) -> AddedSystem:
    records = file.reading.records
    rows = [
        Answer(
            system=system,
            item_id=matched.ids[record.sentence],
            rank=rank,
            text=text,
            score=record.scores[rank - 1] if record.scores else None,
        )
        for record in records
        for rank, text in enumerate(record.answers, start=1)
    ]
    Answer.objects.bulk_create(rows, batch_size=ROWS_AT_A_TIME)
    named = None
    if file.multiwords is not None:
        named = save_named_multiwords(system, file.multiwords.records, items=matched.ids)
    answers_changed(system.campaign)
    team = {"team": system.team} if system.team else {}
    audit.record(
        campaign=system.campaign,
        by=by,
        action=action,
        system=system.name,
        answers=len(rows),
        **team,
        **({} if named is None else {"multiwords": named}),
    )
    return AddedSystem(
        system,
        attempted=sum(1 for record in records if record.answers),
        answers=len(rows),
        notices=matched.notices,
        multiwords=named,
    )


def refuse_taken_name(campaign: Campaign, name: str, *, besides: System | None = None) -> None:
    """Under the lock. A release that names a system must not be read as naming another."""
    others = campaign.systems.exclude(id=besides.pk) if besides else campaign.systems.all()
    for other, former in others.values_list("name", "former_names"):
        if name == other:
            raise SystemExists(name)
        if name in former:
            text = N_(
                "%(name)s was the name of system %(other)s while ratings existed, and releases"
                " may have it.",
                name=name,
                other=other,
            )
            raise Refused("name_was_used", text)


def lock_unless_deleted(campaign: Campaign) -> Campaign:
    """The campaign's lock, for what would be lost with a campaign that is on its way out.

    Raises Refused.
    """
    try:
        locked = lock_campaign(campaign.pk)
    except Campaign.DoesNotExist:
        locked = None
    if locked is None or locked.slug.startswith(RETIRED):
        text = N_("The campaign was deleted meanwhile: nothing was stored.")
        raise Refused("campaign_deleted", text)
    refuse_archived(locked)
    return locked


def refuse_unless_valid(row: Campaign | System, *, constraints: bool = True) -> None:
    """What the columns cannot hold, said by name before any file is read."""
    try:
        row.full_clean(validate_unique=False, validate_constraints=constraints)
    except ValidationError as invalid:
        with override("en"):
            told = invalid.message_dict
        # Forms tell them by themselves, in the words of Django's own catalogues.
        english = "\n".join(f"{field}: {one}" for field, ones in told.items() for one in ones)
        text = N_("These values cannot be stored: %(fields)s.", fields=tuple(told))
        raise Refused(
            "values_invalid", Text(text.template, text.parameters, english=english)
        ) from invalid


def _with_strangers(bad: BadFile, campaign: Campaign) -> BadFile:
    """Of what could be read of a bad file, the sentences that nobody knows are told as well."""
    strangers, _respelled = match_records(campaign, bad.records)
    return BadFile(bad.name, bad.found, first=strangers, hidden=bad.hidden)


@transaction.atomic
def remove_system(*, system: System, by: User) -> None:
    """Take a system and its answers out; pooling again takes its candidates out.

    Raises RatingsExist.
    """
    campaign = lock_campaign(system.campaign_id)
    refuse_once_settled(campaign)
    record(campaign=campaign, by=by, action="remove system", system=system.name)
    system.delete()
    answers_changed(campaign)
