"""Agreement on the first gold, where annotators propose sets of substitutes."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from itertools import combinations
from statistics import fmean

from regild.agreement.measures import Measure

NO_PAIR = "no sentence was answered by two annotators"
NO_RESPONSES = "no sentence has two responses"
NO_MODE = "no sentence has a single most frequent response"

# One sentence: what each annotator proposed. An empty set is an abstention.
Proposals = Sequence[Set[str]]


def pairwise_sets(sentences: Sequence[Proposals]) -> dict[str, Measure]:
    """McCarthy & Navigli (2009): mean |p∩q| / |p∪q| over pairs of annotators, over all
    pairs at once and as the mean of sentence means. Pairs with an abstention are skipped.
    """
    answered = [[given for given in proposals if given] for proposals in sentences]
    answered = [given for given in answered if len(given) >= 2]
    overlaps = [
        [len(p & q) / len(p | q) for p, q in combinations(given, 2)] for given in answered
    ]
    n_responses = sum(len(response) for given in answered for response in given)
    keys = ("pairwise_sets", "pairwise_sets_by_sentence")
    if not overlaps:
        return dict.fromkeys(keys, Measure(None, 0, 0, reason=NO_PAIR))
    over_pairs = fmean(overlap for sentence in overlaps for overlap in sentence)
    by_sentence = fmean(fmean(sentence) for sentence in overlaps)
    return {
        key: Measure(value, len(answered), n_responses)
        for key, value in zip(keys, (over_pairs, by_sentence), strict=True)
    }


def mode(votes: Mapping[str, int]) -> str | None:
    """The most frequent response, or None when several are."""
    most = max(votes.values(), default=0)
    modes = [substitute for substitute, count in votes.items() if count == most]
    return modes[0] if len(modes) == 1 else None


def mode_exists(golds: Sequence[Mapping[str, int]]) -> Measure:
    """Share of sentences with two responses or more that have a mode.

    Needs only votes, so it is known even where the annotators' own sets are not.
    """
    counted = [votes for votes in golds if sum(votes.values()) >= 2]
    n_responses = sum(sum(votes.values()) for votes in counted)
    if not counted:
        return Measure(None, 0, 0, reason=NO_RESPONSES)
    return Measure(
        fmean(mode(votes) is not None for votes in counted), len(counted), n_responses
    )


def agreement_with_mode(sentences: Sequence[Proposals]) -> dict[str, Measure]:
    """Over all annotators who answered sentences that have a mode: whether they gave it
    (`mode_hit`), how far their set is it (`mode_jaccard`); over all their responses: the
    share that is it (`mode_token_share`).
    """
    n_sentences = 0
    hits: list[bool] = []
    overlaps: list[float] = []
    n_responses = 0
    for proposals in sentences:
        votes = Counter(substitute for given in proposals for substitute in given)
        best = mode(votes)
        if best is None or votes.total() < 2:
            continue
        n_sentences += 1
        n_responses += votes.total()
        for given in filter(None, proposals):
            hits.append(best in given)
            overlaps.append((best in given) / len(given))
    keys = ("mode_hit", "mode_token_share", "mode_jaccard")
    if not n_sentences:
        return dict.fromkeys(keys, Measure(None, 0, 0, reason=NO_MODE))
    values = (fmean(hits), sum(hits) / n_responses, fmean(overlaps))
    return {
        key: Measure(value, n_sentences, n_responses)
        for key, value in zip(keys, values, strict=True)
    }
