"""What reading a file finds: problems that refuse it, and notices that do not.

A reader collects every problem before it gives up, so that one upload shows all that is to
be corrected. Both lists are bounded: a file of rubbish must not fill the memory or the page.

What is said is a `Text`: English, and put into other languages by whoever shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, NamedTuple, NoReturn, TypeVar

if TYPE_CHECKING:
    from pathlib import Path

MAX_REPORTED = 200

T = TypeVar("T")


class Text(str):
    """A sentence in English that can be said in other languages.

    `template` is what a catalogue translates; its `%(name)s` stand for `parameters`. Of these
    each is a value, a Text of its own, or a tuple of them, said with commas between. `english`
    is for words of another program, which no catalogue has: the template then says as much of
    them as can be translated.
    """

    template: str
    parameters: Mapping[str, object]

    def __new__(
        cls,
        template: str,
        parameters: Mapping[str, object] = MappingProxyType({}),
        *,
        english: str | None = None,
    ) -> Text:
        text = super().__new__(
            cls, _filled(template, parameters, str) if english is None else english
        )
        text.template, text.parameters = template, parameters
        return text

    def filled(self, **parameters: object) -> Text:
        """The sentence of a template that was kept without its parameters."""
        return Text(self.template, parameters)

    def said(self, translate: Callable[[str], str]) -> str:
        """In the language of `translate`, such as the `gettext` of a catalogue."""

        def word(value: object) -> str:
            return value.said(translate) if isinstance(value, Text) else str(value)

        return _filled(translate(self.template), self.parameters, word)


def N_(template: str, **parameters: object) -> Text:  # noqa: N802
    """A Text, written out where it is used: catalogues are extracted by this name."""
    return Text(template, parameters)


def reason_of(error: Exception, *, otherwise: Text) -> Text:
    """What an error of ours says; of another program's, `otherwise` in other languages."""
    said = error.args[0] if error.args else None
    if isinstance(said, Text):
        return said
    return Text(otherwise.template, otherwise.parameters, english=str(error))


def _filled(
    template: str, parameters: Mapping[str, object], word: Callable[[object], str]
) -> str:
    if not parameters:
        return template
    return template % {
        name: ", ".join(map(word, value)) if isinstance(value, tuple) else word(value)
        for name, value in parameters.items()
    }


class FileProblem(NamedTuple):
    """`line` is None when the whole file is meant. Neither text ends in a full stop."""

    line: int | None
    message: Text
    remedy: Text


_MORE_PROBLEMS = N_("problems not shown: %(count)s more")
_MORE_NOTICES = N_("notices not shown: %(count)s more")


class BadFile(Exception):  # noqa: N818
    """The file was refused; `problems` are sorted by line, those of the whole file first.

    `hidden` counts what was found beyond those given. `records` are what could be read all the
    same, for whoever can say what else is wrong with them.
    """

    def __init__(
        self,
        name: str,
        problems: Iterable[FileProblem],
        *,
        first: Iterable[FileProblem] = (),
        hidden: int = 0,
        records: tuple[Any, ...] = (),
    ) -> None:
        """`first` are told before the others, as what may be why there are others."""
        self.name, self.records = name, records
        first, problems = (*first,), (*problems,)
        # Without the line that counts the hidden ones.
        self.found, self.hidden = (*first, *problems), hidden
        self.problems = _listed(problems, first=first, hidden=hidden, rest=_MORE_PROBLEMS)
        super().__init__(name, self.problems)

    def __str__(self) -> str:
        return "\n".join(
            f"{self.name}{'' if line is None else f', line {line}'}: {message}. {remedy}."
            for line, message, remedy in self.problems
        )


def refuse_together(first: BadFile | None, *others: BadFile | None) -> None:
    """Raises BadFile with all that several found wrong with one file; what `first` found is
    told before the others', as it may be why there are others."""
    found = [*filter(None, (first, *others))]
    if found:
        raise BadFile(
            found[0].name,
            [problem for bad in others if bad for problem in bad.found],
            first=first.found if first else (),
            hidden=sum(bad.hidden for bad in found),
        )


