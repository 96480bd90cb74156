"""A small campaign of utterances, made as leads make it."""

import json
from typing import Any

from campaigns.models import Campaign
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from sources.services.creating import create_campaign
from tests.factories import source

SAID = {
    "dog": ["The dog barks", "The law barks", "The spoon barks"],
    "tea": ["She drinks wood", "She drinks tea", "She drinks hats"],
}


def sets_file(said: dict[str, list[str]] = SAID) -> str:
    sets = [
        {
            "set": str(number),
            "probe": probe,
            "utterances": [
                {"words": text.split(), "place": 1, "natural": probe in text} for text in texts
            ],
        }
        for number, (probe, texts) in enumerate(said.items(), start=1)
    ]
    return json.dumps({"options": {"kind": "sentence"}, "sets": sets})


SCORES = "set,utterance,score\n1,1,-3\n1,2,-9\n1,3,-7\n2,1,-1\n2,2,-2\n2,3,-5\n"


def make_utterances(slug: str = "odd", **changes: Any) -> Campaign:
    files = {"sets": source(sets_file(), "sets.json")}
    return create_campaign(
        slug=slug, task="utterances", files=files, language="en", **changes
    ).campaign


def open_utterances(
    slug: str = "odd",
    *,
    language: str = "en",
    said: dict[str, list[str]] = SAID,
    **columns: Any,
) -> Campaign:
    """An open campaign of one subset."""
    campaign = create_campaign(
        slug=slug,
        title="What people say",
        task="utterances",
        language=language,
        files={"sets": source(sets_file(said), "sets.json")},
    ).campaign
    pool_campaign(campaign=campaign)
    campaign.refresh_from_db()
    for name, value in {"state": Campaign.State.OPEN, **columns}.items():
        setattr(campaign, name, value)
    campaign.save()
    dispatch_campaign(campaign=campaign, subsets=1, block_size=3, seed=1)
    return campaign
