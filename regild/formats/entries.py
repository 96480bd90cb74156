"""A batch of answers as a client sends it, read by hand: it is the API's busiest body, and a
serializer takes as long over it as the rest of the request."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar
from uuid import UUID

from regild.problems import N_, Text

MOST_ENTRIES = 1000
LARGEST_ID = 2**63 - 1
LARGEST_ELAPSED_MS = 2**31 - 1

_NOT_WHOLE = N_("%(field)s must be a whole number from %(least)s to %(most)s")
_NEITHER_WHOLE_NOR_NULL = N_(
    "%(field)s must be a whole number from %(least)s to %(most)s, or null"
)
_NOT_A_LIST = N_("%(field)s must be a list of 1 to %(most)s entries")


class Keyed(Protocol):
    @property
    def key(self) -> UUID: ...


T = TypeVar("T")
K = TypeVar("K", bound=Keyed)


@dataclass(frozen=True)
class BatchProblem:
    """What is wrong with one entry of a batch, by its place in the batch from 0."""

    index: int
    field: str
    code: str
    message: Text


class MalformedBatch(ValueError):  # noqa: N818
    def __init__(self, problems: list[BatchProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))


class BatchEntry:
    """One object of a batch. What is wrong with a field is added to `problems`."""

    __slots__ = ("index", "problems", "said")

    def __init__(self, index: int, said: dict[str, Any], problems: list[BatchProblem]) -> None:
        self.index, self.said, self.problems = index, said, problems

    def refuse(self, field: str, message: Text, *, code: str = "invalid") -> None:
        self.problems.append(BatchProblem(self.index, field, code, message))

    def whole(self, field: str, least: int, most: int, *, required: bool) -> int | None:
        number = self.said.get(field)
        if number is None and not required:
            return None
        # JSON's true is Python's 1, but no one means it as a number.
        if type(number) is not int or not least <= number <= most:
            wrong = _NOT_WHOLE if required else _NEITHER_WHOLE_NOR_NULL
            self.refuse(field, wrong.filled(field=field, least=least, most=most))
            return None
        return number

    def elapsed_ms(self) -> int | None:
        return self.whole("elapsed_ms", 0, LARGEST_ELAPSED_MS, required=False)

    def key(self) -> UUID | None:
        text = self.said.get("key")
        try:
            key = UUID(text) if isinstance(text, str) else None
        except ValueError:
            key = None
        if key is None:
            self.refuse("key", N_("key must be a UUID"))
        return key


def read_entries(body: Any, name: str, read: Callable[[BatchEntry], T | None]) -> list[T]:
    """Of `{name: [...]}` what `read` makes of each. MalformedBatch with every problem."""
    entries = body.get(name) if isinstance(body, dict) else None
    if not isinstance(entries, list) or not 1 <= len(entries) <= MOST_ENTRIES:
        message = _NOT_A_LIST.filled(field=name, most=MOST_ENTRIES)
        raise MalformedBatch([BatchProblem(0, name, "invalid", message)])
    problems: list[BatchProblem] = []
    found = []
    for index, said in enumerate(entries):
        if isinstance(said, dict):
            found.append(read(BatchEntry(index, said, problems)))
        else:
            message = N_("an entry is an object")
            problems.append(BatchProblem(index, name, "invalid", message))
    if problems:
        raise MalformedBatch(problems)
    return [one for one in found if one is not None]


def first_of_each_key(entries: Iterable[K]) -> list[K]:
    """The entries without those that repeat a key, in their order: whatever a client measured
    anew when it sent an answer again, the first counts."""
    first: dict[UUID, K] = {}
    for entry in entries:
        first.setdefault(entry.key, entry)
    return list(first.values())
