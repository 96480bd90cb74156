"""SemEval-2007's multiword subtask: is the target part of a multiword, and of which one?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regild.problems import N_
from regild.scoring.measures.declaration import SystemMeasure
from regild.scoring.measures.rows import as_numbers

if TYPE_CHECKING:
    from regild.arrays import BoolArray, FloatArray
    from regild.scoring.multiwords import MultiwordTable

_DETECTED = N_(
    "Sentences in which gold and system both have a multiword. P is over those in which the"
    " system names one, R over those in which the gold has one."
)
_IDENTIFIED = N_(
    "Sentences in which gold and system have the same multiword. P is over those in which the"
    " system names one, R over those in which the gold has one."
)


def _detected(table: MultiwordTable) -> FloatArray:
    return as_numbers(table.named & table.in_gold)


def _identified(table: MultiwordTable) -> FloatArray:
    return as_numbers(table.named & table.in_gold & table.same)


def _named(table: MultiwordTable) -> BoolArray:
    return table.named


def _in_gold(table: MultiwordTable) -> BoolArray:
    return table.in_gold


MEASURES: tuple[SystemMeasure[MultiwordTable], ...] = (
    SystemMeasure(
        key="mw.detect_P",
        definition=_DETECTED,
        formula="sentences where both have one",
        value=_detected,
        over=_named,
    ),
    SystemMeasure(
        key="mw.detect_R",
        definition=_DETECTED,
        formula="sentences where both have one",
        value=_detected,
        over=_in_gold,
    ),
    SystemMeasure(
        key="mw.identify_P",
        definition=_IDENTIFIED,
        formula="the same, where it is the same multiword",
        value=_identified,
        over=_named,
    ),
    SystemMeasure(
        key="mw.identify_R",
        definition=_IDENTIFIED,
        formula="the same, where it is the same multiword",
        value=_identified,
        over=_in_gold,
    ),
)
