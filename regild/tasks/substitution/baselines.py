"""Baselines of substitution: answers to a file of sentences from what was not made for it.

| kind | what is proposed |
| --- | --- |
| `lexicon` | the synonyms that a lexicon has, by SemEval 2007's criteria |
| `distributional` | words of a vocabulary, by how alike they are to the target |
| `ngram` | the lexicon's synonyms, by how likely they are in the sentence |
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol, get_args

from regild.formats.files import Answers, FilePath, Sentences, SentencesGiven
from regild.formats.frequencies import Frequencies, read_frequencies
from regild.formats.lexicon import REMEDY, Lexicon, unknown_part_of_speech
from regild.formats.lexicon import part_of_speech as known_part
from regild.formats.lexicons import read_lexicon
from regild.formats.records import AnswerRecord, SentenceRecord
from regild.formats.vectors import Vectors, read_vectors
from regild.problems import N_, BadFile, FileProblem
from regild.tasks.substitution.content import part_of_speech
from regild.tasks.substitution.distributional_answers import DistributionalAnswers
from regild.tasks.substitution.lexicon_answers import (
    LexiconAnswers,
    MultiwordAnswers,
    dictionary_form,
)
from regild.tasks.substitution.ngram_answers import NgramAnswers
from regild.tasks.substitution.similarity import ALPHA, Neighbours, Similarity
from regild.tasks.utterances.ngrams import Smoothing, Unknown, read_text

Kind = Literal["lexicon", "distributional", "ngram"]
Asked = Literal["best", "oot", "mw"]
KINDS: tuple[Kind, ...] = get_args(Kind)
ASKED: tuple[Asked, ...] = get_args(Asked)

# How many answers a sentence may have at most.
_MOST: Mapping[Asked, int] = {"best": 1, "oot": 10, "mw": 1}


class Proposer(Protocol):
    def ranked(self, sentence: SentenceRecord) -> Iterable[str]: ...


def baseline(
    sentences: SentencesGiven,
    *,
    task: Asked = "best",
    kind: Kind = "lexicon",
    lexicon: FilePath | Lexicon | None = None,
    frequencies: FilePath | Frequencies | None = None,
    vectors: FilePath | Vectors | None = None,
    similarity: Similarity = "cosine",
    alpha: float = ALPHA,
    text: FilePath | None = None,
    order: int = 3,
    smoothing: Smoothing = "srilm",
    unknown: Unknown = "skip",
    keep_cycles: bool = False,
) -> Answers:
    """A baseline's answers: one (`best`), up to ten (`oot`), or the multiword that the target
    is part of (`mw`). A sentence for which there is none has no answers.

    Raises BadFile for what cannot be read and for targets without a known part of speech,
    BadFiles for a folder of WordNet.

    >>> from pathlib import Path
    >>> rows = "word,pos,synonym\\nglad,a,pleased\\nglad,a,happy\\n"
    >>> _ = Path("synonyms.csv").write_text(rows)
    >>> sentences = {"1": {"lexelt": "glad.a", "left": "I am ", "target": "glad"}}
    >>> regild.baseline(sentences, lexicon="synonyms.csv", frequencies={"happy": 9}).to_dict()
    {'1': ['happy']}
    """
    records = Sentences.of(sentences).records
    name = os.fspath(sentences) if isinstance(sentences, str | os.PathLike) else "sentences"
    if problems := unknown_parts(records):
        raise BadFile(name, problems)
    proposer: Proposer
    if kind == "distributional":
        _refuse_multiwords(task, kind)
        neighbours = Neighbours(_vectors(vectors), similarity=similarity, alpha=alpha)
        proposer = DistributionalAnswers(neighbours)
    elif task == "mw":
        _refuse_multiwords(task, kind)
        proposer = MultiwordAnswers(_lexicon(lexicon, keep_cycles))
    else:
        synonyms = LexiconAnswers(_lexicon(lexicon, keep_cycles), _frequencies(frequencies))
        proposer = synonyms
        if kind == "ngram":
            if text is None:
                raise ValueError(N_("a baseline of n-grams needs a text to count"))
            proposer = NgramAnswers(
                records,
                candidates=synonyms,
                text=read_text(text),
                order=order,
                smoothing=smoothing,
                unknown=unknown,
            )
    return Answers(answers_of(proposer, records, task=task))


def answers_of(
    proposer: Proposer, sentences: Iterable[SentenceRecord], *, task: Asked
) -> tuple[AnswerRecord, ...]:
    """The best of what is proposed, each once whatever its capitals, without the target."""
    records = []
    for sentence in sentences:
        seen = {dictionary_form(sentence.group).lower(), sentence.target.lower()}
        answers: list[str] = []
        for word in proposer.ranked(sentence):
            if word.lower() not in seen:
                seen.add(word.lower())
                answers.append(word)
            if len(answers) == _MOST[task]:
                break
        records.append(AnswerRecord(sentence.key, sentence.group, tuple(answers), 0))
    return tuple(records)


def unknown_parts(sentences: Sequence[SentenceRecord]) -> list[FileProblem]:
    """Targets whose part of speech no lexicon has; one of two that are named is enough."""
    return [
        FileProblem(
            sentence.line or None,
            N_(
                "target %(target)s: %(fault)s",
                target=repr(sentence.group),
                fault=unknown_part_of_speech(part_of_speech(sentence.group)),
            ),
            REMEDY,
        )
        for sentence in sentences
        if not any(map(known_part, part_of_speech(sentence.group).split(".")))
    ]


def _refuse_multiwords(task: Asked, kind: Kind) -> None:
    if task == "mw" and kind != "lexicon":
        raise ValueError(N_("multiwords are found in a lexicon alone"))


def _lexicon(given: FilePath | Lexicon | None, keep_cycles: bool) -> Lexicon:
    if given is None:
        raise ValueError(N_("this baseline needs a lexicon"))
    if isinstance(given, str | os.PathLike):
        return read_lexicon(given, keep_cycles=keep_cycles).records[0]
    return given


def _frequencies(given: FilePath | Frequencies | None) -> Frequencies | None:
    if isinstance(given, str | os.PathLike):
        return read_frequencies(given).records[0]
    return given


def _vectors(given: FilePath | Vectors | None) -> Vectors:
    if given is None:
        raise ValueError(N_("this baseline needs vectors"))
    if isinstance(given, str | os.PathLike):
        return read_vectors(given).records[0]
    return given
