"""Who made the first gold, by the ids of their recruiting site; kept as hashes alone."""

import hashlib
from collections.abc import Iterable

from campaigns.models import Campaign
from regild.formats.plain_text import is_plain
from regild.problems import N_

# The row of the campaign holds them, and is read often.
MOST_PROPOSERS = 500
LONGEST_PERSON = 100


def proposer_hash(campaign: Campaign, person: str) -> str:
    """Another in each campaign: who proposed in two cannot be told from their lists. In small
    letters, as whoever comes back is known."""
    person = person.strip().lower()
    return hashlib.sha256(f"proposer {campaign.slug} {person}".encode()).hexdigest()[:32]


def is_listed_proposer(campaign: Campaign, person: str) -> bool:
    return bool(person) and proposer_hash(campaign, person) in campaign.proposers


def hashes_of(campaign: Campaign, people: Iterable[str]) -> list[str]:
    """Raises ValueError, with a Text, for what cannot be a list of ids."""
    said = {person.strip() for person in people} - {""}
    if len(said) > MOST_PROPOSERS:
        raise ValueError(N_("At most %(most)s people can be listed.", most=MOST_PROPOSERS))
    for person in sorted(said):
        if len(person) > LONGEST_PERSON or not is_plain(person):
            raise ValueError(N_("'%(person)s' is no recruiting id.", person=person[:40]))
    return sorted(proposer_hash(campaign, person) for person in said)
