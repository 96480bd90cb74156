"""Every measure of agreement, in the order in which reports, pages and files show them.

To add one, declare it in a module of `measures/`, beside its formula, and put a new module's
measures here. docs/measures-agreement.md has to define it too.
"""

from typing import TypeVar

from regild.agreement.declaration import AgreementMeasure, Level
from regild.agreement.measures import (
    alpha,
    beyond_chance,
    descriptive,
    first_gold,
    icc,
    one_annotator,
    pairs,
    two_golds,
)

MEASURES: tuple[AgreementMeasure, ...] = (
    *descriptive.MEASURES,
    *alpha.MEASURES,
    *beyond_chance.MEASURES,
    *icc.MEASURES,
    *pairs.MEASURES,
    *first_gold.MEASURES,
    *two_golds.MEASURES,
    *one_annotator.MEASURES,
)

BY_KEY = {measure.key: measure for measure in MEASURES}

M = TypeVar("M", bound=AgreementMeasure)


def family(kind: type[M], level: Level = "ordinal") -> tuple[M, ...]:
    """All measures of one kind: those whose formula is given the same. On names, only those
    that make sense of names."""
    return tuple(
        measure
        for measure in MEASURES
        if isinstance(measure, kind) and level in ("ordinal", measure.level)
    )
