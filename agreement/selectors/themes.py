"""What disagreements are about, as leads tagged them: section 5 of the paper on e-mails."""

from collections import defaultdict
from typing import NamedTuple

from agreement.models import TaggedDocument
from agreement.selectors.disagreements import Asked, count_disagreeing, find_documents
from campaigns.models import Campaign
from regild.tables.printing import Table

EXAMPLES = 3


class ThemeRow(NamedTuple):
    """`share` is of the documents on which annotators disagree; a document may have several
    themes, so that shares need not add up."""

    theme: str
    documents: int
    share: float | None
    examples: list[str]


class Themes(NamedTuple):
    disagreeing: int
    rows: list[ThemeRow]


def themes_of(campaign: Campaign) -> Themes:
    """The most frequent first. Only documents count on which annotators still disagree."""
    disagreeing = find_documents(campaign, Asked())
    total = count_disagreeing(campaign)
    keys: defaultdict[str, list[str]] = defaultdict(list)
    tagged = TaggedDocument.objects.filter(
        theme__campaign=campaign, item__in=disagreeing.order_by().values("id")
    )
    rows = tagged.order_by("item__position").values_list("theme__name", "item__key")
    for theme, key in rows:
        keys[theme].append(key)
    found = sorted(keys.items(), key=lambda one: (-len(one[1]), one[0]))
    return Themes(
        total,
        [
            ThemeRow(name, len(those), len(those) / total, those[:EXAMPLES])
            for name, those in found
        ],
    )


def themes_table(campaign: Campaign) -> Table:
    return Table(
        "themes",
        ("theme", "documents", "share", "examples"),
        [
            (row.theme, row.documents, row.share, ", ".join(row.examples))
            for row in themes_of(campaign).rows
        ],
    )
