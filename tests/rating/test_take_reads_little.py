"""Taking a subset reads its own rows, whether or not the planner knows how many there are."""

import random
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.bulk import refresh_statistics
from pooling.models import Candidate, Placement
from rating.selectors.sittings import sitting_sentences
from rating.services.sittings import take_subset
from tests.factories import make_campaign
from tests.rating.sitting import join

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

MOST_BUFFERS = 1500
SENTENCES, WORDS, SUBSETS = 1000, 40, 250

# Sentence n of the series has its words in subset n modulo SUBSETS.
_FILL = f"""
    INSERT INTO sources_item (campaign_id, key, position, "group", label, text, content,
                              gold_codes)
    SELECT %(campaign)s, 'made' || n, 100 + n, 'made', 'made', repeat('word ', 40),
           (SELECT content FROM sources_item LIMIT 1), '{{}}'
    FROM generate_series(1, {SENTENCES}) n;
    INSERT INTO pooling_subset (campaign_id, number, size, uneven, created_at)
    SELECT %(campaign)s, 100 + n, {SENTENCES * WORDS // SUBSETS}, false, now()
    FROM generate_series(0, {SUBSETS} - 1) n;
    INSERT INTO pooling_candidate (item_id, text, role, origin, votes, answers)
    SELECT item.id, 'word' || n, 'pooled', 'both', 1, '[]'
    FROM sources_item item, generate_series(1, {WORDS}) n WHERE item.key LIKE 'made%%';
    INSERT INTO pooling_placement (subset_id, candidate_id, block, position, anchor)
    SELECT subset.id, candidate.id, 1, row_number() OVER (PARTITION BY subset.id), true
    FROM pooling_candidate candidate
    JOIN sources_item item ON item.id = candidate.item_id AND item.key LIKE 'made%%'
    JOIN pooling_subset subset
      ON subset.number = 100 + (item.position - 100) %% {SUBSETS};
"""


@pytest.fixture
def crowded():
    """Sixty thousand candidates, written as by bulk: nobody counted them."""
    with connection.cursor() as cursor:
        # Places of rows that earlier tests deleted would be read too; this is undone with all.
        cursor.execute("TRUNCATE campaigns_campaign CASCADE")
    campaign = make_campaign(subsets=2)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(_FILL, {"campaign": campaign.pk})
    return campaign


def buffers_read(work):
    """Of each statement that `work` runs, by EXPLAIN: shared buffers, and what it says."""
    with CaptureQueriesContext(connection) as captured:
        work()
    found = []
    for query in captured.captured_queries:
        if not query["sql"].startswith(("SELECT", "UPDATE")):
            continue
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN (ANALYZE, BUFFERS) " + query["sql"].replace("%", "%%"))
            plan = "\n".join(line for (line,) in cursor.fetchall())
        first = plan.partition("Planning")[0]
        lines = [line for line in first.splitlines() if "Buffers: shared" in line]
        # A step's are those of the steps below it too.
        read = [sum(map(int, re.findall(r"(?:hit|read)=(\d+)", line))) for line in lines]
        found.append((max(read, default=0), query["sql"], plan))
    return found


@pytest.mark.parametrize("counted", [(), (Candidate, Placement)])
def test_a_take_reads_few_buffers(crowded, counted):
    refresh_statistics(*counted)
    annotator = join(crowded)

    def take():
        taken = take_subset(annotator=annotator, rng=random.Random(1))
        # What is answered.
        shown = sitting_sentences(taken.assignment)
        words = sum(len(sentence["candidates"]) for sentence in shown)
        assert words == WORDS * SENTENCES // SUBSETS

    found = buffers_read(take)
    most, sql, plan = max(found)
    assert sum(read for read, *_rest in found) <= MOST_BUFFERS, f"{most} by {sql}\n{plan}"
