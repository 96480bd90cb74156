"""How often 95 % intervals given both samples hold what is true, in made-up campaigns.

Run with `python -m bench.ties`. What is true is each system's score on a great many targets, as
everybody would rate them, by every measure that tie groups are made by. Beside it stands how
often percentiles of annotators weighed by an exponential distribution, as the bootstrap over
annotators has them, hold their own score. Exits 1 where the share over all systems, or over all
pairs, is not from 93 to 97 per cent, or where memory or time for a million ratings and 20
systems are missed.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bench.simulated import LARGE, SMALL, Size, draw_campaign, truths
from regild.scoring.annotators import RatedGold, RatedSubstitute, over_annotators
from regild.scoring.both_samples import (
    BothDrawn,
    both_intervals,
    draw_both,
    draw_measures,
    pairs_apart,
)
from regild.scoring.forecast import forecast
from regild.scoring.leave_one_out import leave_one_out
from regild.scoring.tie_groups import TIED, groups_of

MEASURE = "semdis.best_norm"
LEAST, MOST = 0.93, 0.97
SECONDS_FOR_GROUPS, SECONDS_TO_LEAVE_OUT = 10.0, 5.0
MOST_MEBIBYTES = 1024
SYSTEMS, SENTENCES, CANDIDATES, RATINGS, ANNOTATORS = 20, 8_000, 42, 3, 5_000


class Covered(NamedTuple):
    """Shares: of systems' and pairs' intervals that hold the truth, and of percentiles by
    annotators that hold the score itself."""

    systems: float
    pairs: float
    own: float


def coverage(
    size: Size, *, runs: int, seed: int, true: dict[str, np.ndarray]
) -> dict[str, Covered]:
    shares: dict[str, list[Covered]] = {measure: [] for measure in true}
    for run in range(runs):
        campaign = draw_campaign(size, np.random.default_rng([seed, size.targets, run]))
        by_measure = draw_measures(
            campaign.rated(),
            campaign.systems(),
            measures=[*true],
            groups=campaign.targets,
            seed=run,
        )
        for (measure, values), drawn in zip(true.items(), by_measure, strict=True):
            shares[measure].append(covered(drawn, values))
    return {
        measure: Covered(*np.mean(np.array(found), axis=0).tolist())
        for measure, found in shares.items()
    }


def covered(drawn: BothDrawn, true: np.ndarray) -> Covered:
    systems = [
        low is not None and high is not None and low <= value <= high
        for (low, high), value in zip(both_intervals(drawn), true, strict=True)
    ]
    pairs = [
        one.low <= true[one.first] - true[one.second] <= one.high
        for one in pairs_apart(drawn)
        if one.low is not None and one.high is not None
    ]
    percentiles = over_annotators(drawn.by_annotators, [*range(1, len(true) + 1)])
    own = [
        one.low is not None and one.high is not None and one.low <= value <= one.high
        for one, value in zip(percentiles, drawn.values, strict=True)
    ]
    return Covered(float(np.mean(systems)), float(np.mean(pairs)), float(np.mean(own)))


def held(runs: int, seed: int) -> Iterator[str]:
    """Prints shares; gives what was missed."""
    true = truths(TIED, np.random.default_rng(seed))
    for size in (SMALL, LARGE):
        print(
            f"{size.name}, {size.targets} targets, {size.annotators} annotators:"
            " systems, pairs; percentiles by annotators hold their own score"
        )
        for measure, found in coverage(size, runs=runs, seed=seed, true=true).items():
            print(
                f"  {measure:18} {found.systems:.3f}  {found.pairs:.3f}  {found.own:.3f}",
                flush=True,
            )
            for what, share in (("systems", found.systems), ("pairs", found.pairs)):
                if not LEAST <= share <= MOST:
                    yield f"{size.name}, {measure}: {share:.3f} of {what} covered"


def timed() -> Iterator[str]:
    """A million ratings and 20 systems."""
    rng = np.random.default_rng(1)
    values = rng.integers(0, 4, size=(SENTENCES, CANDIDATES, RATINGS))
    raters = [rng.choice(ANNOTATORS, RATINGS, replace=False).tolist() for _ in values]
    rated = RatedGold(
        (
            RatedSubstitute(n, f"w{word}", [*zip(raters[n], given, strict=True)])
            for n, of_sentence in enumerate(values.tolist())
            for word, given in enumerate(of_sentence)
        ),
        weights=(0.0, 1.0, 2.0, 3.0),
        rule="mean",
    )
    words = [f"w{word}" for word in range(CANDIDATES)]
    systems = {
        f"system{k}": {
            n: [words[word] for word in rng.permutation(CANDIDATES)[:10]]
            for n in range(SENTENCES)
        }
        for k in range(SYSTEMS)
    }
    targets = {n: f"t{n // 10}" for n in range(SENTENCES)}
    before = time.process_time()
    by_measure = draw_measures(
        rated, [*systems.values()], measures=TIED, groups=targets, seed=1
    )
    for measure, drawn in zip(TIED, by_measure, strict=True):
        groups_of(drawn, [*systems], measure=measure)
    grouped = time.process_time() - before
    before = time.process_time()
    forecast(draw_both(rated, [*systems.values()], measure=MEASURE, groups=targets, seed=1))
    foretold = time.process_time() - before
    means = values.mean(axis=2).tolist()
    gold = {n: dict(zip(words, of, strict=True)) for n, of in enumerate(means)}
    proposed = dict.fromkeys(gold, words[:4])
    before = time.process_time()
    leave_one_out(gold, systems, proposed=proposed)
    left_out = time.process_time() - before
    mebibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{rated.ratings:,} ratings, {SYSTEMS} systems: tie groups by {len(TIED)} measures"
        f" {grouped:.1f} s of processor, a forecast {foretold:.1f} s, leaving each system out"
        f" {left_out:.1f} s, {mebibytes:.0f} MiB"
    )
    for what, seconds in (("tie groups", grouped), ("a forecast", foretold)):
        if seconds > SECONDS_FOR_GROUPS:
            yield f"{what} takes {seconds:.1f} s"
    if left_out > SECONDS_TO_LEAVE_OUT:
        yield f"leaving each system out takes {left_out:.1f} s"
    if mebibytes > MOST_MEBIBYTES:
        yield f"{mebibytes:.0f} MiB"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ties")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2014)
    options = parser.parse_args()
    missed = [*held(options.runs, options.seed), *timed()]
    for line in missed:
        print(f"missed: {line}", file=sys.stderr)
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
