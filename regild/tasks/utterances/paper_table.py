"""Table 1 of the paper: mean ranks of natural utterances by n-gram models, with intervals."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple, get_args

from regild.formats.tagged import TaggedSentence
from regild.tables.printing import Cell, Estimate, Table
from regild.tasks.utterances.coconuts import Draw, Nouns, Options, make_coconuts
from regild.tasks.utterances.ngrams import Context, ModelOptions, read_text, score_sets
from regild.tasks.utterances.ranks import Estimated, rank_sets
from regild.tasks.utterances.sets import Coconuts, Kind

ORDERS = (2, 3, 4)
# How many sets the paper drew of each kind, and how often we draw as many.
DRAWN = 46
DRAWS = 6
# The paper takes other sentences at random for a word, and other words for a sentence.
DRAWN_BY: Mapping[Kind, Draw] = {"word": "token", "sentence": "type"}
# As printed there, without intervals: by kind of coconut and context, then by order.
PRINTED: Mapping[tuple[Kind, Context], Mapping[int, float]] = {
    ("word", "window"): {2: 3.93, 3: 3.85, 4: 3.83},
    ("word", "sentence"): {2: 3.43, 3: 3.37, 4: 3.37},
    ("sentence", "window"): {2: 4.85, 3: 5.24, 4: 4.91},
    ("sentence", "sentence"): {2: 5.15, 3: 4.83, 4: 4.72},
}
CONTEXTS: tuple[Context, ...] = get_args(Context)
KINDS: tuple[Kind, ...] = get_args(Kind)


class RankedModel(NamedTuple):
    """The mean rank that one model gives over all draws, and the paper's over one."""

    kind: Kind
    context: Context
    order: int
    mean_rank: Estimated
    printed: float

    @property
    def differs(self) -> bool:
        """Whether the two means are further apart than draws are by chance: .95 of draws as
        large as the paper's lie nearer to ours."""
        ours = self.mean_rank
        if ours.low is None or ours.high is None:
            return False
        half = (ours.high - ours.low) / 2
        return abs(self.printed - ours.value) > half * sqrt(1 + ours.n / DRAWN)


class PlausibleUtterances(NamedTuple):
    """`options` say how sets and models were made."""

    cells: tuple[RankedModel, ...]
    options: Mapping[str, Any]


def ranked_models(
    sentences: Sequence[TaggedSentence], text: str | os.PathLike[str], *, seed: int = 0
) -> PlausibleUtterances:
    """Several draws of each kind, each as large as the paper's; the models are trained on the
    text. Raises OSError or ValueError."""
    nouns = Nouns(sentences, tag=Options.tag, min_sentences=Options.min_sentences)
    drawn = {
        (kind, draw): make_coconuts(
            sentences,
            Options(kind, count=DRAWN, draw=DRAWN_BY[kind], seed=seed + draw),
            nouns=nouns,
        )
        for kind in KINDS
        for draw in range(DRAWS)
    }
    # One reading of the text for all sets.
    every = Coconuts(
        {},
        tuple(
            one._replace(key=f"{kind}/{draw}/{one.key}")
            for (kind, draw), coconuts in drawn.items()
            for one in coconuts.sets
        ),
    )
    models = [ModelOptions(order, context) for context in CONTEXTS for order in ORDERS]
    found = {
        (kind, model.context, model.order): rank_sets(
            Coconuts({}, tuple(one for one in every.sets if one.key.startswith(f"{kind}/"))),
            scores,
        ).measures["mean_rank"]
        for model, scores in zip(
            models, score_sets(every, read_text(text), models), strict=True
        )
        for kind in KINDS
    }
    cells = (
        RankedModel(kind, context, order, found[kind, context, order], printed)
        for (kind, context), column in PRINTED.items()
        for order, printed in column.items()
    )
    said = {**drawn["word", 0].options, **models[0].to_dict(), "draws": DRAWS}
    said |= {f"{kind} coconuts drawn by": draw for kind, draw in DRAWN_BY.items()}
    for varied in ("kind", "draw", "order", "context"):
        del said[varied]
    return PlausibleUtterances(tuple(cells), said)


def table_1(found: PlausibleUtterances) -> Table:
    """A row a model; beside every column of ours the paper's."""
    columns = ["model"]
    for kind, context in PRINTED:
        columns += [f"{kind} coconuts, {context}", "paper"]
    rows: list[tuple[Cell, ...]] = []
    for order in ORDERS:
        row: list[Cell] = [f"{order}-gram"]
        for cell in found.cells:
            if cell.order == order:
                ours = cell.mean_rank
                row += [Estimate(ours.value, ours.low, ours.high), f"{cell.printed:.2f}"]
        rows.append(tuple(row))
    return Table("table-1", tuple(columns), rows)


def differences(found: PlausibleUtterances) -> list[str]:
    """Where the paper's figure is not met, in English sentences."""
    coin = found.cells[0].mean_rank
    told = [
        f"A coin gets {coin.chance:.1f}. Intervals are at 95 %, over {coin.n} sets:"
        f" {DRAWS} draws of {DRAWN}, as the paper drew once."
    ]
    outside = [
        f"{cell.order}-gram, {cell.kind} coconuts, {cell.context}"
        f" ({cell.mean_rank.value:.2f} here, {cell.printed:.2f} there)"
        for cell in found.cells
        if cell.differs
    ]
    if outside:
        told.append(f"Not met, by more than chance: {'; '.join(outside)}.")
    else:
        told.append("Every figure of the paper is met but for chance.")
    return told
