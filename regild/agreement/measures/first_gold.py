"""Agreement on the first gold, where annotators propose sets of substitutes."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations
from math import comb
from statistics import fmean
from typing import NamedTuple

from regild.agreement.declaration import AgreementMeasure, Measurement
from regild.problems import N_

NO_PAIR = N_("no sentence was answered by two annotators")
NO_RESPONSES = N_("no sentence has two responses")
NO_MODE = N_("no sentence has a single most frequent response")
NOT_STATED = N_("nobody said how many annotators proposed the first gold")
TOO_MANY_VOTES = N_("a substitute has more votes than there were annotators")
ONE_ANNOTATOR = N_("one annotator alone proposed the first gold")

# One sentence: what each annotator proposed. An empty set is an abstention.
Proposals = Sequence[Set[str]]
VoteCounts = Mapping[str, int]


class CountedVotes(NamedTuple):
    """Each sentence's votes, and how many annotators were asked for them, if anybody said."""

    sentences: Sequence[VoteCounts]
    annotators: int | None = None

    def with_a_mode(self) -> list[VoteCounts]:
        return [
            votes
            for votes in self.sentences
            if sum(votes.values()) >= 2 and mode(votes) is not None
        ]


@dataclass(frozen=True, kw_only=True)
class VoteMeasure(AgreementMeasure):
    """Needs only votes, so it is known even where the annotators' own sets are not."""

    formula: Callable[[CountedVotes], Measurement]


@dataclass
class BesideModes:
    """Sentences that have a mode: their responses, and each annotator who answered."""

    n_sentences: int = 0
    n_responses: int = 0
    hits: list[bool] = field(default_factory=list)  # whether the annotator gave the mode
    overlaps: list[float] = field(default_factory=list)  # how far their set is the mode

    def measured(self, value: Callable[["BesideModes"], float]) -> Measurement:
        if not self.n_sentences:
            return Measurement(None, 0, 0, reason=NO_MODE)
        return Measurement(value(self), self.n_sentences, self.n_responses)


class ProposedSets:
    """Who proposed what, and what more than one measure reads of it."""

    def __init__(self, sentences: Sequence[Proposals]) -> None:
        self.sentences = sentences

    @cached_property
    def answered(self) -> list[Proposals]:
        """Without abstentions, sentences that two annotators answered."""
        given = ([own for own in proposals if own] for proposals in self.sentences)
        return [proposals for proposals in given if len(proposals) >= 2]

    @cached_property
    def overlaps(self) -> list[list[float]]:
        """|p∩q| / |p∪q| of every pair of annotators of each of them."""
        return [
            [len(p & q) / len(p | q) for p, q in combinations(proposals, 2)]
            for proposals in self.answered
        ]

    @cached_property
    def beside_modes(self) -> BesideModes:
        found = BesideModes()
        for proposals in self.sentences:
            votes = Counter(chain.from_iterable(proposals))
            best = mode(votes)
            if best is None or votes.total() < 2:
                continue
            found.n_sentences += 1
            found.n_responses += votes.total()
            for given in filter(None, proposals):
                found.hits.append(best in given)
                found.overlaps.append((best in given) / len(given))
        return found


@dataclass(frozen=True, kw_only=True)
class ProposalMeasure(AgreementMeasure):
    """`from_votes` gives it, where nobody is named, of votes and the number of annotators."""

    formula: Callable[[ProposedSets], Measurement]
    from_votes: Callable[[CountedVotes], Measurement] | None = None


def mode(votes: VoteCounts) -> str | None:
    """The most frequent response, or None when several are."""
    most = max(votes.values(), default=0)
    modes = [substitute for substitute, count in votes.items() if count == most]
    return modes[0] if len(modes) == 1 else None


def mode_exists(golds: CountedVotes) -> Measurement:
    """Share of sentences with two responses or more that have a mode."""
    counted = [votes for votes in golds.sentences if sum(votes.values()) >= 2]
    n_responses = sum(sum(votes.values()) for votes in counted)
    if not counted:
        return Measurement(None, 0, 0, reason=NO_RESPONSES)
    return Measurement(
        fmean(mode(votes) is not None for votes in counted), len(counted), n_responses
    )


def mode_token_share(golds: CountedVotes) -> Measurement:
    """Of all responses at once."""
    return _of_modes(
        golds,
        lambda found: sum(max(votes.values()) for votes in found) / _responses(found),
    )


def mode_token_share_by_sentence(golds: CountedVotes) -> Measurement:
    return _of_modes(
        golds, lambda found: fmean(max(votes.values()) / sum(votes.values()) for votes in found)
    )


def mode_hit_of_all(golds: CountedVotes) -> Measurement:
    """Who abstained is unknown here, and is one of those without the mode."""
    annotators = golds.annotators
    if annotators is None or (reason := _contradiction(golds)):
        return Measurement(None, 0, 0, reason=NOT_STATED if annotators is None else reason)
    return _of_modes(
        golds, lambda found: fmean(max(votes.values()) / annotators for votes in found)
    )


