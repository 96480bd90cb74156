"""Who gave which value to which item, whoever and whatever these are.

| what | columns |
| --- | --- |
| values of people | annotator, item, value |
| values of models | model, item, value |
| ratings, as they are exported | annotator, sentence, substitute, value |
| those of utterances | annotator, set, utterance, value |
| annotations of documents | annotator, document, category |

Or JSON: an object of names, each with an object of items and values, as the alternative
annotator test's own data are published; or the JSON of Le-Wi-Di, in which each item has its
`annotations`.
"""

from __future__ import annotations

import io
import json
import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import IO, Any, Literal

from regild.arrays import FloatArray, IntArray, np
from regild.formats.encodings import not_utf8
from regild.formats.limits import MAX_ITEM, check_name, shown
from regild.formats.rows import Columns, not_json, read_rows
from regild.formats.text import MAX_BYTES, read_bounded, refuse_other_than_text
from regild.problems import N_, FileProblem, Findings, Text

Who = Literal["annotator", "model"]
FilePath = str | os.PathLike[str]

# What an item is named by, the first of these that a row has.
_NAMED_BY = (("item",), ("sentence", "substitute"), ("set", "utterance"), ("document",))
ITEM_COLUMNS = (*(column for columns in _NAMED_BY for column in columns), "value", "category")
ITEM_NEEDED = ("item or sentence or set or document", "value or category")
_OF: dict[Who, Columns] = {
    "annotator": Columns(("annotator", *ITEM_COLUMNS), ("annotator", *ITEM_NEEDED)),
    # Whoever exports a model's judgements as ratings has it in the column of people.
    "model": Columns(
        ("model", "annotator", *ITEM_COLUMNS), ("model or annotator", *ITEM_NEEDED)
    ),
}
_AS_NUMBERS = N_("Write it with a decimal point")


@dataclass(frozen=True)
class Values:
    """A column each of people, items and values, as places among their names, which are
    sorted: the order of a file's rows cannot show. Somebody gives an item one value."""

    name: str
    people: tuple[str, ...]
    items: tuple[str, ...]
    values: tuple[str, ...]
    person: IntArray
    item: IntArray
    value: IntArray
    lines: IntArray
    notices: tuple[FileProblem, ...] = ()

    @classmethod
    def of(cls, given: ValuesGiven, *, who: Who = "annotator") -> Values:
        """A path; or of each person the value of each item; or rows of person, item, value."""
        if isinstance(given, Values):
            return given
        if isinstance(given, str | os.PathLike):
            with open(given, "rb") as stream:
                return read_values(stream, name=os.fspath(given), who=who)
        rows = _rows_of(given) if isinstance(given, Mapping) else given
        gathered = _GrowingColumns()
        for number, (person, item, value) in enumerate(rows, 1):
            gathered.add(person, item, _text(value), line=number)
        found = gathered.values(who)
        for person, item, _line, _first in found.repeated():
            raise ValueError(f"{person} gives {item} two values")
        return found

    @classmethod
    def of_columns(
        cls,
        people: Sequence[str],
        items: Sequence[str],
        values: Sequence[str],
        *,
        person: IntArray,
        item: IntArray,
        value: IntArray,
    ) -> Values:
        """Places among names in any order, as a database has them; values may be alike."""
        people, person = _merged(people, person)
        items, item = _merged(items, item)
        values, value = _merged(values, value)
        order = np.lexsort((person, item))
        return cls(
            "",
            tuple(people),
            tuple(items),
            tuple(values),
            person[order],
            item[order],
            value[order],
            lines=np.zeros(len(order), dtype=np.int64),
        )

    def repeated(self) -> Iterator[tuple[str, str, int, int]]:
        """Who gave which item a value again, where, and on which line they first did."""
        again = (np.diff(self.item) == 0) & (np.diff(self.person) == 0)
        for row in np.flatnonzero(again).tolist():
            yield (
                self.people[self.person[row]],
                self.items[self.item[row]],
                int(self.lines[row + 1]),
                int(self.lines[row]),
            )

    @property
    def numbers(self) -> FloatArray:
        """What each of the values is worth; BadFile where one is no number."""
        found = [_number(value) for value in self.values]
        if None in found:
            place = next(place for place, number in enumerate(found) if number is None)
            line = int(self.lines[self.value == place].min())
            message = N_("value %(text)s is not a number", text=shown(self.values[place]))
            Findings(self.name).stop(line, message, _AS_NUMBERS)
        return np.array(found, dtype=np.float64)


