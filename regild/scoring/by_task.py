"""How systems of a task are scored: what rescoring, pages, files and the API ask for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol

from regild.formats.category_tree import CategoryTree
from regild.problems import Text
from regild.scoring.changes import Change
from regild.scoring.evaluation import OverSentences, Scored
from regild.scoring.exports.columns import ItemColumns
from regild.scoring.frozen_table import FrozenTable
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.labels import Labels

Gold = Literal["first", "second"]
# By what each annotator of a gold chose.
Choices = Mapping[str, Labels]


class BesideFigure(NamedTuple):
    """What stands beside systems: the same measure of somebody who is none."""

    value: float | None
    n: int
    reason: str = ""
    low: float | None = None
    high: float | None = None


class CampaignFacts(NamedTuple):
    """What a campaign says beside its golds. `choices` are by gold, empty where its task does
    not ask for them; `contents` are of the items, by their keys."""

    groups: Mapping[str, str]
    multiwords: Collection[str]
    named: Mapping[str, Collection[str]]
    tree: CategoryTree
    contents: Mapping[str, Mapping[str, Any]]
    choices: Mapping[Gold, Choices]
    seed: int
    penalty: float


class ScoredOn(NamedTuple):
    """On one gold: the items scored; by measure a score a system; by the names of
    `Scoring.beside`, by measure, what stands beside them; and by measure what would be were
    each sentence a unit, where targets are."""

    items: Collection[str]
    measured: dict[str, list[Scored]]
    beside: Mapping[str, Mapping[str, BesideFigure]]
    over_sentences: Mapping[str, list[OverSentences]] = MappingProxyType({})


class MeasureWords(NamedTuple):
    """English message ids; a key that the trade has no title for is its own."""

    title: str
    definition: Sequence[str]


class Scoring(Protocol):
    @property
    def keys(self) -> Sequence[str]:
        """Its measures; none where they follow from a campaign's categories."""

    @property
    def headline(self) -> Sequence[str]:
        """Those that a page begins with, and a leaderboard has."""

    @property
    def tied(self) -> Sequence[str]:
        """Those by which systems get tie groups, over all items."""

    @property
    def beside(self) -> Mapping[str, Text]:
        """What stands beside systems, by its name in files and in the API."""

    @property
    def of_parts(self) -> bool:
        """Whether systems are also scored on parts of the items: those that leads name, and
        those that follow from a group."""

    @property
    def of_multiwords(self) -> bool:
        """Whether an item can be part of a multiword, which annotators see and systems name,
        and an answer be one."""

    @property
    def worded_as_pooled(self) -> bool:
        """Whether an answer is a wording, which the pool makes one with others; if not, it
        names what it stands for and is compared as it is."""

    @property
    def over_annotators(self) -> bool:
        """Whether second golds of other annotators are drawn, to say how far a score is that
        of these."""

    @property
    def compares_ranks(self) -> bool:
        """Whether a measure's table sets the ranks on the two golds beside each other, and a
        system's page says why it gained or lost; if not, there are the figures on each gold
        and what stands beside the systems."""

    @property
    def has_paper_tables(self) -> bool:
        """Whether the papers on it have tables of a campaign's numbers."""

    @property
    def scores_folders(self) -> bool:
        """Whether `regild score` scores systems on the folder of a published release."""

    @property
    def wants_contents(self) -> bool:
        """Whether items themselves are needed."""

    @property
    def wants_choices(self) -> bool:
        """Whether who chose what is needed."""

    def words(self, key: str) -> MeasureWords:
        """Raises KeyError where there is no such measure."""

    def family(self, key: str) -> str:
        """What a measure is chosen under: an English message id, or a name of its own."""

    def lower_is_better(self, key: str) -> bool: ...

    def judged(self, key: str) -> str:
        """The measure that says how many of the answers are judged; empty: there is none."""

    def steps(self, known: CampaignFacts) -> int:
        """How often `measured` is called for a gold."""

    def evaluate(
        self,
        gold: Gold,
        weights: Weights,
        systems: Sequence[AnswerLists],
        known: CampaignFacts,
        *,
        measured: Callable[[], None],
    ) -> ScoredOn: ...

    def changes(
        self,
        first: Weights,
        second: Weights,
        answers: AnswerLists,
        known: CampaignFacts,
        *,
        measure: str,
    ) -> list[Change]:
        """Item by item why a system scores what it does, what tells most first."""

    def answer_shown(self, content: Mapping[str, Any], text: str) -> str:
        """What people are shown of an answer."""

    def compare(self, frozen: FrozenTable) -> dict[str, Any]:
        """What a release says of its ratings beside the weights."""

    def gold_choices(self, policy: Mapping[str, Any], items: ItemColumns) -> list[str]:
        """How ratings became a second gold, in sentences."""

    def score_choices(self, policy: Mapping[str, Any], items: ItemColumns) -> list[str]:
        """How systems are scored on the two golds, in sentences."""


def undefined(reason: str) -> Scored:
    return Scored(None, 0, str(reason), None, None, None, None)
