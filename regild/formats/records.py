"""What the files hold, whatever their format.

`sentence` (`key` in a sentence's own record) is the sentence's id as written in the file, and
`group` the file's lexelt, `word.pos`. `line` is where the record begins; it says nothing about
the data, so records of two files are compared without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Protocol

# What SemEval and SemDis annotators write instead of a substitute: the target is (part of) a
# proper name, or nothing fits. Kept with their counts, never pooled and never scored.
CODES = frozenset({"pn", "NIL", "NAME"})


class FirstLines(Protocol):
    """The line on which each id stood first: a dictionary, or what saves memory."""

    def __contains__(self, key: str, /) -> bool: ...
    def __getitem__(self, key: str, /) -> int: ...
    def __setitem__(self, key: str, line: int, /) -> None: ...


class SentenceRecord(NamedTuple):
    """`left + target + right` is the sentence; the blanks around the target are in it."""

    key: str
    group: str
    left: str
    target: str
    right: str
    line: int


class GoldRecord(NamedTuple):
    """Substitutes with their votes, in file order; `codes` are the votes for CODES.

    `given_by` is each annotator with their substitutes, () for an annotator who abstained or
    gave only a code. It is empty when the file does not say who proposed what.
    """

    sentence: str
    group: str
    substitutes: tuple[tuple[str, float], ...]
    codes: tuple[tuple[str, float], ...]
    line: int
    given_by: tuple[tuple[str, tuple[str, ...]], ...] = ()


class AnswerRecord(NamedTuple):
    """Distinct answers, best first; () when the system did not attempt the sentence.

    `scores` are the system's own, one an answer; () where the file says none, or not all.
    `lines` are those of the answers, where each has one of its own.
    """

    sentence: str
    group: str
    answers: tuple[str, ...]
    line: int
    scores: tuple[float, ...] = ()
    lines: tuple[int, ...] = ()


class MappingRule(NamedTuple):
    group: str
    proposed: str
    canonical: str
    line: int


class RatingRecord(NamedTuple):
    """`value` is the text in the file: a number or a label of the campaign's scale."""

    annotator: str
    sentence: str
    substitute: str
    value: str
    line: int


class SwordsContext(NamedTuple):
    id: str
    context: str
    extra: Mapping[str, Any] | None


class SwordsTarget(NamedTuple):
    id: str
    context_id: str
    target: str
    offset: int
    pos: str | None
    extra: Mapping[str, Any] | None


class SwordsSubstitute(NamedTuple):
    """`labels` name no annotator, and their order must not be read as one."""

    id: str
    target_id: str
    substitute: str
    labels: tuple[str, ...]
    extra: Mapping[str, Any] | None

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple((self.extra or {}).get("sources", ()))


class Swords(NamedTuple):
    contexts: tuple[SwordsContext, ...]
    targets: tuple[SwordsTarget, ...]
    substitutes: tuple[SwordsSubstitute, ...]
    lemmatized: bool
    extra: Mapping[str, Any] | None

    @property
    def of_release(self) -> bool:
        """Whether it is a second gold that was exported: its `extra` has weights and ids."""
        return is_release(self.extra)


def is_release(extra: Any) -> bool:
    """By what such a document says of itself, as no published file does."""
    return isinstance(extra, Mapping) and "scale" in extra


# What an annotator says of a sentence beside or instead of substitutes: nothing fits, the
# target is part of a name, the target is part of a phrase.
Mark = Literal["", "nil", "name", "phrase"]


class ProposalRecord(NamedTuple):
    """What one annotator said of one sentence. `answers` are as they were typed, best first;
    `phrase` is the phrase that the target is part of, where it was marked as one."""

    sentence: str
    group: str
    annotator: str
    answers: tuple[str, ...]
    mark: Mark
    phrase: str
    elapsed_ms: int | None
    line: int
