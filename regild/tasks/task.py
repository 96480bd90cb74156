"""What a task says of itself."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, Protocol

from regild.formats.records import (
    AnswerRecord,
    GoldRecord,
    MappingRule,
    RatingRecord,
    SentenceRecord,
)
from regild.pooling.checks import Foil, GroupWords
from regild.pooling.pool import Policy, SentencePool
from regild.pooling.sampling import ItemFact
from regild.problems import FileProblem, Notice, Reading, Source
from regild.scoring.exports.columns import ItemColumns
from regild.scoring.exports.export import Dataset, Export


def N_(text: str) -> str:  # noqa: N802 # as every catalogue knows it
    """Marks an English message id, which is translated where it is shown."""
    return text


class ItemRecord(NamedTuple):
    """An item as it is kept. `group` is what items belong together by, `label` what people
    call the group, `text` what is searched; `content` is the task's own."""

    key: str
    group: str
    label: str
    text: str
    content: dict[str, Any]


class SourceFile(NamedTuple):
    """A file that is brought in; `of` says of whom, `required` whether it must be. The label
    is an English message id."""

    label: str
    of: Literal["campaign", "system"]
    required: bool = False


class Sources(NamedTuple):
    """What a campaign's files say, read and found to agree with each other."""

    items: tuple[ItemRecord, ...]
    gold: tuple[GoldRecord, ...]
    rules: tuple[MappingRule, ...]
    notices: tuple[Notice, ...]


class ScaleChoice(NamedTuple):
    """A button of a ready-made scale; the label is an English message id."""

    label: str
    weight: float


class Task(Protocol):
    """What is judged: what an item is, how it is read, pooled and shown, on which scales."""

    @property
    def name(self) -> str:
        """As a campaign, a template's folder and a script call it."""

    @property
    def files(self) -> Mapping[str, SourceFile]:
        """What is brought in, by the names of forms, commands and the API."""

    @property
    def level(self) -> Literal["ordinal", "nominal"]:
        """Whether the places of its scales have an order: by it alpha is chosen."""

    @property
    def scales(self) -> Mapping[str, Sequence[ScaleChoice]]:
        """The ready-made ones, the first by default."""

    @property
    def content(self) -> type:
        """The dataclass of what an item holds; its fields are the names in the contract."""

    @property
    def columns(self) -> ItemColumns:
        """What an item holds, as a release's files have it."""

    @property
    def exports(self) -> Mapping[str, Export]:
        """The files that a release can be taken away as, by the names of their formats."""

    @property
    def dataset(self) -> Dataset:
        """All of a release, ready to publish."""

    @property
    def rules(self) -> Sequence[str]:
        """How ratings can become a weight, by the names of `regild.scoring.aggregate`; the
        first unless another is chosen."""

    @property
    def group_column(self) -> str:
        """What the group of an item is called in files and answers."""

    @property
    def group_filter(self) -> str:
        """What a group is called where a list is filtered by it, and in reports."""

    @property
    def groups_name(self) -> str:
        """What several are, where they are counted or drawn."""

    @property
    def phrases(self) -> Mapping[str, str]:
        """What pages call things, as English message ids; never a part of a sentence. What
        stands over the column of a grouping is under the grouping's name."""

    @property
    def groupings(self) -> Mapping[str, Callable[[str], str]]:
        """Coarser and finer parts of the data, from an item's group."""

    @property
    def facts(self) -> Mapping[str, ItemFact]:
        """What a rule can ask of an item before it is dispatched, by the names in rules."""

    def kind(self, group: str) -> str:
        """Groups of one kind lend each other words that are known to be wrong."""

    def foils(
        self,
        blocks: Mapping[int, int],
        *,
        groups: Mapping[int, str],
        words: Mapping[str, GroupWords],
        share: float,
        rng: Random,
    ) -> tuple[Foil, ...]:
        """What to mix into a subset, whose `blocks` are item → number of candidates, and is
        known to be wrong; () where nothing can be."""

    def read(
        self,
        *,
        items: Source,
        gold: Source,
        mapping: Source | None,
        excluded_groups: Collection[str],
    ) -> Sources:
        """Raises BadFiles with the problems of all files."""

    def read_answers(self, answers: Source) -> Reading[AnswerRecord]:
        """What a system answered. Raises BadFile."""

    def read_ratings(self, ratings: Source) -> Reading[RatingRecord]:
        """What was rated elsewhere. Raises BadFile."""

    def match(
        self, records: Iterable[GoldRecord | AnswerRecord], known: Mapping[str, str]
    ) -> tuple[list[FileProblem], list[FileProblem]]:
        """Matched on the item's key; `known` has the groups. Problems: keys nobody has.
        Notices: what names another group than its item's."""

    def shown(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """What pages and the contract give of an item."""

    def record(self, key: str, group: str, content: Mapping[str, Any]) -> SentenceRecord:
        """What files of items are written from."""

    def pool(
        self,
        group: str,
        content: Mapping[str, Any],
        *,
        gold: Iterable[tuple[str, float]],
        answers: Iterable[tuple[str, int, int]],
        normalise: Callable[[str], str],
        policy: Policy,
        undone: Collection[str],
    ) -> SentencePool:
        """The candidates of one item."""
