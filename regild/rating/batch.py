"""A batch of ratings as a client sends it, read by hand: it is the API's busiest body, and a
serializer takes as long over it as the rest of the request."""

from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from regild.problems import N_, Text

MOST_RATINGS = 1000
LARGEST_ID = 2**63 - 1
LARGEST_VALUE = 2**15 - 1
LARGEST_ELAPSED_MS = 2**31 - 1

_NOT_WHOLE = N_("%(field)s must be a whole number from %(least)s to %(most)s")
_NEITHER_WHOLE_NOR_NULL = N_(
    "%(field)s must be a whole number from %(least)s to %(most)s, or null"
)


class NewRating(NamedTuple):
    """`value` None is 'I cannot judge this'."""

    candidate: int
    value: int | None
    key: UUID
    elapsed_ms: int | None = None


@dataclass(frozen=True)
class RatingProblem:
    """What is wrong with one entry of a batch, by its place in the batch from 0."""

    index: int
    field: str
    code: str
    message: Text


class MalformedBatch(ValueError):  # noqa: N818
    def __init__(self, problems: list[RatingProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))


def read_batch(body: Any) -> list[NewRating]:
    """The ratings of `{"ratings": [...]}`; MalformedBatch with every problem there is."""
    entries = body.get("ratings") if isinstance(body, dict) else None
    if not isinstance(entries, list) or not 1 <= len(entries) <= MOST_RATINGS:
        message = N_("ratings must be a list of 1 to %(most)s entries", most=MOST_RATINGS)
        raise MalformedBatch([RatingProblem(0, "ratings", "invalid", message)])
    problems: list[RatingProblem] = []
    ratings = [_entry(index, entry, problems) for index, entry in enumerate(entries)]
    if problems:
        raise MalformedBatch(problems)
    return [rating for rating in ratings if rating is not None]


def _entry(index: int, entry: Any, problems: list[RatingProblem]) -> NewRating | None:
    if not isinstance(entry, dict):
        message = N_("an entry is an object")
        problems.append(RatingProblem(index, "ratings", "invalid", message))
        return None
    found = len(problems)

    def whole(field: str, least: int, most: int, *, required: bool) -> int | None:
        number = entry.get(field)
        if number is None and not required:
            return None
        # JSON's true is Python's 1, but no one means it as a number.
        if type(number) is not int or not least <= number <= most:
            wrong = _NOT_WHOLE if required else _NEITHER_WHOLE_NOR_NULL
            message = wrong.filled(field=field, least=least, most=most)
            problems.append(RatingProblem(index, field, "invalid", message))
            return None
        return number

    candidate = whole("candidate", 1, LARGEST_ID, required=True)
    value = whole("value", 0, LARGEST_VALUE, required=False)
    if "value" not in entry:
        problems.append(RatingProblem(index, "value", "required", N_("value is missing")))
    elapsed_ms = whole("elapsed_ms", 0, LARGEST_ELAPSED_MS, required=False)
    key = _uuid(entry.get("key"))
    if key is None:
        problems.append(RatingProblem(index, "key", "invalid", N_("key must be a UUID")))
    if len(problems) > found or candidate is None or key is None:
        return None
    return NewRating(candidate, value, key, elapsed_ms)


def _uuid(text: Any) -> UUID | None:
    try:
        return UUID(text) if isinstance(text, str) else None
    except ValueError:
        return None
