"""The steps of `bench.pooling`, each run as a process: load, work, floor.

`python -m bench.pooling_steps STEP SENTENCES` works on the database of DATABASE_URL and prints
one JSON object. `work` and `floor` may be repeated: each begins with empty tables.
"""

import json
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from bench import made_up  # noqa: E402
from campaigns.models import Campaign  # noqa: E402
from core.bulk import insert_rows  # noqa: E402
from pooling.models import Candidate, Merge, Placement, Subset  # noqa: E402
from pooling.services.dispatching import DispatchReport, dispatch_campaign  # noqa: E402
from pooling.services.fill_pool import pool_campaign  # noqa: E402
from sources.models import Answer, GoldAnswer, Item, System  # noqa: E402

SLUG = "bench"
SEED = 20140701
# As many candidates a subset as SemDis had: 13,000 in 90.
SENTENCES_PER_SUBSET = 10 / 3
STORED = (Candidate, Merge, Subset, Placement)


ITEM_COLUMNS = ["group", "label", "text", "content", "gold_codes"]


def item_cells(number: int) -> tuple[str, ...]:
    word = made_up.target(number)
    # SWORDS knows a sentence by its text: no two may be alike.
    right = f" imprévu, le {number} du mois."
    content = {"left": "Il a ouvert un ", "target": word, "right": right}
    return f"{word}.n", word, "".join(content.values()), json.dumps(content), "{}"


def load(sentences: int) -> dict[str, Any]:
    """The campaign as it stands before pooling."""
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        campaign = Campaign.objects.create(slug=SLUG, title=SLUG, language="fr")
        now = datetime.now(UTC)
        insert_rows(
            System,
            ["id", "campaign_id", "name", "kind", "added_at", "sha256", "team"],
            [
                (system, campaign.id, f"system {system}", "participant", now, "", "")
                for system in made_up.SYSTEMS
            ],
        )
        insert_rows(
            Item,
            ["id", "campaign_id", "key", "position", *ITEM_COLUMNS],
            ((id, campaign.id, str(id), id, *item_cells(id)) for id in range(1, sentences + 1)),
        )
        insert_rows(
            GoldAnswer,
            ["item_id", "text", "votes", "given_by"],
            ((*row, "[]") for row in made_up.gold(sentences, seed=SEED)),
        )
        insert_rows(
            Answer,
            ["item_id", "system_id", "rank", "text"],
            made_up.answers(sentences, seed=SEED),
        )
    return {}


def work(sentences: int) -> dict[str, Any]:
    """Pool, dispatch and store, as the commands do."""
    empty_tables()
    campaign = Campaign.objects.get(slug=SLUG)
    started = time.perf_counter()
    pooled = pool_campaign(campaign=campaign)
    between = time.perf_counter()
    dispatched = plan(campaign, sentences)
    ended = time.perf_counter()
    if dispatched.placed != pooled.candidates:
        sys.exit(f"{dispatched.placed} of {pooled.candidates} candidates were placed")
    return {
        "pool": between - started,
        "dispatch": ended - between,
        "candidates": pooled.candidates,
        "rows": sum(model._default_manager.count() for model in STORED),
    }


def plan(campaign: Campaign, sentences: int) -> DispatchReport:
    return dispatch_campaign(
        campaign=campaign,
        subsets=round(sentences / SENTENCES_PER_SUBSET),
        block_size=8,
        seed=SEED,
        leave_unanchored_out=True,
    )


def floor(sentences: int) -> dict[str, Any]:
    """The rows that `work` stored, written again by the database's own bulk path alone."""
    write = floor_of_copy() if connection.vendor == "postgresql" else floor_of_executemany()
    return {"floor": write}


def floor_of_copy() -> float:
    with tempfile.TemporaryDirectory() as folder, connection.cursor() as cursor:
        files = {model: Path(folder) / model._meta.db_table for model in STORED}
        for model, file in files.items():
            with file.open("wb") as out:
                cursor.copy_expert(f"COPY {model._meta.db_table} TO STDOUT", out)
        empty_tables()
        started = time.perf_counter()
        with transaction.atomic():
            for model, file in files.items():
                with file.open("rb") as rows:
                    cursor.copy_expert(f"COPY {model._meta.db_table} FROM STDIN", rows)
        return time.perf_counter() - started


def floor_of_executemany() -> float:
    with connection.cursor() as cursor:
        rows = {}
        for table in tables():
            rows[table] = cursor.execute(f"SELECT * FROM {table}").fetchall()
        empty_tables()
        started = time.perf_counter()
        with transaction.atomic():
            for table, stored in rows.items():
                marks = ", ".join("?" * len(stored[0]))
                # Past Django's cursor, which reads every statement and row first.
                connection.connection.executemany(
                    f"INSERT INTO {table} VALUES ({marks})", stored
                )
        return time.perf_counter() - started


def tables() -> list[str]:
    return [model._meta.db_table for model in STORED]


def empty_tables() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"TRUNCATE {', '.join(tables())} CASCADE")
        else:
            for table in reversed(tables()):
                cursor.execute(f"DELETE FROM {table}")
    settle()


def settle() -> None:
    """Write out what came before, so that no timed step pays for it."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE")
            cursor.execute("CHECKPOINT")
        else:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


if __name__ == "__main__":
    step, count = sys.argv[1:]
    print(json.dumps({"load": load, "work": work, "floor": floor}[step](int(count))))
