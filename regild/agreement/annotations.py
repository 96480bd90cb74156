"""How far annotators agree on categories, from a file of annotations and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from regild.agreement.levels import AgreementByLevel, agreement_by_level
from regild.formats.category_tree import CategoryTree, read_categories
from regild.formats.labels import AnnotationRecord, read_annotations

FilePath = str | os.PathLike[str]
AnnotationsGiven = FilePath | Iterable[tuple[str, str, str]]
CategoriesGiven = FilePath | Mapping[str, str]


def measure_category_agreement(
    annotations: AnnotationsGiven,
    *,
    categories: CategoriesGiven | None = None,
    seed: int = 0,
) -> AgreementByLevel:
    """Nominal coefficients with intervals, each category by itself, and which categories are
    taken for each other, at each level of the tree.

    `annotations` are a path, or rows of document, annotator and category; `categories` a path,
    or each category with its parent, '' at the top. Without them the level is one, `leaf`.

    >>> rows = [("1", "ann", "work"), ("1", "bob", "work"), ("2", "ann", "work"),
    ...         ("2", "bob", "family")]
    >>> found = regild.measure_category_agreement(rows)
    >>> found.levels["leaf"].measures["pairwise_exact"]["value"]
    0.5
    >>> found.levels["leaf"].confusions[0]
    Confusion(a='family', b='work', n=1)
    """
    tree = None if categories is None else _tree(categories)
    records = _records(annotations, tree)
    return agreement_by_level(records, tree or _flat(records), seed=seed)


def _tree(given: CategoriesGiven) -> CategoryTree:
    if isinstance(given, Mapping):
        return CategoryTree(given)
    with open(given, "rb") as stream:
        return CategoryTree.of(read_categories(stream, name=os.fspath(given)).records)


def _records(
    given: AnnotationsGiven, tree: CategoryTree | None
) -> tuple[AnnotationRecord, ...]:
    leaves = tree.leaves if tree else None
    if isinstance(given, str | os.PathLike):
        with open(given, "rb") as stream:
            return read_annotations(stream, name=os.fspath(given), leaves=leaves).records
    records = tuple(AnnotationRecord(*row, number) for number, row in enumerate(given, 1))
    if len({record[:2] for record in records}) < len(records):
        raise ValueError("an annotator has a document twice")
    if leaves and (strangers := sorted({one.category for one in records} - set(leaves))):
        raise ValueError(f"nobody may choose {', '.join(strangers)}")
    return records


def _flat(records: Iterable[AnnotationRecord]) -> CategoryTree:
    return CategoryTree(dict.fromkeys(sorted({one.category for one in records}), ""))
