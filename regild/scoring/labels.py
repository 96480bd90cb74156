"""Labels scored on a gold: accuracy, precision, recall and F for each category and over all, at
each level of the tree.

A document without a label is a wrong one, but no label is counted as given for it: it lowers
recall and accuracy, not precision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from regild.formats.category_tree import CategoryTree
from regild.formats.labels import LabelShare

Labels = Mapping[str, str]


class CategoryScores(NamedTuple):
    """`n` documents of the gold are in it, `given` labels name it. Of a category, recall is
    what Jabbari et al. (2006) print as its accuracy."""

    n: int
    given: int
    correct: int
    precision: float | None
    recall: float | None
    f: float | None


class LabelScores(NamedTuple):
    """`macro` are means over the categories of the gold, undefined as soon as one is."""

    n: int
    given: int
    accuracy: float | None
    kappa: float | None
    micro_precision: float | None
    micro_recall: float | None
    micro_f: float | None
    macro_precision: float | None
    macro_recall: float | None
    macro_f: float | None
    categories: dict[str, CategoryScores]


def score_labels(gold: Labels, labels: Labels, tree: CategoryTree) -> dict[str, LabelScores]:
    """By level, the finest first. Labels of documents outside the gold are passed over."""
    return {
        name: _at_level(
            [
                (called[category], _called(labels.get(key), called))
                for key, category in gold.items()
            ]
        )
        for name, called in tree.levels.items()
    }


def annotators_against_each_other(
    chosen: Mapping[str, Labels], tree: CategoryTree
) -> dict[str, LabelScores | None]:
    """Is the machine inside human agreement? Each annotator in turn is the gold of each other,
    over the documents both have; all pairs together are scored as one. None where nobody
    shares a document."""
    said = [*choices_of_pairs(chosen)]
    return {
        name: _at_level([(called[ours], called[theirs]) for _key, ours, theirs in said])
        if said
        else None
        for name, called in tree.levels.items()
    }


def choices_of_pairs(chosen: Mapping[str, Labels]) -> Iterator[tuple[str, str, str]]:
    """A document with what one annotator chose and what another did, each pair both ways."""
    by_document: dict[str, list[str]] = {}
    for labels in chosen.values():
        for document, category in labels.items():
            by_document.setdefault(document, []).append(category)
    for document, categories in by_document.items():
        for ours, theirs in permutations(categories, 2):
            yield document, ours, theirs


def majority(choices: Iterable[tuple[str, str]]) -> dict[str, str | None]:
    """Of (document, category): the category that more chose than any other, None for a tie."""
    return {document: _most(counted) for document, counted in _votes(choices).items()}


def shares(choices: Iterable[tuple[str, str]]) -> list[LabelShare]:
    """Soft labels: of a document's choices, how many are of each category that was chosen.
    The greatest share first."""
    return [
        LabelShare(document, category, n / counted.total())
        for document, counted in _votes(choices).items()
        for category, n in sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    ]


def _votes(choices: Iterable[tuple[str, str]]) -> dict[str, Counter[str]]:
    votes: dict[str, Counter[str]] = {}
    for document, category in choices:
        votes.setdefault(document, Counter())[category] += 1
    return votes


def _most(counted: Counter[str]) -> str | None:
    (first, most), *others = counted.most_common(2)
    return None if others and others[0][1] == most else first


def _called(label: str | None, called: Mapping[str, str]) -> str | None:
    return None if label is None else called[label]


def _at_level(pairs: Sequence[tuple[str, str | None]]) -> LabelScores:
    """Of each document, what is right and what was said."""
    wanted = Counter(ours for ours, _theirs in pairs)
    said = Counter(theirs for _ours, theirs in pairs if theirs is not None)
    correct = Counter(ours for ours, theirs in pairs if ours == theirs)
    n, given, hits = len(pairs), said.total(), correct.total()
    categories = {
        name: CategoryScores(
            wanted[name],
            said[name],
            correct[name],
            precision := _ratio(correct[name], said[name]),
            recall := _ratio(correct[name], wanted[name]),
            _harmonic(precision, recall),
        )
        for name in sorted(wanted.keys() | said.keys())
    }
    of_gold = [scores for scores in categories.values() if scores.n]
    accuracy = _ratio(hits, n)
    return LabelScores(
        n,
        given,
        accuracy,
        _kappa(accuracy, wanted, said, n),
        micro_precision := _ratio(hits, given),
        micro_recall := accuracy,
        _harmonic(micro_precision, micro_recall),
        _mean([scores.precision for scores in of_gold]),
        _mean([scores.recall for scores in of_gold]),
        _mean([scores.f for scores in of_gold]),
        categories,
    )


def _kappa(
    accuracy: float | None, wanted: Counter[str], said: Counter[str], n: int
) -> float | None:
    """Cohen's. A document without a label agrees with nothing, by chance neither."""
    if accuracy is None:
        return None
    chance = sum(wanted[name] * said[name] for name in wanted) / n**2
    return None if chance == 1 else (accuracy - chance) / (1 - chance)


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _harmonic(precision: float | None, recall: float | None) -> float | None:
    if precision is None or recall is None:
        return None
    both = precision + recall
    return 2 * precision * recall / both if both else 0.0


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None
