"""A batch of ratings as a client sends it."""

from typing import Any, NamedTuple
from uuid import UUID

from regild.formats.entries import LARGEST_ID, BatchEntry, read_entries
from regild.problems import N_

LARGEST_VALUE = 2**15 - 1


class NewRating(NamedTuple):
    """`value` None is 'I cannot judge this'."""

    candidate: int
    value: int | None
    key: UUID
    elapsed_ms: int | None = None


def read_batch(body: Any) -> list[NewRating]:
    """The ratings of `{"ratings": [...]}`; MalformedBatch with every problem there is."""
    return read_entries(body, "ratings", _rating)


def _rating(entry: BatchEntry) -> NewRating | None:
    candidate = entry.whole("candidate", 1, LARGEST_ID, required=True)
    value = entry.whole("value", 0, LARGEST_VALUE, required=False)
    if "value" not in entry.said:
        entry.refuse("value", N_("value is missing"), code="required")
    elapsed_ms = entry.elapsed_ms()
    key = entry.key()
    if candidate is None or key is None:
        return None
    return NewRating(candidate, value, key, elapsed_ms)