ValuesGiven = (
    Values | FilePath | Mapping[str, Mapping[str, object]] | Iterable[tuple[str, str, object]]
)


def read_values(
    stream: IO[bytes], *, name: str, who: Who = "annotator", max_bytes: int = MAX_BYTES
) -> Values:
    """From a table, whatever its separator, or from JSON."""
    findings = Findings(name)
    data = read_bounded(stream, findings, max_bytes=max_bytes)
    members = _nested(refuse_other_than_text(data, findings), findings)
    gathered = _GrowingColumns()
    if members is None:
        _read_table(io.BytesIO(data), findings, gathered, who, max_bytes)
    else:
        _read_members(members, findings, gathered, who)
    found = gathered.values(name)
    for person, item, line, first in found.repeated():
        findings.problem(
            line or None, _repeated(person, item, first), N_("Keep one of the two")
        )
    # Refuses a file with a problem, and one with nothing in it.
    return replace(found, notices=findings.reading(gathered.people).notices)


class _GrowingColumns:
    """Columns that grow row by row, in numbers: there may be millions."""

    def __init__(self) -> None:
        self.people: dict[str, int] = {}
        self.items: dict[str, int] = {}
        self._values: dict[str, int] = {}
        self._columns = [array("q") for _column in range(4)]

    def add(self, person: str, item: str, value: str, *, line: int) -> None:
        places = (
            self.people.setdefault(person, len(self.people)),
            self.items.setdefault(item, len(self.items)),
            self._values.setdefault(value, len(self._values)),
            line,
        )
        for column, place in zip(self._columns, places, strict=True):
            column.append(place)

    def values(self, name: str) -> Values:
        columns = [np.frombuffer(column, dtype=np.int64) for column in self._columns]
        people, person = _sorted(self.people, columns[0])
        items, item = _sorted(self.items, columns[1])
        values, value = _sorted(self._values, columns[2])
        order = np.lexsort((columns[3], person, item))
        person, item, value, lines = (
            column[order] for column in (person, item, value, columns[3])
        )
        return Values(name, people, items, values, person, item, value, lines)


def _merged(names: Sequence[str], place: IntArray) -> tuple[list[str], IntArray]:
    """Sorted, those that are alike made one."""
    ordered = sorted({*names})
    becomes = {name: new for new, name in enumerate(ordered)}
    return ordered, np.array([becomes[name] for name in names], dtype=np.int64)[place]


def _sorted(names: Mapping[str, int], place: IntArray) -> tuple[tuple[str, ...], IntArray]:
    ordered = sorted(names)
    becomes = np.empty(len(names), dtype=np.int64)
    becomes[[names[name] for name in ordered]] = np.arange(len(names))
    return tuple(ordered), becomes[place]


def by_person(given: Values) -> dict[str, dict[str, str]]:
    """Of each person the value of each item."""
    found: dict[str, dict[str, str]] = {name: {} for name in given.people}
    columns = (given.person.tolist(), given.item.tolist(), given.value.tolist())
    for person, item, value in zip(*columns, strict=True):
        found[given.people[person]][given.items[item]] = given.values[value]
    return found


def item_named(cells: Mapping[str, str]) -> str:
    """What the row's item is called: of several columns, with a blank between."""
    named = next((one for one in _NAMED_BY if cells[one[0]]), ())
    return " ".join(cells[column].strip() for column in named)


