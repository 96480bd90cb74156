"""The tables that the papers print, each declared once: all that shows one reads it here.

A table of systems has a row a system and a column a measure, some on a part of the sentences;
its values are filled in by regild.scoring.paper_tables. Two tables are of ratings: their values
come from a report of agreement, by regild.agreement.paper_tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from regild.problems import N_

PAPERS: Mapping[str, str] = {
    "semeval2007": "McCarthy & Navigli 2007",
    "jabbari2010": "Jabbari, Hepple & Guthrie 2010",
    "semdis2014": "SemDis 2014, post hoc",
}

# In per cent with two decimals, as 12.90; three decimals without the 0 before them, as .067;
# two decimals, as 0.29; whole per cents, as 16%.
Style = Literal["percent", "bare", "plain", "share"]
Kind = Literal["", "participant", "baseline"]


class PaperColumn(NamedTuple):
    """`gold` is "" where the table is of whichever gold is asked for; `shows` a rank or, of two
    ranks, the second's difference from the first."""

    measure: str
    name: str
    group: str = ""
    gold: Literal["", "first", "second"] = ""
    shows: Literal["value", "rank", "difference"] = "value"


@dataclass(frozen=True, kw_only=True)
class PaperTable:
    """`order` is the measure by which the paper sorts its rows. `each_part` are the measures
    shown on every part there is; `report` is the table of a report that has the values;
    `across` has the systems side by side and measures below each other. `kind` says which of a
    campaign's systems are its rows, all where it is empty."""

    key: str
    number: str
    title: str
    columns: tuple[PaperColumn, ...] = ()
    order: str = ""
    ascending: bool = False
    style: Style = "plain"
    kind: Kind = ""
    each_part: tuple[str, ...] = ()
    report: str = ""
    across: bool = False
    curve: bool = False

    @property
    def paper(self) -> str:
        return PAPERS[self.key.partition(".")[0]]

    @property
    def of_multiwords(self) -> bool:
        """Of what annotators saw: neither the first gold nor the second changes it."""
        return self.order.startswith("mw.")

    @property
    def two_golds(self) -> bool:
        return any(column.gold for column in self.columns)


def _four(task: str) -> tuple[PaperColumn, ...]:
    names = {"P": "P", "R": "R", "mode_P": "Mode P", "mode_R": "Mode R"}
    return tuple(PaperColumn(f"{task}.{key}", name) for key, name in names.items())


def _non_multiword(task: str) -> tuple[PaperColumn, ...]:
    return tuple(
        PaperColumn(f"{task}.{key}.{part}", key, part)
        for part in ("NMWT", "NMWS")
        for key in "PR"
    )


def _by_speech(measure: str) -> tuple[PaperColumn, ...]:
    # The paper's headings.
    speech = {"n": "nouns", "a": "adj", "v": "verb", "r": "adv"}
    by = N_("By part of speech")
    return (
        PaperColumn(measure, N_("All words")),
        *(PaperColumn(f"{measure}.{part}", name, by) for part, name in speech.items()),
    )


def _two_golds(measure: str, name: str) -> tuple[PaperColumn, ...]:
    rank = N_("Rank")
    return (
        PaperColumn(measure, f"{name} (Gold1)", gold="first"),
        PaperColumn(measure, rank, gold="first", shows="rank"),
        PaperColumn(measure, f"{name} (Gold2)", gold="second"),
        PaperColumn(measure, rank, gold="second", shows="rank"),
        PaperColumn(measure, N_("Rank difference"), gold="second", shows="difference"),
    )


_TABLES = (
    PaperTable(
        key="semeval2007.table_1",
        number="Table 1",
        title=N_("best results"),
        columns=_four("best"),
        order="best.R",
        style="percent",
        kind="participant",
    ),
    PaperTable(
        key="semeval2007.table_2",
        number="Table 2",
        title=N_("best baseline results"),
        columns=_four("best"),
        order="best.R",
        style="percent",
        kind="baseline",
    ),
    PaperTable(
        key="semeval2007.table_3",
        number="Table 3",
        title=N_("Further analysis for best"),
        columns=_non_multiword("best"),
        order="best.R",
        style="percent",
        kind="participant",
    ),
    PaperTable(
        key="semeval2007.table_3_parts",
        number="Table 3",
        title=N_("Further analysis for best, on every other part"),
        each_part=("best.P", "best.R"),
        order="best.R",
        style="percent",
    ),
    PaperTable(
        key="semeval2007.table_4",
        number="Table 4",
        title=N_("oot results"),
        columns=_four("oot"),
        order="oot.R",
        style="percent",
        kind="participant",
    ),
    PaperTable(
        key="semeval2007.table_5",
        number="Table 5",
        title=N_("oot baseline results"),
        columns=_four("oot"),
        order="oot.R",
        style="percent",
        kind="baseline",
    ),
    PaperTable(
        key="semeval2007.table_6",
        number="Table 6",
        title=N_("Further analysis for oot"),
        columns=_non_multiword("oot"),
        order="oot.R",
        style="percent",
        kind="participant",
    ),
    PaperTable(
        key="semeval2007.table_6_parts",
        number="Table 6",
        title=N_("Further analysis for oot, on every other part"),
        each_part=("oot.P", "oot.R"),
        order="oot.R",
        style="percent",
    ),
    PaperTable(
        key="semeval2007.table_7",
        number="Table 7",
        title=N_("MW results"),
        columns=tuple(
            PaperColumn(f"mw.{task}_{key}", key, group)
            for task, group in (
                ("detect", N_("detection")),
                ("identify", N_("identification")),
            )
            for key in "PR"
        ),
        order="mw.detect_R",
        style="percent",
        across=True,
    ),
    PaperTable(
        key="semeval2007.table_8",
        number="Table 8",
        title=N_("post hoc results"),
        report="table_8",
        style="percent",
    ),
    PaperTable(
        key="jabbari2010.table_1",
        number="Table 1",
        title=N_("Out-of-ten recall scores, by part of speech"),
        columns=_by_speech("oot.R"),
        order="oot.R",
        ascending=True,
        style="bare",
    ),
    PaperTable(
        key="jabbari2010.table_2",
        number="Table 2",
        title=N_("Optimal F-scores for coverage"),
        columns=_by_speech("jabbari.optimal_F"),
        order="oot.R",
        ascending=True,
        style="bare",
    ),
    PaperTable(
        key="jabbari2010.table_3",
        number="Table 3",
        title=N_("Coverage F-scores of the first n answers"),
        columns=tuple(PaperColumn(f"jabbari.top_{n}", str(n)) for n in range(1, 11)),
        order="oot.R",
        ascending=True,
        style="bare",
        curve=True,
    ),
    PaperTable(
        key="semdis2014.table_1",
        number="Table 1",
        title=N_("Breakdown of substitutes across annotations"),
        report="bands",
        style="share",
    ),
    PaperTable(
        key="semdis2014.table_2",
        number="Table 2",
        title=N_("Normalized BEST scores and ranks on both golds"),
        columns=_two_golds("semdis.best_norm", "BEST"),
        order="semdis.best_norm",
        style="plain",
    ),
    PaperTable(
        key="semdis2014.table_3",
        number="Table 3",
        title=N_("Normalized OOT scores and ranks on both golds"),
        columns=_two_golds("semdis.oot_norm", "OOT"),
        order="semdis.oot_norm",
        style="plain",
    ),
)
PAPER_TABLES: Mapping[str, PaperTable] = {table.key: table for table in _TABLES}
