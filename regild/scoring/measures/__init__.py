"""Every measure of systems, in the order in which all that shows them does.

A family is a module with MEASURES; a measure is declared there and nowhere else. What is made
of the declarations: scores and rankings, the pages and their tables, the API's choices, the
command's names, and a test that docs/measures-scoring.md defines each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from regild.problems import N_, Text
from regild.scoring.measures import (
    jabbari,
    multiwords,
    retrieval,
    semdis,
    semeval,
    tsar,
)
from regild.scoring.measures.declaration import SystemMeasure

if TYPE_CHECKING:
    from regild.scoring.matrices import AnswerTable
    from regild.scoring.multiwords import MultiwordTable

FAMILIES: Mapping[str, tuple[SystemMeasure[AnswerTable], ...]] = {
    "semeval": semeval.MEASURES,
    "semdis": semdis.MEASURES,
    "jabbari": jabbari.MEASURES,
    "retrieval": retrieval.MEASURES,
    "tsar": tsar.MEASURES,
}
# Where measures are chosen among.
FAMILY_TITLES: Mapping[str, Text] = {
    "semeval": N_("SemEval-2007"),
    "semdis": N_("SemDis 2014"),
    "jabbari": N_("Jabbari et al., 2010"),
    "retrieval": N_("Ranked retrieval"),
    "tsar": N_("TSAR-2022"),
}
MEASURES = tuple(measure for family in FAMILIES.values() for measure in family)
KEYS = tuple(measure.key for measure in MEASURES)

# Of a subtask with a gold of its own; no other gold can be scored by them.
MULTIWORD_MEASURES: tuple[SystemMeasure[MultiwordTable], ...] = multiwords.MEASURES

_EVERY: tuple[SystemMeasure[Any], ...] = (*MEASURES, *MULTIWORD_MEASURES)
_FAMILY_OF = {measure.key: name for name, family in FAMILIES.items() for measure in family}
_BY_KEY = {measure.key: measure for measure in _EVERY}

# The two of the post hoc paper's Tables 2 and 3.
TABLE_2, TABLE_3 = "semdis.best_norm", "semdis.oot_norm"
# Those of a system that no pool held: how many of its answers are judged, and what it scores
# on these alone.
JUDGED = retrieval.JUDGED_10.key
JUDGED_ONLY = tuple(measure.key for measure in retrieval.JUDGED_ONLY)


def family_of(key: str) -> Text:
    """Raises KeyError where there is no such measure."""
    return FAMILY_TITLES[_FAMILY_OF[key]]


def measure_of(key: str) -> SystemMeasure[Any]:
    """Raises KeyError where there is no such measure."""
    return _BY_KEY[key]
