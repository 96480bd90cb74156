"""The multiwords that annotators saw, and those that systems name, as rows."""

from collections.abc import Collection, Iterable, Mapping

from campaigns.models import Campaign
from regild.formats.records import AnswerRecord, GoldRecord
from sources.models import MULTIWORD, GoldMultiword, ItemPart, NamedMultiword, System
from sources.services.rows import ROWS_AT_A_TIME


def save_gold_multiwords(
    campaign: Campaign,
    records: Iterable[GoldRecord],
    *,
    items: Mapping[str, int],
    majority: Collection[str],
) -> None:
    """In the place of what was said before. `majority` are the sentences of which enough
    annotators saw the same one: the part that NMWT leaves out."""
    GoldMultiword.objects.filter(item__campaign=campaign).delete()
    GoldMultiword.objects.bulk_create(
        (
            GoldMultiword(item_id=items[record.sentence], text=text, votes=votes)
            for record in records
            for text, votes in record.substitutes
            if votes > 0
        ),
        batch_size=ROWS_AT_A_TIME,
    )
    ItemPart.objects.filter(part=MULTIWORD, item__campaign=campaign).delete()
    ItemPart.objects.bulk_create(
        ItemPart(item_id=items[key], part=MULTIWORD) for key in majority
    )


def save_named_multiwords(
    system: System, records: Iterable[AnswerRecord], *, items: Mapping[str, int]
) -> int:
    """The first answer to a sentence; returns how many there are."""
    rows = NamedMultiword.objects.bulk_create(
        (
            NamedMultiword(
                system=system, item_id=items[record.sentence], text=record.answers[0]
            )
            for record in records
            if record.answers
        ),
        batch_size=ROWS_AT_A_TIME,
    )
    return len(rows)
