"""What a task says of itself."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from regild.formats.category_tree import CategoryRecord
from regild.formats.lemma_table import LemmaRecord
from regild.formats.records import (
    AnswerRecord,
    GoldRecord,
    MappingRule,
    RatingRecord,
)
from regild.pooling.checks import Foil, GroupWords
from regild.pooling.pool import Policy, SentencePool
from regild.pooling.sampling import ItemFact
from regild.problems import FileProblem, Notice, Reading, Source
from regild.scoring.by_task import Scoring
from regild.scoring.exports.columns import ItemColumns
from regild.scoring.exports.export import Dataset, Export
from regild.tasks.answer_columns import AnswerColumns
from regild.tasks.baselines import Baseline
from regild.tasks.source_file import SourceFile

T = TypeVar("T")


def N_(text: str) -> str:  # noqa: N802 # as every catalogue knows it
    """Marks an English message id, which is translated where it is shown."""
    return text


class Plural(NamedTuple):
    """An English message id of one, and of many; `%(count)s` is how many."""

    one: str
    many: str


def ngettext_noop(one: str, many: str) -> Plural:
    """Marks both, which are translated where they are shown."""
    return Plural(one, many)


class ItemRecord(NamedTuple):
    """An item as it is kept. `group` is what items belong together by, `label` what people
    call the group, `text` what is searched; `content` is the task's own."""

    key: str
    group: str
    label: str
    text: str
    content: dict[str, Any]


class Again(Generic[T]):
    """Records that are read again from their file whenever somebody goes through them."""

    def __init__(self, read: Callable[[], Iterator[T]]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[T]:
        return self._read()


class Sources(NamedTuple):
    """What a campaign's files say, read and found to agree with each other. `categories` are
    what its scale is made of, where the task has no ready-made ones; `lemmas` are those of
    what annotators may propose."""

    items: Iterable[ItemRecord]
    gold: Iterable[GoldRecord]
    rules: tuple[MappingRule, ...]
    notices: tuple[Notice, ...]
    categories: tuple[CategoryRecord, ...] = ()
    lemmas: tuple[LemmaRecord, ...] = ()


class ScaleChoice(NamedTuple):
    """A button of a ready-made scale; the label is an English message id."""

    label: str
    weight: float


# The items' contents by their keys, read when they are asked for: there may be many.
Contents = Callable[[], Mapping[str, Mapping[str, Any]]]


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
    def anchored(self) -> bool:
        """Whether a block must hold a candidate of the first gold."""

    @property
    def proposes(self) -> bool:
        """Whether annotators can be asked for the first gold: the first stage."""

    @property
    def scales(self) -> Mapping[str, Sequence[ScaleChoice]]:
        """The ready-made ones, the first by default; none where each campaign brings its own
        categories."""

    @property
    def pools_answers(self) -> bool:
        """Whether what systems answer is judged; if not, the candidates follow from the items
        alone, and pooling again changes nothing but votes."""

    @property
    def answer_columns(self) -> AnswerColumns:
        """How a system's answers are written, so that `read_answers` reads them again."""

    @property
    def baselines(self) -> Mapping[str, Baseline]:
        """The systems that can be made of a campaign's own items, by their kinds."""

    @property
    def settings(self) -> Collection[str]:
        """Of what not every task has a use for, the settings that a campaign of this one has,
        by their names in forms and the API."""

    @property
    def content(self) -> type:
        """The dataclass of what an item holds; its fields are the names in the contract."""

    @property
    def shows(self) -> Sequence[str]:
        """The names in `content` of what annotators are shown."""

    @property
    def writes(self) -> Sequence[str]:
        """The names in `content` that whoever writes an example has to say."""

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
    def bundles(self) -> Mapping[str, Dataset]:
        """Other folders that a release can be taken away as, by the names of their formats."""

    @property
    def rules(self) -> Sequence[str]:
        """How ratings can become a weight, by the names of `regild.scoring.aggregate`; the
        first unless another is chosen."""

    @property
    def scoring(self) -> Scoring:
        """Which measures apply, and how systems are scored by them."""

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
        """What pages say, as English message ids; never a part of a sentence. Every task says
        all that another says, under the same names; what stands over the column of a grouping
        is under the grouping's name."""

    @property
    def plurals(self) -> Mapping[str, Plural]:
        """Those of `phrases` that depend on how many there are."""

    @property
    def proposing_phrases(self) -> Mapping[str, str]:
        """Those of `phrases` that are others while annotators propose; none where they are
        never asked to."""

    @property
    def proposing_plurals(self) -> Mapping[str, Plural]:
        """Those of `plurals` that are."""

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
        files: Mapping[str, Source],
        *,
        excluded_groups: Collection[str],
        in_portions: bool = False,
    ) -> Sources:
        """What a campaign is made of, by the names of `files`. Raises BadFiles with the
        problems of all of them. `in_portions` need not keep items and gold: the files can be
        read again while somebody goes through them."""

    def count_items(self, files: Mapping[str, Source], *, most: int) -> int:
        """How many items the files hold, or somewhat more where there are no more than `most`,
        in bounded memory. What is wrong with a file is no matter; the streams are then where
        they were."""

    def read_answers(
        self, answers: Source, *, labels: Collection[str]
    ) -> Reading[AnswerRecord]:
        """What a system answered, where the buttons of the scale are called so. Raises
        BadFile."""

    def read_ratings(self, ratings: Source) -> Reading[RatingRecord]:
        """What was rated elsewhere. Raises BadFile."""

    def match(
        self,
        records: Iterable[GoldRecord | AnswerRecord],
        known: Mapping[str, str],
        contents: Contents,
    ) -> tuple[list[FileProblem], list[FileProblem]]:
        """Matched on the item's key; `known` has the groups. Problems: keys nobody has, and
        what cannot be said of the item. Notices: what names another group than its item's."""

    def unknown_item(self, key: str, line: int) -> FileProblem:
        """A key that nobody has."""

    def unknown_candidate(self, key: str, text: str, line: int) -> FileProblem:
        """The item is there, and has no such candidate."""

    def shown(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """What annotators' pages and the contract give of an item: what `shows` names."""

    def worded(self, content: Mapping[str, Any], text: str) -> str:
        """What people are shown of a candidate whose text is kept so."""

    def record(self, key: str, group: str, content: Mapping[str, Any]) -> Any:
        """What files of items are written from, by `columns`."""

    def itself(self, group: str, content: Mapping[str, Any]) -> tuple[str, ...]:
        """The texts that are the item, and so no answer to it."""

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
