"""Whose answers were collected elsewhere: known by the name that the file has for them."""

from collections.abc import Collection

from annotators.models import Annotator
from campaigns.models import Campaign
from core.tokens import hash_token, new_token

ANNOTATORS_AT_A_TIME = 5_000


def imported_annotators(campaign: Campaign, names: Collection[str]) -> dict[str, Annotator]:
    """By name, made where there is none yet; under the lock. Who proposed elsewhere and rated
    elsewhere under one name is one person."""
    there = campaign.annotators.filter(source=Annotator.Source.IMPORTED)
    known = {one.name: one for one in there}
    made = Annotator.objects.bulk_create(
        (
            Annotator(
                campaign=campaign,
                # Of a token nobody was ever told: an imported annotator cannot come back.
                token_hash=hash_token(new_token()),
                source=Annotator.Source.IMPORTED,
                name=name,
                native_speaker=True,
            )
            for name in names
            if name not in known
        ),
        batch_size=ANNOTATORS_AT_A_TIME,
    )
    known |= {one.name: one for one in made}
    return {name: known[name] for name in names}
