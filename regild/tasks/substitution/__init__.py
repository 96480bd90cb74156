"""Substitution: which words can stand in a sentence for its target."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Literal

from regild.formats.detect import read_answers_any, read_ratings_any
from regild.formats.records import AnswerRecord, GoldRecord, RatingRecord, SentenceRecord
from regild.pooling.checks import Foil, GroupWords, choose_foils
from regild.pooling.pool import Policy, SentencePool, pool_sentence
from regild.problems import FileProblem, Reading, Source
from regild.tasks.substitution.content import (
    COLUMNS,
    Content,
    lemma_of,
    part_of_speech,
    sentence_of,
)
from regild.tasks.substitution.exports import DATASET, EXPORTS
from regild.tasks.substitution.facts import FACTS
from regild.tasks.substitution.reading import match, read_sources
from regild.tasks.task import N_, ScaleChoice, SourceFile, Sources


class Substitution:
    name = "substitution"
    files: Mapping[str, SourceFile] = {
        "sentences": SourceFile(N_("Sentences"), "campaign", required=True),
        "gold": SourceFile(N_("First gold"), "campaign", required=True),
        "mapping": SourceFile(N_("Mapping of spellings"), "campaign"),
        "multiword_gold": SourceFile(N_("Multiwords that annotators saw"), "campaign"),
        "answers": SourceFile(N_("Answers"), "system", required=True),
        "multiwords": SourceFile(N_("Multiwords that the system names"), "system"),
    }
    level: Literal["ordinal", "nominal"] = "ordinal"
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
    content = Content
    columns = COLUMNS
    exports = EXPORTS
    dataset = DATASET
    rules: tuple[str, ...] = ("mean", "median", "majority", "plurality")
    group_column = "lexelt"
    group_filter = "target"
    groups_name = "targets"
    phrases: Mapping[str, str] = {
        "group": N_("Target"),
        "groups": N_("targets"),
        "groups left out": N_("targets left out"),
        "Groups left out:": N_("Targets left out:"),
        "left out as the item itself": N_("the target itself"),
        "pos": N_("part of speech"),
        "target": N_("target"),
        "group or item": N_("Target or sentence"),
        "candidate, group or item": N_("Substitute, target or sentence"),
        "words, group or item": N_("Words, target or sentence"),
    }
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
        *,
        items: Source,
        gold: Source,
        mapping: Source | None,
        excluded_groups: Collection[str],
    ) -> Sources:
        return read_sources(
            sentences=items, gold=gold, mapping=mapping, excluded_targets=excluded_groups
        )

    def read_answers(self, answers: Source) -> Reading[AnswerRecord]:
        return read_answers_any(answers.stream, name=answers.name)

    def read_ratings(self, ratings: Source) -> Reading[RatingRecord]:
        return read_ratings_any(ratings.stream, name=ratings.name)

    def match(
        self, records: Iterable[GoldRecord | AnswerRecord], known: Mapping[str, str]
    ) -> tuple[list[FileProblem], list[FileProblem]]:
        return match(records, known)

    def shown(self, content: Mapping[str, Any]) -> dict[str, Any]:
        return {"left": content["left"], "target": content["target"], "right": content["right"]}

    def record(self, key: str, group: str, content: Mapping[str, Any]) -> SentenceRecord:
        return sentence_of(key, group, content)

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
            # Systems answer the lemma, the form in the sentence, or either with a capital.
            itself=(lemma_of(group), content["target"]),
            gold=gold,
            answers=answers,
            normalise=normalise,
            policy=policy,
            undone=undone,
        )


SUBSTITUTION = Substitution()
