"""Say which targets are part of a multiword, for the measures that leave them out."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from campaigns.selectors import wording_of
from campaigns.services import audit
from campaigns.services.bring_in import BadFiles, Notice, Source
from campaigns.services.jobs import JobRefused
from campaigns.services.locking import lock_campaign
from regild.formats.detect import read_gold_any
from regild.problems import BadFile, Problem
from regild.scoring.inputs import Spellings, gold_weights
from regild.scoring.multiwords import gold_multiwords
from scoring.models import MultiwordTarget


class Marked(NamedTuple):
    sentences: int
    notices: tuple[Notice, ...]


def mark_multiword_targets(
    *, campaign: Campaign, gold: Source, by: User | None = None
) -> Marked:
    """`gold` has the multiwords that annotators saw, with their votes; it replaces what was
    said before. It shows when systems are scored again.

    Raises BadFiles, or JobRefused where no target is part of a multiword.
    """
    try:
        reading = read_gold_any(gold.stream, name=gold.name)
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    with transaction.atomic():
        # The sentences and their wording are what they are until this is stored; of two leads
        # at once the second replaces what the first said.
        campaign = lock_campaign(campaign.pk)
        ids = dict(campaign.sentences.values_list("key", "id"))
        strangers = [
            Problem(
                record.line,
                f"no sentence has the id {record.sentence!r}",
                "Use the ids of the sentences file",
            )
            for record in reading.records
            if record.sentence not in ids
        ]
        if strangers:
            raise BadFiles([BadFile(gold.name, strangers)])
        found = gold_multiwords(gold_weights(reading.records, Spellings(wording_of(campaign))))
        if not found:
            raise JobRefused(
                f"{gold.name}: no sentence has a multiword that two annotators saw, and more"
                " of them than saw any other"
            )
        MultiwordTarget.objects.filter(sentence__campaign=campaign).delete()
        MultiwordTarget.objects.bulk_create(
            MultiwordTarget(sentence_id=ids[key]) for key in found
        )
        audit.record(
            campaign=campaign, by=by, action="mark multiword targets", sentences=len(found)
        )
    return Marked(len(found), tuple(Notice(gold.name, notice) for notice in reading.notices))
