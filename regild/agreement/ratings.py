"""How far annotators agree, from a file of ratings and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from regild.agreement.annotators import RatingColumns
from regild.agreement.measure_tables import measure_table
from regild.agreement.pairs import mean_of_pairs, pair_agreement
from regild.agreement.report import Facts, RatedCandidates, facts, overall
from regild.agreement.scale import Scale
from regild.arrays import IntArray, np
from regild.formats.files import Ratings, RatingsGiven
from regild.rating.declared import Declared, placed
from regild.results import Result
from regild.tables.printing import as_text

N = TypeVar("N", str, tuple[str, str])


class Indexed(NamedTuple, Generic[N]):
    """Distinct names in their order, so that the order of a file's rows cannot show."""

    names: list[N]
    place: IntArray


@dataclass(frozen=True)
class Agreement(Result):
    """`measures` has each key of docs/measures-agreement.md that is made of ratings alone."""

    n_ratings: int
    n_candidates: int
    n_annotators: int
    scale: tuple[float, ...]
    seed: int
    measures: dict[str, Facts]

    def to_dict(self) -> dict[str, Any]:
        """`{"n_ratings", "n_candidates", …, "measures": {key: {"value", "n", …}}}`."""
        return {
            "n_ratings": self.n_ratings,
            "n_candidates": self.n_candidates,
            "n_annotators": self.n_annotators,
            "scale": list(self.scale),
            "seed": self.seed,
            "measures": self.measures,
        }

    def to_table(self) -> str:
        """As the command `agreement` of the site prints it."""
        return "\n".join(as_text(measure_table(self.measures)))

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "measure": key,
                **{column: found.get(column) for column in ("value", "low", "high", "n")},
                "n_ratings": found["n_ratings"],
            }
            for key, found in self.measures.items()
        ]


def measure_agreement(
    ratings: RatingsGiven,
    *,
    scale: Declared | None = None,
    seed: int = 0,
) -> Agreement:
    """Every coefficient over all candidates, with its interval and its counts.

    `ratings` are a path, or rows of annotator, sentence, substitute and value. `scale` is
    `"0-3"`, or the values from the lowest, as numbers or as words; without it that of the
    values given, and what nobody chose at its ends is not known of. `seed` draws the intervals.

    >>> rows = [("ann", "1", "merry", 2), ("bob", "1", "merry", 2), ("ann", "1", "odd", 0),
    ...         ("bob", "1", "odd", 1)]
    >>> found = regild.measure_agreement(rows, scale="0-3")
    >>> found.measures["unanimity"]["value"], found.measures["unanimity"]["n"]
    (0.5, 2)
    """
    table = Ratings.of(ratings)
    records = table.records
    on_scale = placed(table, scale)
    measured_on = Scale(on_scale.numbers)
    who = _indexed([record.annotator for record in records])
    what = _indexed([(record.sentence, record.substitute) for record in records])
    where = _indexed([sentence for sentence, _substitute in what.names])
    counts = np.zeros((len(what.names), len(on_scale.numbers)), dtype=np.int64)
    values = np.array(on_scale.places, dtype=np.int64)
    np.add.at(counts, (what.place, values), 1)
    nothing = np.zeros(len(counts), dtype=np.int64)
    measures = overall(
        # Nobody says here where a candidate came from, nor what votes it had.
        RatedCandidates(
            [text for _sentence, text in what.names], where.place, nothing, nothing, counts
        ),
        measured_on,
        n_sentences=len(where.names),
        seed=seed,
    )
    pairs = pair_agreement(
        RatingColumns(candidate=what.place, annotator=who.place, value=values),
        measured_on,
        n_annotators=len(who.names),
    )
    return Agreement(
        n_ratings=len(records),
        n_candidates=len(what.names),
        n_annotators=len(who.names),
        scale=on_scale.numbers,
        seed=seed,
        measures=measures | facts(mean_of_pairs(pairs)),
    )


def _indexed(names: list[N]) -> Indexed[N]:
    distinct = sorted(set(names))
    places = {name: index for index, name in enumerate(distinct)}
    return Indexed(distinct, np.array([places[name] for name in names], dtype=np.int64))
