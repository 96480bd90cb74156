"""Sentences and gold as rows, from the records of their files."""

from collections.abc import Sequence

from campaigns.models import Campaign, GoldSubstitute, Sentence
from regild.formats.records import GoldRecord, SentenceRecord

ROWS_AT_A_TIME = 5_000


def save_sentences(
    campaign: Campaign, records: Sequence[SentenceRecord], gold: Sequence[GoldRecord]
) -> dict[str, int]:
    codes = {record.sentence: dict(record.codes) for record in gold}
    Sentence.objects.bulk_create(
        (
            Sentence(
                campaign=campaign,
                key=record.key,
                position=position,
                lexelt=record.lexelt,
                word=record.lexelt.partition(".")[0],
                pos=record.lexelt.partition(".")[2],
                left=record.left,
                target=record.target,
                right=record.right,
                gold_codes=codes.get(record.key, {}),
            )
            for position, record in enumerate(records, start=1)
        ),
        batch_size=ROWS_AT_A_TIME,
    )
    return dict(campaign.sentences.values_list("key", "id"))


def save_gold(sentence_ids: dict[str, int], records: Sequence[GoldRecord]) -> int:
    rows = []
    for record in records:
        givers: dict[str, list[str]] = {}
        for annotator, substitutes in record.given_by:
            for text in substitutes:
                givers.setdefault(text, []).append(annotator)
        rows += [
            GoldSubstitute(
                sentence_id=sentence_ids[record.sentence],
                text=text,
                votes=votes,
                given_by=givers.get(text, []),
            )
            for text, votes in record.substitutes
            # An exported gold may list what nobody voted for.
            if votes > 0
        ]
    GoldSubstitute.objects.bulk_create(rows, batch_size=ROWS_AT_A_TIME)
    return len(rows)
