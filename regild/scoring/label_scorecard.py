"""Systems' labels on a gold, and beside them the same for annotators against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from regild.formats.category_tree import CategoryTree
from regild.problems import N_
from regild.results import Result, aligned
from regild.scoring.labels import (
    Labels,
    LabelScores,
    annotators_against_each_other,
    score_labels,
)

OVERALL = (
    "accuracy", "kappa", "micro_precision", "micro_recall", "micro_f",
    "macro_precision", "macro_recall", "macro_f",
)  # fmt: skip
OF_CATEGORY = ("precision", "recall", "f")

_REASONS = {
    "accuracy": N_("no document was scored"),
    "kappa": N_("all documents have one category, and by chance too"),
    "micro_precision": N_("no document has a label"),
    "micro_recall": N_("no document was scored"),
    "micro_f": N_("precision is undefined"),
    "precision": N_("no label names it"),
    "recall": N_("no document of the gold is in it"),
    "f": N_("precision or recall is undefined"),
}
_OF_MACRO = N_("it is undefined for a category of the gold")


class LabelMeasures(NamedTuple):
    """`n` documents (of annotators, pairs of them) at the finest level; `measures` are called
    `leaf.accuracy` and `leaf.CATEGORY.recall`, with `counts` of what they are over and, where
    they are None, why."""

    n: int
    measures: dict[str, float | None]
    counts: dict[str, int]
    undefined: dict[str, str]


def label_measures(scores: Mapping[str, LabelScores]) -> LabelMeasures:
    """By level, the finest first."""
    measures: dict[str, float | None] = {}
    counts: dict[str, int] = {}
    undefined: dict[str, str] = {}

    def keep(key: str, measure: str, value: float | None, n: int) -> None:
        measures[key], counts[key] = value, n
        if value is None:
            undefined[key] = _REASONS.get(measure, _OF_MACRO)

    for level, found in scores.items():
        for name in OVERALL:
            n = found.given if name == "micro_precision" else found.n
            keep(f"{level}.{name}", name, getattr(found, name), n)
        for category, of_it in found.categories.items():
            for name in OF_CATEGORY:
                n = of_it.given if name == "precision" else of_it.n
                keep(f"{level}.{category}.{name}", name, getattr(of_it, name), n)
    return LabelMeasures(next(iter(scores.values())).n, measures, counts, undefined)


@dataclass(frozen=True)
class LabelScorecard(Result):
    """`annotators` is None where nobody shares a document with anybody."""

    gold: str
    systems: tuple[tuple[str, LabelMeasures], ...]
    annotators: LabelMeasures | None = None
    tied: tuple[str, ...] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        """`{"gold", "systems": [{"system", "n", "measures": {"leaf.accuracy": …}, …}], …}`."""
        return {
            "gold": self.gold,
            "systems": [{"system": name, **found._asdict()} for name, found in self.systems],
            "annotators": self.annotators._asdict() if self.annotators else None,
            "tied": list(self.tied),
        }

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"system": name, "measure": key, "value": value, "n": found.counts[key]}
            for name, found in self._columns()
            for key, value in found.measures.items()
        ]

    def side_by_side(self) -> str:
        """A line a measure and a column a system, each number with what it is over."""
        columns = self._columns()
        keys = dict.fromkeys(key for _name, found in columns for key in found.measures)
        lines = [["", *(name for name, _found in columns)]]
        lines += [[key, *(_cell(found, key) for _name, found in columns)] for key in keys]
        return "\n".join(aligned(lines))

    def _columns(self) -> list[tuple[str, LabelMeasures]]:
        beside = [] if self.annotators is None else [("annotators", self.annotators)]
        return [*self.systems, *beside]


def label_scorecard(
    gold: Labels,
    systems: Iterable[tuple[str, Labels]],
    tree: CategoryTree,
    *,
    name: str = "gold",
    chosen: Mapping[str, Labels] | None = None,
    tied: tuple[str, ...] = (),
) -> LabelScorecard:
    """`chosen` is what each annotator chose, `tied` the documents without a majority."""
    return LabelScorecard(
        name,
        tuple(
            (system, label_measures(score_labels(gold, labels, tree)))
            for system, labels in systems
        ),
        among_annotators(chosen or {}, tree),
        tied,
    )


def among_annotators(
    chosen: Mapping[str, Labels], tree: CategoryTree, *, level: str | None = None
) -> LabelMeasures | None:
    """`level` is what the one level of a flat tree is called, where it is cut from another."""
    found = annotators_against_each_other(chosen, tree)
    kept = {level or name: scores for name, scores in found.items() if scores is not None}
    return label_measures(kept) if kept else None


def _cell(found: LabelMeasures, key: str) -> str:
    value = found.measures.get(key)
    return "–" if value is None else f"{value:.4f} ({found.counts[key]})"
