"""Bring in the table of lemmas: which forms of what annotators propose count as one word."""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, ratings_changed
from core.refusals import Refused
from proposing.models import Lemma
from proposing.services.settling import refuse_once_gold_is_rated
from regild.formats.lemma_table import LemmaRecord, read_lemma_table
from regild.problems import N_, BadFile, BadFiles, Notice, Source

# Of a statement, so that a table of any size is stored in bounded memory.
_AT_ONCE = 2_000


class BroughtInLemmas(NamedTuple):
    """`lemmas` there are now; of those before, so many have another lemma or are gone."""

    lemmas: int
    added: int
    changed: int
    removed: int
    notices: tuple[Notice, ...]


def bring_in_lemmas(
    *, campaign: Campaign, table: Source, by: User | None = None
) -> BroughtInLemmas:
    """The table takes the place of the one before: a row taken out of it is a lemma gone. What
    a lead undid stays undone where the table says the same again.

    Raises BadFiles, or Refused where nobody proposes or ratings rest on the gold.
    """
    if not task_of(campaign).proposes:
        raise Refused(
            "task_proposes_nothing",
            N_("Annotators propose nothing in a campaign of this task."),
        )
    try:
        reading = read_lemma_table(table.stream, name=table.name)
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    with transaction.atomic():
        campaign = lock_campaign(campaign.pk)
        refuse_once_gold_is_rated(campaign)
        brought_in = keep_lemmas(campaign, reading.records)
        audit.record(
            campaign=campaign,
            by=by,
            action="bring in lemmas",
            lemmas=brought_in.lemmas,
            added=brought_in.added,
            changed=brought_in.changed,
            removed=brought_in.removed,
        )
        ratings_changed(campaign.pk)
    return brought_in._replace(
        notices=tuple(Notice(table.name, notice) for notice in reading.notices)
    )


def keep_lemmas(campaign: Campaign, lemmas: Sequence[LemmaRecord]) -> BroughtInLemmas:
    """Within the transaction of who asks, under the lock where the campaign is not new."""
    before = {(row.form, row.pos): row for row in campaign.lemmas.all()}
    added, changed, n_changed = [], [], 0
    for record in lemmas:
        row = before.pop((record.form, record.pos), None)
        if row is None:
            row = Lemma(campaign=campaign, form=record.form, pos=record.pos)
            added.append(row)
        else:
            changed.append(row)
            if row.lemma != record.lemma:
                n_changed += 1
                row.undone_at = None
        row.lemma, row.by, row.count = record.lemma, record.by, record.times
    gone = [row.pk for row in before.values()]
    for place in range(0, len(gone), _AT_ONCE):
        Lemma.objects.filter(id__in=gone[place : place + _AT_ONCE]).delete()
    Lemma.objects.bulk_update(
        changed, ["lemma", "by", "count", "undone_at"], batch_size=_AT_ONCE
    )
    Lemma.objects.bulk_create(added, batch_size=_AT_ONCE)
    return BroughtInLemmas(len(lemmas), len(added), n_changed, len(gone), ())
