"""What people gave in a release, value by value, and the systems scored on that."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext

from campaigns.selectors.task import task_of
from regild.problems import N_
from regild.scoring.exports.ratings import rated
from regild.scoring.frozen import scale_of
from regild.tables.printing import Cell, Estimate, Table
from scoring.models import Release, SoftSystem
from scoring.selectors.releases import frozen_gold

OF_SHARES = ("wasserstein", "manhattan", "cross_entropy")
OF_PEOPLE = ("error_rate", "normalised_distance")
TITLES = {
    "wasserstein": N_("Wasserstein distance"),
    "manhattan": N_("Manhattan distance"),
    "cross_entropy": N_("Cross-entropy"),
    "error_rate": N_("Error rate"),
    "normalised_distance": N_("Normalised distance"),
}


class GivenByPeople(NamedTuple):
    """Of each rated candidate, by what its row is called in files, the share of each value; and
    of each annotator what they gave. `scale` is what values are worth, None where they have no
    order; `values` are all there are."""

    shares: dict[str, dict[str, float]]
    people: dict[str, dict[str, str]]
    values: tuple[str, ...]
    scale: dict[str, float] | None


def given_by_people(release: Release) -> GivenByPeople:
    gold = frozen_gold(release)
    cells, options = rated(gold.columns).cells, scale_of(release.policy)
    shares: dict[str, dict[str, float]] = {}
    people: dict[str, dict[str, str]] = {}
    for record, entries in gold.sentences:
        for entry in entries:
            counts: dict[str, int] = {}
            for rating in entry.ratings:
                *named, value = map(str, cells(record.key, entry, rating.value, options))
                people.setdefault(f"a{rating.annotator}", {})[" ".join(named)] = value
                counts[value] = counts.get(value, 0) + 1
            if counts:
                n = len(entry.ratings)
                shares[" ".join(named)] = {value: count / n for value, count in counts.items()}
    # A category is called by its label in files, any other option by its value.
    ordered = task_of(release.campaign).level == "ordinal"
    worth = {
        str(option.value if ordered else option.label): option.weight for option in options
    }
    return GivenByPeople(shares, people, tuple(worth), worth if ordered else None)


def soft_system_facts(system: SoftSystem) -> dict[str, Any]:
    return {
        "id": system.pk,
        "name": system.name,
        "by_person": system.by_person,
        "file": system.file,
        "sha256": system.sha256,
        "added_at": system.added_at.isoformat(),
        "n_items": system.n_items,
        "unanswered": system.unanswered,
        "measures": system.measures,
    }


def soft_systems_facts(release: Release) -> list[dict[str, Any]]:
    return [soft_system_facts(system) for system in release.soft_systems.all()]


def soft_tables(release: Release) -> dict[str, Table]:
    """The best first by the first measure that is there; the lower, the better."""
    systems = list(release.soft_systems.all())
    return {
        "shares": _table("shares", OF_SHARES, [one for one in systems if not one.by_person]),
        "people": _table("people", OF_PEOPLE, [one for one in systems if one.by_person]),
    }


def _table(name: str, measures: tuple[str, ...], systems: list[SoftSystem]) -> Table:
    def order(system: SoftSystem) -> tuple[float, str]:
        known = (system.measures[key]["value"] for key in measures)
        return next((value for value in known if value is not None), float("inf")), system.name

    rows: list[tuple[Cell, ...]] = [
        (
            system.name,
            *_estimates(system, measures),
            system.n_items,
            system.unanswered,
        )
        for system in sorted(systems, key=order)
    ]
    return Table(name, ("system", *measures, "n", "unanswered"), rows, decimals=4)


def _estimates(system: SoftSystem, measures: tuple[str, ...]) -> Iterator[Estimate]:
    for key in measures:
        found = system.measures[key]
        reason = gettext(found["reason"]) if found["reason"] else ""
        yield Estimate(found["value"], reason=reason)
