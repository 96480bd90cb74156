"""The tree of categories that documents are sorted into.

A table with the columns category, parent and definition: a category without a parent stands at
the top, and those that nobody calls a parent are the leaves, which annotators choose from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import IO, NamedTuple

from regild.formats.limits import check_name, shown
from regild.formats.rows import Columns, read_rows
from regild.formats.text import MAX_BYTES
from regild.problems import N_, Findings, Reading

MAX_LEAVES = 60
MAX_LEVELS = 3
# What can be chosen is the label of a button.
MAX_LEAF = 60
MAX_DEFINITION = 4_000
# Of any tree, the finest first: what `CategoryTree.levels` can have.
LEVELS = ("leaf", *(str(level) for level in range(MAX_LEVELS - 1, 1, -1)), "top")

_CATEGORIES = Columns(known=("category", "parent", "definition"), needed=("category",))


class CategoryRecord(NamedTuple):
    """`parent` is '' at the top."""

    name: str
    parent: str
    definition: str
    line: int


@dataclass(frozen=True)
class CategoryTree:
    """Categories in the order of their file, each with its parent, '' at the top."""

    parents: Mapping[str, str]

    @classmethod
    def of(cls, records: Iterable[CategoryRecord]) -> CategoryTree:
        return cls({record.name: record.parent for record in records})

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        inner = set(self.parents.values())
        return tuple(name for name in self.parents if name not in inner)

    @cached_property
    def depth(self) -> int:
        return max((len(self.path(leaf)) for leaf in self.leaves), default=0)

    def path(self, name: str) -> tuple[str, ...]:
        """From the top to the category itself."""
        way = [name]
        while parent := self.parents[way[-1]]:
            way.append(parent)
        return tuple(reversed(way))

    @cached_property
    def levels(self) -> Mapping[str, Mapping[str, str]]:
        """What each leaf is called at each level, the finest first: `leaf`, the levels between
        by their number from the top, `top`. A leaf higher up stays itself below."""
        named = {"leaf": {leaf: leaf for leaf in self.leaves}}
        for level in range(self.depth - 1, 0, -1):
            at = {}
            for leaf in self.leaves:
                way = self.path(leaf)
                at[leaf] = way[min(level, len(way)) - 1]
            named["top" if level == 1 else str(level)] = at
        return named


def read_categories(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[CategoryRecord]:
    findings = Findings(name)
    records: dict[str, CategoryRecord] = {}
    for line, cells in read_rows(stream, findings, _CATEGORIES, max_bytes=max_bytes):
        category, parent, definition = (cells[column].strip() for column in _CATEGORIES.known)
        if not _readable(findings, line, category, parent, definition):
            continue
        record = CategoryRecord(category, parent, definition, line)
        first = records.setdefault(category, record)
        if first is not record:
            message = N_(
                "category %(name)s is already on line %(first_line)s",
                name=shown(category),
                first_line=first.line,
            )
            findings.repeated(line, message)
    check_tree(records, findings)
    return findings.reading(records.values())


def _readable(
    findings: Findings, line: int, category: str, parent: str, definition: str
) -> bool:
    kept = check_name(findings, line, category, what="category")
    if parent:
        kept = check_name(findings, line, parent, what="category") and kept
    if len(definition) > MAX_DEFINITION:
        message = N_("the definition is longer than %(most)s characters", most=MAX_DEFINITION)
        findings.problem(line, message, N_("Shorten it"))
        kept = False
    return kept


def check_tree(records: Mapping[str, CategoryRecord], findings: Findings) -> None:
    """By name; each problem is that of a record's line."""
    sound = True
    for record in records.values():
        if record.parent and record.parent not in records:
            sound = False
            message = N_("parent %(name)s is not a category here", name=shown(record.parent))
            findings.problem(
                record.line, message, N_("Give it a line of its own, or correct the name")
            )
        elif (levels := _levels_above(record, records)) is None:
            sound = False
            message = N_("category %(name)s lies below itself", name=shown(record.name))
            findings.problem(record.line, message, N_("Correct the parent"))
        elif levels > MAX_LEVELS:
            sound = False
            message = N_(
                "category %(name)s lies on level %(level)s of %(most)s at most",
                name=shown(record.name),
                level=levels,
                most=MAX_LEVELS,
            )
            findings.problem(record.line, message, N_("Choose a parent higher up"))
    if not (records and sound):
        return
    leaves = len(CategoryTree.of(records.values()).leaves)
    if leaves < 2:
        message = N_("there are fewer than two categories to choose from")
        findings.problem(None, message, N_("Add categories"))
    if leaves > MAX_LEAVES:
        message = N_(
            "there are %(leaves)s categories to choose from, and %(most)s at most",
            leaves=leaves,
            most=MAX_LEAVES,
        )
        findings.problem(None, message, N_("Merge some"))


def _levels_above(record: CategoryRecord, records: Mapping[str, CategoryRecord]) -> int | None:
    """On which level it lies; None where it lies below itself. An unknown parent, told of by
    itself, counts as the top."""
    seen = {record.name}
    while (parent := records.get(record.parent)) is not None:
        if parent.name in seen:
            return None
        seen.add(parent.name)
        record = parent
    return len(seen)
