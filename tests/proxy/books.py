"""What the database holds of a sitting, against what its annotator saw chosen."""

from typing import NamedTuple

from django.db import connection

from annotators.services.joining import join_campaign
from campaigns.models import Campaign
from rating.models import Assignment, Rating
from tests.people import make_lead
from tests.storm.sources import make_campaign

SLUG = "proxied"
# Small enough that a sitting is some five words.
SENTENCES, SUBSETS = 8, 16


def prepare() -> None:
    make_campaign(
        SLUG,
        leads=[make_lead("olga")],
        count=SENTENCES,
        subsets=SUBSETS,
        min_ratings=1,
        max_ratings=5000,
    )


class Joined(NamedTuple):
    annotator: int
    token: str


def join() -> Joined:
    campaign = Campaign.objects.get(slug=SLUG)
    joined = join_campaign(campaign=campaign, consent=True, native_speaker=True)
    return Joined(joined.annotator.pk, joined.token)


def ended(sitting: int) -> bool:
    return Assignment.objects.get(id=sitting).state == Assignment.State.COMPLETE


def faults(sitting: int, chosen: dict[int, str], *, most: int) -> list[str]:
    """`most`: how many answers were given, changed ones included."""
    rows = Rating.objects.filter(assignment=sitting)
    current = rows.filter(superseded_at__isnull=True).values_list("candidate_id", "value")
    stored = {id: "null" if value is None else str(value) for id, value in current}
    found = []
    if stored != chosen:
        found.append(f"sitting {sitting}: {chosen} was chosen, and {stored} is stored")
    if len(current) != len(stored):
        found.append(f"sitting {sitting}: a word has two answers: {current}")
    if rows.count() > most:
        told = list(
            rows.order_by("id").values_list("candidate_id", "value", "key", "elapsed_ms")
        )
        found.append(f"sitting {sitting}: {most} answers given, these are stored: {told}")
    return found


def close() -> None:
    connection.close()
