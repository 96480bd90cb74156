"""The tables of the papers, filled with what a campaign scored and how its ratings agree."""

from collections.abc import Callable, Collection
from typing import NamedTuple

from agreement.selectors.reports import latest_report, report_tables
from campaigns.models import Campaign
from regild.agreement.paper_tables import fill_report
from regild.problems import N_
from regild.scoring.paper_tables import (
    NO_MULTIWORD_GOLD,
    NO_MULTIWORDS,
    NO_PART,
    SystemValue,
    fill,
    measures_of,
)
from regild.scoring.parts import NMWS, NMWT, part_of_measure
from regild.tables.papers import PAPER_TABLES, PaperTable
from regild.tables.printed import PrintedTable
from regild.tables.printing import Table
from scoring.models import Release, Score
from scoring.selectors.scores import parts_scored

GOLDS = ("first", "second")
NOT_SCORED = N_("systems were scored before this was measured")
NO_REPORT = N_("There is no report of agreement yet.")
NO_SCORES = N_("Systems have not been scored yet.")

Said = Callable[[str], str]


class _Scored(NamedTuple):
    """Systems with their kinds in the order they were added; their values by gold, measure and
    system; and the parts there are."""

    kinds: dict[str, str]
    values: dict[tuple[str, str, str], SystemValue]
    parts: list[str]
    penalty: float | None


def paper_tables(
    campaign: Campaign,
    release: Release | None,
    *,
    keys: Collection[str] = tuple(PAPER_TABLES),
    gold: str = "first",
    _: Said = str,
) -> list[PrintedTable]:
    """Those of the keys, in the papers' order. `gold` is what a table of one gold is on; `_`
    says a text in the reader's language."""
    declared = [table for key, table in PAPER_TABLES.items() if key in keys]
    systems = [table for table in declared if not table.report]
    scored = _scored(release, systems, gold) if release and systems else None
    reported: dict[str, Table] | None = None
    if len(systems) < len(declared) and (report := latest_report(campaign)):
        reported = report_tables(report)
    made = []
    for table in declared:
        if table.report and reported is not None and table.report not in reported:
            # Categories have no order: there is nothing that the table could be of.
            continue
        if table.report and reported:
            made.append(fill_report(table, reported, _=_))
        elif table.report or scored is None or not scored.kinds:
            note = NO_REPORT if table.report else NO_SCORES
            made.append(PrintedTable(table, _(table.title), "", (), (), (_(note),)))
        else:
            made.append(_filled(table, scored, gold, _))
    return made


def _filled(table: PaperTable, scored: _Scored, gold: str, _: Said) -> PrintedTable:
    def value(gold: str, measure: str, system: str) -> SystemValue:
        found = scored.values.get((gold, measure, system))
        return found or SystemValue(None, _missing(measure, scored.parts))

    return fill(
        table,
        [name for name, kind in scored.kinds.items() if table.kind in ("", kind)],
        value,
        gold=gold,
        parts=_other_parts(scored.parts),
        penalty=scored.penalty,
        _=_,
    )


def _scored(release: Release, tables: Collection[PaperTable], gold: str) -> _Scored:
    parts = parts_scored(release)
    asked: dict[str, set[str]] = {}
    for table in tables:
        for on, measures in measures_of(table, _other_parts(parts)).items():
            asked.setdefault(on or gold, set()).update(measures)
            # Of equals the first gold's rank says which comes first.
            asked.setdefault("first", set()).add(table.order)
    # As in the rankings: what was hidden since is in none.
    evaluations = release.evaluations.filter(system__hidden_at=None).order_by("system_id")
    kinds = dict(evaluations.values_list("system__name", "system__kind"))
    rows = Score.objects.filter(
        evaluation__in=evaluations.order_by(), measure__in=set().union(*asked.values())
    ).values_list("evaluation__gold", "measure", "evaluation__system__name", "value", "reason")
    return _Scored(
        kinds=kinds,
        values={row[:3]: SystemValue(*row[3:]) for row in rows},
        parts=parts,
        penalty=evaluations.values_list("penalty", flat=True).first(),
    )


def _other_parts(parts: Collection[str]) -> list[str]:
    """Those that Tables 3 and 6 have no columns for."""
    return [part for part in parts if part not in (NMWS, NMWT)]


def _missing(measure: str, parts: Collection[str]) -> str:
    part = part_of_measure(measure)
    if measure.startswith("mw."):
        return NO_MULTIWORDS
    if part == NMWT and part not in parts:
        return NO_MULTIWORD_GOLD
    return NOT_SCORED if part is None or part in parts else NO_PART
