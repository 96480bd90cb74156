"""Whether a release's gold holds for systems that no pool held: each pooled one left out."""

from typing import Any, NamedTuple

from campaigns.selectors.task import task_of
from regild.figures.charts import Rank
from regild.problems import N_
from regild.scoring.leave_one_out import (
    PoolTested,
    SystemLeftOut,
    pool_tested,
    trusted_from,
)
from regild.scoring.measures import JUDGED
from regild.tables.printing import Cell, Table
from scoring.models import Evaluation, LeftOutScore, Release, Score
from scoring.selectors.scores import first_measure, how_scored

# Names of tables; and what stands before a measure in that of a figure.
LEFT_OUT = "left-out"
BY_MEASURE = "left-out-measures"


class MeasureTested(NamedTuple):
    """`trusted_from` is the share of a late system's answers that must be judged for its rank
    to be trusted; None: whatever the share."""

    tested: PoolTested
    trusted_from: float | None


class LateRank(NamedTuple):
    """`judged` is judged@10 on the second gold; `trusted` whether its rank can be, by the
    measure that comes first. None where nobody knows."""

    system: str
    judged: float | None
    trusted: bool | None


class ReleaseLeftOut(NamedTuple):
    """Systems by measure, best first; `reason` says why there are none. Without systems that
    were hidden since."""

    release: Release
    systems: list[SystemLeftOut]
    measures: list[MeasureTested]
    late: list[LateRank]
    reason: str

    @property
    def first(self) -> MeasureTested | None:
        return next(iter(self.measures), None)

    def by(self, measure: str) -> list[SystemLeftOut]:
        return [one for one in self.systems if one.measure == measure]

    def judged_without(self) -> dict[str, float | None]:
        return {one.system: one.without for one in self.by(JUDGED)}

    def ranks(self, measure: str) -> list[Rank]:
        """From the rank in the whole pool to that without its own answers."""
        return [
            Rank(one.system, one.rank, one.rank_without)
            for one in self.by(measure)
            if one.rank is not None and one.rank_without is not None
        ]

    def told(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "campaign": self.release.campaign.slug,
            "release": self.release.number,
            "reason": self.reason,
            "systems": [one._asdict() for one in self.systems],
            "measures": [
                one.tested._asdict() | {"trusted_from": one.trusted_from}
                for one in self.measures
            ],
            "late": [one._asdict() for one in self.late],
        }


def left_out_of(release: Release) -> ReleaseLeftOut:
    rows = LeftOutScore.objects.filter(
        evaluation__release=release, evaluation__system__hidden_at__isnull=True
    ).order_by("id")
    systems = [
        SystemLeftOut(*row)
        for row in rows.values_list(
            "evaluation__system__name", "measure", "own", *SystemLeftOut._fields[3:]
        )
    ]
    last = len(systems) + 1
    measures = list(dict.fromkeys(one.measure for one in systems))
    place = {key: n for n, key in enumerate(measures)}
    systems.sort(key=lambda one: (place[one.measure], one.rank or last, one.system))
    trusted = {key: trusted_from(systems, key) for key in measures}
    return ReleaseLeftOut(
        release,
        systems,
        [
            MeasureTested(tested, trusted[tested.measure])
            for tested in pool_tested(systems)
            if tested.measure != JUDGED
        ],
        _late(release, trusted) if systems else [],
        "" if systems else _why_none(release),
    )


def left_out_table(found: ReleaseLeftOut) -> Table:
    rows: list[tuple[Cell, ...]] = [tuple(one) for one in found.systems]
    return Table(LEFT_OUT, SystemLeftOut._fields, rows)


def tested_table(found: ReleaseLeftOut) -> Table:
    rows: list[tuple[Cell, ...]] = [(*one.tested, one.trusted_from) for one in found.measures]
    return Table(BY_MEASURE, (*PoolTested._fields, "trusted_from"), rows)


def _late(release: Release, trusted: dict[str, float | None]) -> list[LateRank]:
    scores = Score.objects.filter(
        evaluation__release=release,
        evaluation__gold=Evaluation.Gold.SECOND,
        evaluation__pooled=False,
        evaluation__system__hidden_at__isnull=True,
        measure=JUDGED,
    ).order_by("evaluation__system_id")
    least = trusted.get(first_measure(release))
    return [
        LateRank(
            name, judged, None if judged is None else least is not None and judged >= least
        )
        for name, judged in scores.values_list("evaluation__system__name", "value")
    ]


def _why_none(release: Release) -> str:
    if not task_of(release.campaign).pools_answers:
        return str(N_("answers are not pooled here"))
    if how_scored(release) is None:
        return str(N_("no system has been scored on this release"))
    if not release.evaluations.filter(pooled=True).exists():
        return str(N_("no pool held any of the systems"))
    return str(N_("not measured when these systems were scored: score again"))
