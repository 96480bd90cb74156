"""How far annotators agreed when they made the first gold."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from regild.agreement.declaration import Measurement
from regild.agreement.measures.first_gold import (
    ProposalMeasure,
    Proposals,
    ProposedSets,
    VoteCounts,
    VoteMeasure,
)
from regild.agreement.registry import family

NOBODY_NAMED = "the first gold does not say who proposed what"
VOTES_NOT_COUNTED = "the first gold's votes are not whole numbers"


class GoldVotes(NamedTuple):
    """One sentence of the first gold; `given_by` is empty where the file names nobody."""

    votes: dict[str, float]
    given_by: dict[str, list[str]]


def first_gold_measures(sentences: Sequence[GoldVotes]) -> dict[str, Measurement]:
    """Over all sentences in play."""
    whole = [
        {text: int(votes) for text, votes in sentence.votes.items()} for sentence in sentences
    ]
    of_votes = vote_measures(whole)
    if whole != [dict(sentence.votes) for sentence in sentences]:
        of_votes = _undefined(of_votes, VOTES_NOT_COUNTED)
    proposals = [_proposals(sentence.given_by) for sentence in sentences]
    of_proposals = proposal_measures(proposals)
    if not any(proposals):
        of_proposals = _undefined(of_proposals, NOBODY_NAMED)
    return of_votes | of_proposals


def vote_measures(sentences: Sequence[VoteCounts]) -> dict[str, Measurement]:
    return {measure.key: measure.formula(sentences) for measure in family(VoteMeasure)}


def proposal_measures(sentences: Sequence[Proposals]) -> dict[str, Measurement]:
    proposed = ProposedSets(sentences)
    return {measure.key: measure.formula(proposed) for measure in family(ProposalMeasure)}


def _undefined(measures: Mapping[str, Measurement], reason: str) -> dict[str, Measurement]:
    return dict.fromkeys(measures, Measurement(None, 0, 0, reason=reason))


def _proposals(given_by: Mapping[str, Sequence[str]]) -> list[set[str]]:
    by_annotator: defaultdict[str, set[str]] = defaultdict(set)
    for text, names in given_by.items():
        for name in names:
            by_annotator[name].add(text)
    return list(by_annotator.values())
