"""Reads over what systems score on the two golds of a release."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from campaigns.selectors.task import task_of
from regild.problems import N_
from regild.scoring.annotators import OverAnnotators
from regild.scoring.by_task import BesideFigure, Scoring
from regild.scoring.evaluation import OverSentences, Scored
from regild.scoring.measures import JUDGED
from regild.scoring.tie_groups import GivenBoth, PairOfSystems
from regild.scoring.two_golds import HIDDEN_SINCE, Line, TwoRankings, two_rankings, without
from scoring.models import (
    GIVEN_BOTH,
    OVER_ANNOTATORS,
    OVER_SENTENCES,
    Evaluation,
    Release,
    Score,
    ScoreGap,
)
from scoring.selectors.golds import checksum_of, checksum_of_parts, told_multiwords
from scoring.selectors.multiwords import MultiwordScores, multiword_scores
from sources.models import System
from sources.selectors import named_parts

BesideByMeasure = Mapping[str, Mapping[str, Mapping[str, BesideFigure]]]


class _StoredScore(NamedTuple):
    scored: Scored
    over_annotators: OverAnnotators
    over_sentences: OverSentences
    given_both: GivenBoth


class ReleaseScores(NamedTuple):
    """What there is to show of a release's scores. `rankings` by measure and `parts` are empty,
    and there is no evaluation, until the release has been scored on."""

    release: Release
    evaluation: Evaluation | None
    out_of_date: bool
    parts: list[str]
    rankings: dict[str, TwoRankings]

    @property
    def choices(self) -> list[str]:
        task = task_of(self.release.campaign)
        return task.scoring.score_choices(self.release.policy, task.columns)

    @property
    def headline(self) -> list[str]:
        """The measures that come first, of those there are scores by."""
        keys = task_of(self.release.campaign).scoring.headline
        return [key for key in keys if key in self.rankings]

    @property
    def beside(self) -> BesideByMeasure:
        return beside_of(self.release)

    @property
    def multiwords(self) -> list[MultiwordScores]:
        return multiword_scores(self.release)

    @property
    def measures(self) -> list[TwoRankings]:
        return [*self.rankings.values()]


def scores_of(
    release: Release, *, measures: Collection[str] | None = None, part: str = ""
) -> ReleaseScores:
    """By these measures, or all, on all sentences or on a part of them."""
    keys = measures_of(release) if measures is None else measures
    if part:
        keys = [f"{key}.{part}" for key in keys]
    return ReleaseScores(
        release=release,
        evaluation=how_scored(release),
        out_of_date=is_out_of_date(release),
        parts=parts_scored(release),
        rankings=rankings_of(release, keys),
    )


def measures_of(release: Release) -> Collection[str]:
    """Those of its task, in their order; where they follow from a tree of categories, those
    there are scores by."""
    keys = task_of(release.campaign).scoring.keys
    if keys:
        return keys
    one = release.evaluations.order_by("id").first()
    return [] if one is None else [*one.scores.order_by("id").values_list("measure", flat=True)]


def first_measure(release: Release) -> str:
    """That of a page which shows one; empty where there are no scores that say it."""
    keys, known = task_of(release.campaign).scoring.headline, measures_of(release)
    return next((key for key in keys if key in known), "")


def beside_of(release: Release) -> BesideByMeasure:
    """By measure and by name, what stands beside systems on both golds; nothing where the task
    has no such."""
    found: dict[str, dict[str, dict[str, BesideFigure]]] = {}
    if not task_of(release.campaign).scoring.beside:
        return found
    for gold in Evaluation.Gold:
        one = release.evaluations.filter(gold=gold).order_by("id").first()
        for name, figures in (one.beside if one else {}).items():
            for key, figure in figures.items():
                found.setdefault(key, {}).setdefault(name, {})[gold.value] = BesideFigure(
                    **figure
                )
    return found


def rankings_of(
    release: Release, measures: Collection[str] | None = None
) -> dict[str, TwoRankings]:
    """By measure, all unless given, on all sentences or, as in `best.R.n`, on a part; empty
    until the release has been scored on. Without systems that were hidden since."""
    scoring = task_of(release.campaign).scoring
    measures = measures_of(release) if measures is None else measures
    judged = {measure: scoring.judged(measure) for measure in measures}
    rows = Score.objects.filter(
        evaluation__release=release, measure__in={*judged, *filter(None, judged.values())}
    ).values_list(
        "measure",
        "evaluation__gold",
        "evaluation__system_id",
        "evaluation__system__name",
        "evaluation__pooled",
        "evaluation__system__hidden_at",
        "evaluation__both_units",
        "evaluation__annotators",
        *Scored._fields,
        *OVER_ANNOTATORS,
        *OVER_SENTENCES,
        *GIVEN_BOTH,
    )
    found: defaultdict[str, dict[tuple[str, int], _StoredScore]]
    found = defaultdict(dict)
    systems: dict[int, tuple[str, bool]] = {}
    hidden: set[int] = set()
    for measure, gold, id, name, pooled, hidden_at, units, n, *numbers in rows.order_by(
        "evaluation__system_id"
    ):
        columns = iter(numbers)
        scored, over, by_sentences, both = (
            [*islice(columns, len(names))]
            for names in (Scored._fields, OVER_ANNOTATORS, OVER_SENTENCES, GIVEN_BOTH)
        )
        found[measure][gold, id] = _StoredScore(
            Scored(*scored),
            OverAnnotators(*over),
            OverSentences(*by_sentences),
            GivenBoth(*both)._replace(
                reason=""
                if both[-1]
                else _why_no_groups(scoring, measure, units=units, annotators=n)
            ),
        )
        systems[id] = name, pooled
        if hidden_at:
            hidden.add(id)
    return {
        measure: two_rankings(
            measure,
            without(
                [
                    Line(
                        id,
                        name,
                        pooled,
                        first.scored,
                        second.scored,
                        _value(found[judged[measure]], id),
                        second.over_annotators,
                        first_over_sentences=first.over_sentences,
                        second_over_sentences=second.over_sentences,
                        given_both=second.given_both,
                    )
                    for id, (name, pooled) in systems.items()
                    for first in [found[measure][Evaluation.Gold.FIRST, id]]
                    for second in [found[measure][Evaluation.Gold.SECOND, id]]
                ],
                hidden,
                lower=scoring.lower_is_better(measure),
            ),
            lower=scoring.lower_is_better(measure),
        )
        for measure in measures
        if measure in found
    }


def pairs_of(release: Release, rankings: TwoRankings) -> list[PairOfSystems]:
    """Of every two systems with tie groups, the higher ranked first; where one was hidden
    since, nobody knows what the correction for all pairs would be."""
    gaps = ScoreGap.objects.filter(
        first__evaluation__release=release, first__measure=rankings.measure
    ).values_list(
        "first__evaluation__system_id",
        "second__evaluation__system_id",
        *PairOfSystems._fields[2:],
    )
    place = {line.id: n for n, line in enumerate(rankings.lines)}
    corrected = not any(line.given_both.reason == HIDDEN_SINCE for line in rankings.lines)
    pairs = {}
    for first, second, *numbers in gaps:
        if first not in place or second not in place:
            continue
        pair = PairOfSystems(
            rankings.lines[place[first]].system, rankings.lines[place[second]].system, *numbers
        )
        if not corrected:
            pair = pair._replace(p_holm=None)
        one, two = place[first], place[second]
        pairs[min(one, two), max(one, two)] = pair if one < two else pair.turned
    return [pairs[places] for places in sorted(pairs)]


def with_beside(
    measures: Iterable[Mapping[str, Any]], beside: BesideByMeasure
) -> list[dict[str, Any]]:
    """For JSON: each with what stands beside the systems by it, under its name."""
    return [
        dict(told)
        | {
            name: {gold: figure._asdict() for gold, figure in figures.items()}
            for name, figures in beside.get(told["measure"], {}).items()
        }
        for told in measures
    ]


def parts_scored(release: Release) -> list[str]:
    """The parts of the sentences there are scores on: NMWS, NMWT, parts of speech."""
    names = Score.objects.filter(
        evaluation__release=release, measure__startswith=f"{JUDGED}."
    ).values_list("measure", flat=True)
    return sorted({name.removeprefix(f"{JUDGED}.") for name in names.distinct()})


def part_rankings(
    release: Release, measures: Collection[str], *, parts: Collection[str]
) -> dict[str, dict[str, TwoRankings]]:
    """By measure and by part; nothing where systems were scored before parts were."""
    found = rankings_of(release, [f"{key}.{part}" for key in measures for part in parts])
    return {
        key: {part: of_part for part in parts if (of_part := found.get(f"{key}.{part}"))}
        for key in measures
    }


def drawn_units(release: Release) -> dict[str, str]:
    """By gold, what its intervals were drawn over: targets, or items."""
    return dict(release.evaluations.values_list("gold", "unit"))


def how_scored(release: Release) -> Evaluation | None:
    """An evaluation on the second gold: the draws are the same for all systems."""
    return release.evaluations.filter(gold=Evaluation.Gold.SECOND).order_by("id").first()


def is_out_of_date(release: Release) -> bool:
    """Whether scoring again would give something else: other systems in play, other multiwords
    or parts, or another penalty than it was scored with, or sentences drawn where targets are
    today. False where it has not been scored on."""
    scored = [
        *release.evaluations.filter(gold=Evaluation.Gold.SECOND).values_list(
            "system_id", "multiwords", "parts", "unit", "penalty", "release__campaign__penalty"
        )
    ]
    if not scored:
        return False
    in_play = System.objects.filter(campaign=release.campaign_id, hidden_at__isnull=True)
    systems = set(in_play.values_list("id", flat=True))
    if systems != {system for system, *_how in scored}:
        return True
    campaign, task = release.campaign, task_of(release.campaign)
    how = []
    if task.scoring.of_multiwords:
        told = checksum_of(told_multiwords(campaign))
        how += [multiwords == told for _system, multiwords, *_rest in scored]
    if task.scoring.of_parts:
        named = checksum_of_parts(named_parts(campaign))
        how += [parts == named for _system, _multiwords, parts, *_rest in scored]
        how += [bool(unit) for _system, _multiwords, _parts, unit, *_rest in scored]
    if "penalty" in task.settings:
        how += [penalty == wanted for *_rest, penalty, wanted in scored]
    return not all(how)


def _why_no_groups(
    scoring: Scoring, measure: str, *, units: int | None, annotators: int | None
) -> str:
    if not scoring.over_annotators:
        return str(N_("tie groups are made of ratings that have an order"))
    if measure not in scoring.keys:
        return str(N_("tie groups are made over all sentences, of no part of them"))
    if measure not in scoring.tied:
        return str(
            N_(
                "this measure asks which substitutes are right at all, or weigh most:"
                " how many others more people would find, ratings do not tell"
            )
        )
    if annotators is not None and annotators < 2:
        return str(N_("all ratings are by one annotator"))
    if units is None:
        return str(N_("not measured when these systems were scored: score again"))
    if units < 2:
        return str(N_("all sentences share one target: nobody knows how another would differ"))
    return str(N_("the system has no score"))


def _value(scores: Mapping[tuple[str, int], _StoredScore], system: int) -> float | None:
    """On the second gold; None where the task has no such measure."""
    found = scores.get((Evaluation.Gold.SECOND, system))
    return None if found is None else found.scored.value
