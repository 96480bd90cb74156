"""Items and gold as rows, from the records of their files."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import TypeVar

from django.db import transaction

from campaigns.models import Campaign
from campaigns.services.jobs import Progress, unobserved
from core.bulk import insert_rows, update_rows
from regild.formats.records import GoldRecord
from regild.tasks.task import ItemRecord
from sources.models import GoldAnswer, Item

ROWS_AT_A_TIME = 5_000

R = TypeVar("R")

_ITEM = ("campaign_id", "key", "position", "group", "label", "text", "content", "gold_codes")
_GOLD = ("item_id", "text", "votes", "given_by")


def save_items(
    campaign: Campaign, records: Iterable[ItemRecord], *, progress: Progress = unobserved
) -> int:
    """Some at a time, each time in a transaction of its own unless the caller has one; returns
    how many there are."""
    positions = count(1)
    saved = 0
    for portion in _portions(records):
        with transaction.atomic():
            insert_rows(
                Item,
                _ITEM,
                (
                    (
                        campaign.pk,
                        record.key,
                        next(positions),
                        record.group,
                        record.label,
                        record.text,
                        json.dumps(record.content),
                        "{}",
                    )
                    for record in portion
                ),
            )
        saved += len(portion)
        progress(saved, 0)
    return saved


def _portions(records: Iterable[R]) -> Iterator[list[R]]:
    records = iter(records)
    while portion := list(islice(records, ROWS_AT_A_TIME)):
        yield portion


def replace_gold(campaign: Campaign, records: Sequence[GoldRecord]) -> int:
    """All that was in the first gold goes; returns how many substitutes there are now."""
    GoldAnswer.objects.filter(item__campaign=campaign).delete()
    items = {item.key: item for item in campaign.items.only("key", "gold_codes")}
    codes = {record.sentence: dict(record.codes) for record in records}
    changed = [item for key, item in items.items() if item.gold_codes != codes.get(key, {})]
    for item in changed:
        item.gold_codes = codes.get(item.key, {})
    Item.objects.bulk_update(changed, ["gold_codes"], batch_size=500)
    return save_gold(campaign, records)


def save_gold(
    campaign: Campaign, records: Iterable[GoldRecord], *, progress: Progress = unobserved
) -> int:
    """As items are saved, whose gold it is; returns how many substitutes there are."""
    saved = seen = 0
    for portion in _portions(records):
        keys = [record.sentence for record in portion]
        ids = dict(campaign.items.filter(key__in=keys).values_list("key", "id"))
        rows = [row for record in portion for row in _gold_rows(record, ids)]
        codes = [
            (ids[record.sentence], json.dumps(dict(record.codes)))
            for record in portion
            if record.codes
        ]
        with transaction.atomic():
            insert_rows(GoldAnswer, _GOLD, rows)
            if codes:
                update_rows(Item, ["gold_codes"], codes)
        saved += len(rows)
        seen += len(portion)
        progress(seen, 0)
    return saved


def _gold_rows(
    record: GoldRecord, ids: Mapping[str, int]
) -> Iterator[tuple[int, str, float, str]]:
    givers: dict[str, list[str]] = {}
    for annotator, substitutes in record.given_by:
        for text in substitutes:
            givers.setdefault(text, []).append(annotator)
    for text, votes in record.substitutes:
        # An exported gold may list what nobody voted for.
        if votes > 0:
            yield ids[record.sentence], text, votes, json.dumps(givers.get(text, []))
