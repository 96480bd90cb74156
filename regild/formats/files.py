"""Sentences, gold, answers and ratings as a program has them: a path, or plain values.

Every format of the trade is told by the file's ending or its beginning, as everywhere else.
With `encoding="windows-1252"` a file that is not UTF-8 is read as such.
What a reader refuses is `regild.problems.BadFile`, with every problem and its line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from regild.formats.answers import OnRepeated
from regild.formats.detect import (
    read_answers_any,
    read_gold_any,
    read_ratings_any,
)
from regild.formats.detect import read_sentences as read_sentences_any
from regild.formats.encodings import UTF_8, Encoding, read_as
from regild.formats.mapping import read_mapping
from regild.formats.ranked import by_falling_score
from regild.formats.records import (
    AnswerRecord,
    GoldRecord,
    MappingRule,
    RatingRecord,
    SentenceRecord,
)
from regild.problems import FileProblem, Reading, Source
from regild.results import Result

FilePath = str | os.PathLike[str]
R = TypeVar("R")

# Plain values have no lines, nor a target unless they say one.
_NO_LINE = 0


@dataclass(frozen=True)
class Sentences(Result):
    """What is to be judged; `notices` say what reading mended."""

    records: tuple[SentenceRecord, ...]
    notices: tuple[FileProblem, ...] = ()

    @classmethod
    def of(cls, given: Sentences | FilePath | Mapping[str, Mapping[str, str]]) -> Sentences:
        if isinstance(given, Sentences):
            return given
        if isinstance(given, Mapping):
            return cls(
                tuple(
                    SentenceRecord(
                        key,
                        sentence["lexelt"],
                        sentence.get("left", ""),
                        sentence["target"],
                        sentence.get("right", ""),
                        _NO_LINE,
                    )
                    for key, sentence in given.items()
                )
            )
        return read_sentences(given)

    def to_dict(self) -> dict[str, Any]:
        """`{sentence: {"lexelt", "left", "target", "right"}}`."""
        return {
            record.key: {
                "lexelt": record.group,
                "left": record.left,
                "target": record.target,
                "right": record.right,
            }
            for record in self.records
        }

    def rows(self) -> list[dict[str, Any]]:
        return [{"sentence": key, **said} for key, said in self.to_dict().items()]


@dataclass(frozen=True)
class Gold(Result):
    """Substitutes with their votes or weights; `notices` say what reading mended."""

    records: tuple[GoldRecord, ...]
    notices: tuple[FileProblem, ...] = ()

    @classmethod
    def of(cls, given: Gold | FilePath | Mapping[str, Mapping[str, float]]) -> Gold:
        if isinstance(given, Gold):
            return given
        if isinstance(given, Mapping):
            return cls(
                tuple(
                    GoldRecord(sentence, "", tuple(weights.items()), (), _NO_LINE)
                    for sentence, weights in given.items()
                )
            )
        return read_gold(given)

    def to_dict(self) -> dict[str, Any]:
        """`{sentence: {substitute: votes}}`."""
        return {record.sentence: dict(record.substitutes) for record in self.records}

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "sentence": record.sentence,
                "lexelt": record.group,
                "substitute": substitute,
                "votes": votes,
            }
            for record in self.records
            for substitute, votes in record.substitutes
        ]


@dataclass(frozen=True)
class Answers(Result):
    """One system's answers, best first; `notices` say what reading mended."""

    records: tuple[AnswerRecord, ...]
    notices: tuple[FileProblem, ...] = ()

    @classmethod
    def of(cls, given: Lines) -> Answers:
        """Of a mapping, a sentence's answers are best first, or have scores beside them."""
        if isinstance(given, Answers):
            return given
        if isinstance(given, Mapping):
            return cls(
                tuple(_answer_record(sentence, answers) for sentence, answers in given.items())
            )
        return read_answers(given)

    def to_dict(self) -> dict[str, Any]:
        """`{sentence: [answer, …]}`; rows() have the scores too."""
        return {record.sentence: list(record.answers) for record in self.records}

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "sentence": record.sentence,
                "lexelt": record.group,
                "rank": rank,
                "substitute": substitute,
                "score": record.scores[rank - 1] if record.scores else None,
            }
            for record in self.records
            for rank, substitute in enumerate(record.answers, 1)
        ]


def _answer_record(sentence: str, answers: Iterable[str] | Mapping[str, float]) -> AnswerRecord:
    if isinstance(answers, Mapping):
        ranked = by_falling_score(answers.items())
        texts, scores = zip(*ranked, strict=True) if ranked else ((), ())
        return AnswerRecord(sentence, "", texts, _NO_LINE, scores)
    return AnswerRecord(sentence, "", tuple(dict.fromkeys(answers)), _NO_LINE)