def _read_table(
    stream: IO[bytes], findings: Findings, gathered: _GrowingColumns, who: Who, max_bytes: int
) -> None:
    for line, cells in read_rows(stream, findings, _OF[who], max_bytes=max_bytes):
        item = item_named(cells)
        value = cells["value"] or cells["category"]
        person = cells[who] or cells["annotator"]
        _add(findings, gathered, who, line, (person, item, value))


def _read_members(
    members: Mapping[str, Any], findings: Findings, gathered: _GrowingColumns, who: Who
) -> None:
    """JSON has no lines once it is read: what is wrong is told by its names."""
    for person, item, value in _rows_of(members):
        _add(findings, gathered, who, None, (person, item, _text(value)))


def _add(
    findings: Findings,
    gathered: _GrowingColumns,
    who: Who,
    line: int | None,
    row: tuple[str, str, str],
) -> None:
    person, item, value = map(str.strip, row)
    kept = [
        # A name that is kept already was looked at.
        person in gathered.people or check_name(findings, line, person, what=who),
        item in gathered.items or check_name(findings, line, item, what="item", most=MAX_ITEM),
        check_name(findings, line, value, what="value"),
    ]
    if all(kept):
        gathered.add(person, item, value, line=line or 0)


def _repeated(person: str, item: str, first_line: int) -> Text:
    if not first_line:
        return N_(
            "the value of %(item)s by %(person)s is there twice",
            item=shown(item),
            person=shown(person),
        )
    return N_(
        "the value of %(item)s by %(person)s is already on line %(first_line)s",
        item=shown(item),
        person=shown(person),
        first_line=first_line,
    )


def _nested(data: bytes, findings: Findings) -> Mapping[str, Any] | None:
    """The object of objects that the file is, by person; None where it is a table, JSON lines
    among them."""
    if not data.lstrip().startswith(b"{") or _is_flat_row(data.lstrip().partition(b"\n")[0]):
        return None
    remedy = N_("Choose another file")
    if problem := not_utf8(data):
        findings.stop(*problem)
    try:
        members = json.loads(data, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError) as error:
        findings.stop(None, not_json(error), remedy)
    members = _by_person(members)
    if not isinstance(members, _Pairs) or not _is_nested(members):
        message = N_("this is not an object of names, each with items and values")
        findings.stop(None, message, remedy)
    return members


def _is_flat_row(line: bytes) -> bool:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return False  # an object over several lines
    return bool(row) and not any(isinstance(one, dict) for one in row.values())


class _Pairs(dict[str, Any]):
    """Keeps a name that is there twice, which JSON's own reader passes over."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def _by_person(members: object) -> object:
    """Of the shared tasks on learning with disagreements, in which each item has the object of
    its `annotations`; anything else as it is."""
    if not isinstance(members, _Pairs) or not all(
        isinstance(one, _Pairs) and isinstance(one.get("annotations"), _Pairs)
        for one in members.values()
    ):
        return members
    people: dict[str, list[tuple[str, Any]]] = {}
    for item, one in members.pairs:
        for person, value in one["annotations"].pairs:
            people.setdefault(person, []).append((item, value))
    return _Pairs([(person, _Pairs(given)) for person, given in people.items()])


def _rows_of(members: Mapping[str, Any]) -> Iterable[tuple[str, str, Any]]:
    for person, given in _pairs_of(members):
        for item, value in _pairs_of(given):
            yield person, item, value


def _pairs_of(members: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    return members.pairs if isinstance(members, _Pairs) else members.items()


def _is_nested(members: object) -> bool:
    return isinstance(members, dict) and all(
        isinstance(given, dict)
        and not any(isinstance(value, dict | list | None) for value in given.values())
        for given in members.values()
    )


def _text(value: object) -> str:
    """A number as a table would have it: 3.0 is 3."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
