"""How often the intervals of trials hold what is true: near 95 in a hundred, or exit 1.

Made-up campaigns of volunteers, of whom most do little and a few very much. What is tried moves
how many sittings they take and how closely they look; their agreement with each other comes
from the same ratings, so that it is as entangled as a campaign's is.
"""

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from regild.rating.together import Judged, agreement_with_others
from regild.rating.trials import DifferenceInMeans, difference_in_means, is_shown

WORDS = 400
A_SITTING = 20
OPTIONS = 4
# Sittings a person, from a geometric law with a mean of 1 / share - 1: many take none at all.
SHARE_ENDING = {True: 0.35, False: 0.4}
# The spread of what they answer around a word's worth.
CARE = {True: 0.7, False: 0.8}
MOST_SITTINGS = WORDS // A_SITTING
# Three standard errors at 1,000 runs, and what Welch only nearly holds on skewed numbers.
LEAST, MOST = 0.925, 0.97


class Run(NamedTuple):
    ratings: DifferenceInMeans
    agreement: DifferenceInMeans


def coverage(*, people: int, runs: int, seed: int) -> dict[str, float]:
    """Of each measure the share of runs whose interval holds the mean difference of them all:
    without bias that is what is true."""
    rng = np.random.default_rng(seed)
    made = list(_runs(people, runs, rng))
    return {name: _held([getattr(run, name) for run in made]) for name in Run._fields}


def _held(found: list[DifferenceInMeans]) -> float:
    values = [one.value for one in found if one.value is not None]
    truth = float(np.mean(values))
    told = [one for one in found if one.low is not None and one.high is not None]
    return sum(one.low <= truth <= one.high for one in told) / len(told)


def _runs(people: int, runs: int, rng: np.random.Generator) -> Iterator[Run]:
    for run in range(runs):
        shown = [is_shown(annotator=one, seed=run) for one in range(people)]
        answers = _campaign(shown, rng)
        n = (answers >= 0).sum(axis=1)
        agreement = _agreements(answers)
        yield Run(
            ratings=_compared(shown, [float(one) for one in n]),
            agreement=_compared(shown, agreement),
        )


def _campaign(shown: list[bool], rng: np.random.Generator) -> np.ndarray:
    """A row a person, a column a word; -1 where they did not rate it."""
    worth = rng.uniform(0, OPTIONS - 1, size=WORDS)
    answers = np.full((len(shown), WORDS), -1)
    for person, side in enumerate(shown):
        sittings = min(rng.geometric(SHARE_ENDING[side]) - 1, MOST_SITTINGS)
        for sitting in rng.permutation(MOST_SITTINGS)[:sittings]:
            words = slice(sitting * A_SITTING, (sitting + 1) * A_SITTING)
            judged = worth[words] + rng.normal(0, CARE[side], size=A_SITTING)
            answers[person, words] = np.clip(np.rint(judged), 0, OPTIONS - 1)
    return answers


def _agreements(answers: np.ndarray) -> list[float | None]:
    counts = np.stack([(answers == place).sum(axis=0) for place in range(OPTIONS)], axis=1)
    shares = []
    for row in answers:
        rated = np.flatnonzero(row >= 0)
        judged = (_judged(word, int(row[word]), counts[word]) for word in rated)
        shares.append(agreement_with_others(judged).share)
    return shares


def _judged(word: int, own: int, counts: np.ndarray) -> Judged:
    others = counts.tolist()
    others[own] -= 1
    return Judged(int(word), own, others)


def _compared(shown: list[bool], values: list[float | None]) -> DifferenceInMeans:
    told = [(side, one) for side, one in zip(shown, values, strict=True) if one is not None]
    return difference_in_means(
        [one for side, one in told if side], [one for side, one in told if not side]
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.trials")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2014)
    options = parser.parse_args()
    missed = False
    print(f"{'people':>8}  {'ratings':>8}  {'agreement':>9}   held, of {options.runs} runs")
    for people in (60, 120, 300):
        held = coverage(people=people, runs=options.runs, seed=options.seed)
        print(f"{people:>8}  {held['ratings']:>8.3f}  {held['agreement']:>9.3f}", flush=True)
        missed = missed or not all(LEAST <= one <= MOST for one in held.values())
    sys.exit(missed)


if __name__ == "__main__":
    main()