def proposed_or_not(golds: CountedVotes) -> Measurement:
    """Share of pairs of annotators of whom both proposed a substitute or neither, a mean over
    all substitutes."""
    annotators = golds.annotators
    if annotators is None or (reason := _contradiction(golds)):
        return Measurement(None, 0, 0, reason=NOT_STATED if annotators is None else reason)
    if annotators < 2:
        return Measurement(None, 0, 0, reason=ONE_ANNOTATOR)
    found = [votes for votes in golds.sentences if votes]
    if not found:
        return Measurement(None, 0, 0, reason=NO_RESPONSES)
    agreeing = fmean(
        comb(n, 2) + comb(annotators - n, 2) for votes in found for n in votes.values()
    )
    return Measurement(agreeing / comb(annotators, 2), len(found), _responses(found))


def _of_modes(
    golds: CountedVotes, value: Callable[[Sequence[VoteCounts]], float]
) -> Measurement:
    found = golds.with_a_mode()
    if not found:
        return Measurement(None, 0, 0, reason=NO_MODE)
    return Measurement(value(found), len(found), _responses(found))


def _responses(golds: Sequence[VoteCounts]) -> int:
    return sum(sum(votes.values()) for votes in golds)


def _contradiction(golds: CountedVotes) -> str | None:
    """What the number of annotators cannot be."""
    most = max((n for votes in golds.sentences for n in votes.values()), default=0)
    return TOO_MANY_VOTES if most > (golds.annotators or 0) else None


def pairwise_sets(proposed: ProposedSets) -> Measurement:
    """McCarthy & Navigli (2009): the mean overlap over all pairs at once."""
    return _of_overlaps(proposed, lambda overlaps: fmean(chain.from_iterable(overlaps)))


def pairwise_sets_by_sentence(proposed: ProposedSets) -> Measurement:
    return _of_overlaps(proposed, lambda overlaps: fmean(map(fmean, overlaps)))


def _of_overlaps(
    proposed: ProposedSets, mean: Callable[[list[list[float]]], float]
) -> Measurement:
    if not proposed.overlaps:
        return Measurement(None, 0, 0, reason=NO_PAIR)
    n_responses = sum(len(response) for given in proposed.answered for response in given)
    return Measurement(mean(proposed.overlaps), len(proposed.answered), n_responses)


MEASURES = (
    VoteMeasure(
        key="mode_exists",
        title=N_("First gold: mode exists"),
        definition=N_(
            "Share of sentences with two or more responses that have a single most frequent"
            " one. It rests on sentences and responses."
        ),
        formula=mode_exists,
    ),
    VoteMeasure(
        key="mode_token_share",
        title=N_("First gold: responses that are the mode"),
        definition=N_(
            "Share of all responses that are the most frequent one, over the sentences that"
            " have one. SemDis prints .73 for the rate of propositions which are the most"
            " common substitute; its own data give .37 by this reading."
        ),
        formula=mode_token_share,
    ),
    VoteMeasure(
        key="mode_token_share_by_sentence",
        title=N_("First gold: responses that are the mode, by sentence"),
        definition=N_(
            "Share of a sentence's responses that are the most frequent one, averaged over"
            " sentences."
        ),
        formula=mode_token_share_by_sentence,
    ),
    VoteMeasure(
        key="proposed_or_not",
        title=N_("First gold: proposed or not"),
        definition=N_(
            "Share of pairs of annotators of whom both proposed a substitute or neither did,"
            " over every substitute. It needs the number of annotators, a setting. SemDis"
            " prints .258 for it; its own data give .638, for most substitutes were proposed"
            " by few of seven."
        ),
        formula=proposed_or_not,
    ),
    ProposalMeasure(
        key="pairwise_sets",
        title=N_("First gold: overlap of sets"),
        definition=N_(
            "Mean over pairs of annotators of the overlap of what they proposed: shared"
            " substitutes by all of the two. Abstentions are skipped."
        ),
        formula=pairwise_sets,
    ),
    ProposalMeasure(
        key="pairwise_sets_by_sentence",
        title=N_("First gold: overlap, by sentence"),
        definition=N_(
            "Overlap of what two annotators proposed, averaged within each sentence, then"
            " over sentences."
        ),
        formula=pairwise_sets_by_sentence,
    ),
    ProposalMeasure(
        key="mode_hit",
        title=N_("First gold: annotators with the mode"),
        definition=N_(
            "Share of annotators who proposed the most frequent response. Where nobody is"
            " named it is of the number of annotators set, those who abstained among them."
        ),
        formula=lambda proposed: proposed.beside_modes.measured(lambda m: fmean(m.hits)),
        from_votes=mode_hit_of_all,
    ),
    ProposalMeasure(
        key="mode_jaccard",
        title=N_("First gold: overlap with the mode"),
        definition=N_("Mean over annotators of how far their set is the mode alone."),
        formula=lambda proposed: proposed.beside_modes.measured(lambda m: fmean(m.overlaps)),
    ),
)
