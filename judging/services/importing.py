"""Bring in what a model judged: every problem at once, then all or nothing."""

import hashlib
from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services import audit
from campaigns.services.locking import lock_campaign
from core.bulk import insert_rows
from core.refusals import Refused
from core.snapshot import snapshot
from judging.models import MAX_NAME, Judge, Judgement, RelatedSystem
from pooling.models import Candidate
from rating.services.import_matching import MatchedFile, match_file, state_of
from regild.formats.limits import shown
from regild.formats.records import RatingRecord
from regild.problems import N_, BadFile, BadFiles, Findings, Notice, Source
from sources.models import System


class JudgeRead(NamedTuple):
    """What an import stored."""

    judge: Judge
    judged: int
    notices: tuple[Notice, ...]


def import_judgements(
    *,
    campaign: Campaign,
    judgements: Source,
    name: str,
    model_version: str,
    prompt: str,
    related: Collection[str] = (),
    by: User | None = None,
) -> JudgeRead:
    """A new judge. The file is one of ratings, of one annotator: the model.

    `related` are names of systems that the model has something to do with. Raises BadFiles or
    Refused, having stored nothing.
    """
    _refuse_unnamed(name, model_version, prompt)
    try:
        reading = task_of(campaign).read_ratings(judgements)
        _refuse_several(reading.records, file=judgements.name)
        with snapshot():
            fresh = Campaign.objects.get(id=campaign.pk)
            matched = match_file(reading.records, fresh, name=judgements.name)
        with transaction.atomic():
            locked = lock_campaign(campaign.pk)
            if matched.state != state_of(locked):
                matched = match_file(reading.records, locked, name=judgements.name)
            judge = _store(
                locked,
                matched,
                judge=Judge(
                    campaign=locked,
                    name=name,
                    model_version=model_version,
                    prompt=prompt,
                    file=judgements.name.rpartition("/")[2][-255:],
                    sha256=_checksum(judgements),
                    judged=len(matched.ratings),
                    imported_by=by,
                ),
                related=related,
            )
            audit.record(
                campaign=locked,
                by=by,
                action="import judgements",
                judge=judge.number,
                name=name,
                version=model_version,
                file=judge.file,
                judged=judge.judged,
            )
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    told = (*reading.notices, *matched.notices)
    return JudgeRead(
        judge, judge.judged, tuple(Notice(judgements.name, problem) for problem in told)
    )


@transaction.atomic
def remove_judge(*, campaign: Campaign, number: int, by: User | None = None) -> Judge:
    """With all it judged. Reports stay: they say what was measured.

    Raises Judge.DoesNotExist.
    """
    locked = lock_campaign(campaign.pk)
    judge = locked.judges.get(number=number)
    audit.record(
        campaign=locked,
        by=by,
        action="remove judge",
        judge=judge.number,
        name=judge.name,
        version=judge.model_version,
    )
    judge.delete()
    return judge


def _refuse_unnamed(name: str, model_version: str, prompt: str) -> None:
    """Nobody could repeat what a judge without these did."""
    if not all(map(str.strip, (name, model_version, prompt))):
        text = N_("A judge needs a name, a version and the prompt that it was given.")
        raise Refused("judge_not_described", text)
    if max(len(name), len(model_version)) > MAX_NAME:
        text = N_(
            "The name and the version of a judge have at most %(most)s characters.",
            most=MAX_NAME,
        )
        raise Refused("judge_name_too_long", text)


def _refuse_several(records: Sequence[RatingRecord], *, file: str) -> None:
    """Raises BadFile where it is not one model's."""
    findings = Findings(file)
    first = records[0].annotator if records else ""
    for record in records:
        if record.annotator != first:
            message = N_(
                "this is of %(other)s, and line %(first_line)s of %(first)s",
                other=shown(record.annotator),
                first=shown(first),
                first_line=records[0].line,
            )
            remedy = N_("Bring in each model's judgements as a file of their own")
            findings.stop(record.line, message, remedy)


def _store(
    campaign: Campaign, matched: MatchedFile, *, judge: Judge, related: Collection[str]
) -> Judge:
    """Under the lock."""
    _refuse_known(campaign, judge)
    _refuse_once_replaced(campaign, matched)
    systems = _systems(campaign, related)
    judge.number = (campaign.judges.aggregate(last=Max("number"))["last"] or 0) + 1
    judge.save()
    RelatedSystem.objects.bulk_create(
        [RelatedSystem(judge=judge, system=system) for system in systems]
    )
    insert_rows(
        Judgement,
        ["judge_id", "candidate_id", "value"],
        ((judge.pk, row.candidate, row.value) for row in matched.ratings),
    )
    return judge


def _refuse_known(campaign: Campaign, judge: Judge) -> None:
    if campaign.judges.filter(name=judge.name, model_version=judge.model_version).exists():
        text = N_(
            "%(judge)s is there already: remove it first, or name another version.",
            judge=str(judge),
        )
        raise Refused("judge_known", text)


def _refuse_once_replaced(campaign: Campaign, matched: MatchedFile) -> None:
    """The file was matched before the lock; all sentences go at once, so one tells of all."""
    first = matched.ratings[0].candidate
    if not Candidate.objects.filter(id=first, item__campaign=campaign).exists():
        text = N_("What was brought in was replaced meanwhile: nothing was stored.")
        raise Refused("sentences_replaced", text)


def _systems(campaign: Campaign, names: Collection[str]) -> list[System]:
    found = {system.name: system for system in campaign.systems.filter(name__in=names)}
    if unknown := sorted(set(names) - set(found)):
        text = N_("There is no system %(names)s in this campaign.", names=tuple(unknown))
        raise Refused("unknown_system", text)
    return [found[name] for name in sorted(found)]


def _checksum(judgements: Source) -> str:
    judgements.stream.seek(0)
    return hashlib.file_digest(judgements.stream, "sha256").hexdigest()  # type: ignore[arg-type]
