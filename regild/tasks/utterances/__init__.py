"""Plausible utterances: a set of sentences, one of which was said and the others made up.

`coconuts` makes the sets out of a tagged corpus, `sets` writes and reads them, `ngrams` is the
baseline, and `ranks` measures where a system ranks the natural one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Literal

from regild.formats.counting import count_marks
from regild.formats.records import AnswerRecord, GoldRecord, RatingRecord
from regild.pooling.checks import Foil, GroupWords
from regild.pooling.pool import Policy, PooledCandidate, SentencePool
from regild.pooling.sampling import ItemFact
from regild.problems import FileProblem, Reading, Source
from regild.scoring.aggregate import SEVERITY
from regild.scoring.exports.export import Dataset
from regild.tasks import said_in_every_task
from regild.tasks.answer_columns import AnswerColumns, scored_rows
from regild.tasks.source_file import SourceFile
from regild.tasks.task import N_, Contents, Plural, ScaleChoice, Sources
from regild.tasks.utterances import said_to_annotators, said_to_leads
from regild.tasks.utterances.baselines import BASELINES
from regild.tasks.utterances.content import COLUMNS, SetContent, SetLine, line_of, write_to_rank
from regild.tasks.utterances.exports import DATASET, EXPORTS
from regild.tasks.utterances.reading import (
    SCORE_COLUMNS,
    match,
    no_utterance,
    read_answers,
    read_ratings,
    read_sources,
    stranger,
)
from regild.tasks.utterances.scoring import SCORING
from regild.tasks.utterances.wording import as_written


def example_answers(key: str, group: str, labels: Sequence[str]) -> AnswerRecord:
    return AnswerRecord(key, group, ("1", "2"), 0, (0.7, 0.3))


class Utterances:
    name = "utterances"
    files: Mapping[str, SourceFile] = {
        "sets": SourceFile(
            N_("Sets of utterances"),
            "campaign",
            required=True,
            help=N_("JSON, as `regild coconuts` writes it"),
        ),
        "answers": SourceFile(
            N_("Answers"),
            "system",
            required=True,
            help=N_(
                "A table set,utterance,score, the likeliest highest, or set,utterance,rank"
            ),
        ),
        "ratings": SourceFile(
            N_("Ratings"),
            "ratings",
            required=True,
            help=N_("A table annotator,set,utterance,value; a value by its label or code"),
        ),
    }
    level: Literal["ordinal", "nominal"] = "ordinal"
    anchored = True
    proposes = False
    scales: Mapping[str, Sequence[ScaleChoice]] = {
        "0-3": (
            ScaleChoice(N_("Nobody would say this"), 0),
            ScaleChoice(N_("Odd"), 1),
            ScaleChoice(N_("Possible"), 2),
            ScaleChoice(N_("Natural"), 3),
        ),
    }
    pools_answers = False
    answer_columns = AnswerColumns(SCORE_COLUMNS, scored_rows, example_answers, write_to_rank)
    baselines = BASELINES
    settings = frozenset(
        {"excluded_targets", "flag_anchor_share", "flag_correlation", "scale", "verdict_rule"}
    )
    content = SetContent
    # Its utterances are its candidates; the rest would tell which of them was said.
    shows: tuple[str, ...] = ()
    writes = ("utterances",)
    columns = COLUMNS
    exports = EXPORTS
    dataset = DATASET
    bundles: Mapping[str, Dataset] = {}
    scoring = SCORING
    rules: tuple[str, ...] = ("mean", "median", "majority", "plurality", SEVERITY)
    group_column = "probe"
    group_filter = "probe"
    groups_name = "probes"
    phrases: Mapping[str, str] = {
        **said_in_every_task.PHRASES,
        **said_to_leads.PHRASES,
        **said_to_annotators.PHRASES,
    }
    plurals: Mapping[str, Plural] = {**said_to_leads.PLURALS, **said_to_annotators.PLURALS}
    proposing_phrases: Mapping[str, str] = {}
    proposing_plurals: Mapping[str, Plural] = {}
    groupings: Mapping[str, Callable[[str], str]] = {"probe": str}
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
        return read_sources(files["sets"])

    def count_items(self, files: Mapping[str, Source], *, most: int) -> int:
        return count_marks(files["sets"].stream, b'"utterances"')

    def read_answers(
        self, answers: Source, *, labels: Collection[str]
    ) -> Reading[AnswerRecord]:
        return read_answers(answers)

    def read_ratings(self, ratings: Source) -> Reading[RatingRecord]:
        return read_ratings(ratings)

    def match(
        self,
        records: Iterable[GoldRecord | AnswerRecord],
        known: Mapping[str, str],
        contents: Contents,
    ) -> tuple[list[FileProblem], list[FileProblem]]:
        return match(records, known, contents), []

    def unknown_item(self, key: str, line: int) -> FileProblem:
        return stranger(key, line)

    def unknown_candidate(self, key: str, text: str, line: int) -> FileProblem:
        return no_utterance(key, text, line)

    def shown(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """Nothing beside the utterances, which are its candidates."""
        return {}

    def worded(self, content: Mapping[str, Any], text: str) -> str:
        return as_written(content["utterances"][int(text) - 1])

    def record(self, key: str, group: str, content: Mapping[str, Any]) -> SetLine:
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
        """All utterances of the set; the natural ones are the gold's."""
        votes = dict(gold)
        numbers = [str(number) for number in range(1, len(content["utterances"]) + 1)]
        found = tuple(PooledCandidate(one, votes.get(one), ()) for one in numbers)
        return SentencePool(found, (), Counter())


UTTERANCES = Utterances()
