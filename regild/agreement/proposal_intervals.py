"""Intervals of agreement on a first gold: what it would be with other sentences.

Every measure of a first gold is a sum over sentences by another, so that drawing sentences
again is a product with both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from math import comb
from statistics import fmean

from regild.agreement.declaration import Measurement
from regild.agreement.first_gold import GoldVotes, first_gold_measures, proposals_of
from regild.agreement.measures.first_gold import mode
from regild.arrays import np
from regild.resampling import NO_INTERVAL, Interval, bootstrap_weights, percentile_interval

REPLICATES = 1000

# One a sentence: what it adds to the one sum and to the other; (0, 0) where it counts nothing.
Ratio = tuple[float, float]


def measures_with_intervals(
    sentences: Sequence[GoldVotes],
    *,
    seed: int,
    annotators: int | None = None,
    replicates: int = REPLICATES,
) -> dict[str, Measurement]:
    """`first_gold_measures`, each with the 95 % of a bootstrap over its sentences."""
    measures = first_gold_measures(sentences, annotators=annotators)
    ratios = [sentence_ratios(one, annotators=annotators) for one in sentences]
    found = {}
    for key, measure in measures.items():
        interval = NO_INTERVAL
        if measure.value is not None:
            of_measure = [ratio.get(key, (0.0, 0.0)) for ratio in ratios]
            interval = ratio_interval(of_measure, seed=seed, replicates=replicates)
        found[key] = measure._replace(low=interval.low, high=interval.high)
    return found


def ratio_interval(
    ratios: Sequence[Ratio], *, seed: int, replicates: int = REPLICATES
) -> Interval:
    """None of one sentence: drawing it again and again shows no spread."""
    counting = np.array([ratio for ratio in ratios if ratio[1] > 0])
    if len(counting) < 2:
        return NO_INTERVAL
    rng = np.random.default_rng(seed)
    units = np.ones(len(counting), dtype=np.int64)
    sums = np.concatenate(
        [
            weights @ counting
            for weights in bootstrap_weights(units, replicates=replicates, rng=rng)
        ]
    )
    return percentile_interval(sums[:, 0] / sums[:, 1])


def sentence_ratios(sentence: GoldVotes, *, annotators: int | None = None) -> dict[str, Ratio]:
    """What the sentence adds to both sums of each measure that it counts in."""
    votes = {text: int(n) for text, n in sentence.votes.items()}
    sets = [own for own in proposals_of(sentence.given_by) if own]
    found: dict[str, Ratio] = {}
    if annotators is not None and annotators >= 2 and votes:
        pairs = comb(annotators, 2)
        agreeing = sum(comb(n, 2) + comb(annotators - n, 2) for n in votes.values())
        found["proposed_or_not"] = agreeing / pairs, len(votes)
    if len(sets) >= 2:
        overlaps = [len(p & q) / len(p | q) for p, q in combinations(sets, 2)]
        found["pairwise_sets"] = sum(overlaps), len(overlaps)
        found["pairwise_sets_by_sentence"] = fmean(overlaps), 1
    return found | _of_mode(votes, sets, annotators)


def _of_mode(
    votes: Mapping[str, int], sets: Sequence[set[str]], annotators: int | None
) -> dict[str, Ratio]:
    total = sum(votes.values())
    if total < 2:
        return {}
    best = mode(votes)
    if best is None:
        return {"mode_exists": (0, 1)}
    found: dict[str, Ratio] = {
        "mode_exists": (1, 1),
        "mode_token_share": (votes[best], total),
        "mode_token_share_by_sentence": (votes[best] / total, 1),
    }
    if any(chain(sets)):
        found["mode_hit"] = sum(best in own for own in sets), len(sets)
        found["mode_jaccard"] = sum((best in own) / len(own) for own in sets), len(sets)
    elif annotators:
        found["mode_hit"] = votes[best] / annotators, 1
    return found
