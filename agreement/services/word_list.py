"""How frequent words are in a corpus: kept for every report from now on."""

from pathlib import PurePath

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from agreement.models import MAX_NAME, WordList
from campaigns.models import Campaign
from campaigns.services.audit import record
from campaigns.services.locking import basis_changed, lock_campaign
from regild.formats.word_list import read_word_list
from regild.problems import BadFile, BadFiles, Source


@transaction.atomic
def store_word_list(*, campaign: Campaign, words: Source, by: User | None = None) -> WordList:
    """Every report from now on has it, until another replaces it. Raises BadFiles."""
    try:
        reading = read_word_list(words.stream, name=words.name)
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    frequencies = dict(reading.records)
    lock_campaign(campaign.pk)
    stored, _new = WordList.objects.update_or_create(
        campaign=campaign,
        defaults={
            # A command names the file by its path: where it lay is nobody's business.
            "name": PurePath(words.name).name[:MAX_NAME],
            "stored_at": timezone.now(),
            "n_words": len(frequencies),
            "frequencies": frequencies,
        },
    )
    basis_changed(campaign.pk)
    record(campaign=campaign, by=by, action="store word list", words=len(frequencies))
    return stored


@transaction.atomic
def remove_word_list(*, campaign: Campaign, by: User) -> None:
    """Reports that were made with it keep what they found. Nothing where there is none."""
    lock_campaign(campaign.pk)
    removed, _rows = WordList.objects.filter(campaign=campaign).delete()
    if removed:
        basis_changed(campaign.pk)
        record(campaign=campaign, by=by, action="remove word list")
