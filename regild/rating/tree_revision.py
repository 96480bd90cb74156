"""A tree of categories revised: the new tree, and what becomes of each old category.

What is renamed or moved keeps its code, and with it its annotations. What is merged goes over
to another code. Of what is split or removed nobody knows where an annotation belongs: it stops
counting. A code is never given to another category.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from regild.formats.category_changes import CategoryChange
from regild.formats.category_tree import MAX_LEAF, CategoryRecord, check_tree
from regild.formats.limits import shown
from regild.problems import N_, Findings, Text

Fate = Literal["kept", "renamed", "moved", "merged", "split", "removed"]
# Of these annotations cannot be carried over.
LOST = ("split", "removed")


class CodedCategory(NamedTuple):
    """`code` is None where others stand below it."""

    name: str
    parent: str
    definition: str
    code: int | None


class CategoryFate(NamedTuple):
    """What becomes of a category that could be chosen; `to` is the code that its annotations
    have from now on, None where they stop counting."""

    code: int
    name: str
    fate: Fate
    into: tuple[str, ...]
    to: int | None


class Revised(NamedTuple):
    categories: tuple[CodedCategory, ...]
    fates: tuple[CategoryFate, ...]


@dataclass
class _Node:
    name: str
    parent: str
    definition: str
    code: int | None
    was_inner: bool
    merged: _Node | None = None
    lost: Literal["", "split", "removed"] = ""
    parts: list[_Node] = field(default_factory=list)


def revise_tree(
    categories: Sequence[CodedCategory],
    changes: Iterable[CategoryChange],
    *,
    first_code: int,
    name: str,
) -> Revised:
    """`first_code` is the first that no category ever had. Raises BadFile with the problems of
    all changes, which are made in their order; `name` is their file's."""
    revision = _Revision(categories, Findings(name))
    for change in changes:
        revision.make(change)
    return revision.finished(first_code)


