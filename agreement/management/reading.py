"""What the commands that read the gold have in common."""

from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agreement.selectors.read_lists import (
    NUMBERS,
    NUMBERS_OF_NAMES,
    STATES,
    ListAsked,
    asked_of,
    orders_of,
)
from agreement.selectors.sums import SumsAsOf
from campaigns.models import Campaign
from campaigns.selectors.task import task_of

_ALL = sorted({*NUMBERS, *NUMBERS_OF_NAMES})


def add_filters(parser: CommandParser, *, items: bool) -> None:
    begins = "how an item's id or group begins" if items else "how a candidate begins"
    parser.add_argument("--text", default="", help=begins)
    parser.add_argument("--part", default="", help="such as a part of speech")
    states = [state for state in STATES if not (items and state == "unjudged")]
    parser.add_argument("--state", choices=states, default="")
    parser.add_argument("--sort", default="item", help="a - before it is highest first")
    for name in _ALL:
        for end in ("min", "max"):
            parser.add_argument(f"--{name}-{end}", type=float, metavar="NUMBER")
    parser.add_argument("--csv", action="store_true", help="print all of them as CSV")
    parser.add_argument(
        "--update", action="store_true", help="bring the numbers up to date first"
    )


def asked_in(campaign: Campaign, options: dict[str, Any], *, items: bool) -> ListAsked:
    task = task_of(campaign)
    asked = asked_of(task, options)
    orders = orders_of(task, items=items)
    if asked.sort not in orders:
        raise CommandError(f"nothing is sorted by {asked.sort}; there is {', '.join(orders)}")
    known = {*asked.least, *asked.most}
    for name in _ALL:
        told = [options[f"{name}_{end}"] for end in ("min", "max")]
        if name not in known and any(end is not None for end in told):
            raise CommandError(f"this campaign has no {name}")
    return asked


def lines_of(rows: Sequence[dict[str, Any]], as_of: SumsAsOf, *, more: bool) -> list[str]:
    """A table to read; numbers to two digits."""
    if as_of.read_at is None:
        return ["nothing is summed up yet: add --update"]
    told = [f"as of {as_of.read_at:%Y-%m-%d %H:%M} UTC"]
    if as_of.changes:
        told[0] += f"; the {' and the '.join(as_of.changes)} changed since: add --update"
    return [*told, *table_lines(rows), *(["…"] if more else [])]


def table_lines(rows: Sequence[dict[str, Any]]) -> list[str]:
    if not rows:
        return ["none"]
    names = [name for name in rows[0] if name not in ("id", "item", "systems")]
    cells = [names, *([_cell(row.get(name)) for name in names] for row in rows)]
    widths = [max(len(line[place]) for line in cells) for place in range(len(names))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    ]


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value)
