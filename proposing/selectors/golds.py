"""The first golds of a campaign: those that were frozen, and the one that was brought in."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from io import BytesIO
from typing import Any, Literal

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from campaigns.models import Campaign
from proposing.models import FirstGold
from regild.formats.long import write_gold_table
from regild.formats.records import GoldRecord
from sources.models import GoldAnswer

Form = Literal["txt", "csv"]
FORMS: dict[Form, str] = {"txt": "text/plain; charset=utf-8", "csv": "text/csv; charset=utf-8"}


def frozen_golds(campaign: Campaign) -> QuerySet[FirstGold]:
    """The newest first; without what only a file of one needs."""
    return campaign.first_golds.defer("lines", "records").order_by("-number")


def frozen_gold(campaign: Campaign, number: int) -> FirstGold:
    """Raises Http404."""
    return get_object_or_404(campaign.first_golds, number=number)


def gold_file(gold: FirstGold, form: Form) -> bytes:
    """Its lines, of which it has the checksum; or a table with who gave what."""
    if form == "txt":
        return gold.lines.encode()
    out = BytesIO()
    write_gold_table(out, records_of(gold), form="csv")
    return out.getvalue()


def base_gold(campaign: Campaign, *, items: Collection[int] | None = None) -> list[GoldRecord]:
    """The gold that was brought in, on which what is proposed stands; empty without one.
    `items`: of these at least."""
    first = campaign.first_golds.order_by("number").first()
    if first is None:
        return stored_gold(campaign, items=items)
    return records_of(first) if first.origin == FirstGold.Origin.IMPORTED else []


def stored_gold(
    campaign: Campaign, *, items: Collection[int] | None = None
) -> list[GoldRecord]:
    """The first gold as the campaign has it now, in the order of its sentences; of all items,
    or of these."""
    asked = campaign.items.order_by("position")
    if items is not None:
        asked = asked.filter(id__in=items)
    answers: defaultdict[int, list[tuple[str, float, list[str]]]] = defaultdict(list)
    rows = GoldAnswer.objects.filter(item__in=asked.order_by()).order_by("-votes", "id")
    for item, text, votes, names in rows.values_list("item_id", "text", "votes", "given_by"):
        answers[item].append((text, votes, names))
    return [
        GoldRecord(
            key,
            group,
            substitutes=tuple((text, votes) for text, votes, _names in answers[id]),
            codes=tuple(codes.items()),
            line=line,
            given_by=_by_annotator(answers[id]),
        )
        for line, (id, key, group, codes) in enumerate(
            asked.values_list("id", "key", "group", "gold_codes"), 1
        )
        if answers[id] or codes
    ]


def records_of(gold: FirstGold) -> list[GoldRecord]:
    """With who gave what, which its lines do not say."""
    return [
        GoldRecord(
            one["sentence"],
            one["group"],
            tuple((text, votes) for text, votes in one["substitutes"]),
            tuple((code, votes) for code, votes in one["codes"]),
            line,
            tuple((name, tuple(texts)) for name, texts in one["given_by"]),
        )
        for line, one in enumerate(gold.records, 1)
    ]


def as_json(records: Iterable[GoldRecord]) -> list[dict[str, Any]]:
    """As a FirstGold keeps them."""
    return [
        {name: value for name, value in record._asdict().items() if name != "line"}
        for record in records
    ]


def _by_annotator(
    answers: Iterable[tuple[str, float, list[str]]],
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    given: dict[str, list[str]] = {}
    for text, _votes, names in answers:
        for name in names:
            given.setdefault(name, []).append(text)
    return tuple((name, tuple(texts)) for name, texts in given.items())
