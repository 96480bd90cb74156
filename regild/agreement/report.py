"""Everything a report says, as JSON-ready values, from what was read of a campaign."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from regild.agreement.annotators import (
    NOTHING_SHARED,
    PairAgreement,
    Ratings,
    leave_one_out,
    median_seconds,
    pair_agreement,
    value_confusion,
)
from regild.agreement.first_gold import agreement_with_mode, mode_exists, pairwise_sets
from regild.agreement.intervals import (
    bootstrap_candidates,
    bootstrap_sentences,
    with_intervals,
)
from regild.agreement.measures import (
    ONE_VALUE,
    Measure,
    campaign_measures,
    grouped_measures,
)
from regild.agreement.origins import verdicts_by_origin
from regild.agreement.patterns import IntArray, Packed, Patterns, group_patterns, pack_counts
from regild.agreement.scale import Scale
from regild.agreement.undefined import FloatArray

ORIGINS = ("gold", "systems", "both")

# Of the pairs of annotators, a report lists those with the most candidates in common.
LISTED_PAIRS = 1000

NOBODY_NAMED = "the first gold does not say who proposed what"
VOTES_NOT_COUNTED = "the first gold's votes are not whole numbers"

Facts = dict[str, Any]
Section = dict[str, dict[str, Facts]]


class SentenceName(NamedTuple):
    key: str
    target: str
    pos: str


class Rated(NamedTuple):
    """A row for each rated candidate, in the order of their ids."""

    text: list[str]
    sentence: IntArray  # index into the sentences
    origin: IntArray  # index into ORIGINS
    votes: npt.NDArray[Any]  # in the first gold, 0 where absent; in parts if averaged
    counts: IntArray  # candidates × values of the scale

    def chosen(self, rows: IntArray) -> "Rated":
        return Rated(
            [self.text[row] for row in rows.tolist()],
            self.sentence[rows],
            self.origin[rows],
            self.votes[rows],
            self.counts[rows],
        )


class Sittings(NamedTuple):
    """Who gave which rating: rows as in `ratings`, annotators by their ids."""

    annotators: list[int]
    ratings: Ratings
    seconds: FloatArray  # NaN where not timed


class GoldVotes(NamedTuple):
    """One sentence of the first gold; `given_by` is empty where the file names nobody."""

    votes: dict[str, float]
    given_by: dict[str, list[str]]


class Breakdowns(NamedTuple):
    """Measure by measure, under the name of each group."""

    by_origin: Section
    by_pos: Section
    by_target: Section
    by_sentence: Section


def facts(measures: Mapping[str, Measure]) -> dict[str, Facts]:
    return {key: measure._asdict() for key, measure in measures.items()}


def overall(rated: Rated, scale: Scale, *, n_sentences: int, seed: int) -> dict[str, Facts]:
    """Over the whole campaign. `low` and `high` come from drawing candidates,
    `sentences_low` and `sentences_high` from drawing whole sentences; `sd` has its own.
    """
    packed = pack_counts(rated.counts)
    measures = with_intervals(
        campaign_measures(packed.patterns, scale),
        bootstrap_candidates(packed.patterns, scale, seed=seed),
    )
    sentences = bootstrap_sentences(
        packed.patterns,
        scale,
        members=_members(packed, rated.sentence, n_sentences),
        seed=seed,
    )
    return {
        key: found
        | {"sentences_low": sentences[key].low, "sentences_high": sentences[key].high}
        for key, found in facts(measures).items()
    }


def breakdowns(
    rated: Rated, scale: Scale, *, sentences: Sequence[SentenceName], seed: int
) -> Breakdowns:
    """Groups without a rated candidate are left out, but every origin is there.

    Sentences are too many, and hold too few candidates, for bootstraps of their own.
    """
    packed = pack_counts(rated.counts)
    present = np.unique(rated.sentence)
    names = [sentences[index] for index in present]
    targets, target = _indexed([name.target for name in names])
    parts, part = _indexed([name.pos for name in names])
    place = np.searchsorted(present, rated.sentence)

    def bootstrapped(group: IntArray, named: Sequence[str]) -> Section:
        members = _members(packed, group, len(named))
        groups = zip(
            named,
            grouped_measures(packed.patterns, scale, members=members),
            members.toarray().astype(np.int64),
            strict=True,
        )
        return {
            name: facts(
                with_intervals(
                    measures,
                    bootstrap_candidates(
                        Patterns(packed.patterns.counts, candidates), scale, seed=seed
                    ),
                )
            )
            for name, measures, candidates in groups
        }

    by_sentence = grouped_measures(
        packed.patterns, scale, members=_members(packed, place, len(names))
    )
    return Breakdowns(
        by_origin=bootstrapped(rated.origin, ORIGINS),
        by_pos=bootstrapped(part[place], parts),
        by_target=bootstrapped(target[place], targets),
        by_sentence={
            name.key: facts(measures) for name, measures in zip(names, by_sentence, strict=True)
        },
    )


def distributions(rated: Rated) -> Facts:
    """How often each value and each verdict fell, by origin; and pairs of values."""
    packed = pack_counts(rated.counts)
    values = np.zeros((rated.counts.shape[1], len(ORIGINS)), dtype=np.int64)
    np.add.at(values.T, rated.origin, rated.counts)
    verdicts = verdicts_by_origin(
        packed.patterns, members=_members(packed, rated.origin, len(ORIGINS))
    )
    return {
        "origins": list(ORIGINS),
        "values": values.tolist(),
        "verdicts": verdicts._asdict(),
        "confusion": value_confusion(packed.patterns),
    }


def annotators(
    sittings: Sittings, scale: Scale
) -> tuple[dict[str, Facts], Section, list[Facts]]:
    """The campaign's mean kappas, every annotator, and the pairs with most in common."""
    count = len(sittings.annotators)
    pairs = pair_agreement(sittings.ratings, scale, n_annotators=count)
    by_annotator: defaultdict[int, list[PairAgreement]] = defaultdict(list)
    for pair in pairs:
        by_annotator[pair.first].append(pair)
        by_annotator[pair.second].append(pair)
    everyone = zip(
        sittings.annotators,
        leave_one_out(sittings.ratings, scale, n_annotators=count),
        median_seconds(
            annotator=sittings.ratings.annotator,
            seconds=sittings.seconds,
            n_annotators=count,
        ),
        strict=True,
    )
    section = {
        str(id): facts(
            agreement._asdict() | mean_kappas(by_annotator[index]) | {"median_seconds": seconds}
        )
        for index, (id, agreement, seconds) in enumerate(everyone)
    }
    pairs.sort(key=lambda pair: -pair.cohen_kappa.n)
    listed = [
        {
            "annotators": [sittings.annotators[pair.first], sittings.annotators[pair.second]],
            "cohen_kappa": pair.cohen_kappa._asdict(),
            "cohen_kappa_quadratic": pair.cohen_kappa_quadratic._asdict(),
        }
        for pair in pairs[:LISTED_PAIRS]
    ]
    return facts(mean_kappas(pairs)), section, listed


