"""Named parts of the sentences, as SemEval's MAN and RAND: what is scored apart."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services import audit
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from regild.formats.sentence_list import (
    ListedSentence,
    read_sentence_list,
    unknown_sentences,
)
from regild.problems import (
    N_,
    BadFile,
    BadFiles,
    FileProblem,
    Notice,
    Source,
    refuse_together,
)
from regild.scoring.parts import part_of_speech, unfit_part_name
from sources.models import NAMED_PART, ItemPart


class NamedPart(NamedTuple):
    name: str
    sentences: int
    notices: tuple[Notice, ...]


def name_part(
    *, campaign: Campaign, name: str, sentences: Source, by: User | None = None
) -> NamedPart:
    """`sentences` lists their ids; it replaces what the name stood for before. It shows when
    systems are scored again.

    Raises BadFiles, or Refused for a name that cannot stand behind a measure, or where a
    campaign has no parts.
    """
    if not task_of(campaign).scoring.of_parts:
        raise Refused("no_parts_here", N_("A campaign of this task has no parts."))
    bad: BadFile | None = None
    listed: tuple[ListedSentence, ...] = ()
    notices: tuple[FileProblem, ...] = ()
    try:
        listed, notices, _encoding = read_sentence_list(sentences.stream, name=sentences.name)
    except BadFile as found:
        listed, bad = found.records, found
    with transaction.atomic():
        campaign = lock_campaign(campaign.pk)
        rows = campaign.items.values_list("key", "id", "group")
        items = {key: (id, group) for key, id, group in rows}
        speech = {part_of_speech(group) for _id, group in items.values()}
        if unfit := unfit_part_name(name, parts_of_speech=speech):
            raise Refused("part_name", unfit)
        strangers = unknown_sentences(listed, items)
        try:
            refuse_together(BadFile(sentences.name, strangers) if strangers else None, bad)
        except BadFile as wrong:
            raise BadFiles([wrong]) from wrong
        _rows(campaign, name).delete()
        ItemPart.objects.bulk_create(
            ItemPart(item_id=items[one.sentence][0], part=f"{NAMED_PART}{name}")
            for one in listed
        )
        audit.record(
            campaign=campaign,
            by=by,
            action="name part",
            part=name,
            sentences=len(listed),
        )
    told = tuple(Notice(sentences.name, notice) for notice in notices)
    return NamedPart(name, len(listed), told)


@transaction.atomic
def remove_part(*, campaign: Campaign, name: str, by: User | None) -> None:
    """The sentences stay; they are no longer scored apart. Raises Refused where there is no
    such part."""
    campaign = lock_campaign(campaign.pk)
    deleted, _by_model = _rows(campaign, name).delete()
    if not deleted:
        raise Refused("no_part", N_("There is no part %(name)s.", name=name))
    audit.record(campaign=campaign, by=by, action="remove part", part=name)


def _rows(campaign: Campaign, name: str) -> QuerySet[ItemPart]:
    return ItemPart.objects.filter(item__campaign=campaign, part=f"{NAMED_PART}{name}")
