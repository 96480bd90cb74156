"""Other ways to find a document's category from the same choices, beside that of a release."""

from __future__ import annotations

from typing import Any

from regild.arrays import np
from regild.scoring.aggregate import MORE_THAN, chosen_option
from regild.scoring.consensus import LISTED, MODEL, fit_model
from regild.scoring.frozen_table import FrozenTable
from regild.tolerance import first_highest, highest_first


def compare_choices(frozen: FrozenTable) -> dict[str, Any]:
    """For each other way: of how many documents it says a category, and the share of them that
    have the release's. `furthest` are those of which the model believes the release's least."""
    decided = frozen.decided
    released = frozen.choice[decided].astype(np.int64)
    fit = fit_model(frozen, decided)
    likeliest = first_highest(fit.posterior)
    counts = frozen.counts[decided].tolist()
    ways = {
        rule: [chosen_option(row, rule=rule, min_ratings=frozen.min_ratings) for row in counts]
        for rule in MORE_THAN
    }
    ways[MODEL] = likeliest.tolist()
    believed = fit.posterior[np.arange(len(decided)), released]
    labels = [option.label for option in frozen.scale]
    return {
        "n": len(decided),
        "rules": {name: _same(found, released.tolist()) for name, found in ways.items()},
        "model": {"rounds": fit.iterations, "converged": fit.converged},
        "furthest": [
            {
                "sentence": frozen.records[frozen.sentence[decided[one]]].key,
                "category": labels[released[one]],
                MODEL: labels[likeliest[one]],
                "posterior": float(believed[one]),
            }
            for one in highest_first(-believed)[:LISTED].tolist()
            if likeliest[one] != released[one]
        ],
    }


def _same(found: list[int | None], released: list[int]) -> dict[str, Any]:
    said = [(one, own) for one, own in zip(found, released, strict=True) if one is not None]
    same = sum(one == own for one, own in said)
    return {"n": len(said), "same": same / len(said) if said else None}
