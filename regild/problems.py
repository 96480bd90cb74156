"""What reading a file finds: problems that refuse it, and notices that do not.

A reader collects every problem before it gives up, so that one upload shows all that is to
be corrected. Both lists are bounded: a file of rubbish must not fill the memory or the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, NoReturn, TypeVar

MAX_REPORTED = 200

T = TypeVar("T")


class Problem(NamedTuple):
    """`line` is None when the whole file is meant. Neither text ends in a full stop."""

    line: int | None
    message: str
    remedy: str


class BadFile(Exception):  # noqa: N818
    """The file was refused; `problems` are sorted by line, those of the whole file first.

    `hidden` counts what was found beyond those given.
    """

    def __init__(self, name: str, problems: Iterable[Problem], *, hidden: int = 0) -> None:
        self.name = name
        self.problems = _listed(problems, hidden=hidden, noun="problem")
        super().__init__(name, self.problems)

    def __str__(self) -> str:
        return "\n".join(
            f"{self.name}{'' if line is None else f', line {line}'}: {message}. {remedy}."
            for line, message, remedy in self.problems
        )


class Encoding(NamedTuple):
    byte_order_mark: bool = False
    crlf: bool = False


class Reading(NamedTuple, Generic[T]):
    records: tuple[T, ...]
    notices: tuple[Problem, ...]
    encoding: Encoding


def _listed(found: Iterable[Problem], *, hidden: int, noun: str) -> tuple[Problem, ...]:
    by_line = sorted(found, key=lambda problem: problem.line or 0)
    hidden += len(by_line[MAX_REPORTED:])
    del by_line[MAX_REPORTED:]
    if hidden:
        message = f"{noun}s not shown: {hidden} more"
        by_line.append(Problem(None, message, "See to the ones above first"))
    return tuple(by_line)


class _Bounded:
    """The first MAX_REPORTED found, and how many came after."""

    def __init__(self) -> None:
        self.kept: list[Problem] = []
        self.hidden = 0

    def add(self, problem: Problem) -> None:
        if len(self.kept) < MAX_REPORTED:
            self.kept.append(problem)
        else:
            self.hidden += 1


class Findings:
    """Collects while one file is read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.encoding = Encoding()
        self._problems = _Bounded()
        self._notices = _Bounded()

    def problem(self, line: int | None, message: str, remedy: str) -> None:
        self._problems.add(Problem(line, message, remedy))

    def notice(self, line: int | None, message: str, remedy: str) -> None:
        self._notices.add(Problem(line, message, remedy))

    def repeated(self, line: int, *, what: str, first_line: int) -> None:
        self.problem(line, f"{what} is already on line {first_line}", "Keep one of the two")

    def stop(self, line: int | None, message: str, remedy: str) -> NoReturn:
        """For what makes reading on pointless; what was found before is told as well."""
        # Told whatever the bound: it is the reason that reading stopped.
        kept = self._problems.kept[: MAX_REPORTED - 1]
        hidden = self._problems.hidden + len(self._problems.kept) - len(kept)
        raise BadFile(self.name, [*kept, Problem(line, message, remedy)], hidden=hidden)

    def reading(self, records: Iterable[T]) -> Reading[T]:
        """The finished reading; BadFile when there was a problem or nothing was read."""
        kept = tuple(records)
        problems, notices = self._problems, self._notices
        if problems.kept:
            raise BadFile(self.name, problems.kept, hidden=problems.hidden)
        if not kept:
            self.stop(None, "there is nothing to read in the file", "Choose another file")
        return Reading(
            kept, _listed(notices.kept, hidden=notices.hidden, noun="notice"), self.encoding
        )
