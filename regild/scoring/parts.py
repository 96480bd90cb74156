"""Measures on a part of the sentences, written `measure.part`: `best.R.NMWS`, `gap.v`.

NMWS and NMWT are SemEval-2007's further analyses (section 5 of its paper): NMWS leaves out the
substitutes and answers that are multiwords, NMWT the sentences whose target is part of one.
A part of any other name is a list of sentences, as SemEval's MAN and RAND, where one was given;
else a part of speech, the last in the target's name (`bar.n.v` is a v, as the corpus's readers
have it).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from regild.problems import N_, Text
from regild.scoring.inputs import AnswerLists, Weights, single_word_answers, single_word_gold
from regild.scoring.matrices import PENALTY
from regild.scoring.measures import FAMILIES, KEYS, MULTIWORD_MEASURES
from regild.scoring.sentence_scores import SentenceScores, score_systems

NMWS = "NMWS"
NMWT = "NMWT"

# A name stands behind a dot, in commands, addresses and files.
_NAME = re.compile("[A-Za-z0-9_-]{1,40}", re.ASCII)
_EVERY_KEY = {*KEYS, *(measure.key for measure in MULTIWORD_MEASURES)}
NO_NAMED: Mapping[str, Collection[str]] = {}


class UnknownMeasure(Exception):  # noqa: N818
    """The name is no measure's, no family's, nor one of these with a part."""


class MeasureOnPart(NamedTuple):
    """`part` is None for all sentences."""

    key: str
    part: str | None

    def __str__(self) -> str:
        return self.key if self.part is None else f"{self.key}.{self.part}"


def unfit_part_name(name: str, *, parts_of_speech: Collection[str]) -> Text | None:
    """Why no list of sentences can be called so; None where it can."""
    if not _NAME.fullmatch(name):
        return N_("a part's name is up to 40 letters, digits, - and _ without accents")
    if name in {NMWS, NMWT, *parts_of_speech}:
        return N_("%(name)s is a part already", name=name)
    return None


def named_measures(
    names: Collection[str],
    *,
    parts_of_speech: Collection[str],
    named: Collection[str] = (),
) -> list[MeasureOnPart]:
    """Keys, families and beginnings of keys, each with a part or without; `named` are the parts
    that are lists of sentences."""
    parts = {NMWS, NMWT, *parts_of_speech, *named}
    measures: dict[MeasureOnPart, None] = {}
    for name in names:
        stem, _, part = name.rpartition(".")
        if keys := _keys(name):
            measures.update((MeasureOnPart(key, None), None) for key in keys)
        elif part in parts and (keys := _keys(stem)):
            measures.update((MeasureOnPart(key, part), None) for key in keys)
        else:
            raise UnknownMeasure(name)
    return list(measures)


def part_of_measure(name: str) -> str | None:
    """The part behind a measure's name; None where it is a measure alone."""
    return None if name in _EVERY_KEY else name.rpartition(".")[2]


def part_of_speech(group: str) -> str:
    return group.rpartition(".")[2]


def parts_of(
    groups: Iterable[str], *, multiwords_known: bool, named: Collection[str] = ()
) -> list[str]:
    """The parts there are: NMWS, NMWT where somebody said which targets it leaves out, those
    that are lists of sentences, and the parts of speech."""
    kinds = [NMWS, NMWT] if multiwords_known else [NMWS]
    return kinds + sorted(named) + sorted({*map(part_of_speech, groups)} - {*named})


def score_parts(
    parts: Collection[str | None],
    *,
    gold: Weights,
    systems: Sequence[AnswerLists],
    groups: Mapping[str, str],
    multiword_sentences: Collection[str] = (),
    named: Mapping[str, Collection[str]] = NO_NAMED,
    keys: Collection[str] = KEYS,
    penalty: float = PENALTY,
) -> Iterator[tuple[str | None, SentenceScores[str]]]:
    """Each part once, in no order to rely on; of a large gold two are held at a time."""
    if set(parts) - {NMWS}:
        whole = score_systems(gold=gold, systems=systems, keys=keys, penalty=penalty)
        for part in parts:
            if part is None:
                yield None, whole
            elif part == NMWT:
                yield NMWT, whole.only({s for s in gold if s not in multiword_sentences})
            elif part in named:
                yield part, whole.only(named[part])
            elif part != NMWS:
                kept = {s for s in gold if part_of_speech(groups[s]) == part}
                yield part, whole.only(kept)
    if NMWS in parts:
        yield (
            NMWS,
            score_systems(
                gold=single_word_gold(gold),
                systems=[single_word_answers(answers) for answers in systems],
                keys=keys,
                penalty=penalty,
            ),
        )


def _keys(name: str) -> list[str]:
    """Of a family, of all that begin alike (`best`, `jabbari`), or the one itself."""
    if name in FAMILIES:
        return [measure.key for measure in FAMILIES[name]]
    return [key for key in KEYS if key == name or key.startswith(f"{name}.")]
