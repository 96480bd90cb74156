"""Say which targets are part of a multiword, for the measures that leave them out and for those
of multiwords themselves."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.selectors.wording import wording_of
from campaigns.services import audit
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from regild.formats.detect import read_gold_any
from regild.problems import N_, BadFile, BadFiles, FileProblem, Notice, Source
from regild.scoring.inputs import Spellings, gold_weights
from regild.scoring.multiwords import gold_multiwords
from sources.services.multiwords import save_gold_multiwords


class Marked(NamedTuple):
    sentences: int
    notices: tuple[Notice, ...]


def mark_multiword_targets(
    *, campaign: Campaign, gold: Source, by: User | None = None
) -> Marked:
    """`gold` has the multiwords that annotators saw, with their votes; it replaces what was
    said before. It shows when systems are scored again.

    Raises BadFiles, or Refused where no target is part of a multiword, or a campaign has none.
    """
    if not task_of(campaign).scoring.of_multiwords:
        text = N_("This campaign does not take multiwords.")
        raise Refused("no_multiwords_here", text)
    try:
        reading = read_gold_any(gold.stream, name=gold.name)
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    with transaction.atomic():
        # The sentences and their wording are what they are until this is stored; of two leads
        # at once the second replaces what the first said.
        campaign = lock_campaign(campaign.pk)
        ids = dict(campaign.items.values_list("key", "id"))
        strangers = [
            FileProblem(
                record.line,
                N_("no sentence has the id %(id)s", id=repr(record.sentence)),
                N_("Use the ids of the sentences file"),
            )
            for record in reading.records
            if record.sentence not in ids
        ]
        if strangers:
            raise BadFiles([BadFile(gold.name, strangers)])
        found = gold_multiwords(gold_weights(reading.records, Spellings(wording_of(campaign))))
        if not found:
            text = N_(
                "%(file)s: no sentence has a multiword that two annotators saw, and more of"
                " them than saw any other",
                file=gold.name,
            )
            raise Refused("no_multiword_target", text)
        save_gold_multiwords(campaign, reading.records, items=ids, majority=found)
        audit.record(
            campaign=campaign, by=by, action="mark multiword targets", sentences=len(found)
        )
    return Marked(len(found), tuple(Notice(gold.name, notice) for notice in reading.notices))
