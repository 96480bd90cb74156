"""The steps of `bench.waiting`, each run as a process: make, dispatch, release.

`python -m bench.waiting_steps STEP SENTENCES` works on the database of DATABASE_URL and prints
one JSON object.
"""

import json
import sys
import time
from typing import Any

import django

django.setup()

from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from bench.load_campaign import number_after_the_large_one  # noqa: E402
from bench.made_up_ratings import load_ratings, load_scale  # noqa: E402
from bench.pooling_steps import SEED, SENTENCES_PER_SUBSET, SLUG  # noqa: E402
from bench.pooling_steps import load as load_sources  # noqa: E402
from campaigns.models import Campaign  # noqa: E402
from pooling.models import Candidate, Subset  # noqa: E402
from pooling.services.dispatching import dispatch_campaign  # noqa: E402
from pooling.services.fill_pool import pool_campaign  # noqa: E402
from scoring.services.freezing import freeze_gold  # noqa: E402

# Of the subsets, one in so many has been rated; the others are to be given away.
RATED_ONE_IN = 10


def make(sentences: int) -> dict[str, Any]:
    """An open campaign, dispatched and rated in part."""
    load_sources(sentences)
    campaign = Campaign.objects.get(slug=SLUG)
    pool_campaign(campaign=campaign)
    dispatch(sentences)
    campaign.refresh_from_db()
    campaign.state, campaign.max_ratings = Campaign.State.OPEN, 99
    campaign.save()
    load_scale(campaign)
    rated = campaign.subsets.filter(
        number__lte=max(1, campaign.subsets.count() // RATED_ONE_IN)
    )
    with transaction.atomic():
        rated.update(fixed_at=timezone.now())
        load_ratings(campaign.subsets.filter(fixed_at__isnull=False))
    number_after_the_large_one()
    return {
        "candidates": Candidate.objects.count(),
        "subsets": Subset.objects.count(),
        "unshown": Subset.objects.filter(fixed_at=None).count(),
    }


def dispatch(sentences: int) -> dict[str, Any]:
    began = time.perf_counter()
    report = dispatch_campaign(
        campaign=Campaign.objects.get(slug=SLUG),
        subsets=round(sentences / SENTENCES_PER_SUBSET),
        block_size=8,
        seed=SEED,
        leave_unanchored_out=True,
    )
    return {"seconds": time.perf_counter() - began, "placed": report.placed}


def release(_sentences: int) -> dict[str, Any]:
    began = time.perf_counter()
    release = freeze_gold(campaign=Campaign.objects.get(slug=SLUG), min_ratings=1)
    return {"seconds": time.perf_counter() - began, "ratings": release.counts["ratings"]}


STEPS = {"make": make, "dispatch": dispatch, "release": release}

if __name__ == "__main__":
    step, sentences = sys.argv[1:]
    print(json.dumps(STEPS[step](int(sentences))))
