"""The pool of all items, by the names that files have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from regild.pooling.pool import MergedSpelling, Origin
from regild.results import Result


class PoolEntry(NamedTuple):
    """`votes` is None where the gold lacks it; `ranks` has the best of each system."""

    sentence: str
    substitute: str
    origin: Origin
    votes: float | None
    ranks: dict[str, int]


@dataclass(frozen=True)
class Pool(Result):
    """`merges` are the spellings that became others, by sentence; `dropped` counts what the
    policy left out, by source and reason."""

    candidates: tuple[PoolEntry, ...]
    merges: dict[str, tuple[MergedSpelling, ...]]
    dropped: dict[tuple[str, str], int]

    def to_dict(self) -> dict[str, Any]:
        """`{"candidates": […], "merges": […], "dropped": […]}`."""
        return {
            "candidates": [candidate._asdict() for candidate in self.candidates],
            "merges": [
                {"sentence": sentence, "raw": m.raw, "text": m.text, "source": m.source}
                | {"count": m.count}
                for sentence, merges in self.merges.items()
                for m in merges
            ],
            "dropped": [
                {"source": source, "reason": reason, "count": n}
                for (source, reason), n in self.dropped.items()
            ],
        }

    def rows(self) -> list[dict[str, Any]]:
        """A candidate a row."""
        return [
            candidate._asdict() | {"ranks": len(candidate.ranks)}
            for candidate in self.candidates
        ]
