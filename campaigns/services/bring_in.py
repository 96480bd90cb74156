"""Bring in a campaign: read its files, report every problem at once, save all or nothing."""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import BinaryIO, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from campaigns.models import (
    Answer,
    Campaign,
    Member,
    ScaleOption,
    Sentence,
    SubmissionLink,
    System,
)
from campaigns.selectors import RETIRED
from campaigns.services import audit
from campaigns.services.jobs import JobRefused
from campaigns.services.locking import lock_campaign, sources_changed
from campaigns.services.source_rows import ROWS_AT_A_TIME, save_gold, save_sentences
from regild.formats.detect import read_answers_any, read_gold_any, read_sentences
from regild.formats.mapping import read_mapping
from regild.formats.records import AnswerRecord, GoldRecord, MappingRule, SentenceRecord
from regild.problems import BadFile, Problem, Reading


class Source(NamedTuple):
    """A file to be read: its bytes and the name that problems are reported under."""

    stream: BinaryIO
    name: str


class BadFiles(Exception):  # noqa: N818
    """One or more files cannot be brought in; nothing was stored."""

    def __init__(self, files: Sequence[BadFile]) -> None:
        self.files = tuple(files)
        super().__init__("\n".join(str(file) for file in files))


class CampaignExists(Exception):  # noqa: N818
    """The slug is taken."""


class SystemExists(Exception):  # noqa: N818
    """The campaign has a system of that name."""


class Notice(NamedTuple):
    """Something a reader mended or passed over, told so that a lead can object."""

    name: str
    problem: Problem


class BroughtIn(NamedTuple):
    campaign: Campaign
    sentences: int
    gold_substitutes: int
    notices: tuple[Notice, ...]


class AddedSystem(NamedTuple):
    system: System
    attempted: int
    answers: int
    notices: tuple[Notice, ...]


SCALES = ("0-3", "good-reasonable-bad")


def scale_options(scale: str) -> list[tuple[int, str, float]]:
    """(value, label, weight) of a ready-made scale, in the active language."""
    if scale == "0-3":
        labels = [
            _("Does not fit"),
            _("Changes the meaning"),
            _("Fits, with a nuance"),
            _("Perfect"),
        ]
    elif scale == "good-reasonable-bad":
        labels = [_("Bad"), _("Reasonable"), _("Good")]
    else:
        raise ValueError(f"scale must be one of {', '.join(SCALES)}, not {scale!r}")
    return [(value, label, float(value)) for value, label in enumerate(labels)]


class Sources(NamedTuple):
    """What a campaign's files say, read and found to agree with each other."""

    sentences: tuple[SentenceRecord, ...]
    gold: tuple[GoldRecord, ...]
    rules: tuple[MappingRule, ...]
    notices: tuple[Notice, ...]


def read_sources(
    *,
    sentences: Source,
    gold: Source,
    mapping: Source | None,
    excluded_targets: Collection[str],
) -> Sources:
    """Raises BadFiles with the problems of all files."""
    bad: list[BadFile] = []
    notices: list[Notice] = []

    sentence_records: tuple[SentenceRecord, ...] = ()
    gold_records: tuple[GoldRecord, ...] = ()
    rules: tuple[MappingRule, ...] = ()
    with _collected(bad):
        reading = read_sentences(sentences.stream, name=sentences.name)
        sentence_records = reading.records
        notices += [Notice(sentences.name, notice) for notice in reading.notices]
    with _collected(bad):
        gold_reading = read_gold_any(gold.stream, name=gold.name)
        gold_records = gold_reading.records
        notices += [Notice(gold.name, notice) for notice in gold_reading.notices]
    if mapping is not None:
        with _collected(bad):
            mapping_reading = read_mapping(mapping.stream, name=mapping.name)
            rules = mapping_reading.records
            notices += [Notice(mapping.name, notice) for notice in mapping_reading.notices]
    if not bad:
        known = {record.key: record.lexelt for record in sentence_records}
        strangers, respelled = _match_sentences(gold_records, known)
        notices += [Notice(gold.name, notice) for notice in respelled]
        if strangers:
            bad.append(BadFile(gold.name, strangers))
        missing = set(excluded_targets) - set(known.values())
        if missing:
            bad.append(BadFile(sentences.name, [_unknown_target(name) for name in missing]))
    if bad:
        raise BadFiles(bad)
    return Sources(sentence_records, gold_records, rules, tuple(notices))


