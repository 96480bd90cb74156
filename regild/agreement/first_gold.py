"""How far annotators agreed when they made the first gold."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from regild.agreement.declaration import Measurement
from regild.agreement.measures.first_gold import (
    CountedVotes,
    ProposalMeasure,
    Proposals,
    ProposedSets,
    VoteMeasure,
)
from regild.agreement.registry import family
from regild.problems import N_

NOBODY_NAMED = N_("the first gold does not say who proposed what")
VOTES_NOT_COUNTED = N_("the first gold's votes are not whole numbers")

# Everything is measured again without each annotator; of a crowd no single one says anything.
LEFT_OUT_OF_AT_MOST = 20


class GoldVotes(NamedTuple):
    """One sentence of the first gold; `given_by` is empty where the file names nobody."""

    votes: dict[str, float]
    given_by: dict[str, list[str]]


def first_gold_measures(
    sentences: Sequence[GoldVotes], *, annotators: int | None = None
) -> dict[str, Measurement]:
    """Over all sentences in play. `annotators` is how many were asked, where it is known."""
    whole = [
        {text: int(votes) for text, votes in sentence.votes.items()} for sentence in sentences
    ]
    counted = CountedVotes(whole, annotators)
    not_whole = whole != [dict(sentence.votes) for sentence in sentences]
    of_votes = vote_measures(counted)
    if not_whole:
        of_votes = _undefined(of_votes, VOTES_NOT_COUNTED)
    proposals = [proposals_of(sentence.given_by) for sentence in sentences]
    if any(proposals):
        return of_votes | proposal_measures(proposals)
    return of_votes | {
        measure.key: (
            Measurement(None, 0, 0, reason=NOBODY_NAMED)
            if measure.from_votes is None or not_whole
            else measure.from_votes(counted)
        )
        for measure in family(ProposalMeasure)
    }


def without_each(
    sentences: Sequence[GoldVotes], *, annotators: int | None = None
) -> dict[str, dict[str, Measurement]]:
    """The same when one named annotator is left out, for each of them by name. Nothing where
    fewer than two are named, or more than can be told apart."""
    names = sorted({name for sentence in sentences for name in _named(sentence)})
    if not 2 <= len(names) <= LEFT_OUT_OF_AT_MOST:
        return {}
    fewer = None if annotators is None else annotators - 1
    return {
        name: first_gold_measures(
            [_without(sentence, name) for sentence in sentences], annotators=fewer
        )
        for name in names
    }


def vote_measures(votes: CountedVotes) -> dict[str, Measurement]:
    return {measure.key: measure.formula(votes) for measure in family(VoteMeasure)}


def proposal_measures(sentences: Sequence[Proposals]) -> dict[str, Measurement]:
    proposed = ProposedSets(sentences)
    return {measure.key: measure.formula(proposed) for measure in family(ProposalMeasure)}


def _undefined(measures: Mapping[str, Measurement], reason: str) -> dict[str, Measurement]:
    return dict.fromkeys(measures, Measurement(None, 0, 0, reason=reason))


def _named(sentence: GoldVotes) -> Iterable[str]:
    return (name for names in sentence.given_by.values() for name in names)


def _without(sentence: GoldVotes, left_out: str) -> GoldVotes:
    """A substitute that nobody else proposed is none."""
    votes, given_by = {}, {}
    for text, n in sentence.votes.items():
        names = sentence.given_by.get(text, [])
        others = [name for name in names if name != left_out]
        if (left := n - (len(names) - len(others))) > 0:
            votes[text], given_by[text] = left, others
    return GoldVotes(votes, given_by)


def proposals_of(given_by: Mapping[str, Sequence[str]]) -> list[set[str]]:
    by_annotator: defaultdict[str, set[str]] = defaultdict(set)
    for text, names in given_by.items():
        for name in names:
            by_annotator[name].add(text)
    return list(by_annotator.values())
