"""Items and gold as rows, from the records of their files."""

from collections.abc import Sequence

from campaigns.models import Campaign
from regild.formats.records import GoldRecord
from regild.tasks.task import ItemRecord
from sources.models import GoldAnswer, Item

ROWS_AT_A_TIME = 5_000


def save_items(
    campaign: Campaign, records: Sequence[ItemRecord], gold: Sequence[GoldRecord]
) -> dict[str, int]:
    codes = {record.sentence: dict(record.codes) for record in gold}
    Item.objects.bulk_create(
        (
            Item(
                campaign=campaign,
                key=record.key,
                position=position,
                group=record.group,
                label=record.label,
                text=record.text,
                content=record.content,
                gold_codes=codes.get(record.key, {}),
            )
            for position, record in enumerate(records, start=1)
        ),
        batch_size=ROWS_AT_A_TIME,
    )
    return dict(campaign.items.values_list("key", "id"))


def replace_gold(campaign: Campaign, records: Sequence[GoldRecord]) -> int:
    """All that was in the first gold goes; returns how many substitutes there are now."""
    GoldAnswer.objects.filter(item__campaign=campaign).delete()
    items = {item.key: item for item in campaign.items.only("key", "gold_codes")}
    codes = {record.sentence: dict(record.codes) for record in records}
    changed = [item for key, item in items.items() if item.gold_codes != codes.get(key, {})]
    for item in changed:
        item.gold_codes = codes.get(item.key, {})
    Item.objects.bulk_update(changed, ["gold_codes"], batch_size=500)
    return save_gold({key: item.pk for key, item in items.items()}, records)


def save_gold(item_ids: dict[str, int], records: Sequence[GoldRecord]) -> int:
    rows = []
    for record in records:
        givers: dict[str, list[str]] = {}
        for annotator, substitutes in record.given_by:
            for text in substitutes:
                givers.setdefault(text, []).append(annotator)
        rows += [
            GoldAnswer(
                item_id=item_ids[record.sentence],
                text=text,
                votes=votes,
                given_by=givers.get(text, []),
            )
            for text, votes in record.substitutes
            # An exported gold may list what nobody voted for.
            if votes > 0
        ]
    GoldAnswer.objects.bulk_create(rows, batch_size=ROWS_AT_A_TIME)
    return len(rows)
