"""What the pages of a public release and of its entries show, and what the API says of them."""

from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse

from campaigns.selectors.task import task_of
from regild.scoring.evaluation import Scored
from regild.scoring.exports.statement import Section, StatementFigure
from regild.scoring.ranking import ranks
from scoring.models import PublicEntry, PublicGold
from scoring.selectors.published import (
    Citation,
    card_sections,
    citation_of,
    entries_of,
    page_of,
)
from scoring.selectors.statements import from_json


class OnMeasure(NamedTuple):
    """`rank` is on the second gold, or where that has no such measure on the first, among the
    systems that have a page there."""

    measure: str
    rank: int | None
    first: Scored
    second: Scored
    judged: float | None


class PublicRow(NamedTuple):
    key: str
    name: str
    team: str
    kind: str
    added_at: str
    page: str
    scores: list[OnMeasure]


class PublicPage(NamedTuple):
    gold: PublicGold
    page: str
    title: str
    measures: list[str]
    rows: list[PublicRow]
    citation: Citation
    choices: list[str]
    agreement: tuple[StatementFigure, ...]
    sections: list[Section]


class EntryPage(NamedTuple):
    """`of` is how many systems were ranked when it was added; the `headline` comes first."""

    entry: PublicEntry
    page: str
    headline: list[OnMeasure]
    others: list[OnMeasure]
    citation: Citation
    of: int


def public_page(gold: PublicGold) -> PublicPage:
    task, release = task_of(gold.release.campaign), gold.release
    rows = _rows(gold)
    return PublicPage(
        gold=gold,
        page=settings.SITE_URL + page_of(release),
        title=gold.told["title"],
        measures=[one.measure for one in rows[0].scores] if rows else [],
        rows=rows,
        citation=citation_of(gold),
        choices=task.scoring.gold_choices(release.policy, task.columns),
        agreement=from_json(gold.told["statement"]).agreement,
        sections=card_sections(gold),
    )


def entry_page(entry: PublicEntry) -> EntryPage:
    """With every measure, ranked as when it was added."""
    gold = entry.gold
    headline = [*task_of(gold.release.campaign).scoring.headline]
    told = {key: _on(key, entry) for key in entry.told["scores"]}
    return EntryPage(
        entry=entry,
        page=settings.SITE_URL + entry_address(entry),
        headline=[told[key] for key in headline if key in told],
        others=[one for key, one in told.items() if key not in headline],
        citation=citation_of(gold, entry=entry),
        of=entry.told["of"],
    )


def entry_address(entry: PublicEntry) -> str:
    release = entry.gold.release
    return reverse("public-entry", args=[release.campaign.slug, release.number, entry.key])


def _rows(gold: PublicGold) -> list[PublicRow]:
    """By the measures that a leaderboard begins with, best first by the first of them."""
    entries = [*entries_of(gold).select_related("gold__release__campaign")]
    scoring = task_of(gold.release.campaign).scoring
    there = {key for entry in entries for key in entry.told["scores"]}
    keys = [key for key in scoring.headline if key in there]
    columns = {}
    for key in keys:
        found = [_on(key, entry) for entry in entries]
        values = [
            one.first.value if one.second.value is None else one.second.value for one in found
        ]
        places = ranks(values, lower=scoring.lower_is_better(key))
        columns[key] = [
            one._replace(rank=place) for one, place in zip(found, places, strict=True)
        ]
    rows = [
        PublicRow(
            key=entry.key,
            name=entry.told["name"],
            team=entry.told["team"],
            kind=entry.told["kind"],
            added_at=entry.told["added_at"],
            page=entry_address(entry),
            scores=[columns[measure][at] for measure in keys],
        )
        for at, entry in enumerate(entries)
    ]
    return sorted(rows, key=_place)


def _place(row: PublicRow) -> tuple[float, str]:
    first = row.scores[0].rank if row.scores else None
    return (float("inf") if first is None else first), row.name


def _on(key: str, entry: PublicEntry) -> OnMeasure:
    told: dict[str, Any] = entry.told["scores"].get(key, {})
    first, second = (
        Scored(**told[gold]) if gold in told else NOT_SCORED for gold in ("first", "second")
    )
    rank = second.rank if second.value is not None else first.rank
    return OnMeasure(key, rank, first, second, entry.told["judged"].get(key))


NOT_SCORED = Scored(None, 0, "it was not measured", None, None, None, None)
