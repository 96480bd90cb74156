"""What a round would save: the ratings of a campaign made up again and again, and further ones
given out by three rules.

Everybody would rate a candidate as it is worth; one annotator strays from that. From a first
number of ratings of every candidate on, further ones go to all alike; to the answers of a
system drawn by 1 / its rank so far, as Pearmut's dynamic assignment does;
and as `choose_round` says. Systems are scored on what was rated by what their first answers
weigh beside the best there are, as SemDis's normalised measures do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regild.arrays import FloatArray, IntArray, np
from regild.scoring.ranking import kendall_tau, ranks
from regild.scoring.rounds import Ratable, choose_round, spread, stratum_variances
from regild.tolerance import SAME

# How far annotators stray, in places of the scale: severity and slip together.
STRAY = 0.7
# Further ratings, as a share of the candidates.
SHARES = (0.1, 0.25, 0.5, 1.0)
RULES = ("alike", "by rank", "chosen")
# Before an allotment ends that draws full candidates again and again.
MOST_DRAWS = 1_000
# Of the normal distribution, by which it is said what all would say.
QUANTILES = 400


class RatedWorld(NamedTuple):
    """Candidates item by item: of each what everybody would say, as a place on the scale, and
    its stratum. `answers` has of each system a row an item: its first answers by their number
    among the candidates, -1 where there is none. `weights` are those of the scale's places."""

    items: IntArray
    worth: FloatArray
    strata: Sequence[object]
    answers: Sequence[IntArray]
    weights: FloatArray


class RuleTried(NamedTuple):
    """By each of the shares: Kendall's tau with the true ranking, and how far differences
    between systems are from the true ones, root mean square. `saved` are the ratings less, of
    all there are then, that are as good as those for all alike; None where more ratings change
    nothing."""

    rule: str
    taus: tuple[float, ...]
    errors: tuple[float, ...]
    saved_tau: float | None
    saved_error: float | None


def try_rules(
    world: RatedWorld,
    *,
    first: int,
    most: int,
    runs: int,
    seed: int,
    shares: Sequence[float] = SHARES,
) -> list[RuleTried]:
    """From `first` ratings of each candidate on, to `most` of each at most. The same seed gives
    the same."""
    scores = _Scores(world)
    true = scores.of(true_weights(world))
    taus = np.zeros((len(RULES), runs, len(shares)))
    errors = np.zeros_like(taus)
    for run in range(runs):
        rng = np.random.default_rng([seed, run])
        seen = _seen(world, most, rng)
        for number, rule in enumerate(RULES):
            for place, share in enumerate(shares):
                more = round(share * len(world.worth))
                counts = first + give_out(
                    world, seen, rule, more, first=first, most=most, rng=rng, scores=scores
                )
                used = np.arange(most)[:, np.newaxis] < counts
                found = scores.of((seen * used).sum(axis=0) / counts)
                taus[number, run, place] = kendall_tau(_places(true), _places(found)) or 0.0
                errors[number, run, place] = _apart(found, true)
    tau, error = taus.mean(axis=1), np.sqrt((errors**2).mean(axis=1))
    return [
        RuleTried(
            rule,
            tuple(tau[number].tolist()),
            tuple(error[number].tolist()),
            saved_at_equal(tau[0], tau[number], first=first, shares=shares),
            saved_at_equal(-error[0], -error[number], first=first, shares=shares),
        )
        for number, rule in enumerate(RULES)
    ]


def true_weights(world: RatedWorld) -> FloatArray:
    """What all would say on average."""
    from statistics import NormalDist

    strays = [NormalDist(0, STRAY).inv_cdf((n + 0.5) / QUANTILES) for n in range(QUANTILES)]
    found = np.zeros(len(world.worth))
    for stray in strays:
        found += _on_scale(world, world.worth + stray)
    return np.asarray(found / QUANTILES)


