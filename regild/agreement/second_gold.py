"""What the second gold would be if it were frozen now, beside the first."""

from collections.abc import Mapping, Sequence
from typing import Any

from regild.agreement.boxes import scores_by_votes
from regild.agreement.first_gold import GoldVotes
from regild.agreement.gold_comparison import (
    compare_frequencies,
    gold_measures,
    log_frequencies,
    votes_and_logarithms,
)
from regild.agreement.measures.two_golds import WordFrequencies
from regild.agreement.origins import score_bands
from regild.agreement.report import ORIGINS, Facts, RatedCandidates, SentenceName, facts
from regild.agreement.scale import Scale
from regild.agreement.second_gold_summary import rejected_by_votes, summarised
from regild.arrays import FloatArray, IntArray, np
from regild.tolerance import SAME, highest_first, weighted_sum

# The lists of substitutes show at most so many, and say how many there are.
LISTED = 500


def compare_golds(
    rated: RatedCandidates,
    scale: Scale,
    *,
    sentences: Sequence[SentenceName],
    group_name: str,
    min_ratings: int,
    needed: IntArray | None = None,
    frequencies: Mapping[str, float] | None = None,
    first_gold: Sequence[GoldVotes] = (),
) -> Facts:
    """Over the candidates with `min_ratings`, or with those `needed` of each; a score is the
    mean of their weights.

    A good substitute scores at least what the scale's second highest value weighs. In the
    lists of substitutes the sentence's group stands under `group_name`. `first_gold` is what
    frequencies are compared on beside the candidates.
    """
    n = rated.counts.sum(axis=1)
    enough = np.flatnonzero(n >= (min_ratings if needed is None else needed))
    rated, n = rated.chosen(enough), n[enough]
    scores = weighted_sum(rated.counts.T, scale.values) / n
    # Not by the score: a mean of equal weights can miss them by the last bit.
    lowest = rated.counts[:, 0] == n
    # Of two values only the upper one is good.
    good = float(scale.numbers[max(1, len(scale.numbers) - 2)])
    proposed = rated.votes > 0
    new = ~proposed & ~lowest
    is_good = new & (scores >= good - SAME)
    rejected = proposed & lowest
    words = None
    if frequencies is not None:
        words = WordFrequencies(
            log_frequencies(rated.text, frequencies),
            ~lowest,
            *votes_and_logarithms(first_gold, frequencies),
        )
    # A vote in part, as gold that was averaged has, stands in the box of the next whole one.
    whole = np.ceil(rated.votes).astype(np.int64)
    boxes, is_outlier = scores_by_votes(votes=whole, scores=scores)
    medians = {box.votes: box.median for box in boxes}
    from_median = np.abs(scores - np.array([medians[count] for count in whole.tolist()]))

    def listed(members: Any, order: FloatArray) -> list[Facts]:
        found = np.flatnonzero(members)
        found = found[highest_first(order[found])][:LISTED]
        return [
            _substitute(rated, sentences, group_name, scores, n, index)
            for index in found.tolist()
        ]

    comparison: Facts = {
        "min_ratings": min_ratings,
        "n": len(scores),
        "n_gold": int(proposed.sum()),
        **facts(gold_measures(votes=rated.votes, scores=scores, ratings=n, words=words)),
        "bands": {
            "from": list(scale.values),
            "origins": list(ORIGINS),
            **score_bands(
                scores=scores, origin=rated.origin, n_origins=len(ORIGINS), scale=scale
            )._asdict(),
        },
        "summary": summarised(
            counts=rated.counts, scores=scores, rejected=lowest, sentence=rated.sentence
        )._asdict(),
        "boxes": [box._asdict() for box in boxes],
        "outliers": {"n": int(is_outlier.sum()), "listed": listed(is_outlier, from_median)},
        "new": {
            "n": int(new.sum()),
            "good_from": good,
            "n_good": int(is_good.sum()),
            "good": listed(is_good, scores),
        },
        "rejected": {
            "n": int(rejected.sum()),
            "by_votes": [
                found._asdict() for found in rejected_by_votes(votes=whole, rejected=lowest)
            ],
            "listed": listed(rejected, rated.votes),
        },
    }
    if frequencies is not None:
        comparison["frequency"] = _compare_frequencies(rated.text, proposed, new, frequencies)
    return comparison


def _substitute(
    rated: RatedCandidates,
    sentences: Sequence[SentenceName],
    group_name: str,
    scores: FloatArray,
    n: IntArray,
    index: int,
) -> Facts:
    sentence = sentences[rated.sentence[index]]
    votes = float(rated.votes[index])
    return {
        "sentence": sentence.key,
        group_name: sentence.group,
        "text": rated.text[index],
        "votes": int(votes) if votes.is_integer() else votes,
        "score": float(scores[index]),
        "n_ratings": int(n[index]),
    }


def _compare_frequencies(
    text: Sequence[str], proposed: Any, new: Any, frequencies: Mapping[str, float]
) -> Facts:
    """First-gold substitutes against new ones; a word the list lacks is left out, counted."""
    known = {
        name: [
            frequencies[text[index]]
            for index in np.flatnonzero(members).tolist()
            if text[index] in frequencies
        ]
        for name, members in (("first", proposed), ("second", new))
    }
    found = compare_frequencies(
        first=np.array(known["first"]), second=np.array(known["second"])
    )
    n_compared = found.n_first + found.n_second
    return found._asdict() | {"n_unknown": int(proposed.sum() + new.sum()) - n_compared}
