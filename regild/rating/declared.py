"""The scale that a file of ratings is on, and each rating's place on it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from regild.formats.files import Ratings
from regild.formats.limits import shown
from regild.problems import MAX_REPORTED, N_, BadFile, FileProblem

Declared = str | Sequence[float | str]

# Whole numbers so near each other are one scale, whose values between nobody happened to give.
_WIDEST = 10
_LONGEST = 100
_RANGE = re.compile(r"(-?\d+)[-–](-?\d+)", re.ASCII)


class Placed(NamedTuple):
    """`numbers` are the scale's values, lowest first; `places` says which each rating gave."""

    numbers: tuple[float, ...]
    places: tuple[int, ...]


def placed(ratings: Ratings, scale: Declared | None) -> Placed:
    """Raises BadFile where a value is not on the scale, ValueError for what is no scale.

    A scale is `"0-3"`, or its values from the lowest, as numbers or as words; words weigh 0, 1,
    2… Without one it is that of the values given: whole numbers, when they are few, with those
    between them.
    """
    texts = list(dict.fromkeys(record.value for record in ratings.records))
    if scale is None:
        numbers = _numbers_given(texts)
        names: tuple[str, ...] = ()
    else:
        numbers, names = _declared(scale)
    place_of = {text: _place(text, numbers, names) for text in texts}
    remedy = (
        N_("Write numbers, or say the scale from its lowest value")
        if scale is None
        else N_("Write one of %(values)s", values=names or tuple(map("{:g}".format, numbers)))
    )
    off = N_("%(text)s is not on the scale")
    strangers = [
        FileProblem(record.line, off.filled(text=shown(record.value)), remedy)
        for record in ratings.records
        if place_of[record.value] is None
    ]
    if strangers:
        hidden = len(strangers[MAX_REPORTED:])
        raise BadFile(ratings.name, strangers[:MAX_REPORTED], hidden=hidden)
    places = (place_of[record.value] for record in ratings.records)
    return Placed(numbers, tuple(place for place in places if place is not None))


def _numbers_given(texts: Iterable[str]) -> tuple[float, ...]:
    given = sorted({number for text in texts if (number := _number(text)) is not None})
    if len(given) == 1:
        # A choice of one is none. What nobody chose changes no measure of equal ratings.
        given.append(given[0] + 1)
    if given and all(map(float.is_integer, given)) and given[-1] - given[0] <= _WIDEST:
        return tuple(map(float, range(int(given[0]), int(given[-1]) + 1)))
    return tuple(given)


def _declared(scale: Declared) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Numbers, and words in their order where the values are words."""
    if isinstance(scale, str):
        if ends := _RANGE.fullmatch(scale.strip()):
            low, high = int(ends[1]), int(ends[2])
            if high - low > _LONGEST:
                raise ValueError(f"a scale of {high - low + 1} values is too long")
            if low >= high:
                raise ValueError(f"the scale {scale} does not rise")
            return tuple(map(float, range(low, high + 1))), ()
        values = [value.strip() for value in scale.split(",")]
    else:
        values = [*map(str, scale)]
    numbers = [number for value in values if (number := _number(value)) is not None]
    if not numbers:
        return tuple(map(float, range(len(values)))), tuple(values)
    if len(numbers) < len(values):
        raise ValueError(f"a scale is of numbers or of words, not both: {', '.join(values)}")
    return tuple(numbers), ()


def _place(text: str, numbers: Sequence[float], names: Sequence[str]) -> int | None:
    if names:
        return names.index(text) if text in names else None
    number = _number(text)
    return numbers.index(number) if number in numbers else None


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
