"""The first gold as it would be, sentence by sentence, as the proposals are at this moment."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from campaigns.models import Campaign
from proposing.selectors.counting import as_records, counting_proposals
from proposing.selectors.draft import draft_gold, rules_of
from regild.formats.records import GoldRecord, ProposalRecord
from sources.models import Item
from sources.selectors import find_sentences, sentences_in_play


class DraftedSentence(NamedTuple):
    """`record` is None where nobody proposed anything and nothing was brought in."""

    item: Item
    record: GoldRecord | None
    responses: Sequence[ProposalRecord]
    multiword: str

    @property
    def phrases(self) -> list[str]:
        return sorted({one.phrase for one in self.responses if one.phrase})


def find_drafted(campaign: Campaign, *, text: str = "", target: str = "") -> QuerySet[Item]:
    """Sentences in play, in the order of the file."""
    found = find_sentences(campaign, text=text, group=target)
    return found.filter(id__in=sentences_in_play(campaign).order_by().values("id"))


def drafted(campaign: Campaign, items: Sequence[Item]) -> list[DraftedSentence]:
    """Only what belongs to these is read."""
    ids = [item.pk for item in items]
    proposals = as_records(campaign, counting_proposals(campaign).filter(item__in=ids))
    draft = draft_gold(campaign, proposals, items, rules=rules_of(campaign, items=ids))
    records = {record.sentence: record for record in draft.records}
    responses: dict[str, list[ProposalRecord]] = {}
    for one in proposals:
        responses.setdefault(one.sentence, []).append(one)
    return [
        DraftedSentence(
            item,
            records.get(item.key),
            responses.get(item.key, ()),
            draft.majority.get(item.key, ""),
        )
        for item in items
    ]
