"""What share of people would give each value, as a system says it, item by item.

| what | columns |
| --- | --- |
| any items | item, value, share |
| candidates, as a release exports them | sentence, substitute, value, share |
| utterances | set, utterance, value, share |
| documents | document, category, share |

A column `count` is passed over. What an item is called is as `regild.formats.values` has it.
"""

from __future__ import annotations

from math import isfinite
from typing import IO, NamedTuple

from regild.formats.limits import MAX_ITEM, check_name, shown
from regild.formats.rows import Columns, read_rows
from regild.formats.text import MAX_BYTES
from regild.formats.values import ITEM_COLUMNS, ITEM_NEEDED, item_named
from regild.problems import N_, FileProblem, Findings

_COLUMNS = Columns((*ITEM_COLUMNS, "share", "count"), (*ITEM_NEEDED, "share"))
# Written shares are rounded: .33, .33 and .33 are thirds.
ROUNDED = 0.0100001
_TO_ONE = N_("The shares of an item are not negative and add up to 1")


class SharesRead(NamedTuple):
    """Of each item the share of each value, in the order of the file."""

    shares: dict[str, dict[str, float]]
    notices: tuple[FileProblem, ...]


def read_shares(stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES) -> SharesRead:
    """Raises BadFile, with every problem by its line."""
    findings = Findings(name)
    found: dict[str, dict[str, float]] = {}
    began: dict[str, int] = {}
    for line, cells in read_rows(stream, findings, _COLUMNS, max_bytes=max_bytes):
        item, value = item_named(cells), (cells["value"] or cells["category"]).strip()
        share = _share(findings, line, cells["share"].strip())
        kept = [
            item in found or check_name(findings, line, item, what="item", most=MAX_ITEM),
            check_name(findings, line, value, what="value"),
            share is not None,
        ]
        if not all(kept) or share is None:
            continue
        of_item = found.setdefault(item, {})
        began.setdefault(item, line)
        if value in of_item:
            message = N_(
                "%(item)s has a share of %(value)s already",
                item=shown(item),
                value=shown(value),
            )
            findings.repeated(line, message)
        of_item[value] = share
    for item, of_item in found.items():
        total = sum(of_item.values())
        if abs(total - 1) > ROUNDED:
            message = N_(
                "the shares of %(item)s add up to %(total)s",
                item=shown(item),
                total=f"{total:g}",
            )
            findings.problem(began[item], message, _TO_ONE)
    return SharesRead(found, findings.reading(found).notices)


def _share(findings: Findings, line: int, written: str) -> float | None:
    try:
        share = float(written)
    except ValueError:
        share = float("nan")
    if isfinite(share) and share >= 0:
        return share
    message = N_("share %(text)s is no number from 0 to 1", text=shown(written))
    findings.problem(line, message, _TO_ONE)
    return None