class _Revision:
    def __init__(self, categories: Sequence[CodedCategory], findings: Findings) -> None:
        self.before = categories
        self.findings = findings
        self.olds = [_Node(*one, was_inner=one.code is None) for one in categories]
        self.nodes = {node.name: node for node in self.olds}

    def make(self, change: CategoryChange) -> None:
        if change.change == "add":
            self._new(change, change.category, change.parent)
            return
        node = self._split_already(change) or self.nodes.get(change.category)
        if node is None:
            message = N_("there is no category %(name)s", name=shown(change.category))
            self._problem(change, message, N_("Use a category of the tree"))
            return
        getattr(self, f"_{change.change}")(change, node)

    def _split_already(self, change: CategoryChange) -> _Node | None:
        """One row of a split took it out; the others add to its parts."""
        if change.change != "split":
            return None
        of_name = (old for old in self.olds if old.name == change.category)
        return next((old for old in of_name if old.lost == "split"), None)

    def _rename(self, change: CategoryChange, node: _Node) -> None:
        if change.to in self.nodes and change.to != node.name:
            self._taken(change, change.to)
            return
        self.nodes = {
            change.to if name == node.name else name: one for name, one in self.nodes.items()
        }
        for one in self.nodes.values():
            if one.parent == node.name:
                one.parent = change.to
        node.name = change.to
        node.definition = change.definition or node.definition

    def _merge(self, change: CategoryChange, node: _Node) -> None:
        if self._has_below(change, node) or change.to == node.name:
            return
        target = self.nodes.get(change.to)
        if target is None:
            target = self._new(change, change.to, change.parent or node.parent)
        elif self._has_below(change, target):
            return
        if target is not None:
            node.merged = target
            del self.nodes[node.name]

    def _split(self, change: CategoryChange, node: _Node) -> None:
        if not node.lost:
            if self._has_below(change, node):
                return
            node.lost, node.code = "split", None
            if change.parent != node.name:
                del self.nodes[node.name]
        part = self._new(change, change.to, change.parent or node.parent)
        if part is not None:
            node.parts.append(part)

    def _move(self, change: CategoryChange, node: _Node) -> None:
        if self._is_parent(change, change.parent):
            node.parent = change.parent

    def _remove(self, change: CategoryChange, node: _Node) -> None:
        if not self._has_below(change, node):
            node.lost = "removed"
            del self.nodes[node.name]

    def _new(self, change: CategoryChange, name: str, parent: str) -> _Node | None:
        if name in self.nodes:
            self._taken(change, name)
            return None
        if not self._is_parent(change, parent):
            return None
        node = _Node(name, parent, change.definition, None, was_inner=False)
        self.nodes[name] = node
        return node

    def _is_parent(self, change: CategoryChange, parent: str) -> bool:
        """Below what can be chosen nothing can stand: its annotations would belong nowhere."""
        above = self.nodes.get(parent)
        if parent and above is None:
            message = N_("there is no category %(name)s", name=shown(parent))
            self._problem(change, message, N_("Add it on a line before, or leave it empty"))
            return False
        if above is not None and above.code is not None:
            message = N_("category %(name)s can be chosen itself", name=shown(parent))
            remedy = N_("Split it, with itself as the parent of the new ones")
            self._problem(change, message, remedy)
            return False
        return True

    def _has_below(self, change: CategoryChange, node: _Node) -> bool:
        below = any(one.parent == node.name for one in self.nodes.values())
        if below:
            message = N_("category %(name)s has others below it", name=shown(node.name))
            self._problem(change, message, N_("Move or merge those first"))
        return below

    def _taken(self, change: CategoryChange, name: str) -> None:
        message = N_("there is a category %(name)s already", name=shown(name))
        self._problem(change, message, N_("Merge the two, or use another name"))

    def _problem(self, change: CategoryChange, message: Text, remedy: Text) -> None:
        self.findings.problem(change.line, message, remedy)

    def finished(self, first_code: int) -> Revised:
        records = {
            node.name: CategoryRecord(node.name, node.parent, node.definition, line)
            for line, node in enumerate(self.nodes.values(), 1)
        }
        check_tree(records, self.findings)
        inner = {node.parent for node in self.nodes.values()}
        code = first_code
        for node in self.nodes.values():
            if node.name in inner:
                continue
            if node.was_inner:
                message = N_("nothing is left below category %(name)s", name=shown(node.name))
                self.findings.problem(None, message, N_("Remove it, or leave one below it"))
            if len(node.name) > MAX_LEAF:
                message = N_(
                    "category %(name)s can be chosen and is longer than %(most)s characters",
                    name=shown(node.name),
                    most=MAX_LEAF,
                )
                self.findings.problem(None, message, N_("Shorten it"))
            if node.code is None:
                node.code, code = code, code + 1
        made = [
            CodedCategory(one.name, one.parent, one.definition, one.code)
            for one in self.nodes.values()
        ]
        pairs = zip(self.before, self.olds, strict=True)
        fates = [_fate(old, node) for old, node in pairs if old.code is not None]
        return Revised(self.findings.reading(made).records, tuple(fates))


def _fate(old: CodedCategory, node: _Node) -> CategoryFate:
    end = node
    while end.merged is not None:
        end = end.merged
    fate: Fate
    into: tuple[str, ...] = (end.name,)
    to = end.code
    if end.lost:
        fate, to, into = end.lost, None, tuple(part.name for part in end.parts)
    elif end is not node:
        fate = "merged"
    elif node.name != old.name:
        fate = "renamed"
    else:
        fate = "moved" if node.parent != old.parent else "kept"
    return CategoryFate(old.code or 0, old.name, fate, into, to)


def as_json(rows: Iterable[CodedCategory | CategoryFate]) -> list[dict[str, Any]]:
    return [
        {name: list(value) if isinstance(value, tuple) else value for name, value in pairs}
        for pairs in (row._asdict().items() for row in rows)
    ]


def categories_from(kept: Iterable[dict[str, Any]]) -> list[CodedCategory]:
    return [CodedCategory(**one) for one in kept]
