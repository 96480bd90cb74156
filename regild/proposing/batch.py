"""A batch of proposals as a client sends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast, get_args
from uuid import UUID

from regild.formats.entries import LARGEST_ID, BatchEntry, read_entries
from regild.formats.limits import substitute_fault
from regild.formats.records import Mark, SentenceRecord
from regild.problems import N_, Text

# More than any campaign asks for; how many this one does is checked with the rest.
LARGEST_LIST = 100

Fault = tuple[str, str, Text]


class NewProposal(NamedTuple):
    """What an annotator says of a sentence: `answers`, best first, or a `mark`. Neither says
    that they saw it and nothing came to them."""

    sentence: int
    answers: tuple[str, ...]
    mark: Mark
    phrase: str
    key: UUID
    elapsed_ms: int | None = None


def read_batch(body: Any) -> list[NewProposal]:
    """The proposals of `{"proposals": [...]}`; MalformedBatch with every problem there is."""
    return read_entries(body, "proposals", _proposal)


def new_proposal(
    *,
    sentence: int,
    answers: Sequence[str],
    mark: Mark,
    phrase: str,
    key: UUID,
    elapsed_ms: int | None = None,
) -> NewProposal:
    """As it is stored: white space is no part of an answer, nor is an empty field one."""
    texts = (" ".join(text.split()) for text in answers)
    return NewProposal(
        sentence,
        tuple(text for text in texts if text),
        mark,
        " ".join(phrase.split()),
        key,
        elapsed_ms,
    )


def faults(proposal: NewProposal, *, most: int, sentence: SentenceRecord | None) -> list[Fault]:
    """What is wrong with it as (field, code, message). `sentence` is what it is about: only a
    phrase needs it."""
    found: list[Fault] = []
    if len(proposal.answers) > most:
        message = N_("there may be at most %(most)s answers", most=most)
        found.append(("answers", "too_many_answers", message))
    for place, text in enumerate(proposal.answers):
        if (fault := substitute_fault(text)) is not None:
            found.append(("answers", "answer_invalid", fault))
        elif text in proposal.answers[:place]:
            message = N_("%(text)s is given twice", text=repr(text))
            found.append(("answers", "answer_twice", message))
    if proposal.mark == "nil" and proposal.answers:
        message = N_("there are answers, but the mark says that nothing fits")
        found.append(("mark", "mark_with_answers", message))
    return [*found, *_phrase_faults(proposal, sentence)]


def holds_target(phrase: str, sentence: SentenceRecord) -> bool:
    """Whether the phrase stands in the sentence around the target, however it is spaced."""
    words, target = " ".join(phrase.split()), " ".join(sentence.target.split())
    left, right = _spaced(sentence.left), _spaced(sentence.right)
    text, begins = left + target + right, len(left)
    ends = begins + len(target)
    found = text.find(words)
    while words and found != -1 and found <= begins:
        if found + len(words) >= ends:
            return True
        found = text.find(words, found + 1)
    return False


def _phrase_faults(proposal: NewProposal, sentence: SentenceRecord | None) -> list[Fault]:
    marked, phrase = proposal.mark == "phrase", proposal.phrase
    if marked and not phrase:
        message = N_("the target is marked as part of a phrase, but the phrase is missing")
        return [("phrase", "phrase_missing", message)]
    if phrase and not marked:
        message = N_("there is a phrase, but the mark is not 'phrase'")
        return [("phrase", "phrase_unmarked", message)]
    if phrase and (fault := substitute_fault(phrase)) is not None:
        return [("phrase", "phrase_invalid", fault)]
    if phrase and sentence is not None and not holds_target(phrase, sentence):
        message = N_(
            "%(text)s does not stand in the sentence around its target", text=repr(phrase)
        )
        return [("phrase", "phrase_not_in_sentence", message)]
    return []


def _spaced(text: str) -> str:
    """With one blank for any white space, at its ends too."""
    inner = " ".join(text.split())
    before = " " if text[:1].isspace() and inner else ""
    after = " " if text[-1:].isspace() else ""
    return before + inner + after


def _proposal(entry: BatchEntry) -> NewProposal | None:
    sentence = entry.whole("sentence", 1, LARGEST_ID, required=True)
    answers = entry.said.get("answers", [])
    if (
        not isinstance(answers, list)
        or len(answers) > LARGEST_LIST
        or not all(isinstance(text, str) for text in answers)
    ):
        entry.refuse("answers", N_("answers must be a list of texts"))
        answers = []
    mark = entry.said.get("mark")
    if mark is not None and mark not in [one for one in get_args(Mark) if one]:
        entry.refuse("mark", N_("mark must be nil, name, phrase, or null"))
        mark = None
    phrase = entry.said.get("phrase", "")
    if phrase is None:
        phrase = ""
    if not isinstance(phrase, str):
        entry.refuse("phrase", N_("phrase must be a text"))
        phrase = ""
    elapsed_ms = entry.elapsed_ms()
    key = entry.key()
    if sentence is None or key is None:
        return None
    return new_proposal(
        sentence=sentence,
        answers=answers,
        mark=cast(Mark, mark or ""),
        phrase=phrase,
        key=key,
        elapsed_ms=elapsed_ms,
    )
