"""Labels of several systems on one gold: every figure with its interval, ranks and tests.

A bootstrap draws documents. What it drew is a table of what is right by what was said, of which
every figure is made; so ratios, means over categories and kappa have intervals as a mean has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from regild.arrays import FloatArray, np
from regild.formats.category_tree import CategoryTree
from regild.problems import N_
from regild.resampling import Interval, bootstrap_weights
from regild.scoring.bootstrap import mean_interval
from regild.scoring.by_task import BesideFigure, Choices
from regild.scoring.evaluation import PERMUTATIONS, REPLICATES, Scored, evaluate
from regild.scoring.label_scorecard import OF_CATEGORY, OVERALL, label_measures
from regild.scoring.labels import (
    CategoryScores,
    Labels,
    LabelScores,
    annotators_against_each_other,
    choices_of_pairs,
    score_labels,
)
from regild.scoring.ranking import ranks
from regild.scoring.sentence_scores import SentenceScores

NOBODY_SHARES = N_("no two annotators share a document")

# A document by its place, what is right, and what was said.
Said = tuple[int, str, str | None]


class _Points(NamedTuple):
    measures: Mapping[str, float | None]
    counts: Mapping[str, int]
    reasons: Mapping[str, str]


def measure_keys(tree: CategoryTree) -> list[str]:
    """In the order of pages and files: by level, the finest first."""
    return [
        f"{level}.{name}"
        for level, called in tree.levels.items()
        for name in (
            *OVERALL,
            *(f"{one}.{of_it}" for one in _names(called) for of_it in OF_CATEGORY),
        )
    ]


def evaluate_labels(
    gold: Labels,
    systems: Sequence[Labels],
    tree: CategoryTree,
    *,
    seed: int,
    replicates: int = REPLICATES,
    permutations: int = PERMUTATIONS,
    measured: Callable[[], None] = lambda: None,
) -> dict[str, list[Scored]]:
    """One list a measure, a system an item. Systems are compared where a figure is a mean over
    documents: by accuracy, and by the recall of a category."""
    points = [_points(score_labels(gold, labels, tree), tree) for labels in systems]
    intervals = []
    for labels in systems:
        said = [(n, own, labels.get(key)) for n, (key, own) in enumerate(gold.items())]
        intervals.append(_intervals(said, len(gold), tree, seed=seed, replicates=replicates))
        measured()
    tested = _tested(gold, systems, tree, seed=seed, permutations=permutations)
    found: dict[str, list[Scored]] = {}
    for key in measure_keys(tree):
        places = ranks([one.measures[key] for one in points])
        found[key] = [
            Scored(
                point.measures[key],
                point.counts[key],
                point.reasons.get(key, ""),
                *interval[key],
                place,
                p,
            )
            for point, interval, place, p in zip(
                points, intervals, places, tested.get(key, [None] * len(points)), strict=True
            )
        ]
    return found


def evaluate_annotators(
    chosen: Choices, tree: CategoryTree, *, seed: int, replicates: int = REPLICATES
) -> dict[str, BesideFigure]:
    """The same of annotators against each other, over all documents that two of them share."""
    pairs = [*choices_of_pairs(chosen)]
    scores = annotators_against_each_other(chosen, tree)
    known = {level: found for level, found in scores.items() if found is not None}
    if not known:
        return {key: BesideFigure(None, 0, str(NOBODY_SHARES)) for key in measure_keys(tree)}
    place = {key: n for n, key in enumerate(dict.fromkeys(key for key, _one, _two in pairs))}
    said = [(place[key], one, two) for key, one, two in pairs]
    intervals = _intervals(said, len(place), tree, seed=seed, replicates=replicates)
    points = _points(known, tree)
    return {
        key: BesideFigure(
            value, points.counts[key], points.reasons.get(key, ""), *intervals[key]
        )
        for key, value in points.measures.items()
    }


def _names(called: Mapping[str, str]) -> list[str]:
    return [*dict.fromkeys(called.values())]


def _points(scores: Mapping[str, LabelScores], tree: CategoryTree) -> _Points:
    """With the categories that neither gold nor labels have: they are there to be chosen."""
    nothing = CategoryScores(0, 0, 0, None, None, None)
    whole = {
        level: found._replace(
            categories={
                name: found.categories.get(name, nothing) for name in _names(tree.levels[level])
            }
        )
        for level, found in scores.items()
    }
    found = label_measures(whole)
    return _Points(found.measures, found.counts, found.undefined)


def _intervals(
    said: Sequence[Said], n: int, tree: CategoryTree, *, seed: int, replicates: int
) -> dict[str, Interval]:
    """All see the same draws of the documents."""
    if not n:
        return dict.fromkeys(measure_keys(tree), Interval(None, None))
    tables = {level: _Tables(said, n, called) for level, called in tree.levels.items()}
    drawn: dict[str, list[FloatArray]] = {}
    rng = np.random.default_rng(seed)
    for weights in bootstrap_weights(np.ones(n, dtype=int), replicates=replicates, rng=rng):
        for level, table in tables.items():
            for name, values in _figures(table.drawn(weights), table.names):
                drawn.setdefault(f"{level}.{name}", []).append(values)
    return {key: mean_interval(np.concatenate(parts)) for key, parts in drawn.items()}


class _Tables:
    """What is right by what was said, as a matrix of the documents by the cells."""

    def __init__(self, said: Sequence[Said], n: int, called: Mapping[str, str]) -> None:
        # Here, not above: it takes a while to load.
        from scipy import sparse  # type: ignore[import-untyped]

        self.names = _names(called)
        code = {name: place for place, name in enumerate(self.names)}
        # Behind the categories stands what has no label.
        k = len(code)
        cells = [
            code[called[right]] * (k + 1) + (k if one is None else code[called[one]])
            for _document, right, one in said
        ]
        documents = [document for document, _right, _one in said]
        shape = (k * (k + 1), n)
        self._cells = sparse.csr_matrix((np.ones(len(cells)), (cells, documents)), shape=shape)

    def drawn(self, weights: FloatArray) -> FloatArray:
        """Replicates × categories × what was said."""
        k = len(self.names)
        return np.asarray((self._cells @ weights.T).T).reshape(-1, k, k + 1)


def _figures(tables: FloatArray, names: Sequence[str]) -> Iterator[tuple[str, FloatArray]]:
    """As `regild.scoring.labels` defines them; NaN where one is undefined."""
    wanted, said = tables.sum(axis=2), tables[:, :, :-1].sum(axis=1)
    correct = np.diagonal(tables[:, :, :-1], axis1=1, axis2=2)
    n, given, hits = wanted.sum(axis=1), said.sum(axis=1), correct.sum(axis=1)
    precision, recall = _ratio(correct, said), _ratio(correct, wanted)
    f = _harmonic(precision, recall)
    accuracy, of_given = _ratio(hits, n), _ratio(hits, given)
    chance = (wanted * said).sum(axis=1) / n**2
    yield "accuracy", accuracy
    yield "kappa", _ratio(accuracy - chance, 1 - chance)
    yield "micro_precision", of_given
    yield "micro_recall", accuracy
    yield "micro_f", _harmonic(of_given, accuracy)
    for name, values in (("precision", precision), ("recall", recall), ("f", f)):
        # Over the categories of the gold that was drawn, undefined as soon as one is.
        of_gold = np.where(wanted > 0, values, 0).sum(axis=1)
        yield f"macro_{name}", _ratio(of_gold, (wanted > 0).sum(axis=1))
    for place, category in enumerate(names):
        for name, values in zip(OF_CATEGORY, (precision, recall, f), strict=True):
            yield f"{category}.{name}", values[:, place]


def _ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    found = np.full(np.broadcast(part, whole).shape, np.nan)
    np.divide(part, whole, out=found, where=whole != 0)
    return found


def _harmonic(precision: FloatArray, recall: FloatArray) -> FloatArray:
    both = precision + recall
    found = np.full(both.shape, np.nan)
    np.divide(2 * precision * recall, both, out=found, where=both > 0)
    return np.where(both == 0, 0.0, found)


def _tested(
    gold: Labels,
    systems: Sequence[Labels],
    tree: CategoryTree,
    *,
    seed: int,
    permutations: int,
) -> dict[str, list[float | None]]:
    """That it differs from the system ranked next, by the measures that are means."""
    if not gold or len(systems) < 2:
        return {}
    right = {}
    for level, called in tree.levels.items():
        hits = np.array(
            [
                [called.get(labels.get(key, "")) == called[own] for labels in systems]
                for key, own in gold.items()
            ],
            dtype=np.float64,
        )
        names = np.array([called[own] for own in gold.values()])
        right[f"{level}.accuracy"] = right[f"{level}.micro_recall"] = hits
        for name in set(names.tolist()):
            within = (names == name)[:, np.newaxis]
            right[f"{level}.{name}.recall"] = np.where(within, hits, np.nan)
    found = evaluate(
        SentenceScores(tuple(gold), right), seed=seed, replicates=1, permutations=permutations
    )
    return {key: [one.p_next for one in column] for key, column in found.items()}


def within(labels: Iterable[tuple[str, str]], tree: CategoryTree) -> dict[str, str]:
    """Those that can be chosen in the tree: it may have been another one before."""
    leaves = set(tree.leaves)
    return {document: label for document, label in labels if label in leaves}
