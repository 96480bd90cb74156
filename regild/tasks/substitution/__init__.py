"""Substitution: which words can stand in a sentence for its target."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Literal

from regild.formats.answers import answer_line
from regild.formats.answers_table import ANSWER_COLUMNS, table_rows
from regild.formats.detect import count_sentences, read_answers_any, read_ratings_any
from regild.formats.records import AnswerRecord, GoldRecord, RatingRecord, SentenceRecord
from regild.pooling.checks import Foil, GroupWords, choose_foils
from regild.pooling.pool import Policy, SentencePool, pool_sentence
from regild.problems import FileProblem, Reading, Source
from regild.scoring.aggregate import SEVERITY
from regild.tasks import said_in_every_task
from regild.tasks.answer_columns import AnswerColumns
from regild.tasks.baselines import Baseline
from regild.tasks.source_file import SourceFile
from regild.tasks.substitution import (
    said_to_annotators,
    said_to_leads,
    said_to_proposers,
)
from regild.tasks.substitution.campaign_baselines import BASELINES
from regild.tasks.substitution.content import (
    COLUMNS,
    Content,
    lemma_of,
    part_of_speech,
    sentence_of,
)
from regild.tasks.substitution.exports import BUNDLES, DATASET, EXPORTS
from regild.tasks.substitution.facts import FACTS
from regild.tasks.substitution.reading import match, no_candidate, read_sources, stranger
from regild.tasks.substitution.scoring import SCORING
from regild.tasks.task import N_, Contents, Plural, ScaleChoice, Sources


def example_answers(key: str, group: str, labels: Sequence[str]) -> AnswerRecord:
    answers = ("the best answer", "the next one")
    return AnswerRecord(key, group, answers, 0)


class Substitution:
    name = "substitution"
    files: Mapping[str, SourceFile] = {
        "sentences": SourceFile(
            N_("Sentences"),
            "campaign",
            required=True,
            help=N_("XML as in SemEval and SemDis, CSV, TSV, JSON lines or SWORDS"),
        ),
        "gold": SourceFile(
            N_("First gold"),
            "campaign",
            help=N_(
                "Lines such as glad.a 1 :: happy 3;merry 1; or a table. Without one, annotators"
                " propose it first"
            ),
        ),
        "mapping": SourceFile(
            N_("Mapping of spellings"),
            "campaign",
            help=N_("Lines such as proposed(glad.a)-->canonical"),
        ),
        "lemmas": SourceFile(
            N_("Table of lemmas"),
            "campaign",
            help=N_("form,pos,lemma: what counts as one word when annotators propose"),
        ),
        "multiword_gold": SourceFile(N_("Multiwords that annotators saw"), "scores"),
        "answers": SourceFile(
            N_("Answers"),
            "system",
            required=True,
            help=N_("Lines such as glad.a 1 :: happy;merry or a table, best first"),
        ),
        "multiwords": SourceFile(
            N_("Multiwords that the system names"),
            "system",
            help=N_("Lines such as take.v 1 :: take off"),
        ),
        "ratings": SourceFile(
            N_("Ratings"),
            "ratings",
            required=True,
            help=N_("A table with the columns annotator, sentence, substitute and value"),
        ),
    }
    level: Literal["ordinal", "nominal"] = "ordinal"
    anchored = True
    proposes = True
    scales: Mapping[str, Sequence[ScaleChoice]] = {
        "0-3": (
            ScaleChoice(N_("Does not fit"), 0),
            ScaleChoice(N_("Changes the meaning"), 1),
            ScaleChoice(N_("Fits, with a nuance"), 2),
            ScaleChoice(N_("Perfect"), 3),
        ),
        "good-reasonable-bad": (
            ScaleChoice(N_("Bad"), 0),
            ScaleChoice(N_("Reasonable"), 1),
            ScaleChoice(N_("Good"), 2),
        ),
    }
    pools_answers = True
    answer_columns = AnswerColumns(
        ANSWER_COLUMNS, table_rows, example_answers, COLUMNS.write, answer_line
    )
    baselines: Mapping[str, Baseline] = BASELINES
    settings = frozenset(
        {
            "case_policy",
            "excluded_targets",
            "flag_anchor_share",
            "flag_correlation",
            "flag_foil_share",
            "foil_share",
            "gold_annotators",
            "mapping",
            "most_proposals",
            "multiwords",
            "penalty",
            "pool_depth",
            "scale",
            "stopping",
            "target_as_answer",
            "verdict_rule",
        }
    )
    content = Content
    shows = writes = ("left", "target", "right")
    columns = COLUMNS
    exports = EXPORTS
    dataset = DATASET
    bundles = BUNDLES
    scoring = SCORING
    rules: tuple[str, ...] = ("mean", "median", "majority", "plurality", SEVERITY)
    group_column = "lexelt"
    group_filter = "target"
    groups_name = "targets"
    phrases: Mapping[str, str] = {
        **said_in_every_task.PHRASES,
        **said_to_leads.PHRASES,
        **said_to_annotators.PHRASES,
    }
    plurals: Mapping[str, Plural] = {**said_to_leads.PLURALS, **said_to_annotators.PLURALS}
    proposing_phrases = said_to_proposers.PHRASES
    proposing_plurals = said_to_proposers.PLURALS
    groupings: Mapping[str, Callable[[str], str]] = {
        "pos": part_of_speech,
        "target": str,
    }
    facts = FACTS

    def kind(self, group: str) -> str:
        return part_of_speech(group)

    def foils(
        self,
        blocks: Mapping[int, int],
        *,
        groups: Mapping[int, str],
        words: Mapping[str, GroupWords],
        share: float,
        rng: Random,
    ) -> tuple[Foil, ...]:
        return choose_foils(blocks, groups=groups, words=words, share=share, rng=rng)

    def read(
        self,
        files: Mapping[str, Source],
        *,
        excluded_groups: Collection[str],
        in_portions: bool = False,
    ) -> Sources:
        return read_sources(
            sentences=files["sentences"],
            gold=files.get("gold"),
            mapping=files.get("mapping"),
            lemmas=files.get("lemmas"),
            excluded_targets=excluded_groups,
            in_portions=in_portions,
        )

    def count_items(self, files: Mapping[str, Source], *, most: int) -> int:
        sentences = files["sentences"]
        return count_sentences(sentences.stream, name=sentences.name, most=most)

    def read_answers(
        self, answers: Source, *, labels: Collection[str]
    ) -> Reading[AnswerRecord]:
        return read_answers_any(answers.stream, name=answers.name)

    def read_ratings(self, ratings: Source) -> Reading[RatingRecord]:
        return read_ratings_any(ratings.stream, name=ratings.name)

    def match(
        self,
        records: Iterable[GoldRecord | AnswerRecord],
        known: Mapping[str, str],
        contents: Contents,
    ) -> tuple[list[FileProblem], list[FileProblem]]:
        return match(records, known)

    def unknown_item(self, key: str, line: int) -> FileProblem:
        return stranger(key, line)

    def unknown_candidate(self, key: str, text: str, line: int) -> FileProblem:
        return no_candidate(key, text, line)

    def shown(self, content: Mapping[str, Any]) -> dict[str, Any]:
        return {name: content[name] for name in self.shows}

    def worded(self, content: Mapping[str, Any], text: str) -> str:
        return text

    def record(self, key: str, group: str, content: Mapping[str, Any]) -> SentenceRecord:
        return sentence_of(key, group, content)

    def itself(self, group: str, content: Mapping[str, Any]) -> tuple[str, ...]:
        # People and systems answer the lemma, the form in the sentence, or either with a
        # capital.
        return lemma_of(group), content["target"]

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
        return pool_sentence(
            itself=self.itself(group, content),
            gold=gold,
            answers=answers,
            normalise=normalise,
            policy=policy,
            undone=undone,
        )


SUBSTITUTION = Substitution()