class Encoding(NamedTuple):
    byte_order_mark: bool = False
    crlf: bool = False


class Reading(NamedTuple, Generic[T]):
    records: tuple[T, ...]
    notices: tuple[FileProblem, ...]
    encoding: Encoding


def _listed(
    found: Iterable[FileProblem],
    *,
    first: Iterable[FileProblem] = (),
    hidden: int,
    rest: Text,
) -> tuple[FileProblem, ...]:
    by_line = [
        *sorted(first, key=lambda problem: problem.line or 0),
        *sorted(found, key=lambda problem: problem.line or 0),
    ]
    hidden += len(by_line[MAX_REPORTED:])
    del by_line[MAX_REPORTED:]
    if hidden:
        remedy = N_("Fix these first")
        by_line.append(FileProblem(None, rest.filled(count=hidden), remedy))
    return tuple(by_line)


class _Bounded:
    """The first MAX_REPORTED found, and how many came after."""

    def __init__(self) -> None:
        self.kept: list[FileProblem] = []
        self.hidden = 0

    def add(self, problem: FileProblem) -> None:
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

    def problem(self, line: int | None, message: Text, remedy: Text) -> None:
        self._problems.add(FileProblem(line, message, remedy))

    def notice(self, line: int | None, message: Text, remedy: Text) -> None:
        self._notices.add(FileProblem(line, message, remedy))

    def more_notices(self, count: int) -> None:
        """Notices that would not be listed anyway."""
        self._notices.hidden += count

    def repeated(self, line: int, message: Text) -> None:
        self.problem(line, message, N_("Keep one of the two"))

    def stop(self, line: int | None, message: Text, remedy: Text) -> NoReturn:
        """For what makes reading on pointless; what was found before is told as well."""
        # Told whatever the bound: it is the reason that reading stopped.
        kept = self._problems.kept[: MAX_REPORTED - 1]
        hidden = self._problems.hidden + len(self._problems.kept) - len(kept)
        raise BadFile(self.name, [*kept, FileProblem(line, message, remedy)], hidden=hidden)

    def refuse_problems(self, records: tuple[Any, ...] = ()) -> None:
        """For what is read without being kept: BadFile when there was a problem."""
        if bad := self.refusal(records):
            raise bad

    def refusal(self, records: tuple[Any, ...] = ()) -> BadFile | None:
        """None where there was no problem."""
        problems = self._problems
        if not problems.kept:
            return None
        return BadFile(self.name, problems.kept, hidden=problems.hidden, records=records)

    def reading(self, records: Iterable[T]) -> Reading[T]:
        """The finished reading; BadFile when there was a problem or nothing was read."""
        kept = tuple(records)
        self.refuse_problems(kept)
        if not kept:
            message = N_("there is nothing to read in the file")
            self.stop(None, message, N_("Choose another file"))
        notices = self._notices
        told = _listed(notices.kept, hidden=notices.hidden, rest=_MORE_NOTICES)
        return Reading(kept, told, self.encoding)


class Source(NamedTuple):
    """A file to be read: its bytes and the name that problems are reported under. `folder` is
    where to read instead, of what a shell may bring in as one; there are no bytes then.
    `original` are the bytes that were handed in, where they had to be put into UTF-8."""

    stream: BinaryIO
    name: str
    folder: Path | None = None
    original: BinaryIO | None = None


class BadFiles(Exception):  # noqa: N818
    """One or more files cannot be brought in; nothing was stored."""

    def __init__(self, files: Sequence[BadFile]) -> None:
        self.files = tuple(files)
        super().__init__("\n".join(str(file) for file in files))


class Notice(NamedTuple):
    """Something a reader mended or passed over, told so that a lead can object."""

    name: str
    problem: FileProblem
