"""Score systems that answer with distributions, or for each annotator, on a release."""

import hashlib
import re
from collections.abc import Collection
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from campaigns.services import audit
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from regild.formats.limits import shown
from regild.formats.shares import read_shares
from regild.formats.values import by_person, read_values
from regild.problems import N_, BadFile, BadFiles, FileProblem, Notice, Source
from regild.scoring.soft import SoftScores, score_by_person, score_soft_labels
from scoring.models import Release, SoftSystem
from scoring.selectors.soft_systems import GivenByPeople, given_by_people

LONGEST_NAME = 100


class AddedSoftSystem(NamedTuple):
    system: SoftSystem
    notices: tuple[Notice, ...]


def add_soft_system(
    *, release: Release, name: str, answers: Source, by: User | None = None
) -> AddedSoftSystem:
    """A file with a column `share` has distributions, any other what each annotator gave.
    Raises BadFiles, or Refused where the name is taken or nothing of the file is in the
    release; nothing is stored then."""
    name = name.strip()
    if not name or len(name) > LONGEST_NAME:
        text = N_("A system has a name of at most %(most)s characters.", most=LONGEST_NAME)
        raise Refused("soft_system_unnamed", text)
    of_shares = "share" in _columns(answers)
    given = given_by_people(release)
    try:
        found, notices = (_by_shares if of_shares else _by_person)(given, answers)
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    except ValueError as error:
        # The file is whole, and speaks of other values than the scale.
        text = N_("%(file)s: %(reason)s", file=answers.name, reason=str(error))
        raise Refused("not_on_the_scale", text) from error
    answers.stream.seek(0)
    digest = hashlib.file_digest(answers.stream, "sha256").hexdigest()  # type: ignore[arg-type]
    [measures] = found.systems.values()
    with transaction.atomic():
        campaign = lock_campaign(release.campaign_id)
        if release.soft_systems.filter(name=name).exists():
            text = N_("%(name)s is there already: remove it first.", name=name)
            raise Refused("soft_system_exists", text)
        system = SoftSystem.objects.create(
            release=release,
            name=name,
            by_person=not of_shares,
            file=answers.name.rpartition("/")[2][-255:],
            sha256=digest,
            n_items=len(given.shares),
            unanswered=sum(found.unanswered.values()),
            measures={key: one._asdict() for key, one in measures.items()},
            added_by=by,
        )
        audit.record(
            campaign=campaign,
            by=by,
            action="score distributions",
            release=release.number,
            system=name,
        )
    return AddedSoftSystem(system, tuple(Notice(answers.name, one) for one in notices))


@transaction.atomic
def remove_soft_system(*, campaign: Campaign, system: SoftSystem, by: User | None) -> None:
    locked = lock_campaign(campaign.pk)
    audit.record(
        campaign=locked,
        by=by,
        action="remove distributions",
        release=system.release.number,
        system=system.name,
    )
    system.delete()


def _columns(answers: Source) -> set[str]:
    """Of the first line, whether it names columns or is an object."""
    answers.stream.seek(0)
    first = next((line for line in answers.stream if line.strip()), b"").decode(
        errors="replace"
    )
    answers.stream.seek(0)
    return {*re.findall(r"\w+", first.lower())}


def _by_shares(
    given: GivenByPeople, answers: Source
) -> tuple[SoftScores, tuple[FileProblem, ...]]:
    read = read_shares(answers.stream, name=answers.name)
    strangers = _strangers(read.shares, given.shares, file=answers.name)
    return (
        score_soft_labels(given.shares, {"": read.shares}, scale=given.scale),
        (*read.notices, *strangers),
    )


def _by_person(
    given: GivenByPeople, answers: Source
) -> tuple[SoftScores, tuple[FileProblem, ...]]:
    read = read_values(answers.stream, name=answers.name)
    said = by_person(read)
    items = {item: None for of_person in said.values() for item in of_person}
    strangers = _strangers(items, given.shares, file=answers.name)
    if not said.keys() & given.people.keys():
        text = N_(
            "%(file)s: it is of none of the release's annotators: they are a1, a2 and so on",
            file=answers.name,
        )
        raise Refused("no_annotator_of_the_release", text)
    return (
        score_by_person(given.people, {"": said}, scale=given.scale),
        (*read.notices, *strangers),
    )


def _strangers(
    said: Collection[str], given: Collection[str], *, file: str
) -> tuple[FileProblem, ...]:
    """A notice of items that the release lacks."""
    strangers = [item for item in said if item not in given]
    if len(strangers) == len(said):
        text = N_("%(file)s: nothing of it is in the release", file=file)
        raise Refused("nothing_of_the_release", text)
    if not strangers:
        return ()
    message = N_(
        "%(n)s items are not in the release and passed over, the first of them %(item)s",
        n=len(strangers),
        item=shown(strangers[0]),
    )
    return (FileProblem(None, message, N_("Use the ids of the release")),)
