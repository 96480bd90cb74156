"""Keep out whoever proposed the words that are rated here."""

import json

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from campaigns.models import Campaign
from campaigns.selectors.proposers import is_listed_proposer
from regild.problems import N_
from sources.models import GoldAnswer

PROPOSED = N_("You proposed words for this study yourself, so others have to rate them.")


def has_proposed(campaign: Campaign, person: str) -> bool:
    """Whether the campaign keeps them out: listed by a lead, or named in the first gold by what
    their recruiting site calls them. Of whoever no site sent nothing is known. Nobody is kept
    from proposing."""
    proposing = campaign.stage == Campaign.Stage.PROPOSE
    if proposing or not campaign.fresh_raters or not person:
        return False
    return is_listed_proposer(campaign, person) or _is_named(campaign, person)


def _is_named(campaign: Campaign, person: str) -> bool:
    # SQLite cannot ask what a list holds. The text finds them all, and perhaps more; only
    # PostgreSQL writes letters with accents as they are.
    said, escaped = (json.dumps(person, ensure_ascii=ascii)[1:-1] for ascii in (False, True))
    found = (
        GoldAnswer.objects.filter(item__campaign=campaign)
        .annotate(names=Cast("given_by", TextField()))
        .filter(Q(names__icontains=said) | Q(names__icontains=escaped))
    )
    lists = found.order_by().values_list("given_by", flat=True)
    return any(
        person.lower() == name.strip().lower()
        for names in lists.iterator(chunk_size=2_000)
        for name in names
    )