def give_out(
    world: RatedWorld,
    seen: FloatArray,
    rule: str,
    more: int,
    *,
    first: int,
    most: int,
    rng: np.random.Generator,
    scores: _Scores,
) -> IntArray:
    """How many ratings `more` each candidate gets by a rule that sees the `first` ones."""
    extra = np.zeros(len(world.worth), dtype=np.int64)
    room = most - first
    if rule == "alike":
        whole, rest = divmod(min(more, room * len(extra)), len(extra))
        extra += whole
        extra[rng.permutation(len(extra))[:rest]] += 1
    elif rule == "by rank":
        _give_by_rank(world, scores.of(seen[:first].mean(axis=0)), extra, more, room, rng)
    else:
        shares = scores.answering / len(world.answers)
        variances = stratum_variances(zip(world.strata, seen[:first].T.tolist(), strict=True))
        ratable = [
            Ratable(stratum, effect, first)
            for stratum, effect in zip(world.strata, spread(shares).tolist(), strict=True)
        ]
        # Of equal ones none comes first for its place in the file.
        order = rng.permutation(len(ratable))
        chosen = choose_round(
            [ratable[one] for one in order], variances, ratings=more, most=most
        )
        extra[order] = chosen.extra
    return extra


def _give_by_rank(
    world: RatedWorld,
    scores: FloatArray,
    extra: IntArray,
    more: int,
    room: int,
    rng: np.random.Generator,
) -> None:
    chances = 1 / np.array(_places(scores), dtype=np.float64)
    answers = np.stack(world.answers)
    open_ones = np.unique(answers[answers >= 0])
    more = min(more, room * len(open_ones))
    for _draw in range(MOST_DRAWS):
        left = more - int(extra.sum())
        if left <= 0:
            break
        systems = rng.choice(len(answers), size=left, p=chances / chances.sum())
        drawn = answers[
            systems,
            rng.integers(answers.shape[1], size=left),
            rng.integers(answers.shape[2], size=left),
        ]
        np.add.at(extra, drawn[drawn >= 0], 1)
        np.minimum(extra, room, out=extra)


class _Scores:
    """Systems' scores by the weights of candidates, and how many systems answer each."""

    def __init__(self, world: RatedWorld) -> None:
        self._answers = np.stack(world.answers)
        n_items, depth = self._answers.shape[1:]
        within = np.arange(len(world.items)) - np.searchsorted(world.items, world.items)
        # The last column of the weights is nobody's: 0.
        self._held = np.full((n_items, max(depth, int(within.max(initial=0)) + 1)), -1)
        self._held[world.items, within] = np.arange(len(world.items))
        self._depth = depth
        given = self._answers[self._answers >= 0]
        self.answering = np.bincount(given, minlength=len(world.items)).astype(np.float64)

    def of(self, weights: FloatArray) -> FloatArray:
        padded = np.append(weights, 0.0)
        best = -np.sort(-padded[self._held], axis=1)[:, : self._depth].sum(axis=1)
        got = padded[self._answers].sum(axis=2)
        return np.asarray((got[:, best > 0] / best[best > 0]).mean(axis=1))


def _seen(world: RatedWorld, most: int, rng: np.random.Generator) -> FloatArray:
    """Every rating that could be given, of which a rule uses as many as it gives."""
    strays = rng.normal(0, STRAY, size=(most, len(world.worth)))
    return _on_scale(world, world.worth + strays)


def _on_scale(world: RatedWorld, seen: FloatArray) -> FloatArray:
    places = np.clip(np.rint(seen), 0, len(world.weights) - 1).astype(np.int64)
    return np.asarray(world.weights[places])


def _places(scores: FloatArray) -> list[int]:
    return [place for place in ranks(scores.tolist()) if place is not None]


def _apart(found: FloatArray, true: FloatArray) -> float:
    """Root mean square over pairs of systems."""
    pairs = np.triu_indices(len(true), k=1)
    strayed = found - true
    return float(np.sqrt(np.mean((strayed[pairs[0]] - strayed[pairs[1]]) ** 2)))


def saved_at_equal(
    alike: FloatArray, found: FloatArray, *, first: int, shares: Sequence[float]
) -> float | None:
    """Of all ratings, those that a rule need not have to be as good as ratings for all `alike`:
    the mean over all shares but the smallest, below which nothing was tried. The more, the
    better, both of them."""
    if len(shares) < 2 or np.ptp(alike) < SAME:
        return None
    given = np.array(shares)
    needed = np.interp(alike, np.maximum.accumulate(found), given)
    return float((1 - (first + needed) / (first + given))[1:].mean())
