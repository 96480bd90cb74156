"""Does a gold hold for systems that no pool held? Each is left out of it in turn.

For each system the pool is made without the answers that it alone gave, and all are scored on
what is left (Zobel 1998; Buckley & Voorhees 2004): what its own score and rank lose by that is
what a late system would lose, whose answers nobody has rated. Beside each measure stand those
that leave unjudged answers out, and bpref, which looks at judged ones alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from regild.arrays import BoolArray, FloatArray, IntArray, np
from regild.scoring.matrices import (
    PENALTY,
    AnswerTable,
    GoldTable,
    K,
    answer_table,
    gold_table,
)
from regild.scoring.measures import JUDGED, measure_of
from regild.scoring.measures.rows import summed
from regild.scoring.ranking import ranks
from regild.scoring.sentence_scores import scores_of

BPREF = "bpref"
USUAL = ("semdis.best_norm", "gap", "gap_judged", "ndcg@10", "ndcg@10_judged", BPREF)
# How many answers of a system the pool takes.
DEPTH = 10


class SystemLeftOut(NamedTuple):
    """A system on the whole pool and on the one without its own answers. `difference` is what
    the score loses, negative; `moved` by how many ranks it falls."""

    system: str
    measure: str
    unique: int
    value: float | None
    without: float | None
    difference: float | None
    rank: int | None
    rank_without: int | None
    moved: int | None


class PoolTested(NamedTuple):
    """By one measure over all systems: the mean of what their scores lose, without sign, and
    the most; how many ranks they move on average, and at most. None where no system has both
    scores."""

    measure: str
    systems: int
    mean_difference: float | None
    most_difference: float | None
    mean_moved: float | None
    most_moved: int | None


def leave_one_out(
    gold: Mapping[K, Mapping[str, float]],
    systems: Mapping[str, Mapping[K, Sequence[str]]],
    *,
    proposed: Mapping[K, Collection[str]],
    as_pooled: Mapping[str, Mapping[K, Sequence[str]]] | None = None,
    measures: Sequence[str] = USUAL,
    depth: int = DEPTH,
    penalty: float = PENALTY,
    left_out: Callable[[], None] = lambda: None,
) -> list[SystemLeftOut]:
    """A system and measure an item. `proposed` has the first gold's substitutes, which are in
    the pool whoever answered them; `gold` has every judged substitute, the bad with 0.
    `as_pooled` are the answers at the ranks at which the pool took them, where some were
    removed since. `left_out` is called after each system."""
    table = gold_table(gold)
    answers = [answer_table(table, given, penalty=penalty) for given in systems.values()]
    pooled = as_pooled or systems
    alone = _given_alone(table, [pooled[name] for name in systems], proposed, depth)
    whole = {key: [_mean(key, one) for one in answers] for key in measures}
    found = []
    for place, (name, columns) in enumerate(zip(systems, alone, strict=True)):
        reduced = _without(table, columns)
        on_reduced = [_on(reduced, one, columns) for one in answers]
        for key in measures:
            means = [_mean(key, one) for one in on_reduced]
            found.append(_left_out(name, key, int(columns.sum()), whole[key], means, place))
        left_out()
    return found


def pool_tested(found: Sequence[SystemLeftOut]) -> list[PoolTested]:
    """What `leave_one_out` found, a measure an item."""
    tested = []
    for key in dict.fromkeys(one.measure for one in found):
        both = [one for one in found if one.measure == key and one.difference is not None]
        gaps = [abs(one.difference or 0.0) for one in both]
        moves = [abs(one.moved or 0) for one in both]
        n = len(both)
        tested.append(
            PoolTested(
                key,
                n,
                sum(gaps) / n if n else None,
                max(gaps) if n else None,
                sum(moves) / n if n else None,
                max(moves) if n else None,
            )
        )
    return tested


def trusted_from(found: Sequence[SystemLeftOut], measure: str) -> float | None:
    """How large a share of a late system's first ten answers must be judged for its rank by
    `measure` to be trusted: every pooled system that, left out, had so many judged or more kept
    its rank. None where the one with most did not, and where nothing is known.

    `found` must have `judged@10` beside the measure."""
    judged = {one.system: one.without for one in found if one.measure == JUDGED}
    moves = sorted(
        (
            (share, abs(one.moved))
            for one in found
            if one.measure == measure and one.moved is not None
            if (share := judged.get(one.system)) is not None
        ),
        reverse=True,
    )
    least = None
    for share, same in groupby(moves, key=itemgetter(0)):
        if any(moved for _share, moved in same):
            break
        least = share
    return least


def bpref(answers: AnswerTable) -> FloatArray:
    """Of each sentence: the mean over right substitutes of 1 - (judged bad answers above it,
    R at most) / min(R, N), 0 for one not answered; R are the right ones, N those judged bad
    (Buckley & Voorhees 2004, as trec_eval has it). Unjudged answers are passed over."""
    gold = answers.gold
    judged = np.fromiter(map(len, gold.places), dtype=np.int64, count=len(gold.places))
    right, bad = gold.size, judged - gold.size
    wrong = answers.judged & ~answers.right
    above: IntArray = np.cumsum(wrong, axis=1) - wrong
    most = np.minimum(right, bad)
    shares = np.minimum(above, right[:, np.newaxis]) / np.maximum(most, 1)[:, np.newaxis]
    return summed(answers.right * (1 - shares)) / right


def _given_alone(
    table: GoldTable[K],
    systems: Sequence[Mapping[K, Sequence[str]]],
    proposed: Mapping[K, Collection[str]],
    depth: int,
) -> list[BoolArray]:
    """Of each system, which substitutes of the gold it alone brought into the pool."""
    found = [np.zeros(table.weights.shape, dtype=bool) for _system in systems]
    for row, (sentence, places) in enumerate(zip(table.sentences, table.places, strict=True)):
        pooled = [given.get(sentence, ())[:depth] for given in systems]
        times = Counter(text for texts in pooled for text in texts)
        first = proposed.get(sentence, ())
        for columns, texts in zip(found, pooled, strict=True):
            for text in texts:
                if times[text] == 1 and text in places and text not in first:
                    columns[row, places[text]] = True
    return found


def _without(table: GoldTable[K], alone: BoolArray) -> GoldTable[K]:
    """The gold without these substitutes."""
    reduced = table.reweighted(np.where(alone, 0.0, table.weights))
    # Nothing may find them: not even as judged and bad.
    places = tuple(
        {text: column for text, column in of.items() if not gone[column]} if gone.any() else of
        for of, gone in zip(table.places, alone, strict=True)
    )
    return replace(reduced, places=places)


def _on(reduced: GoldTable[K], answers: AnswerTable, alone: BoolArray) -> AnswerTable:
    """What was taken from the gold is unjudged, whoever answers it at whatever rank."""
    rows = np.arange(len(alone))[:, np.newaxis]
    gone = answers.judged & alone[rows, answers.places]
    if not gone.any():
        return answers.on(reduced)
    return replace(answers, base=None, gold=reduced, places=np.where(gone, -1, answers.places))


def _mean(key: str, answers: AnswerTable) -> float | None:
    """None where no sentence counts: without a positive weight left, nothing can be right."""
    with np.errstate(divide="ignore", invalid="ignore"):
        scores = bpref(answers) if key == BPREF else scores_of(measure_of(key), answers)
    counted = (answers.gold.highest > 0) & ~np.isnan(scores)
    return float(scores[counted].mean()) if counted.any() else None


def _left_out(
    name: str,
    key: str,
    unique: int,
    whole: Sequence[float | None],
    means: Sequence[float | None],
    place: int,
) -> SystemLeftOut:
    value, without = whole[place], means[place]
    rank, after = ranks(whole)[place], ranks(means)[place]
    return SystemLeftOut(
        name,
        key,
        unique,
        value,
        without,
        None if value is None or without is None else without - value,
        rank,
        after,
        None if rank is None or after is None else after - rank,
    )
