"""The lists of candidates and items as files: all that fits, in the list's order."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.db import connection

from agreement.selectors.read_lists import ListAsked, candidate_search, item_search, numbers_of
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.downloads import RowFile
from core.scanning import Search
from core.snapshot import snapshot


def candidates_file(campaign: Campaign, asked: ListAsked) -> RowFile:
    task = task_of(campaign)
    named = task.level == "nominal"
    systems = dict(campaign.systems.values_list("id", "name"))
    labels = dict(campaign.scale.values_list("value", "label"))
    search = candidate_search(campaign, asked).search
    names = numbers_of(task)

    def rows() -> Iterator[Sequence[Any]]:
        for one in _read(search, "candidate", "item"):
            proposed = [
                f"{systems[id]} {rank}" for id, rank in one.candidate.answers if id in systems
            ]
            yield (
                one.item.key,
                one.item.group,
                task.worded(one.item.content, one.candidate.text),
                one.origin,
                _cell(one.votes),
                "; ".join(proposed),
                *(_cell(getattr(one, name)) for name in names),
                *([labels.get(one.top, "")] if named else []),
                one.values.strip(),
                one.unjudged,
                int(one.hidden),
            )

    columns = [
        *("sentence", task.group_column, "substitute", "origin", "gold_votes", "systems"),
        *names,
        *(["category"] if named else []),
        *("values", "not_judged", "hidden"),
    ]
    return RowFile(f"{campaign.slug}-candidates.csv", columns, rows())


def items_file(campaign: Campaign, asked: ListAsked) -> RowFile:
    task = task_of(campaign)
    search = item_search(campaign, asked).search
    names = numbers_of(task, items=True)
    rows = (
        (
            *(one.item.key, one.item.group, one.candidates, one.rated),
            *(_cell(getattr(one, name)) for name in names),
            int(one.hidden),
        )
        for one in _read(search, "item")
    )
    columns = ["sentence", task.group_column, "candidates", "rated", *names, "hidden"]
    return RowFile(f"{campaign.slug}-items.csv", columns, rows)


def _read(search: Search, *related: str) -> Iterator[Any]:
    rows = search.all().select_related(*related)
    with _reading():
        yield from rows.iterator(chunk_size=5_000)


def _reading() -> AbstractContextManager[None]:
    """Outside a transaction PostgreSQL keeps a copy of all rows before it gives the first. On
    SQLite whoever reads slowly would keep the file of changes from being folded in."""
    return snapshot() if connection.vendor == "postgresql" else nullcontext()


def _cell(number: float | None) -> Any:
    if number is None:
        return ""
    return f"{number:.6g}" if isinstance(number, float) else number
