"""Reads over what systems score on the two golds of a release."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from campaigns.selectors.task import task_of
from regild.scoring.annotators import OverAnnotators
from regild.scoring.evaluation import Scored
from regild.scoring.measures import JUDGED, KEYS
from regild.scoring.policy import score_choices
from regild.scoring.two_golds import Line, TwoRankings, two_rankings, without
from scoring.models import OVER_ANNOTATORS, Evaluation, Release, Score
from scoring.selectors.golds import checksum_of, checksum_of_parts, told_multiwords
from scoring.selectors.multiwords import MultiwordScores, multiword_scores
from sources.models import System
from sources.selectors import named_parts


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
        return score_choices(self.release.policy, task_of(self.release.campaign).columns)

    @property
    def multiwords(self) -> list[MultiwordScores]:
        return multiword_scores(self.release)

    @property
    def measures(self) -> list[TwoRankings]:
        return [*self.rankings.values()]


def scores_of(
    release: Release, *, measures: Collection[str] = KEYS, part: str = ""
) -> ReleaseScores:
    """By these measures on all sentences, or on a part of them."""
    keys = [f"{key}.{part}" for key in measures] if part else measures
    return ReleaseScores(
        release=release,
        evaluation=how_scored(release),
        out_of_date=is_out_of_date(release),
        parts=parts_scored(release),
        rankings=rankings_of(release, keys),
    )


def rankings_of(release: Release, measures: Collection[str] = KEYS) -> dict[str, TwoRankings]:
    """By measure, on all sentences or, as in `best.R.n`, on a part; empty until the release has
    been scored on. Without systems that were hidden since."""
    judged = {measure: _judged(measure) for measure in measures}
    rows = Score.objects.filter(
        evaluation__release=release, measure__in={*judged, *judged.values()}
    ).values_list(
        "measure",
        "evaluation__gold",
        "evaluation__system_id",
        "evaluation__system__name",
        "evaluation__pooled",
        "evaluation__system__hidden_at",
        *Scored._fields,
        *OVER_ANNOTATORS,
    )
    found: defaultdict[str, dict[tuple[str, int], tuple[Scored, OverAnnotators]]]
    found = defaultdict(dict)
    systems: dict[int, tuple[str, bool]] = {}
    hidden: set[int] = set()
    for measure, gold, id, name, pooled, hidden_at, *numbers in rows.order_by(
        "evaluation__system_id"
    ):
        cut = len(Scored._fields)
        found[measure][gold, id] = Scored(*numbers[:cut]), OverAnnotators(*numbers[cut:])
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
                        found[measure][Evaluation.Gold.FIRST, id][0],
                        found[measure][Evaluation.Gold.SECOND, id][0],
                        found[judged[measure]][Evaluation.Gold.SECOND, id][0].value,
                        found[measure][Evaluation.Gold.SECOND, id][1],
                    )
                    for id, (name, pooled) in systems.items()
                ],
                hidden,
            ),
        )
        for measure in measures
        if measure in found
    }


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


def how_scored(release: Release) -> Evaluation | None:
    """An evaluation on the second gold: the draws are the same for all systems."""
    return release.evaluations.filter(gold=Evaluation.Gold.SECOND).order_by("id").first()


def is_out_of_date(release: Release) -> bool:
    """Whether scoring again would give something else: other systems in play, other multiwords
    or parts, or another penalty than it was scored with. False where it has not been scored
    on."""
    scored = [
        *release.evaluations.filter(gold=Evaluation.Gold.SECOND).values_list(
            "system_id", "multiwords", "parts", "penalty", "release__campaign__penalty"
        )
    ]
    if not scored:
        return False
    in_play = System.objects.filter(campaign=release.campaign_id, hidden_at__isnull=True)
    systems = set(in_play.values_list("id", flat=True))
    told = checksum_of(told_multiwords(release.campaign))
    named = checksum_of_parts(named_parts(release.campaign))
    return systems != {system for system, *_how in scored} or any(
        multiwords != told or parts != named or penalty != wanted
        for _system, multiwords, parts, penalty, wanted in scored
    )


def _judged(measure: str) -> str:
    """The measure that says, over the same sentences, how many answers are judged."""
    key = max((key for key in KEYS if f"{measure}.".startswith(f"{key}.")), key=len, default="")
    return JUDGED + measure.removeprefix(key)
