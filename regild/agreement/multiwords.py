"""How far annotators agree on which targets are part of a phrase, and of which.

McCarthy & Navigli (2007), 2.2: detection is whether a phrase was seen at all, identification
its exact form. The paper does not say which pairs identification is of: both readings are here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

from regild.agreement.declaration import Measurement
from regild.agreement.proposal_intervals import REPLICATES, Ratio, ratio_interval
from regild.problems import N_

NO_PAIR_SAW_ONE = N_("no two annotators saw a phrase in the same sentence")
NOBODY_SAW_ONE = N_("no annotator saw a phrase")
NO_SENTENCE_OF_TWO = N_("no sentence was seen by two annotators")

# What each annotator saw, "" for none.
Seen = Mapping[str, str]

# By the measure's key: which pairs count, and why it is undefined without any.
_PAIRS: Mapping[str, tuple[Callable[[str, str], bool], str]] = {
    "multiword_detection": (lambda _one, _other: True, NO_SENTENCE_OF_TWO),
    "multiword_identification": (lambda one, other: bool(one and other), NO_PAIR_SAW_ONE),
    "multiword_identification_of_either": (
        lambda one, other: bool(one or other),
        NOBODY_SAW_ONE,
    ),
}


def multiword_measures(
    phrases: Mapping[str, Seen], *, seed: int, replicates: int = REPLICATES
) -> dict[str, Measurement]:
    """Over all pairs of annotators at once, with intervals over sentences. `n` counts sentences
    with such a pair, `n_ratings` pairs."""
    return {
        key: _measured(
            [_agreeing(seen, key, counts) for seen in phrases.values()],
            reason=reason,
            seed=seed,
            replicates=replicates,
        )
        for key, (counts, reason) in _PAIRS.items()
    }


def _agreeing(seen: Seen, key: str, counts: Callable[[str, str], bool]) -> Ratio:
    pairs = [pair for pair in combinations(seen.values(), 2) if counts(*pair)]
    if key == "multiword_detection":
        return sum(bool(one) == bool(other) for one, other in pairs), len(pairs)
    return sum(one == other for one, other in pairs), len(pairs)


def _measured(ratios: list[Ratio], *, reason: str, seed: int, replicates: int) -> Measurement:
    n_pairs = sum(pairs for _agreeing, pairs in ratios)
    if not n_pairs:
        return Measurement(None, 0, 0, reason=reason)
    interval = ratio_interval(ratios, seed=seed, replicates=replicates)
    return Measurement(
        sum(agreeing for agreeing, _pairs in ratios) / n_pairs,
        sum(pairs > 0 for _agreeing, pairs in ratios),
        int(n_pairs),
        interval.low,
        interval.high,
    )
