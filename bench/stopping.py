"""How often a campaign that is looked at every day stops wrongly, and what a round saves.

Run with `python -m bench.stopping`. Made-up campaigns get one rating of every candidate a day,
from the third day on, by people who come and go; each evening somebody looks. A stop is wrong
where a pair further apart than .05, as everybody would rate these very sentences, is settled in
the wrong order. Exits 1 where more than .005 of the campaigns stop wrongly.

Then, from two ratings of every candidate on, further ones go to all alike, by Pearmut's rule
(to answers of a system drawn by 1 / its rank so far), and as regild.scoring.rounds chooses.
Said are Kendall's tau with the true ranking, and how many ratings less each needs for the tau
that all alike have.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import numpy as np

from bench.simulated import (
    ERRORS,
    SCALE,
    WORDS,
    Size,
    best_norm,
    draw_answers,
    draw_campaign,
    draw_worth,
    true_weights,
)
from regild.scoring.both_samples import draw_both
from regild.scoring.forecast import DOUBT, FURTHER_APART
from regild.scoring.round_saving import SHARES, RatedWorld, saved_at_equal, try_rules
from regild.scoring.stopping import false_pairs, look

MEASURE = "semdis.best_norm"
WORLD = Size("looked at", targets=40, sentences=2, annotators=400, ratings=12)
FIRST_LOOK = 3
TARGETS, SENTENCES = 100, 2
# Ratings of every candidate before any rule gives out more.
FIRST = 2


def stops(runs: int, seed: int) -> tuple[int, int, list[int]]:
    """How many campaigns stop, how many of them wrongly, and after how many days."""
    wrong, days = 0, []
    planned = WORLD.targets * WORLD.sentences * WORDS * 6
    for run in range(runs):
        campaign = draw_campaign(WORLD, np.random.default_rng([seed, run]))
        weights = true_weights(campaign.worth)
        true = [float(np.nanmean(best_norm(weights, one))) for one in campaign.answers]
        for day in range(FIRST_LOOK, WORLD.ratings + 1):
            drawn = draw_both(
                campaign.rated(day),
                campaign.systems(),
                measure=MEASURE,
                groups=campaign.targets,
                seed=run,
                once_more=60,
                twice_more=30,
            )
            decision = look(drawn, planned=planned)
            if decision.stop:
                days.append(day)
                wrong += bool(false_pairs(decision, true))
                break
    return len(days), wrong, days


def saving(runs: int, seed: int) -> Iterator[str]:
    """A line a rule, of tau with the true ranking by how many ratings more."""
    taus: dict[str, list[Sequence[float]]] = {}
    for run in range(runs):
        rng = np.random.default_rng([seed, 7, run])
        worth = draw_worth(TARGETS, SENTENCES, rng)
        # All of them, for the rank of each.
        answers = draw_answers(worth, rng, depth=WORDS)
        rows = np.arange(len(worth))
        # Of each word the best rank that a system gave it.
        best = np.min([np.argsort(one, axis=1) for one in answers], axis=0)
        world = RatedWorld(
            items=rows.repeat(WORDS),
            worth=worth.ravel(),
            strata=best.ravel().tolist(),
            answers=[(rows * WORDS + one[:, 0])[:, np.newaxis] for one in answers],
            weights=np.array(SCALE),
        )
        for tried in try_rules(world, first=FIRST, most=7, runs=1, seed=run):
            taus.setdefault(tried.rule, []).append(tried.taus)
    means = {rule: np.mean(found, axis=0) for rule, found in taus.items()}
    for rule, mean in means.items():
        less = saved_at_equal(means["alike"], mean, first=FIRST, shares=SHARES)
        said = ", ".join(
            f"+{share:.0%} {tau:.4f}" for share, tau in zip(SHARES, mean, strict=True)
        )
        yield f"{rule:10} tau {said}; ratings saved at equal tau: {less or 0:.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.stopping")
    parser.add_argument("--runs", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=200, help="campaigns in which rounds are")
    parser.add_argument("--seed", type=int, default=2014)
    options = parser.parse_args()
    print(f"{len(ERRORS)} systems, values {SCALE}, further apart than {FURTHER_APART}")
    stopped, wrong, days = stops(options.runs, options.seed)
    median = f"{np.median(days):.0f} ratings a candidate" if days else "never"
    print(
        f"{stopped} of {options.runs} campaigns stop within {WORLD.ratings} ratings a candidate"
        f" (median {median}), {wrong} of them wrongly",
        flush=True,
    )
    for line in saving(options.rounds, options.seed):
        print(line, flush=True)
    if wrong > DOUBT * options.runs:
        print(f"missed: {wrong} wrong stops of {options.runs}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
