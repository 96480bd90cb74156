"""Systems measured as they were asked to be: by some measures, on all sentences or parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from regild.scoring.bootstrap import mean_interval
from regild.scoring.differences import PairDifference, differences
from regild.scoring.evaluation import (
    PERMUTATIONS,
    REPLICATES,
    OverSentences,
    Scored,
    evaluate_by_target,
)
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.matrices import PENALTY, K
from regild.scoring.parts import NO_NAMED, MeasureOnPart, score_parts
from regild.scoring.sentence_scores import SentenceScores
from regild.scoring.several_runs import (
    RunScores,
    Teams,
    replicate_means,
    rests_on,
    spread,
    together,
)
from regild.scoring.units import shared_targets


class Draws(NamedTuple):
    """How often sentences are drawn for intervals and exchanged for p, not at all where it is
    0, from which seed."""

    seed: int = 0
    replicates: int = REPLICATES
    permutations: int = PERMUTATIONS


# As often as a campaign's own scores are.
AS_A_CAMPAIGN = Draws()


class Team(NamedTuple):
    """A system by its name, with the places of its runs among what was read, and their files'
    names; most have one run."""

    name: str
    places: Sequence[int]
    files: Sequence[str]


class AskedOfScores(NamedTuple):
    """What is to be said of a measure beside its means. `progress` is told how many parts of
    how many are done."""

    draws: Draws = AS_A_CAMPAIGN
    per_sentence: bool = False
    compare: bool = False
    progress: Callable[[int, int], None] = lambda done, total: None


SCORES_ALONE = AskedOfScores()


class MeasuredScores(NamedTuple):
    """By one measure, a system an item: its score; what would be were each sentence a unit,
    where targets are; and where they were asked for, the values of the sentences in it, and
    each pair's difference. `runs` has the means of a system's runs, nothing of a single one."""

    scored: list[Scored]
    over_sentences: list[OverSentences] | None = None
    sentences: list[dict[str, float]] | None = None
    differences: list[PairDifference] | None = None
    runs: list[Sequence[float | None]] = []


def measure_parts(
    measures: Sequence[MeasureOnPart],
    *,
    gold: Weights,
    systems: Sequence[AnswerLists],
    teams: Sequence[Team],
    groups: Mapping[str, str],
    multiword_sentences: Collection[str] = (),
    named: Mapping[str, Collection[str]] = NO_NAMED,
    penalty: float = PENALTY,
    asked: AskedOfScores = SCORES_ALONE,
) -> dict[str, MeasuredScores]:
    """Each measure, in the order asked for. On parts of the sentences systems are not compared,
    as a campaign does not compare them there."""
    found: dict[MeasureOnPart, MeasuredScores] = {}
    parts = {measure.part for measure in measures}
    asked.progress(0, len(parts))
    for done, (part, scores) in enumerate(
        score_parts(
            parts,
            gold=gold,
            systems=systems,
            groups=groups,
            multiword_sentences=multiword_sentences,
            named=named,
            keys={measure.key for measure in measures},
            penalty=penalty,
        ),
        start=1,
    ):
        here = {m.key: m for m in measures if m.part == part}
        wanted = SentenceScores(scores.sentences, {key: scores.matrices[key] for key in here})
        on_part = measure(
            wanted,
            groups,
            teams,
            asked=asked if part is None else asked._replace(compare=False),
            names={key: str(m) for key, m in here.items()},
            permuted=part is None,
        )
        found.update((here[key], one) for key, one in on_part.items())
        asked.progress(done, len(parts))
    return {str(one): found[one] for one in measures}


def measure(
    scores: SentenceScores[str],
    groups: Mapping[str, str],
    teams: Sequence[Team],
    *,
    asked: AskedOfScores,
    names: Mapping[str, str],
    permuted: bool = True,
) -> dict[str, MeasuredScores]:
    """By every measure of `scores`, whose columns are runs; `names` is what they are called."""
    seed, replicates, permutations = asked.draws
    places = [team.places for team in teams]
    alone = together(scores, places)
    evaluated = evaluate_by_target(
        alone,
        groups,
        seed=seed,
        replicates=replicates,
        permutations=permutations or None if permuted else None,
    )
    if any(len(place) > 1 for place in places):
        evaluated = evaluated._replace(
            scored=_of_runs(scores, groups, places, evaluated.scored, asked.draws)
        )
    found = {
        key: MeasuredScores(
            evaluated.scored[key],
            evaluated.over_sentences.get(key),
            alone.values(key) if asked.per_sentence else None,
            runs=_run_means(scores, key, places),
        )
        for key in scores.matrices
    }
    if asked.compare:
        pairs = differences(
            scores,
            places,
            systems=[team.name for team in teams],
            names=names,
            seed=seed,
            replicates=replicates,
            permutations=permutations,
            units=shared_targets(scores.sentences, groups),
        )
        for key, one in found.items():
            of_key = [pair for pair in pairs if pair.measure == names[key]]
            found[key] = one._replace(differences=of_key)
    return found


def run_scores(
    team: Team, system: int, found: Mapping[str, MeasuredScores]
) -> RunScores | None:
    """None of a system with a single run."""
    if len(team.places) == 1:
        return None
    values = {key: one.runs[system] for key, one in found.items()}
    return RunScores(team.files, values, {key: spread(of) for key, of in values.items()})


def _of_runs(
    scores: SentenceScores[K],
    groups: Mapping[K, str],
    teams: Teams,
    scored: Mapping[str, list[Scored]],
    draws: Draws,
) -> dict[str, list[Scored]]:
    """The same scores with intervals in which runs are drawn too."""
    units = shared_targets(scores.sentences, groups)
    drawn = replicate_means(
        [*scores.matrices.values()],
        teams,
        seed=draws.seed,
        replicates=draws.replicates,
        units=units,
    )
    found = {}
    for (key, matrix), samples in zip(scores.matrices.items(), drawn, strict=True):
        counts = rests_on(matrix, samples, teams, units)
        found[key] = [
            one._replace(**mean_interval(column, units=n)._asdict())
            for one, column, n in zip(scored[key], samples.T, counts, strict=True)
        ]
    return found


def _run_means(
    scores: SentenceScores[K], key: str, teams: Teams
) -> list[Sequence[float | None]]:
    if all(len(team) == 1 for team in teams):
        return []
    means = [mean.value for mean in scores.means(key)]
    return [[means[place] for place in team] for team in teams]
