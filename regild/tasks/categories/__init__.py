"""Categories: where in a tree a document belongs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Literal

from regild.formats.documents import count_documents
from regild.formats.labels import LABEL_COLUMNS
from regild.formats.records import AnswerRecord, GoldRecord, RatingRecord
from regild.pooling.checks import Foil, GroupWords
from regild.pooling.pool import Policy, PooledCandidate, SentencePool
from regild.pooling.sampling import ItemFact
from regild.problems import FileProblem, Reading, Source
from regild.scoring.exports.export import Dataset
from regild.tasks import said_in_every_task
from regild.tasks.answer_columns import AnswerColumns, scored_rows
from regild.tasks.categories import said_to_annotators, said_to_leads
from regild.tasks.categories.baselines import BASELINES
from regild.tasks.categories.content import ITSELF, DocumentContent, DocumentLine, line_of
from regild.tasks.categories.dataset import DATASET
from regild.tasks.categories.exports import COLUMNS, EXPORTS
from regild.tasks.categories.reading import (
    not_pooled,
    read_answers,
    read_ratings,
    read_sources,
    stranger,
)
from regild.tasks.categories.scoring import SCORING
from regild.tasks.source_file import SourceFile
from regild.tasks.task import N_, Contents, Plural, ScaleChoice, Sources


def example_answers(key: str, group: str, labels: Sequence[str]) -> AnswerRecord:
    return AnswerRecord(key, group, tuple(labels[:1]), 0)


class Categories:
    name = "categories"
    files: Mapping[str, SourceFile] = {
        "documents": SourceFile(
            N_("Documents"),
            "campaign",
            required=True,
            help=N_("A ZIP of e-mails or texts, an mbox, or a table document,text"),
            folder=True,
        ),
        "categories": SourceFile(
            N_("Categories"),
            "campaign",
            required=True,
            help=N_("A table category,parent,definition"),
        ),
        "gold": SourceFile(
            N_("First gold"), "campaign", help=N_("A table document,annotator,category")
        ),
        "answers": SourceFile(
            N_("Answers"),
            "system",
            required=True,
            help=N_("A table document,category; with a column score if it has one"),
        ),
        "ratings": SourceFile(
            N_("Ratings"),
            "ratings",
            required=True,
            help=N_("A table document,annotator,category; a category by its name or code"),
        ),
    }
    level: Literal["ordinal", "nominal"] = "nominal"
    anchored = False
    proposes = False
    scales: Mapping[str, Sequence[ScaleChoice]] = {}
    pools_answers = False
    answer_columns = AnswerColumns(LABEL_COLUMNS, scored_rows, example_answers, COLUMNS.write)
    baselines = BASELINES
    # Labels come with the tree that they stand in.
    settings: frozenset[str] = frozenset()
    content = DocumentContent
    shows = ("headers", "text", "attachments")
    writes = ("headers", "text")
    columns = COLUMNS
    exports = EXPORTS
    dataset = DATASET
    bundles: Mapping[str, Dataset] = {}
    scoring = SCORING
    rules: tuple[str, ...] = ("plurality", "majority")
    group_column = "folder"
    group_filter = "folder"
    groups_name = "folders"
    phrases: Mapping[str, str] = {
        **said_in_every_task.PHRASES,
        **said_to_leads.PHRASES,
        **said_to_annotators.PHRASES,
    }
    plurals: Mapping[str, Plural] = {**said_to_leads.PLURALS, **said_to_annotators.PLURALS}
    proposing_phrases: Mapping[str, str] = {}
    proposing_plurals: Mapping[str, Plural] = {}
    groupings: Mapping[str, Callable[[str], str]] = {"folder": str}
    facts: Mapping[str, ItemFact] = {}

    def kind(self, group: str) -> str:
        return group

    def foils(
        self,
        blocks: Mapping[int, int],
        *,
        groups: Mapping[int, str],
        words: Mapping[str, GroupWords],
        share: float,
        rng: Random,
    ) -> tuple[Foil, ...]:
        return ()

    def read(
        self,
        files: Mapping[str, Source],
        *,
        excluded_groups: Collection[str],
        in_portions: bool = False,
    ) -> Sources:
        return read_sources(files)

    def count_items(self, files: Mapping[str, Source], *, most: int) -> int:
        documents = files["documents"]
        return 0 if documents.folder else count_documents(documents.stream)

    def read_answers(
        self, answers: Source, *, labels: Collection[str]
    ) -> Reading[AnswerRecord]:
        return read_answers(answers, labels=labels)

    def read_ratings(self, ratings: Source) -> Reading[RatingRecord]:
        return read_ratings(ratings)

    def match(
        self,
        records: Iterable[GoldRecord | AnswerRecord],
        known: Mapping[str, str],
        contents: Contents,
    ) -> tuple[list[FileProblem], list[FileProblem]]:
        unknown = [one for one in records if one.sentence not in known]
        return [stranger(one.sentence, one.line) for one in unknown], []

    def unknown_item(self, key: str, line: int) -> FileProblem:
        return stranger(key, line)

    def unknown_candidate(self, key: str, text: str, line: int) -> FileProblem:
        return not_pooled(key, line)

    def shown(self, content: Mapping[str, Any]) -> dict[str, Any]:
        return {name: content[name] for name in self.shows}

    def worded(self, content: Mapping[str, Any], text: str) -> str:
        return DocumentContent.of(content).title

    def record(self, key: str, group: str, content: Mapping[str, Any]) -> DocumentLine:
        return line_of(key, group, content)

    def itself(self, group: str, content: Mapping[str, Any]) -> tuple[str, ...]:
        return ()

    def pool(
        self,
        group: str,
        content: Mapping[str, Any],
        *,
        gold: Iterable[tuple[str, float]],
        answers: Iterable[tuple[str, int, int]],
        normalise: Callable[[str], str],
        policy: Policy,
        undone: Collection[str] = frozenset(),
    ) -> SentencePool:
        """The document alone: what gold and systems say of it are categories."""
        votes = sum(votes for _category, votes in gold)
        return SentencePool((PooledCandidate(ITSELF, votes or None, ()),), (), Counter())


CATEGORIES = Categories()
