"""Measures on a part of the data, written `measure.subset`: `best.R.NMWS`, `gap.v`.

NMWS and NMWT are SemEval-2007's further analyses (section 5 of its paper): NMWS leaves out the
substitutes and answers that are multiwords, NMWT the sentences whose target is part of one.
Any other subset is a part of speech, the last in the target's name (`bar.n.v` is a v, as the
corpus's readers have it).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from regild.scoring.inputs import AnswerLists, Weights, single_word_answers, single_word_gold
from regild.scoring.measures import FAMILIES, KEYS, Mean, Scores, score_systems

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


def parts_of(lexelts: Iterable[str], *, multiwords_known: bool) -> list[str]:
    """The subsets there are: NMWS, NMWT where somebody said which targets it leaves out, and
    the parts of speech."""
    kinds = [NMWS, NMWT] if multiwords_known else [NMWS]
    return kinds + sorted({*map(part_of_speech, lexelts)})


def score_subsets(
    subsets: Collection[str | None],
    *,
    gold: Weights,
    systems: Sequence[AnswerLists],
    lexelts: Mapping[str, str],
    multiword_sentences: Collection[str] = (),
    keys: Collection[str] = KEYS,
) -> Iterator[tuple[str | None, Scores[str]]]:
    """Each subset once, in no order to rely on; of a large gold two are held at a time."""
    if set(subsets) - {NMWS}:
        whole = score_systems(gold=gold, systems=systems, keys=keys)
        for subset in subsets:
            if subset is None:
                yield None, whole
            elif subset == NMWT:
                yield NMWT, whole.only({s for s in gold if s not in multiword_sentences})
            elif subset != NMWS:
                kept = {s for s in gold if part_of_speech(lexelts[s]) == subset}
                yield subset, whole.only(kept)
    if NMWS in subsets:
        yield (
            NMWS,
            score_systems(
                gold=single_word_gold(gold),
                systems=[single_word_answers(answers) for answers in systems],
                keys=keys,
            ),
        )


def mean_scores(
    measures: Sequence[Measure],
    *,
    gold: Weights,
    systems: Sequence[AnswerLists],
    lexelts: Mapping[str, str],
    multiword_sentences: Collection[str] = (),
) -> dict[Measure, list[Mean]]:
    """One mean a system for each measure, in the order asked for."""
    found: dict[Measure, list[Mean]] = {}
    for subset, scores in score_subsets(
        {measure.subset for measure in measures},
        gold=gold,
        systems=systems,
        lexelts=lexelts,
        multiword_sentences=multiword_sentences,
        keys={measure.key for measure in measures},
    ):
        of_subset = [measure for measure in measures if measure.subset == subset]
        found |= {measure: scores.means(measure.key) for measure in of_subset}
    return {measure: found[measure] for measure in measures}


def _keys(name: str) -> list[str]:
    """Of a family, of all that begin alike (`best`, `jabbari`), or the one itself."""
    if name in FAMILIES:
        return list(FAMILIES[name].keys)
    return [key for key in KEYS if key == name or key.startswith(f"{name}.")]