Lines = FilePath | Answers | Mapping[str, Iterable[str] | Mapping[str, float]]
GoldGiven = FilePath | Gold | Mapping[str, Mapping[str, float]]
SentencesGiven = FilePath | Sentences | Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Ratings(Result):
    """Who rated what; `notices` say what reading mended."""

    name: str
    records: tuple[RatingRecord, ...]
    notices: tuple[FileProblem, ...] = ()

    @classmethod
    def of(cls, given: Ratings | FilePath | Iterable[tuple[str, str, str, object]]) -> Ratings:
        """Plain values are rows of annotator, sentence, substitute and value."""
        if isinstance(given, Ratings):
            return given
        if isinstance(given, str | os.PathLike):
            return read_ratings(given)
        records = tuple(
            RatingRecord(annotator, sentence, substitute, str(value), number)
            for number, (annotator, sentence, substitute, value) in enumerate(given, 1)
        )
        if len({record[:3] for record in records}) < len(records):
            raise ValueError("an annotator rates a substitute of a sentence twice")
        return cls("ratings", records)

    def to_dict(self) -> dict[str, Any]:
        """`{"ratings": [{"annotator", "sentence", "substitute", "value"}, …]}`."""
        return {"ratings": self.rows()}

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "annotator": record.annotator,
                "sentence": record.sentence,
                "substitute": record.substitute,
                "value": record.value,
            }
            for record in self.records
        ]


RatingsGiven = FilePath | Ratings | Iterable[tuple[str, str, str, object]]


def read_sentences(path: FilePath, *, encoding: Encoding = UTF_8) -> Sentences:
    """Sentences from XML, a table or SWORDS.

    >>> from pathlib import Path
    >>> header = "sentence,lexelt,left,target,right"
    >>> _ = Path("sentences.csv").write_text(f"{header}\\n1,glad.a,I am ,glad, to see you.\\n")
    >>> regild.read_sentences("sentences.csv").to_dict()["1"]["target"]
    'glad'
    """
    return Sentences(*_read(read_sentences_any, path, encoding)[:2])


def read_gold(path: FilePath, *, encoding: Encoding = UTF_8) -> Gold:
    """Gold from lines (`word.pos id :: substitute votes;…`), a table, SWORDS, TSAR's lines or
    TREC's qrels.

    >>> from pathlib import Path
    >>> _ = Path("gold.txt").write_text("glad.a 1 :: pleased 3;merry 1;\\n")
    >>> regild.read_gold("gold.txt").to_dict()
    {'1': {'pleased': 3.0, 'merry': 1.0}}
    """
    return Gold(*_read(read_gold_any, path, encoding)[:2])


def read_answers(
    path: FilePath,
    *,
    max_answers: int | None = None,
    on_repeated: OnRepeated = "refuse",
    skip_noise: bool = False,
    encoding: Encoding = UTF_8,
) -> Answers:
    """A system's answers from lines (`word.pos id :: best;next`), ranked lines with scores, a
    table, a result of SWORDS, TSAR's lines or TREC's run.

    Of a sentence that has several lines `on_repeated` says which counts; `skip_noise` makes
    notices of lines that are no answers, such as a library's warnings.

    >>> from pathlib import Path
    >>> _ = Path("careful.txt").write_text("glad.a 1 :: pleased;happy\\n")
    >>> regild.read_answers("careful.txt").to_dict()
    {'1': ['pleased', 'happy']}
    """
    reading = _read(
        read_answers_any,
        path,
        encoding,
        max_answers=max_answers,
        on_repeated=on_repeated,
        skip_noise=skip_noise,
    )
    return Answers(*reading[:2])


def read_ratings(path: FilePath, *, encoding: Encoding = UTF_8) -> Ratings:
    """Ratings from a table with the columns annotator, sentence, substitute and value.

    >>> from pathlib import Path
    >>> rows = "annotator,sentence,substitute,value\\nann,1,merry,2\\n"
    >>> _ = Path("ratings.csv").write_text(rows)
    >>> regild.read_ratings("ratings.csv").to_dict()["ratings"][0]["value"]
    '2'
    """
    return Ratings(os.fspath(path), *_read(read_ratings_any, path, encoding)[:2])


def read_rules(path: FilePath | None) -> tuple[MappingRule, ...]:
    """The rules of a mapping; none without a file."""
    return () if path is None else _read(read_mapping, path).records


def _read(
    reader: Callable[..., Reading[R]],
    path: FilePath,
    encoding: Encoding = UTF_8,
    **options: Any,
) -> Reading[R]:
    with open(path, "rb") as stream:
        source = read_as(Source(stream, os.fspath(path)), encoding)
        return reader(source.stream, name=source.name, **options)
