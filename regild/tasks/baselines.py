"""Baselines: systems that a task makes by itself, of a campaign's own items."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from regild.formats.records import AnswerRecord
from regild.problems import Source, Text
from regild.tasks.source_file import SourceFile

# The option that names the only labels a baseline gives; it is scored on items that have one.
ONLY = "only"


class BaselineOption(NamedTuple):
    """A choice of how one is made; the label is an English message id. Without `choices` any
    text; with `words` just so many of them."""

    label: str
    default: str = ""
    choices: tuple[str, ...] = ()
    words: int = 1


class BaselineItem(NamedTuple):
    key: str
    group: str
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BaselineInput:
    """`gold` has each item's answers with their votes or weights; `files` and `options` are
    those that the baseline declares, an option without its words being ()."""

    items: Sequence[BaselineItem]
    gold: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    files: Mapping[str, Source] = field(default_factory=dict)
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class BadBaseline(ValueError):  # noqa: N818
    """It cannot be made so. `option` is what is wrong, empty where it is all of it."""

    def __init__(self, text: Text, *, option: str = "") -> None:
        self.text, self.option = text, option
        super().__init__(text)


class Baseline(NamedTuple):
    """`trained` says whether it learns from a gold, the first or the second; `slow` whether a
    worker should make it. The label and the help are English message ids."""

    label: str
    help: str
    make: Callable[[BaselineInput], Iterable[AnswerRecord]]
    trained: bool = False
    slow: bool = False
    files: Mapping[str, SourceFile] = {}
    options: Mapping[str, BaselineOption] = {}
