"""How far annotators agree on the categories of documents, at each level of their tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from regild.agreement.annotators import RatingColumns
from regild.agreement.declaration import RatingMeasure
from regild.agreement.intervals import bootstrap_candidates, with_intervals
from regild.agreement.measuring import campaign_measures
from regild.agreement.pairs import mean_of_pairs, pair_agreement
from regild.agreement.patterns import Packed, pack_ratings
from regild.agreement.registry import family
from regild.agreement.report import Facts, facts
from regild.agreement.scale import Scale
from regild.arrays import FloatArray, IntArray, np
from regild.formats.category_tree import CategoryTree
from regild.formats.labels import AnnotationRecord
from regild.resampling import NO_INTERVAL, Interval, bootstrap_weights, percentile_interval
from regild.results import Result

REPLICATES = 1000

_ON_NAMES = family(RatingMeasure, "nominal")


class Confusion(NamedTuple):
    """Two categories that annotators chose for one document: so many pairs of annotators."""

    a: str
    b: str
    n: int


class CategoryAgreement(NamedTuple):
    """A category against all others. `share` is of all choices; `agreement` of the choices of
    it that another annotator's choice was compared with, how many met it there (the specific
    agreement of Dice and of Spitzer and Fleiss); `both`, `one` count pairs of annotators."""

    category: str
    n: int  # how often it was chosen
    share: float | None
    share_low: float | None
    share_high: float | None
    both: int
    one: int
    agreement: float | None


@dataclass(frozen=True)
class LevelAgreement:
    measures: dict[str, Facts]
    confusions: tuple[Confusion, ...]
    categories: tuple[CategoryAgreement, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "measures": self.measures,
            "confusions": [one._asdict() for one in self.confusions],
            "categories": [one._asdict() for one in self.categories],
        }


@dataclass(frozen=True)
class AgreementByLevel(Result):
    """`levels` has `leaf` and, of a tree, what lies above it up to `top`."""

    n_documents: int
    n_annotators: int
    n_annotations: int
    seed: int
    levels: dict[str, LevelAgreement]

    def to_dict(self) -> dict[str, Any]:
        """`{"n_documents", …, "levels": {"leaf": {"measures", "confusions", …}, "top": …}}`."""
        return {
            "n_documents": self.n_documents,
            "n_annotators": self.n_annotators,
            "n_annotations": self.n_annotations,
            "seed": self.seed,
            "levels": {name: level.to_dict() for name, level in self.levels.items()},
        }

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "level": name,
                "measure": key,
                **{column: found.get(column) for column in ("value", "low", "high", "n")},
            }
            for name, level in self.levels.items()
            for key, found in level.measures.items()
        ]


def agreement_by_level(
    annotations: Sequence[AnnotationRecord], tree: CategoryTree, *, seed: int = 0
) -> AgreementByLevel:
    """Every nominal coefficient with its interval over documents, which categories are taken
    for each other, and how each fares, at each level. `seed` draws the intervals."""
    documents, document = _indexed([one.document for one in annotations])
    annotators, annotator = _indexed([one.annotator for one in annotations])
    leaves = tree.leaves
    place = {leaf: index for index, leaf in enumerate(leaves)}
    value = np.array([place[one.category] for one in annotations], dtype=np.int64)
    levels = agreement_of_choices(
        RatingColumns(candidate=document, annotator=annotator, value=value),
        tree,
        leaves,
        n_documents=len(documents),
        n_annotators=len(annotators),
        seed=seed,
    )
    return AgreementByLevel(len(documents), len(annotators), len(annotations), seed, levels)


def agreement_of_choices(
    chosen: RatingColumns,
    tree: CategoryTree,
    leaves: Sequence[str],
    *,
    n_documents: int,
    n_annotators: int,
    seed: int,
) -> dict[str, LevelAgreement]:
    """At every level of the tree; `chosen.value` is a place in `leaves`, which are its own."""
    found = {}
    for name, called in tree.levels.items():
        categories = list(dict.fromkeys(called[leaf] for leaf in leaves))
        place = {category: index for index, category in enumerate(categories)}
        above = np.array([place[called[leaf]] for leaf in leaves], dtype=np.int64)
        found[name] = level_agreement(
            chosen._replace(value=above[chosen.value]),
            categories,
            n_documents=n_documents,
            n_annotators=n_annotators,
            seed=seed,
        )
    return found


def level_agreement(
    chosen: RatingColumns,
    categories: Sequence[str],
    *,
    n_documents: int,
    n_annotators: int,
    seed: int,
) -> LevelAgreement:
    """Of one level; `chosen.value` is a place in `categories`."""
    # Names have no numbers: their places serve, and no nominal measure reads them.
    scale = Scale(tuple(range(max(2, len(categories)))))
    packed = pack_ratings(
        candidate=chosen.candidate,
        value=chosen.value,
        n_candidates=n_documents,
        n_values=len(scale.values),
    )
    measures = with_intervals(
        campaign_measures(packed.patterns, scale, measures=_ON_NAMES),
        bootstrap_candidates(packed.patterns, scale, seed=seed, measures=_ON_NAMES),
    )
    pairs = pair_agreement(chosen, scale, n_annotators=n_annotators, level="nominal")
    return LevelAgreement(
        facts(measures | mean_of_pairs(pairs, level="nominal")),
        _confusions(packed, categories),
        _by_category(packed, categories, seed=seed),
    )


def _confusions(packed: Packed, categories: Sequence[str]) -> tuple[Confusion, ...]:
    """The most frequent first; of two names the earlier in the alphabet is `a`."""
    counts, weights = packed.patterns
    found: dict[tuple[str, str], int] = {}
    for pattern in np.flatnonzero((counts > 0).sum(axis=1) > 1).tolist():
        present = np.flatnonzero(counts[pattern]).tolist()
        for place, one in enumerate(present):
            for other in present[place + 1 :]:
                a, b = sorted((categories[one], categories[other]))
                n = int(counts[pattern, one] * counts[pattern, other] * weights[pattern])
                found[a, b] = found.get((a, b), 0) + n
    return tuple(
        Confusion(a, b, n)
        for (a, b), n in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    )


def _by_category(
    packed: Packed, categories: Sequence[str], *, seed: int
) -> tuple[CategoryAgreement, ...]:
    counts, weights = packed.patterns
    counts = counts[:, : len(categories)]
    n = counts.sum(axis=1)[:, np.newaxis]
    chosen = weights @ counts
    both = weights @ (counts * (counts - 1)) // 2
    one = weights @ (counts * (n - counts))
    intervals = _shares(packed, len(categories), seed=seed)
    total = int(chosen.sum())
    return tuple(
        CategoryAgreement(
            category,
            int(chosen[place]),
            int(chosen[place]) / total if total else None,
            intervals[place].low,
            intervals[place].high,
            int(both[place]),
            int(one[place]),
            2 * int(both[place]) / paired
            if (paired := 2 * int(both[place]) + int(one[place]))
            else None,
        )
        for place, category in enumerate(categories)
    )


def _shares(packed: Packed, n_categories: int, *, seed: int) -> list[Interval]:
    """Of all choices, over documents drawn anew."""
    counts, weights = packed.patterns
    rated = np.flatnonzero(counts.sum(axis=1) > 0)
    units = weights[rated]
    if int(units.sum()) < 2:
        return [NO_INTERVAL] * n_categories
    rng = np.random.default_rng(seed)
    sums = counts[rated, :n_categories].astype(np.float64)
    drawn = [
        of_values / of_values.sum(axis=1, keepdims=True)
        for drawn_weights in bootstrap_weights(units, replicates=REPLICATES, rng=rng)
        for of_values in (_added(drawn_weights, sums),)
    ]
    shares = np.concatenate(drawn)
    return [percentile_interval(shares[:, place]) for place in range(n_categories)]


def _added(weights: FloatArray, sums: FloatArray) -> FloatArray:
    return np.asarray(weights @ sums)


def _indexed(names: Sequence[str]) -> tuple[list[str], IntArray]:
    distinct = sorted(set(names))
    places = {name: index for index, name in enumerate(distinct)}
    return distinct, np.array([places[name] for name in names], dtype=np.int64)
