"""Measures on a part of the data, written `measure.subset`: `best.R.NMWS`, `gap.v`.

NMWS and NMWT are SemEval-2007's further analyses (section 5 of its paper): NMWS leaves out the
substitutes and answers that are multiwords, NMWT the sentences whose target is part of one.
Any other subset is a part of speech, the last in the target's name (`bar.n.v` is a v, as the
corpus's readers have it).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from scoring.inputs import AnswerLists, Weights, single_word_answers, single_word_gold
from scoring.measures import FAMILIES, KEYS, Mean, Scores, score_systems

NMWS = "NMWS"
NMWT = "NMWT"


class UnknownMeasure(Exception):  # noqa: N818
    """The name is no measure's, no family's, nor one of these with a subset."""


class Measure(NamedTuple):
    """`subset` is None for all sentences."""

    key: str
    subset: str | None

    def __str__(self) -> str:
        return self.key if self.subset is None else f"{self.key}.{self.subset}"


def named_measures(
    names: Collection[str], *, parts_of_speech: Collection[str]
) -> list[Measure]:
    """Keys, families and beginnings of keys, each with a subset or without."""
    subsets = {NMWS, NMWT, *parts_of_speech}
    measures: dict[Measure, None] = {}
    for name in names:
        stem, _, subset = name.rpartition(".")
        if keys := _keys(name):
            measures.update((Measure(key, None), None) for key in keys)
        elif subset in subsets and (keys := _keys(stem)):
            measures.update((Measure(key, subset), None) for key in keys)
        else:
            raise UnknownMeasure(name)
    return list(measures)


def part_of_speech(lexelt: str) -> str:
    return lexelt.rpartition(".")[2]


def mean_scores(
    measures: Sequence[Measure],
    *,
    gold: Weights,
    systems: Sequence[AnswerLists],
    lexelts: Mapping[str, str],
    multiword_sentences: Collection[str] = (),
) -> dict[Measure, list[Mean]]:
    """One mean a system for each measure, in the order asked for."""
    views: dict[str | None, Scores[str]] = {}
    if single := {measure.key for measure in measures if measure.subset == NMWS}:
        views[NMWS] = score_systems(
            gold=single_word_gold(gold),
            systems=[single_word_answers(answers) for answers in systems],
            keys=single,
        )
    if whole := {measure.key for measure in measures if measure.subset != NMWS}:
        views[None] = score_systems(gold=gold, systems=systems, keys=whole)
    for subset in {measure.subset for measure in measures} - views.keys():
        if subset == NMWT:
            kept = {s for s in gold if s not in multiword_sentences}
        else:
            kept = {s for s in gold if part_of_speech(lexelts[s]) == subset}
        views[subset] = views[None].only(kept)
    return {measure: views[measure.subset].means(measure.key) for measure in measures}


def _keys(name: str) -> list[str]:
    """Of a family, of all that begin alike (`best`, `jabbari`), or the one itself."""
    if name in FAMILIES:
        return list(FAMILIES[name].keys)
    return [key for key in KEYS if key == name or key.startswith(f"{name}.")]
