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
    DEPTH,
    ERRORS,
    SCALE,
    SEVERITY,
    SLIP,
    WORDS,
    Size,
    best_norm,
    draw_answers,
    draw_campaign,
    draw_worth,
    on_scale,
    true_weights,
)
from regild.scoring.both_samples import draw_both
from regild.scoring.forecast import DOUBT, FURTHER_APART
from regild.scoring.ranking import kendall_tau, ranks
from regild.scoring.rounds import Ratable, choose_round, effects, stratum_variances
from regild.scoring.stopping import false_pairs, look

MEASURE = "semdis.best_norm"
WORLD = Size("looked at", targets=40, sentences=2, annotators=400, ratings=12)
FIRST_LOOK = 3
TARGETS, SENTENCES = 100, 2
SHARES = (0.1, 0.25, 0.5, 1.0)


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
    taus = {name: np.zeros((runs, len(SHARES))) for name in _RULES}
    for run in range(runs):
        rng = np.random.default_rng([seed, 7, run])
        worth = draw_worth(TARGETS, SENTENCES, rng)
        answers = draw_answers(worth, rng)
        true = _scores(true_weights(worth), answers)
        # Seven ratings of each, of which a rule uses as many as it gives.
        strays = rng.normal(0, np.hypot(SEVERITY, SLIP), size=(7, *worth.shape))
        seen = on_scale(worth + strays).astype(float)
        for name, rule in _RULES.items():
            for place, share in enumerate(SHARES):
                extra = rule(seen, answers, round(share * worth.size), rng)
                counts = 2 + extra
                used = np.arange(7)[:, None, None] < counts
                weights = (seen * used).sum(axis=0) / counts
                found = kendall_tau(_places(true), _places(_scores(weights, answers)))
                taus[name][run, place] = found or 0.0
    alike = taus["all alike"].mean(axis=0)
    for name, found in taus.items():
        mean = found.mean(axis=0)
        needed = np.interp(alike, np.maximum.accumulate(mean), SHARES)
        less = 1 - (2 + needed) / (2 + np.array(SHARES))
        said = ", ".join(
            f"+{share:.0%} {tau:.4f}" for share, tau in zip(SHARES, mean, strict=True)
        )
        yield f"{name:16} tau {said}; ratings saved at equal tau: {less[1:].mean():.1%}"


def _scores(weights: np.ndarray, answers: Sequence[np.ndarray]) -> list[float]:
    return [float(np.nanmean(best_norm(weights, one))) for one in answers]


def _places(scores: Sequence[float]) -> list[int]:
    return [place for place in ranks(scores) if place is not None]


def _all_alike(
    seen: np.ndarray, answers: Sequence[np.ndarray], n: int, rng: np.random.Generator
) -> np.ndarray:
    extra = np.zeros(seen[0].size, dtype=int)
    extra[rng.permutation(len(extra))[:n]] = 1
    return extra.reshape(seen[0].shape)


def _by_rank(
    seen: np.ndarray, answers: Sequence[np.ndarray], n: int, rng: np.random.Generator
) -> np.ndarray:
    places = np.array(_places(_scores(seen[:2].mean(axis=0), answers)))
    chances = (1 / places) / (1 / places).sum()
    extra = np.zeros(seen[0].shape, dtype=int)
    while extra.sum() < n:
        system = rng.choice(len(answers), p=chances)
        row = rng.integers(len(extra))
        word = answers[system][row, 0]
        if extra[row, word] < 5:
            extra[row, word] += 1
        elif extra[:, :].min() >= 5:
            break
    return extra


def _chosen(
    seen: np.ndarray, answers: Sequence[np.ndarray], n: int, rng: np.random.Generator
) -> np.ndarray:
    systems = [
        {row: [f"w{word}" for word in words] for row, words in enumerate(one[:, :DEPTH])}
        for one in answers
    ]
    keys = [(row, f"w{word}") for row in range(len(seen[0])) for word in range(WORDS)]
    moves = effects(systems, keys, depth=1)
    best = np.min([np.argsort(one, axis=1) for one in answers], axis=0).ravel().tolist()
    given = seen[:2].reshape(2, -1).T.tolist()
    variances = stratum_variances(zip(best, given, strict=True))
    candidates = [
        Ratable(stratum, effect, 2)
        for stratum, effect in zip(best, moves.tolist(), strict=True)
    ]
    chosen = choose_round(candidates, variances, ratings=n)
    return np.array(chosen.extra).reshape(seen[0].shape)


_RULES = {"all alike": _all_alike, "1 / rank": _by_rank, "chosen": _chosen}


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
