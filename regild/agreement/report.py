"""Everything a report says, as JSON-ready values, from what was read of a campaign."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from regild.agreement.declaration import Measurement
from regild.agreement.intervals import (
    bootstrap_candidates,
    bootstrap_sentences,
    with_intervals,
)
from regild.agreement.measuring import campaign_measures, grouped_measures
from regild.agreement.origins import (
    OVERLAPPING,
    VerdictRule,
    differing,
    overlapping,
    verdicts_by_origin,
)
from regild.agreement.pairs import value_confusion
from regild.agreement.patterns import Packed, Patterns, group_patterns, pack_counts
from regild.agreement.scale import Scale
from regild.arrays import Array, IntArray, np

ORIGINS = ("gold", "systems", "both")

Facts = dict[str, Any]
GroupFacts = dict[str, dict[str, Facts]]


class SentenceName(NamedTuple):
    key: str
    group: str


class RatedCandidates(NamedTuple):
    """A row for each rated candidate, in the order of their ids."""

    text: list[str]
    sentence: IntArray  # index into the sentences
    origin: IntArray  # index into ORIGINS
    votes: Array  # in the first gold, 0 where absent; in parts if averaged
    counts: IntArray  # candidates × values of the scale

    def chosen(self, rows: IntArray) -> "RatedCandidates":
        return RatedCandidates(
            [self.text[row] for row in rows.tolist()],
            self.sentence[rows],
            self.origin[rows],
            self.votes[rows],
            self.counts[rows],
        )


class Breakdowns(NamedTuple):
    """Measure by measure, under the name of each group; `by_grouping` has the task's own
    groupings under the names that the task gives them."""

    by_origin: GroupFacts
    by_grouping: dict[str, GroupFacts]
    by_sentence: GroupFacts


def facts(measures: Mapping[str, Measurement]) -> dict[str, Facts]:
    """Only correlations have a p; the others do without the word."""
    return {
        key: {
            name: found
            for name, found in measure._asdict().items()
            if name != "p" or found is not None
        }
        for key, measure in measures.items()
    }


def overall(
    rated: RatedCandidates, scale: Scale, *, n_sentences: int, seed: int
) -> dict[str, Facts]:
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
    rated: RatedCandidates,
    scale: Scale,
    *,
    sentences: Sequence[SentenceName],
    groupings: Mapping[str, Callable[[str], str]],
    seed: int,
) -> Breakdowns:
    """Groups without a rated candidate are left out, but every origin is there. `groupings`
    make coarser groups, or the same, of a sentence's group.

    Sentences are too many, and hold too few candidates, for bootstraps of their own.
    """
    packed = pack_counts(rated.counts)
    present = np.unique(rated.sentence)
    names = [sentences[index] for index in present]
    place = np.searchsorted(present, rated.sentence)

    def bootstrapped(group: IntArray, named: Sequence[str]) -> GroupFacts:
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

    def grouped(part_of: Callable[[str], str]) -> GroupFacts:
        parts, part = _indexed([part_of(name.group) for name in names])
        return bootstrapped(part[place], parts)

    by_sentence = grouped_measures(
        packed.patterns, scale, members=_members(packed, place, len(names))
    )
    return Breakdowns(
        by_origin=bootstrapped(rated.origin, ORIGINS),
        by_grouping={name: grouped(part_of) for name, part_of in groupings.items()},
        by_sentence={
            name.key: facts(measures) for name, measures in zip(names, by_sentence, strict=True)
        },
    )


def distributions(rated: RatedCandidates, rule: VerdictRule = "median") -> Facts:
    """How often each value and each verdict fell, by origin; and pairs of values. `differ`
    says where the other rule gives other verdicts."""
    packed = pack_counts(rated.counts)
    values = np.zeros((rated.counts.shape[1], len(ORIGINS)), dtype=np.int64)
    np.add.at(values.T, rated.origin, rated.counts)
    verdicts = verdicts_by_origin(
        packed.patterns, members=_members(packed, rated.origin, len(ORIGINS)), rule=rule
    )
    return {
        "origins": list(ORIGINS),
        "values": values.tolist(),
        "verdict_rule": rule,
        "verdicts": verdicts._asdict(),
        "table_8": {
            "columns": list(OVERLAPPING),
            **overlapping(verdicts.counts, ORIGINS)._asdict(),
        },
        "differ": [one._asdict() for one in differing(packed.patterns)],
        "confusion": value_confusion(packed.patterns),
    }


def covered_by_day(reached: Sequence[tuple[str, int]]) -> list[Facts]:
    """Candidates that reached the ratings wanted on each day, and all of them so far."""
    so_far = accumulate(count for _day, count in reached)
    return [
        {"day": day, "reached": count, "covered": covered}
        for (day, count), covered in zip(reached, so_far, strict=True)
    ]


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
