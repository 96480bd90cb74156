"""Where the ratings went: every one that was given is in one place, and the sum is exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from regild.problems import N_, Text
from regild.tables.printing import Table


class LedgerPlace(NamedTuple):
    """Why a rating does not count. It stands with the first that is true of it."""

    key: str
    words: Text


# In their order: an answer that was replaced is that, whatever became of its sitting. One of a
# file that was taken back never was, whatever replaced it.
PLACES = (
    LedgerPlace("taken_back", N_("of revoked imports")),
    LedgerPlace("superseded", N_("replaced by a later answer of the same annotator")),
    LedgerPlace("incomplete", N_("in unfinished sittings or items")),
    LedgerPlace("excluded_by_rule", N_("excluded automatically")),
    LedgerPlace("excluded_by_lead", N_("excluded by a lead")),
    LedgerPlace("withdrawn", N_("of annotators who withdrew")),
    LedgerPlace("checks", N_("foils and repeats, which check annotators")),
    LedgerPlace("not_judged", N_("not judged")),
    LedgerPlace("out_of_play", N_("of hidden or excluded candidates and items")),
)
GIVEN = LedgerPlace("given", N_("given"))
COUNTED = LedgerPlace("counted", N_("counted"))

Counts = Mapping[str, int]


class LedgerLine(NamedTuple):
    """A line of the ledger; `sign` is what it does to the sum."""

    place: LedgerPlace
    ratings: int
    sign: str


def ledger_of(counts: Counts) -> dict[str, int]:
    """From how many ratings stand in each place, `counted` among them. Raises ValueError for
    a place that nobody knows: its ratings would be lost without a word."""
    keys = [*(place.key for place in PLACES), COUNTED.key]
    if unknown := counts.keys() - set(keys):
        raise ValueError(f"no place of the ledger: {sorted(unknown)}")
    return {GIVEN.key: sum(counts.values()), **{key: counts.get(key, 0) for key in keys}}


def moved(ledger: Counts, ratings: int, *, to: str) -> dict[str, int]:
    """The same ledger after so many ratings that counted went elsewhere."""
    return {
        **ledger,
        COUNTED.key: ledger[COUNTED.key] - ratings,
        to: ledger.get(to, 0) + ratings,
    }


def entries(ledger: Counts) -> list[LedgerLine]:
    """Given, less each place, is what counted. A place that came later has 0 in an earlier
    ledger."""
    return [
        LedgerLine(GIVEN, ledger[GIVEN.key], ""),
        *(LedgerLine(place, ledger.get(place.key, 0), "−") for place in PLACES),
        LedgerLine(COUNTED, ledger[COUNTED.key], "="),
    ]


def ledger_table(ledger: Counts) -> Table:
    """Empty where none was kept."""
    rows: Iterable[LedgerLine] = entries(ledger) if ledger else ()
    return Table(
        "ledger",
        ("place", "ratings", "what"),
        [(entry.place.key, entry.ratings, str(entry.place.words)) for entry in rows],
    )