def create_campaign(
    *,
    slug: str,
    sentences: Source,
    gold: Source,
    language: str,
    title: str = "",
    mapping: Source | None = None,
    scale: str = "0-3",
    multiwords: str = Campaign.Keep.KEEP,
    excluded_targets: Collection[str] = (),
    min_ratings: int = 3,
    max_ratings: int = 7,
    by: User | None = None,
) -> BroughtIn:
    """A draft campaign with its sentences and first gold, owned by whoever made it.

    Raises JobRefused, CampaignExists, or BadFiles with the problems of all its files.
    """
    if Campaign.objects.filter(slug=slug).exists():
        raise CampaignExists(slug)
    _refuse_unless_valid(
        Campaign(
            slug=slug,
            title=title or slug,
            language=language,
            multiwords=multiwords,
            min_ratings=min_ratings,
            max_ratings=max_ratings,
        )
    )
    sources = read_sources(
        sentences=sentences, gold=gold, mapping=mapping, excluded_targets=excluded_targets
    )
    with transaction.atomic():
        # Two clicks, or two leads with one idea: the second learns that the slug is taken.
        campaign, new = Campaign.objects.get_or_create(
            slug=slug,
            defaults={
                "title": title or slug,
                "language": language,
                "multiwords": multiwords,
                "excluded_targets": sorted(excluded_targets),
                "min_ratings": min_ratings,
                "max_ratings": max_ratings,
            },
        )
        if not new:
            raise CampaignExists(slug)
        if by is not None:
            Member.objects.create(campaign=campaign, user=by, role=Member.Role.OWNER)
        with override(language):
            options = scale_options(scale)
        ScaleOption.objects.bulk_create(
            ScaleOption(campaign=campaign, value=value, label=label, weight=weight)
            for value, label, weight in options
        )
        made = _save_sources(campaign, sources)
        audit.record(
            campaign=campaign,
            by=by,
            action="create campaign",
            sentences=made.sentences,
            gold_substitutes=made.gold_substitutes,
        )
    return made


def replace_sources(*, campaign: Campaign, sources: Sources, by: User | None) -> BroughtIn:
    """Sentences and gold for a campaign whose own were taken out."""
    with transaction.atomic():
        lock_campaign(campaign.pk)
        made = _save_sources(campaign, sources)
        sources_changed(campaign.pk)
        audit.record(
            campaign=campaign,
            by=by,
            action="replace sentences",
            sentences=made.sentences,
            gold_substitutes=made.gold_substitutes,
        )
    return made


class SystemFile(NamedTuple):
    """A system's answers as they were handed in, not yet matched with any sentence."""

    system: System
    reading: Reading[AnswerRecord]
    file: str


def add_system(
    *,
    campaign: Campaign,
    name: str,
    answers: Source,
    kind: str = System.Kind.PARTICIPANT,
    by: User | None = None,
) -> AddedSystem:
    """A system and its ranked answers. Raises JobRefused, SystemExists or BadFiles; nothing is
    stored."""
    file = read_system(campaign=campaign, name=name, answers=answers, kind=kind)
    with transaction.atomic():
        lock_unless_deleted(campaign)
        return store_system(file, by=by)


def read_system(
    *,
    campaign: Campaign,
    name: str,
    answers: Source,
    kind: str = System.Kind.PARTICIPANT,
    link: SubmissionLink | None = None,
) -> SystemFile:
    """What takes its time and holds nobody up. Raises JobRefused or BadFiles."""
    system = System(campaign=campaign, name=name, kind=kind, sha256="0", submission_link=link)
    # Whether the name is taken is asked when the system is stored.
    _refuse_unless_valid(system, constraints=False)
    try:
        reading = read_answers_any(answers.stream, name=answers.name)
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    system.sha256 = _sha256(answers.stream)
    return SystemFile(system, reading, answers.name)


