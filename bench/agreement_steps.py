"""The steps of `bench.agreement` on stored ratings, each run as a process: load, work, names.

`python -m bench.agreement_steps STEP RATINGS` works on the database of DATABASE_URL and prints
one JSON object. Every candidate has five ratings; an annotator rates one subset of 600
candidates, ten sentences share a target, and the ratings lie in the order they came in. For
`names` the same ratings are a campaign of categories, four leaves below two.
"""

import json
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import django
import numpy as np

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from agreement.services import measure_agreement  # noqa: E402
from annotators.models import Annotator  # noqa: E402
from bench.made_up import RATING_COLUMNS  # noqa: E402
from campaigns.models import Campaign, Category, ScaleOption  # noqa: E402
from core.bulk import insert_rows  # noqa: E402
from pooling.models import Candidate  # noqa: E402
from rating.models import Assignment, Rating  # noqa: E402
from sources.models import Item  # noqa: E402

SLUG = "bench"
SEED = 20140701
SHARES = (0.5, 0.2, 0.2, 0.1)  # of the values 0 to 3
RATINGS_PER_CANDIDATE = 5
CANDIDATES_PER_SENTENCE = 100
SENTENCES_PER_TARGET = 10
CANDIDATES_PER_SUBSET = 600
RUNS = 3

BARE = "SELECT candidate_id, value, count(*) FROM rating_rating GROUP BY candidate_id, value"


def load(ratings: int) -> dict[str, Any]:
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        campaign = Campaign.objects.create(slug=SLUG, title=SLUG, language="fr")
        ScaleOption.objects.bulk_create(
            ScaleOption(
                campaign=campaign, position=value, value=value, label=str(value), weight=value
            )
            for value in range(len(SHARES))
        )
        candidates = load_candidates(campaign, ratings // RATINGS_PER_CANDIDATE)
        insert_rows(
            Rating,
            RATING_COLUMNS,
            drawn(candidates, load_annotators(campaign, len(candidates))),
        )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return {}


def load_candidates(campaign: Campaign, count: int) -> list[int]:
    Item.objects.bulk_create(
        Item(
            campaign=campaign,
            key=str(number),
            position=number,
            group=f"w{number // SENTENCES_PER_TARGET}.n",
            label=f"w{number // SENTENCES_PER_TARGET}",
            text="mot",
            content={"left": "", "target": "mot", "right": ""},
        )
        for number in range(count // CANDIDATES_PER_SENTENCE)
    )
    sentences = campaign.items.order_by("id").values_list("id", flat=True)
    insert_rows(
        Candidate,
        ["item_id", "text", "role", "origin", "votes", "answers"],
        (
            (sentence, str(number), "pooled", *origin, "[]")
            for sentence in sentences
            for number in range(CANDIDATES_PER_SENTENCE)
            for origin in [("both", number) if 0 < number < 10 else ("systems", None)]
        ),
    )
    return list(Candidate.objects.order_by("id").values_list("id", flat=True))


def load_annotators(campaign: Campaign, candidates: int) -> list[tuple[int, int]]:
    """(annotator, assignment), five in a row for each subset."""
    count = -(-candidates // CANDIDATES_PER_SUBSET) * RATINGS_PER_CANDIDATE
    Annotator.objects.bulk_create(
        Annotator(campaign=campaign, token_hash=str(number), native_speaker=True)
        for number in range(count)
    )
    now = timezone.now()
    Assignment.objects.bulk_create(
        Assignment(annotator=annotator, state="complete", expires_at=now, completed_at=now)
        for annotator in Annotator.objects.order_by("id")
    )
    return list(Assignment.objects.order_by("id").values_list("annotator_id", "id"))


def drawn(candidates: list[int], sitters: list[tuple[int, int]]) -> Iterator[tuple[Any, ...]]:
    rng = np.random.default_rng(SEED)
    now = timezone.now()
    count = len(candidates) * RATINGS_PER_CANDIDATE
    values = rng.choice(len(SHARES), p=SHARES, size=count).tolist()
    for number, place in enumerate(rng.permutation(count).tolist()):
        candidate, turn = divmod(place, RATINGS_PER_CANDIDATE)
        subset = candidate // CANDIDATES_PER_SUBSET
        annotator, assignment = sitters[subset * RATINGS_PER_CANDIDATE + turn]
        key = str(uuid.UUID(int=number))
        milliseconds = 1500 + place % 4000
        yield (
            assignment,
            annotator,
            candidates[candidate],
            values[place],
            key,
            milliseconds,
            now,
        )


def work(ratings: int) -> dict[str, Any]:
    """The whole report, stored, and the counting that no report can do without."""
    campaign = Campaign.objects.get(slug=SLUG)
    made = measure_agreement(campaign=campaign)
    assert made.n_ratings == ratings
    return {
        "bare": fastest(group_by),
        "report": fastest(lambda: measure_agreement(campaign=campaign)),
    }


def names(ratings: int) -> dict[str, Any]:
    """The report on the same ratings, their values being categories; and once more as they
    were, for other work on the machine is no part of the ratio."""
    campaign = Campaign.objects.get(slug=SLUG)
    ordered = fastest(lambda: measure_agreement(campaign=campaign))
    Campaign.objects.filter(id=campaign.pk).update(task="categories")
    Category.objects.bulk_create(
        Category(campaign=campaign, position=place, name=name)
        for place, name in enumerate(("Above", "Below"))
    )
    above = list(campaign.categories.all())
    Category.objects.bulk_create(
        Category(
            campaign=campaign,
            position=len(above) + place,
            name=option.label,
            parent=above[place % len(above)],
            option=option,
        )
        for place, option in enumerate(campaign.scale.all())
    )
    campaign.refresh_from_db()
    made = measure_agreement(campaign=campaign)
    assert made.n_ratings == ratings
    assert set(made.levels) == {"leaf", "top"}
    return {
        "ordered": ordered,
        "report": fastest(lambda: measure_agreement(campaign=campaign)),
    }


def group_by() -> None:
    with connection.cursor() as cursor:
        cursor.execute(BARE)
        cursor.fetchall()


def fastest(call: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return min(times)


if __name__ == "__main__":
    step, count = sys.argv[1:]
    print(json.dumps({"load": load, "work": work, "names": names}[step](int(count))))
