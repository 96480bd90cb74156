"""Create the campaigns that `make load` rates and proposes in: `python -m bench.load_campaign
SENTENCES`.

In the database that already holds the large one.
"""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
django.setup()

from django.apps import apps  # noqa: E402
from django.core.management.color import no_style  # noqa: E402
from django.db import connection  # noqa: E402

from bench.load_servers import FIRST_STAGE  # noqa: E402
from campaigns.models import Campaign  # noqa: E402
from pooling.services.dispatching import dispatch_campaign  # noqa: E402
from pooling.services.fill_pool import pool_campaign  # noqa: E402
from proposing.services.dispatching import (  # noqa: E402
    MOST_ANNOTATORS,
    dispatch_proposals,
)
from sources.services.creating import create_campaign  # noqa: E402
from sources.services.systems import add_system  # noqa: E402
from tests.factories import source  # noqa: E402

CANDIDATES_A_SENTENCE = 24
GOLD_A_SENTENCE = 6
# About as many answers as a sitting has here: what is compared is storing them, of which a
# shorter turn has less, and more of taking and ending.
SENTENCES_A_TURN = 200


def main(sentences: int) -> None:
    number_after_the_large_one()
    keys = range(1, sentences + 1)
    rows = "".join(f"{key},word{key % 30}.n,The ,word, stands here.\n" for key in keys)
    gold = "".join(
        f"word{key % 30}.n {key} :: "
        + "".join(f"gold{n} {7 - n};" for n in range(GOLD_A_SENTENCE))
        + "\n"
        for key in keys
    )
    table = "sentence,lexelt,left,target,right\n" + rows
    first_stage(table)
    campaign = create_campaign(
        slug="load",
        files={
            "sentences": source(table, "sentences.csv"),
            "gold": source(gold, "gold.txt"),
        },
        language="en",
        max_ratings=99,
    ).campaign
    for system in range(2):
        answers = "".join(
            f"word{key % 30}.n {key} :: "
            + ";".join(
                f"answer{system}-{n}"
                for n in range((CANDIDATES_A_SENTENCE - GOLD_A_SENTENCE) // 2)
            )
            + "\n"
            for key in keys
        )
        add_system(
            campaign=campaign, name=f"system {system}", answers=source(answers, "answers.txt")
        )
    pool_campaign(campaign=campaign)
    dispatch_campaign(campaign=campaign, subsets=max(1, sentences // 12), block_size=6, seed=1)
    Campaign.objects.filter(id=campaign.id).update(state=Campaign.State.OPEN)


def first_stage(table: str) -> None:
    """As many seats as there can be."""
    campaign = create_campaign(
        slug=FIRST_STAGE,
        files={"sentences": source(table, "sentences.csv")},
        language="en",
    ).campaign
    dispatch_proposals(
        campaign=campaign,
        annotators=MOST_ANNOTATORS,
        per_subset=SENTENCES_A_TURN,
        seed=1,
    )
    Campaign.objects.filter(id=campaign.id).update(state=Campaign.State.OPEN)


def number_after_the_large_one() -> None:
    """Its rows were written with ids of their own, of which the database's counters know
    nothing."""
    statements = connection.ops.sequence_reset_sql(no_style(), apps.get_models())
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


if __name__ == "__main__":
    main(int(sys.argv[1]))
