"""What is said of a measure of systems: once, for all that computes, shows or documents it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from regild.arrays import BoolArray, FloatArray

Given = TypeVar("Given")


@dataclass(frozen=True, kw_only=True)
class SystemMeasure(Generic[Given]):
    """One value a sentence and system; the system's score is their mean.

    `key` names it in files, commands and the API, and on pages too unless the trade has a
    `title` for it. `definition`, and `aside` that follows it, are whole sentences; they and the
    title are marked for the catalogue. `formula` is the value in the letters of
    docs/measures-scoring.md. `value` makes it of a table of the system's answers, a sentence a
    row; `over` says which sentences are in the mean, all where it is None. `undefined` is why
    no sentence may be in it, where more can be said than that. A value `of_system` is the same
    at every sentence: its mean is that value, to the last digit.
    """

    key: str
    title: str = ""
    definition: str
    formula: str
    value: Callable[[Given], FloatArray]
    over: Callable[[Given], BoolArray] | None = None
    aside: str = ""
    undefined: str = ""
    of_system: bool = False

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.key)
