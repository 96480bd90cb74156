"""A campaign large enough to be hidden, pooled and rated in many places at once."""

from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore

from campaigns.models import Campaign, Member
from pooling.models import Candidate
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from rating.services.opening import open_campaign
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.factories import source
from tests.people import make_lead, signed_in, token_for
from tests.storm.world import Word

SYSTEMS = ("north", "east", "south")
# One may call so often with a token in five minutes.
TOKENS = 8


def sentences(count: int) -> str:
    rows = [f'{number},word{number % 7}.n,"Here ",it,"is {number}."' for number in range(count)]
    return "\n".join(["sentence,lexelt,left,target,right", *rows, ""])


def gold(count: int) -> str:
    return "".join(
        f"word{number % 7}.n {number} :: gold{number}a 3;gold{number}b 2;gold {number} c 1;\n"
        for number in range(count)
    )


def answers(count: int, name: str) -> str:
    """Of each sentence one of the gold, one with an underscore that pooling takes for a blank,
    and two of its own."""
    return "".join(
        f"word{number % 7}.n {number} :: gold{number}a;gold_{number}_c;"
        f"{name}{number}a;{name}_{number % 5}\n"
        for number in range(count)
    )


def make_campaign(
    slug: str, *, leads: list[User], count: int, subsets: int, **columns: int
) -> Campaign:
    """Open, with its subsets; the leads own it."""
    campaign = create_campaign(
        slug=slug,
        title=slug,
        files={
            "sentences": source(sentences(count), "sentences.csv"),
            "gold": source(gold(count), "gold.txt"),
        },
        language="en",
    ).campaign
    for name in SYSTEMS:
        add_system(campaign=campaign, name=name, answers=source(answers(count, name)))
    # Not the whole row: its versions have moved since.
    Campaign.objects.filter(id=campaign.pk).update(**columns)
    campaign.refresh_from_db()
    for lead in leads:
        Member.objects.create(campaign=campaign, user=lead, role=Member.Role.OWNER)
    pool_campaign(campaign=campaign)
    dispatch_campaign(campaign=campaign, subsets=subsets, block_size=6, seed=1)
    open_campaign(campaign=campaign)
    return campaign


def words_of(campaign: Campaign) -> list[Word]:
    rows = Candidate.objects.filter(item__campaign=campaign, role=Candidate.Role.POOLED)
    return [
        Word(*row)
        for row in rows.order_by("id").values_list(
            "id", "item_id", "item__key", "item__group", "text"
        )
    ]


class Desk:
    """What a lead has at hand: a name, tokens for programs, and a browser signed in."""

    def __init__(self, name: str) -> None:
        self.lead = make_lead(name)
        self.tokens = [token_for(self.lead) for _ in range(TOKENS)]
        self.session: SessionStore = signed_in(self.lead).session