def mean_kappas(pairs: Iterable[PairAgreement]) -> dict[str, Measure]:
    """The mean over pairs of annotators, each weighing as many candidates as they share.

    `n` is the number of pairs whose kappa is defined.
    """
    pairs = list(pairs)
    means = {}
    for key in ("cohen_kappa", "cohen_kappa_quadratic"):
        kappas: list[Measure] = [getattr(pair, key) for pair in pairs]
        known = [(kappa.value, kappa.n) for kappa in kappas if kappa.value is not None]
        shared = sum(n for _value, n in known)
        if known:
            mean = sum(value * n for value, n in known) / shared
            means[key] = Measure(mean, len(known), 2 * shared)
        else:
            means[key] = Measure(None, 0, 0, reason=ONE_VALUE if pairs else NOTHING_SHARED)
    return means


def first_gold(sentences: Sequence[GoldVotes]) -> dict[str, Facts]:
    """Agreement when the first gold was made, over all its sentences in play."""
    whole = [
        {text: int(votes) for text, votes in sentence.votes.items()} for sentence in sentences
    ]
    if whole == [dict(sentence.votes) for sentence in sentences]:
        modes = mode_exists(whole)
    else:
        modes = Measure(None, 0, 0, reason=VOTES_NOT_COUNTED)
    proposals = [_proposals(sentence.given_by) for sentence in sentences]
    measures = pairwise_sets(proposals) | agreement_with_mode(proposals)
    if not any(proposals):
        measures = dict.fromkeys(measures, Measure(None, 0, 0, reason=NOBODY_NAMED))
    return facts({"mode_exists": modes} | measures)


def covered_by_day(reached: Sequence[tuple[str, int]]) -> list[Facts]:
    """Candidates that reached the ratings wanted on each day, and all of them so far."""
    so_far = accumulate(count for _day, count in reached)
    return [
        {"day": day, "reached": count, "covered": covered}
        for (day, count), covered in zip(reached, so_far, strict=True)
    ]


def _proposals(given_by: Mapping[str, Sequence[str]]) -> list[set[str]]:
    by_annotator: defaultdict[str, set[str]] = defaultdict(set)
    for text, names in given_by.items():
        for name in names:
            by_annotator[name].add(text)
    return list(by_annotator.values())


def _members(packed: Packed, group: IntArray, n_groups: int) -> Any:
    return group_patterns(
        pattern=packed.of_candidate,
        group=group,
        n_patterns=len(packed.patterns.counts),
        n_groups=n_groups,
    )


def _indexed(names: Sequence[str]) -> tuple[list[str], IntArray]:
    distinct = sorted(set(names))
    places = {name: index for index, name in enumerate(distinct)}
    return distinct, np.array([places[name] for name in names], dtype=np.int64)
