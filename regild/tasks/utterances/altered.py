"""The false positives among made-up utterances: those that people find natural all the same."""

from __future__ import annotations

from typing import Any

from regild.arrays import BoolArray, np
from regild.scoring.frozen_table import FrozenTable
from regild.tasks.utterances.ranks import estimated_share


def found_natural(frozen: FrozenTable) -> dict[str, Any]:
    """Shares of the altered and of the natural utterances of which more than half of the
    ratings are the best option; and of the altered ones, those that are at least as plausible
    as the most plausible natural one of their set."""
    decided = frozen.decided
    best = frozen.counts[decided, -1] * 2 > frozen.counts[decided].sum(axis=1)
    natural = ~np.isnan(frozen.votes[decided])
    weight, set_of = frozen.weight[decided], frozen.sentence[decided]
    most = np.full(len(frozen.records), np.nan)
    np.fmax.at(most, set_of[natural], weight[natural])
    compared = ~natural & ~np.isnan(most[set_of])
    return {
        "natural_found_natural": _share(best[natural]),
        "altered_found_natural": _share(best[~natural]),
        "altered_as_plausible": _share(weight[compared] >= most[set_of[compared]]),
    }


def _share(hits: BoolArray) -> dict[str, Any]:
    if not len(hits):
        return {"value": None, "n": 0, "low": None, "high": None}
    found = estimated_share(hits.tolist(), [0.0])
    return {"value": found.value, "n": found.n, "low": found.low, "high": found.high}
