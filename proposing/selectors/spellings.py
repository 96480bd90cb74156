"""The spellings of what was proposed, each list with what a lead decided about it."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from campaigns.models import Campaign
from proposing.models import FirstGoldReport, Lemma, SpellingDecision
from proposing.selectors.counting import counting_proposals
from proposing.selectors.draft import rules_of
from proposing.selectors.reports import Row, rows_of
from sources.models import Item

# By the sentence's id and the spelling.
Decided = dict[tuple[str, str], SpellingDecision]


class ListedSpelling(NamedTuple):
    """A row of a list of the report, with the sentence it is in and what was decided since.

    `item` is None where the sentence is none of the campaign's any more.
    """

    row: Row
    item: Item | None
    decision: SpellingDecision | None


def merges_listed(campaign: Campaign, report: FirstGoldReport | None) -> list[Row]:
    """Spellings that became another text, and those that a lead keeps as they were typed,
    which a report has among the merges no more."""
    rows = rows_of(report, "merges")
    there = {(row["sentence"], row["raw"]) for row in rows}
    kept = SpellingDecision.objects.filter(item__campaign=campaign, into="")
    for key, spelling in kept.order_by("item__position", "id").values_list(
        "item__key", "spelling"
    ):
        if (key, spelling) not in there:
            alone = {"sentence": key, "raw": spelling, "text": spelling, "steps": []}
            rows.append({**alone, "annotators": None})
    return rows


def close_listed(
    campaign: Campaign, report: FirstGoldReport | None, *, undecided: bool
) -> list[Row]:
    """Pairs of close spellings; those that nobody decided about, or all."""
    rows = rows_of(report, "close")
    if not undecided:
        return rows
    decided = _decided(campaign)
    return [row for row in rows if decision_on_pair(row, decided) is None]


def with_decisions(
    campaign: Campaign,
    rows: Iterable[Row],
    decision_on: Callable[[Row, Decided], SpellingDecision | None],
) -> list[ListedSpelling]:
    """`decision_on` is `decision_on_merge` or `decision_on_pair`, as the rows are."""
    rows = list(rows)
    keys = {row["sentence"] for row in rows}
    items = {item.key: item for item in campaign.items.filter(key__in=keys)}
    decided = _decided(campaign)
    return [
        ListedSpelling(row, items.get(row["sentence"]), decision_on(row, decided))
        for row in rows
    ]


def decision_on_merge(row: Row, decided: Decided) -> SpellingDecision | None:
    return decided.get((row["sentence"], row["raw"]))


def decision_on_pair(row: Row, decided: Decided) -> SpellingDecision | None:
    """Of a pair: one of the two counts as the other, or either stays as it is."""
    key, pair = row["sentence"], (row["text"], row["other"])
    for spelling in reversed(pair):
        found = decided.get((key, spelling))
        if found is not None and (not found.into or found.into in pair):
            return found
    return None


def spellings_of(campaign: Campaign, item: Item) -> set[str]:
    """Of one sentence: as they were typed, and what the wording and the lemmas make of them."""
    rules, pos = rules_of(campaign, items=[item.pk]), item.group.rpartition(".")[2]
    found: set[str] = set()
    answers = counting_proposals(campaign).filter(item=item).values_list("answers", flat=True)
    for raw in {text for given in answers for text in given}:
        text = rules.wording.normalise(raw, group=item.group).text
        found |= {raw, raw.strip(), text, rules.lemmas.get((text, pos), text)}
    decided = item.spelling_decisions.values_list("spelling", "into")
    return found.union(*decided) - {""}


def spelling_decisions(campaign: Campaign) -> QuerySet[SpellingDecision]:
    found = SpellingDecision.objects.filter(item__campaign=campaign)
    return found.select_related("item", "decided_by")


def item_named(campaign: Campaign, key: str) -> Item:
    """By its id in the files. Raises Http404."""
    return get_object_or_404(campaign.items, key=key)


def lemma_named(campaign: Campaign, id: int) -> Lemma:
    """Raises Http404."""
    return get_object_or_404(campaign.lemmas, id=id)


LEMMA_ORDER = ["form", "pos", "id"]


def find_lemmas(campaign: Campaign, *, text: str = "", state: str = "") -> QuerySet[Lemma]:
    found = campaign.lemmas.all()
    if text:
        found = found.filter(Q(form=text) | Q(lemma=text))
    if state:
        found = found.filter(undone_at__isnull=state == "applied")
    return found


def _decided(campaign: Campaign) -> Decided:
    rows = SpellingDecision.objects.filter(item__campaign=campaign).select_related("item")
    return {(row.item.key, row.spelling): row for row in rows}