def store_system(file: SystemFile, *, by: User | None = None) -> AddedSystem:
    """Under the campaign's lock: its sentences may be others than when the file was read.

    Raises SystemExists or BadFiles.
    """
    system, records, name = file.system, file.reading.records, file.file
    campaign = system.campaign
    if campaign.systems.filter(name=system.name).exists():
        raise SystemExists(system.name)
    sentences = {
        key: (sentence_id, lexelt)
        for key, sentence_id, lexelt in campaign.sentences.values_list("key", "id", "lexelt")
    }
    known = {key: lexelt for key, (_id, lexelt) in sentences.items()}
    strangers, respelled = _match_sentences(records, known)
    if strangers:
        raise BadFiles([BadFile(name, strangers)])
    system.save()
    rows = [
        Answer(system=system, sentence_id=sentences[record.sentence][0], rank=rank, text=text)
        for record in records
        for rank, text in enumerate(record.answers, start=1)
    ]
    Answer.objects.bulk_create(rows, batch_size=ROWS_AT_A_TIME)
    sources_changed(campaign.pk)
    team = {"team": system.submission_link.label} if system.submission_link else {}
    audit.record(
        campaign=campaign,
        by=by,
        action="add system",
        system=system.name,
        answers=len(rows),
        **team,
    )
    return AddedSystem(
        system,
        attempted=sum(1 for record in records if record.answers),
        answers=len(rows),
        notices=tuple(Notice(name, notice) for notice in (*file.reading.notices, *respelled)),
    )


def lock_unless_deleted(campaign: Campaign) -> Campaign:
    """The campaign's lock, for what would be lost with a campaign that is on its way out.

    Raises JobRefused.
    """
    try:
        locked = lock_campaign(campaign.pk)
    except Campaign.DoesNotExist:
        locked = None
    if locked is None or locked.slug.startswith(RETIRED):
        raise JobRefused(_("The campaign was deleted meanwhile: nothing was stored."))
    return locked


def _refuse_unless_valid(row: Campaign | System, *, constraints: bool = True) -> None:
    """What the columns cannot hold, said by name before any file is read."""
    try:
        row.full_clean(validate_unique=False, validate_constraints=constraints)
    except ValidationError as invalid:
        raise JobRefused(
            "\n".join(
                f"{field}: {message}"
                for field, messages in invalid.message_dict.items()
                for message in messages
            )
        ) from invalid


def _sha256(stream: BinaryIO) -> str:
    digest = hashlib.sha256()
    stream.seek(0)
    while chunk := stream.read(1 << 20):
        digest.update(chunk)
    return digest.hexdigest()


class _collected:  # noqa: N801
    """Keep a bad file's problems and go on, so that one run tells about every file."""

    def __init__(self, bad: list[BadFile]) -> None:
        self.bad = bad

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if isinstance(error, BadFile):
            self.bad.append(error)
            return True
        return False


def _match_sentences(
    records: Iterable[GoldRecord | AnswerRecord], known: dict[str, str]
) -> tuple[list[Problem], list[Problem]]:
    """Match on the id. Problems: ids nobody has. Notices: another word or part of speech."""
    strangers, respelled = [], []
    for record in records:
        lexelt = known.get(record.sentence)
        if lexelt is None:
            strangers.append(
                Problem(
                    record.line,
                    f"no sentence has the id {record.sentence!r}",
                    "Use the ids of the sentences file",
                )
            )
        elif record.lexelt and lexelt != record.lexelt:
            respelled.append(
                Problem(
                    record.line,
                    f"{record.lexelt!r} is {lexelt!r} in the sentences file",
                    f"Matched on the id {record.sentence!r}",
                )
            )
    return strangers, respelled


def _unknown_target(name: str) -> Problem:
    return Problem(
        None,
        f"no sentence has the target {name!r}, which was to be excluded",
        "Name a target as the file does, such as compris.a",
    )


def _save_sources(campaign: Campaign, sources: Sources) -> BroughtIn:
    campaign.mapping = [[rule.lexelt, rule.proposed, rule.canonical] for rule in sources.rules]
    campaign.save(update_fields=["mapping"])
    saved = save_sentences(campaign, sources.sentences, sources.gold)
    count = save_gold(saved, sources.gold)
    return BroughtIn(campaign, len(saved), count, sources.notices)


def set_sentence_hidden(*, sentence_id: int, at: datetime | None) -> None:
    Sentence.objects.filter(id=sentence_id).update(hidden_at=at)
