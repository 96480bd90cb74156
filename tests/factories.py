"""Small campaigns made the way leads make them: from files, through the services."""

import io
from typing import Any

from campaigns.models import Campaign
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from regild.problems import Source
from sources.services.creating import create_campaign
from sources.services.systems import add_system

SENTENCES = """\
sentence,lexelt,left,target,right
1,glad.a,She was ,glad, to see us.
2,glad.a,A ,glad, heart needs no drum.
3,room.n,There is no ,room, left in the boat.
4,room.n,The ,room, faced the garden.
5,calm.a,The sea was ,calm, today.
"""
GOLD = """\
glad.a 1 :: happy 4;pleased 3;delighted 1;
glad.a 2 :: cheerful 3;merry 2;
room.n 3 :: space 5;place 2;
room.n 4 :: chamber 2;bedroom 2;
calm.a 5 :: quiet 3;still 2;
"""
ANSWERS = """\
glad.a 1 :: happy;content;overjoyed;sorry
glad.a 2 :: cheerful;joyful
room.n 3 :: space;capacity;leeway
room.n 4 :: chamber;hall;apartment
calm.a 5 :: still;level
"""


def source(text: str | bytes, name: str = "file.txt") -> Source:
    return Source(io.BytesIO(text.encode() if isinstance(text, str) else text), name)


def make_campaign(slug: str = "boats", *, subsets: int | None = 2, **columns: Any) -> Campaign:
    """An open campaign of five sentences, pooled; dispatched unless `subsets` is None."""
    campaign = create_campaign(
        slug=slug,
        title="Boats and gladness",
        files={
            "sentences": source(SENTENCES, "sentences.csv"),
            "gold": source(GOLD, "gold.txt"),
        },
        language=columns.pop("language", "en"),
    ).campaign
    add_system(campaign=campaign, name="first", answers=source(ANSWERS, "first.txt"))
    pool_campaign(campaign=campaign)
    campaign.refresh_from_db()
    for name, value in {"state": Campaign.State.OPEN, **columns}.items():
        setattr(campaign, name, value)
    campaign.save()
    if subsets is not None:
        dispatch_campaign(campaign=campaign, subsets=subsets, block_size=4, seed=1)
    return campaign
