"""Sentences of a corpus with the place of each word: CoNLL-U, and plain text.

CoNLL-U says lemmas and parts of speech. Plain text says neither: its words are found, its
sentences are split by the rules of `split_sentences`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from regild.formats.tagged import MAX_CORPUS_BYTES, is_conllu, is_slashed, texts_of
from regild.problems import N_, Findings

# Of Universal Dependencies, those that a target can have.
_PARTS_OF_SPEECH = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
_ID = re.compile(r"(?P<first>[0-9]+)(-(?P<last>[0-9]+))?", re.ASCII)
# An article that is elided (l', d') is a word of its own.
_WORD = re.compile(r"[^\W\d_]+['’](?=\w)|\w+(?:-\w+)*")
# An end of sentence, and what may close behind it. A row of dots is looked at once: time
# stays linear.
_END = re.compile(
    r"(?<![.!?…])[.!?…]++(?:\s?»|[\"'’”)\]])*(?=\s+[\"'‘“«(\[—–-]*\s*[^\W_a-zà-ÿ])"
)
# What a full stop stands behind without ending anything.
_ABBREVIATED = re.compile(
    r"(?:^|[\s(])(?:[^\W\d_]|Mr|Mrs|Ms|Dr|Prof|St|Jr|vs|No|Fig|MM|Mme|Mmes|Mlle|Me|av|apr|cf|ex"
    r"|vol|p|pp|art|chap|éd|env|fig)\.$"
)
_LONGEST = 12
_CELLS = 10
# Enough to tell what a file is.
_BEGINNING = 100_000


class CorpusWord(NamedTuple):
    """`lemma` and `pos` (n, v, a, r) are empty where the corpus does not say."""

    form: str
    lemma: str
    pos: str
    start: int


class CorpusSentence(NamedTuple):
    text: str
    words: tuple[CorpusWord, ...]


class CorpusFile(NamedTuple):
    """`has_lemmas` is False for plain text."""

    name: str
    has_lemmas: bool
    sentences: Iterator[CorpusSentence]


def read_corpus(
    path: str | os.PathLike[str], *, max_bytes: int = MAX_CORPUS_BYTES
) -> Iterator[CorpusFile]:
    """A file, a folder or a ZIP, a file at a time. Raises OSError for what cannot be opened,
    ValueError for what is no text. The sentences of a file with problems end in BadFile."""
    for name, text in texts_of(path, max_bytes=max_bytes):
        beginning = text[:_BEGINNING]
        if is_conllu(beginning):
            yield CorpusFile(name, True, conllu_sentences(text.split("\n"), name=name))
        elif is_slashed(beginning):
            yield CorpusFile(name, True, _without_lemmas(name))
        else:
            yield CorpusFile(name, False, plain_sentences(text))


def _without_lemmas(name: str) -> Iterator[CorpusSentence]:
    yield from ()
    message = N_("the file is word/tag, which says no lemmas")
    Findings(name).stop(None, message, N_("Bring CoNLL-U, or plain text"))


def plain_sentences(text: str) -> Iterator[CorpusSentence]:
    for sentence in split_sentences(text):
        words = (
            CorpusWord(found[0], "", "", found.start()) for found in _WORD.finditer(sentence)
        )
        yield CorpusSentence(sentence, tuple(words))


def split_sentences(text: str) -> Iterator[str]:
    """An empty line ends a sentence; so does a line that ends in an end mark (. ! ? …), and an
    end mark before a blank and a capital or a figure, unless an abbreviation or an initial
    stands before it."""
    paragraph: list[str] = []
    for line in (*text.splitlines(), ""):
        words = " ".join(line.split())
        if words:
            paragraph.append(words)
        if paragraph and (not words or words.rstrip("\"'’”»)] ")[-1:] in tuple(".!?…")):
            yield from _split(" ".join(paragraph))
            paragraph = []


def _split(paragraph: str) -> Iterator[str]:
    began = 0
    for end in _END.finditer(paragraph):
        if not _ABBREVIATED.search(paragraph, max(began, end.end() - _LONGEST), end.end()):
            yield paragraph[began : end.end()].strip()
            began = end.end()
    if rest := paragraph[began:].strip():
        yield rest


def conllu_sentences(lines: Iterable[str], *, name: str) -> Iterator[CorpusSentence]:
    """The text is put together from the words and `SpaceAfter=No`. The parts of a contraction
    (`du`) have no place of their own in it, and are no words here. Raises BadFile behind the
    last sentence, with every line that is none of CoNLL-U."""
    findings = Findings(name)
    rows: list[list[str]] = []
    for number, line in enumerate((*lines, ""), start=1):
        if not line.strip():
            if rows:
                yield _put_together(rows)
            rows = []
        elif not line.startswith("#"):
            cells = line.rstrip("\r").split("\t")
            if len(cells) == _CELLS:
                rows.append(cells)
                continue
            message = N_("a line of CoNLL-U has ten columns, not %(count)s", count=len(cells))
            findings.problem(number, message, N_("Export the corpus again, with tabs"))
    findings.refuse_problems()


def _put_together(rows: Iterable[list[str]]) -> CorpusSentence:
    text = ""
    words: list[CorpusWord] = []
    within = 0
    for id, form, lemma, upos, *_cells, misc in rows:
        found = _ID.fullmatch(id)
        # An empty node (8.1) is not in the text.
        if found is None or int(found["first"]) <= within:
            continue
        if found["last"]:
            within = int(found["last"])
        else:
            named = "" if lemma == "_" else lemma
            words.append(CorpusWord(form, named, _PARTS_OF_SPEECH.get(upos, ""), len(text)))
        text += form if "SpaceAfter=No" in misc.split("|") else f"{form} "
    return CorpusSentence(text.rstrip(), tuple(words))
