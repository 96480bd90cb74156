"""Many systems brought in at once: each with its problems, then all of them or none."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from core.refusals import Refused, SystemExists
from regild.problems import N_, BadFile, BadFiles, FileProblem, Notice, Source, Text
from sources.models import System
from sources.selectors import free_name, name_of_file, names_taken
from sources.services.systems import (
    AddedSystem,
    EndInNumbers,
    SystemFile,
    lock_unless_deleted,
    match_system,
    read_system,
    store_system,
)


class NewSystem(NamedTuple):
    """A file that is a system; without a name it is called as its file, with a number behind
    that where another system is called so."""

    answers: Source
    name: str = ""
    multiwords: Source | None = None


class AddedSystems(NamedTuple):
    """`left_out` are files with problems, where only the others were asked for."""

    added: tuple[AddedSystem, ...]
    left_out: tuple[BadFile, ...] = ()


class CheckedFile(NamedTuple):
    """What a file would be as a system; `bad` if it cannot be one, `ends_in_numbers` if
    somebody has to say that it is right."""

    file: str
    name: str
    attempted: int = 0
    answers: int = 0
    notices: tuple[Notice, ...] = ()
    bad: BadFile | None = None
    ends_in_numbers: bool = False

    @property
    def is_good(self) -> bool:
        return self.bad is None and not self.ends_in_numbers


class _FileFound(NamedTuple):
    new: NewSystem
    name: str
    file: SystemFile | None
    bad: tuple[BadFile, ...] = ()
    ends_in_numbers: bool = False


def add_systems(
    *,
    campaign: Campaign,
    systems: Iterable[NewSystem],
    kind: str = System.Kind.PARTICIPANT,
    as_they_are: bool = False,
    good_only: bool = False,
    by: User | None = None,
) -> AddedSystems:
    """All of them or none; with `good_only` all that have no problem. Raises BadFiles with the
    problems of every file, EndInNumbers, or Refused: SystemExists of a single file's name."""
    read = _read_all(campaign, systems, kind=kind, as_they_are=as_they_are)
    with transaction.atomic():
        lock_unless_deleted(campaign)
        # What was free when the files were read may be taken.
        found = _named(campaign, read)
        bad = [one for part in found for one in part.bad]
        good = [part.file for part in found if part.file is not None]
        if good and (good_only or not bad):
            numbered = [part.new.answers.name for part in found if part.ends_in_numbers]
            if numbered and not good_only:
                raise EndInNumbers(numbered)
            left_out = [*bad, *map(_told_as_problem, numbered)]
            return AddedSystems(
                tuple(store_system(file, by=by) for file in good), tuple(left_out)
            )
    if bad:
        raise BadFiles(bad)
    raise EndInNumbers([part.new.answers.name for part in found])


def check_systems(
    *,
    campaign: Campaign,
    systems: Iterable[NewSystem],
    kind: str = System.Kind.PARTICIPANT,
    as_they_are: bool = False,
) -> list[CheckedFile]:
    """What `add_systems` would do with each; nothing is stored."""
    read = _read_all(campaign, systems, kind=kind, as_they_are=as_they_are)
    return [_checked(part) for part in _named(campaign, read)]


def _read_all(
    campaign: Campaign, systems: Iterable[NewSystem], *, kind: str, as_they_are: bool
) -> list[_FileFound]:
    """What takes its time, without a lock."""
    read: list[_FileFound] = []
    for new in systems:
        name = new.name.strip() or name_of_file(new.answers.name)
        try:
            file = read_system(
                campaign=campaign,
                name=name,
                answers=new.answers,
                multiwords=new.multiwords,
                kind=kind,
                as_they_are=as_they_are,
            )
        except BadFiles as bad:
            read.append(_FileFound(new, name, None, bad.files))
        except EndInNumbers:
            read.append(_FileFound(new, name, None, ends_in_numbers=True))
        except Refused as refusal:
            if refusal.code != "values_invalid":
                raise
            read.append(_FileFound(new, name, None, (_of_name(new, refusal.text),)))
        else:
            read.append(_FileFound(new, name, file))
    return read


def _named(campaign: Campaign, read: Sequence[_FileFound]) -> list[_FileFound]:
    """Each with a name that is free, and with what only shows beside the campaign."""
    taken = names_taken(campaign)
    same = {system.name: system.sha256 for system in campaign.systems.all()}
    found = []
    for part in read:
        name, problem = part.name, None
        sha256 = part.file.system.sha256 if part.file else ""
        if name in taken:
            if part.new.name.strip():
                if len(read) == 1:
                    raise SystemExists(name)
                problem = SystemExists(name).text
            elif sha256 and same.get(name) == sha256:
                problem = N_("these are the answers that %(name)s has already", name=name)
            else:
                name = free_name(name, taken)
        found.append(_renamed(part, name, problem))
        taken.add(name)
        same.setdefault(name, sha256)
    return found


def _renamed(part: _FileFound, name: str, problem: Text | None) -> _FileFound:
    if problem is not None:
        return part._replace(file=None, bad=(*part.bad, _of_name(part.new, problem)))
    if part.file is None:
        return part._replace(name=name)
    part.file.system.name = name
    try:
        match_system(part.file)
    except BadFiles as bad:
        return part._replace(name=name, file=None, bad=bad.files)
    return part._replace(name=name)


def _checked(part: _FileFound) -> CheckedFile:
    file = part.new.answers.name
    if part.file is None:
        first, *others = part.bad or (None,)
        if first is not None and others:
            first = BadFile(file, [problem for bad in part.bad for problem in bad.found])
        return CheckedFile(file, part.name, bad=first, ends_in_numbers=part.ends_in_numbers)
    records = part.file.reading.records
    return CheckedFile(
        file,
        part.name,
        attempted=sum(1 for record in records if record.answers),
        answers=sum(len(record.answers) for record in records),
        notices=match_system(part.file).notices,
    )


def _of_name(new: NewSystem, message: Text) -> BadFile:
    problem = FileProblem(None, message, N_("Choose another name, or leave the file out"))
    return BadFile(new.answers.name, [problem])


def _told_as_problem(file: str) -> BadFile:
    message = N_("its answers end in numbers, as those of a gold file do")
    remedy = N_("Leave the file out, or say that the answers are right as they are")
    return BadFile(file, [FileProblem(None, message, remedy)])
