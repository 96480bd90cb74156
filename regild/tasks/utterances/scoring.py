"""How systems that score utterances are scored: where they rank the natural one, and whether
they find plausible what people do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import nan
from statistics import fmean
from typing import Any, NamedTuple

from regild.arrays import np
from regild.problems import N_, Text
from regild.scoring.by_task import (
    BesideFigure,
    CampaignFacts,
    Gold,
    MeasureWords,
    ScoredOn,
    undefined,
)
from regild.scoring.changes import Change, SubstituteOnBoth
from regild.scoring.consensus import compare_rules
from regild.scoring.evaluation import evaluate
from regild.scoring.exports.columns import ItemColumns
from regild.scoring.frozen_table import FrozenTable
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.policy import gold_choices, left_out_said
from regild.scoring.sentence_scores import SentenceScores
from regild.tasks.utterances.altered import found_natural
from regild.tasks.utterances.plausibility import expected_ndcg, ndcg, spearman
from regild.tasks.utterances.ranks import (
    estimated_mean,
    estimated_share,
    mrr_by_chance,
    shared_ranks,
)

_TITLES = {
    "mean_rank": N_("Mean rank of the natural utterance"),
    "mrr": N_("Mean reciprocal rank"),
    "p_at_1": N_("First places"),
    "spearman": N_("Correlation with people's ratings"),
    "ndcg": N_("Discounted gain of people's ratings"),
}
OF_NATURAL, OF_PLAUSIBLE = N_("Finding the natural utterance"), N_("Plausibility")
OF_FIRST = N_("it is of the natural utterances, which the first gold names")
OF_SECOND = N_("it is of the plausibility that people rated: the second gold")
NO_SET = N_("no set counts for this measure")

_RANKS = {
    "mean_rank": N_("Mean rank of the natural utterance; equal scores share the mean rank."),
    "mrr": N_("Mean of 1 over that rank."),
    "p_at_1": N_("Share of sets in which the natural utterance alone is first."),
}
_PLAUSIBILITY = {
    "spearman": N_("Mean over sets of Spearman's correlation with people's mean plausibility."),
    "ndcg": N_("Discounted gain of people's mean plausibility, over that of the ideal order."),
}


class _Set(NamedTuple):
    """The numbers of its utterances, and what a system scores them."""

    numbers: Sequence[str]
    scores: Mapping[str, float]

    def ranks(self, natural: Mapping[str, float]) -> list[float]:
        ranks = shared_ranks([self.scores[number] for number in self.numbers])
        places = zip(self.numbers, ranks, strict=True)
        return sorted(rank for number, rank in places if number in natural)


class RankScoring:
    keys: Sequence[str] = (*_RANKS, *_PLAUSIBILITY)
    headline: Sequence[str] = keys
    tied: Sequence[str] = ()
    beside: Mapping[str, Text] = {"chance": N_("a coin")}
    of_parts = False
    of_multiwords = False
    worded_as_pooled = False
    over_annotators = False
    compares_ranks = False
    has_paper_tables = False
    scores_folders = False
    wants_contents = True
    wants_choices = False

    def words(self, key: str) -> MeasureWords:
        return MeasureWords(_TITLES[key], ((_RANKS | _PLAUSIBILITY)[key],))

    def family(self, key: str) -> str:
        return OF_NATURAL if key in _RANKS else OF_PLAUSIBLE

    def lower_is_better(self, key: str) -> bool:
        return key == "mean_rank"

    def judged(self, key: str) -> str:
        return ""

    def steps(self, known: CampaignFacts) -> int:
        return 1

    def evaluate(
        self,
        gold: Gold,
        weights: Weights,
        systems: Sequence[AnswerLists],
        known: CampaignFacts,
        *,
        measured: Callable[[], None],
    ) -> ScoredOn:
        given = [[_scored(key, answers, known) for key in weights] for answers in systems]
        own, others, other = (
            (_ranked, _PLAUSIBILITY, OF_SECOND)
            if gold == "first"
            else (_plausible, _RANKS, OF_FIRST)
        )
        found = own(weights, given, known)
        measured()
        nothing = {key: [undefined(other)] * len(systems) for key in others}
        chance = {key: BesideFigure(None, 0, str(other)) for key in others}
        return ScoredOn(
            weights,
            {key: {**found.measured, **nothing}[key] for key in self.keys},
            {"chance": {key: {**found.chance, **chance}[key] for key in self.keys}},
        )

    def changes(
        self,
        first: Weights,
        second: Weights,
        answers: AnswerLists,
        known: CampaignFacts,
        *,
        measure: str,
    ) -> list[Change]:
        """Set by set, the worst first."""
        found = []
        for key in dict.fromkeys([*first, *second]):
            scored = _scored(key, answers, known)
            natural, plausible = first.get(key, {}), second.get(key, {})
            one = _rank_values(scored, natural).get(measure)
            other = _plausibility(scored, plausible).get(measure, nan)
            if one is None and other != other:
                continue
            order = sorted(scored.numbers, key=lambda number: -scored.scores[number])
            on_both = (
                SubstituteOnBoth(number, natural.get(number), plausible.get(number))
                for number in order
            )
            second_value = None if other != other else other
            found.append(Change(key, one, second_value, tuple(on_both), ()))
        sign = -1 if self.lower_is_better(measure) else 1

        def worth(change: Change) -> float:
            value = change.second if change.first is None else change.first
            return sign * (value or 0)

        return sorted(found, key=worth)

    def answer_shown(self, content: Mapping[str, Any], text: str) -> str:
        return str(content["utterances"][int(text) - 1])

    def compare(self, frozen: FrozenTable) -> dict[str, Any]:
        return {**compare_rules(frozen), "altered": found_natural(frozen)}

    def gold_choices(self, policy: Mapping[str, Any], items: ItemColumns) -> list[str]:
        return gold_choices(policy, items)

    def score_choices(self, policy: Mapping[str, Any], items: ItemColumns) -> list[str]:
        return [
            "On the first gold a system is scored by where it ranks the natural utterance of"
            " each set, on the second by how its scores follow people's mean plausibility.",
            "An utterance that a system did not score shares the last place of its set with all"
            " others that it did not; a set that it skipped has what a coin gets, and by"
            " Spearman's correlation 0.",
            "A coin: the mean over all orders of a set.",
            "Sets of which people found all utterances as plausible are in no correlation.",
            "Intervals are at 95 %, over sets: normal for mean rank and MRR, Wilson's for P@1,"
            " by the bootstrap on the second gold.",
            *left_out_said(policy, items),
        ]


class _OnOneGold(NamedTuple):
    measured: dict[str, list[Any]]
    chance: dict[str, BesideFigure]


def _scored(key: str, answers: AnswerLists, known: CampaignFacts) -> _Set:
    """Without scores the order of the answers counts; what is missing comes behind."""
    texts = answers.get(key, ())
    own = answers.scores.get(key) or [-place for place in range(len(texts))]
    scores = dict(zip(texts, own, strict=True))
    numbers = [str(n + 1) for n in range(len(known.contents[key]["utterances"]))]
    return _Set(numbers, {number: scores.get(number, -np.inf) for number in numbers})


def _rank_values(scored: _Set, natural: Mapping[str, float]) -> dict[str, float | None]:
    ranks = scored.ranks(natural)
    if not ranks:
        return dict.fromkeys(_RANKS)
    return {
        "mean_rank": fmean(ranks),
        "mrr": 1 / ranks[0],
        "p_at_1": float(ranks[0] == 1),
    }


def _ranked(
    weights: Weights, given: Sequence[Sequence[_Set]], known: CampaignFacts
) -> _OnOneGold:
    if not weights:
        return _nothing(_RANKS, len(given))
    values = [
        [
            _rank_values(scored, natural)
            for scored, natural in zip(column, weights.values(), strict=True)
        ]
        for column in given
    ]
    scores = _matrices(weights, values, _RANKS)
    ranked = evaluate(scores, seed=known.seed, lower={"mean_rank"})
    sizes = [
        (len(known.contents[key]["utterances"]), len(natural))
        for key, natural in weights.items()
    ]
    chances = {
        "mean_rank": [(k + 1) / 2 for k, _n in sizes],
        "mrr": [mrr_by_chance(*size) for size in sizes],
        "p_at_1": [n / k for k, n in sizes],
    }
    measured: dict[str, list[Any]] = {}
    for key, column in ranked.items():
        estimates = [
            estimated_share([one == 1 for one in of_system], chances[key])
            if key == "p_at_1"
            else estimated_mean(of_system, chances[key])
            for of_system in scores.matrices[key].T.tolist()
        ]
        # As `regild ranks` prints them.
        measured[key] = [
            one._replace(value=found.value, low=found.low, high=found.high)
            for one, found in zip(column, estimates, strict=True)
        ]
    n = len(weights)
    return _OnOneGold(
        measured, {key: BesideFigure(fmean(of_it), n) for key, of_it in chances.items()}
    )


def _plausibility(scored: _Set, plausible: Mapping[str, float]) -> dict[str, float]:
    rated = [number for number in scored.numbers if number in plausible]
    means, own = [plausible[one] for one in rated], [scored.scores[one] for one in rated]
    return {"spearman": spearman(own, means), "ndcg": ndcg(own, means)}


def _plausible(
    weights: Weights, given: Sequence[Sequence[_Set]], known: CampaignFacts
) -> _OnOneGold:
    if not weights:
        return _nothing(_PLAUSIBILITY, len(given))
    values = [
        [
            _plausibility(scored, plausible)
            for scored, plausible in zip(column, weights.values(), strict=True)
        ]
        for column in given
    ]
    scores = _matrices(weights, values, _PLAUSIBILITY)
    measured = {
        key: [one if one.n else undefined(NO_SET) for one in column]
        for key, column in evaluate(scores, seed=known.seed).items()
    }
    by_chance = [expected_ndcg([*of_it.values()]) for of_it in weights.values()]
    known_chance = [value for value in by_chance if value == value]
    correlated = [one for one in weights.values() if len({*one.values()}) > 1]
    return _OnOneGold(
        measured,
        {
            "spearman": BesideFigure(0.0, len(correlated))
            if correlated
            else BesideFigure(None, 0, str(NO_SET)),
            "ndcg": BesideFigure(fmean(known_chance), len(known_chance))
            if known_chance
            else BesideFigure(None, 0, str(NO_SET)),
        },
    )


def _nothing(keys: Mapping[str, str], n_systems: int) -> _OnOneGold:
    return _OnOneGold(
        {key: [undefined(NO_SET)] * n_systems for key in keys},
        {key: BesideFigure(None, 0, str(NO_SET)) for key in keys},
    )


def _matrices(
    weights: Weights,
    values: Sequence[Sequence[Mapping[str, float | None]]],
    keys: Mapping[str, str],
) -> SentenceScores[str]:
    """Sets × systems."""
    return SentenceScores(
        tuple(weights),
        {
            key: np.array(
                [[nan if one[key] is None else one[key] for one in column] for column in values]
            ).T
            for key in keys
        },
    )


SCORING = RankScoring()
