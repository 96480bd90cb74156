"""What `bench.documents` measures: `python -m bench.documents_steps DOCUMENTS` works on the
database of DATABASE_URL and prints one JSON object."""

import io
import json
import random
import sys
import time

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from campaigns.models import Campaign  # noqa: E402
from regild.problems import Source  # noqa: E402
from sources.models import Item  # noqa: E402
from sources.services.creating import create_campaign  # noqa: E402
from sources.services.rows import ROWS_AT_A_TIME  # noqa: E402

TREE = b"category,parent\nWork,\nPlan,Work\nReport,Work\nPrivate,\n"
WORDS = 120


def main(documents: int) -> None:
    call_command("migrate", verbosity=0)
    files = {
        "documents": Source(io.BytesIO(table(documents)), "documents.csv"),
        "categories": Source(io.BytesIO(TREE), "categories.csv"),
    }
    begun = time.perf_counter()
    made = create_campaign(slug="mail", task="categories", files=files, language="en")
    imported = time.perf_counter() - begun
    plain = plainly(made.campaign)
    print(json.dumps({"imported": imported, "plain": plain}))


def table(documents: int) -> bytes:
    rng = random.Random(1)
    words = [f"word{number}" for number in range(5_000)]
    rows = ["document,text,subject,from,date\n"]
    for number in range(documents):
        text = " ".join(rng.choices(words, k=WORDS))
        rows.append(f"{number},{text},About {number},ann@example.org,2026-01-01\n")
    return "".join(rows).encode()


def plainly(campaign: Campaign) -> float:
    """The seconds that it takes to insert the same rows again, all of them made before."""
    other = Campaign.objects.create(slug="other", title="Other", language="en")
    rows = list(campaign.items.all())
    for row in rows:
        row.pk, row.campaign = None, other
    begun = time.perf_counter()
    Item.objects.bulk_create(rows, batch_size=ROWS_AT_A_TIME)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main(int(sys.argv[1]))
