"""The steps of `bench.study`, each run as a process; exports by the names of their formats.

`python -m bench.study_steps STEP SENTENCES` works on the database of DATABASE_URL and prints
one JSON object. Every step from `pool` on may be repeated: it forgets first what it made.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from agreement.services import measure_agreement  # noqa: E402
from annotators.models import Annotator  # noqa: E402
from bench import pooling_steps  # noqa: E402
from bench.made_up_ratings import load_ratings, load_scale  # noqa: E402
from campaigns.models import Campaign  # noqa: E402
from core.bulk import refresh_statistics  # noqa: E402
from pooling.models import Subset  # noqa: E402
from pooling.services.fill_pool import pool_campaign  # noqa: E402
from scoring.models import Release, ReleaseEntry  # noqa: E402
from scoring.services.freezing import freeze_gold  # noqa: E402
from scoring.services.rescoring import rescore  # noqa: E402

SLUG = pooling_steps.SLUG


def load(sentences: int) -> float:
    taken = seconds(lambda: pooling_steps.load(sentences))
    load_scale(found())
    pooling_steps.settle()
    return taken


def pool(sentences: int) -> float:
    empty(Release, Annotator)
    pooling_steps.empty_tables()
    return seconds(lambda: pool_campaign(campaign=found()))


def dispatch(sentences: int) -> float:
    empty(Release, Annotator, Subset)
    return seconds(lambda: pooling_steps.plan(found(), sentences))


def rate(sentences: int) -> float:
    empty(Release, Annotator)
    taken = seconds(lambda: load_ratings(found().subsets.all()))
    pooling_steps.settle()
    return taken


def agreement(sentences: int) -> float:
    found().agreement_reports.all().delete()
    return seconds(lambda: measure_agreement(campaign=found()))


def release(sentences: int) -> float:
    empty(Release)
    taken = seconds(lambda: freeze_gold(campaign=found()))
    refresh_statistics(ReleaseEntry)
    return taken


def score(sentences: int) -> float:
    return seconds(lambda: rescore(campaign=found()))


def written(*command: str) -> float:
    """Of a command whose last argument is where to."""
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "out")
        return seconds(lambda: call_command(*command, out, stdout=StringIO()))


STEPS: dict[str, Callable[[int], float]] = {
    "load": load,
    "pool": pool,
    "dispatch": dispatch,
    "rate": rate,
    "agreement": agreement,
    "release": release,
    "rescore": score,
    "plan": lambda sentences: written("export_plan", SLUG, "--out"),
    "archive": lambda sentences: written("export_campaign", SLUG),
}


def export(format: str) -> Callable[[int], float]:
    return lambda sentences: written("export_gold", SLUG, "--format", format, "--out")


def found() -> Campaign:
    return Campaign.objects.get(slug=SLUG)


def empty(*models: Any) -> None:
    tables = [model._meta.db_table for model in models]
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {', '.join(tables)} CASCADE")


def seconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


if __name__ == "__main__":
    name, count = sys.argv[1:]
    step = STEPS.get(name) or export(name)
    print(json.dumps({"seconds": step(int(count))}))
