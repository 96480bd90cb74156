"""The report of a run: the paper's Tables 1 to 3 and Figure 1, as HTML and as LaTeX."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from django.template.loader import render_to_string

from agreement.selectors.reports import report_facts, report_tables
from annotation_site.paper.run import PaperRun
from regild.figures import agreement as report_figures
from regild.figures.drawing import Format, Look
from regild.figures.rankings import slopes
from regild.scoring.two_golds import TwoRankings, interval_shown
from regild.tables.paper_latex import latex_body
from regild.tables.printed import PrintedTable
from regild.tables.printing import Cell, Estimate, Table, latex_tabular, latex_text, shown
from regild.tasks.utterances.paper_table import PlausibleUtterances, differences, table_1
from scoring.selectors.paper_files import paper_file
from scoring.selectors.paper_tables import paper_tables

CURVE = "jabbari2010.table_3"
AGREEMENT = ("alpha_ordinal", "pairwise_exact", "unanimity", "sd")
_FORMATS: tuple[Format, ...] = ("svg", "pdf")


class Captioned(NamedTuple):
    caption: str
    table: Table
    note: str = ""


class Figure(NamedTuple):
    """`name` is that of its files, without the suffix."""

    name: str
    caption: str


class ReportSection(NamedTuple):
    title: str
    facts: list[str]
    tables: list[Captioned]
    figures: list[Figure]
    papers: list[PrintedTable]


def write_report(
    runs: Iterable[PaperRun], folder: Path, *, plausible: PlausibleUtterances | None = None
) -> list[Path]:
    """Into `folder`: index.html, paper.tex and the figures they show. The same runs write the
    same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    written, sections = [], []
    for run in runs:
        section, figures = _section(run)
        sections.append(section)
        for name, data in figures.items():
            (folder / name).write_bytes(data)
            written.append(folder / name)
    if plausible is not None:
        sections.append(_of_plausible(plausible))
    for name, text in (
        ("index.html", render_to_string("scoring/paper.html", {"sections": sections})),
        ("paper.tex", _latex(sections)),
    ):
        (folder / name).write_text(text, encoding="utf-8")
        written.append(folder / name)
    return written


def _section(run: PaperRun) -> tuple[ReportSection, dict[str, bytes]]:
    name, facts = run.campaign.slug, report_facts(run.report)
    boxes = Figure(
        f"{name}-figure-1", "Figure 1: scores in the second gold, by votes in the first"
    )
    best = Figure(f"{name}-best", "Ranks by normalised BEST on the first gold and the second")
    oot = Figure(f"{name}-oot", "Ranks by normalised OOT on the first gold and the second")
    papers = paper_tables(run.campaign, run.release)
    curve = Figure(f"{name}-first-n", "Jabbari's Table 3: F of the first n answers")
    drawn = {}
    for format in _FORMATS:
        drawn[f"{boxes.name}.{format}"] = report_figures.draw(
            "boxes", facts, format=format, theme="light", _=str
        )
        made = paper_file(run.campaign, run.release, CURVE, form=format)
        if made is not None:
            drawn[f"{curve.name}.{format}"] = made.data
        for figure, rankings in ((best, run.best), (oot, run.oot)):
            drawn[f"{figure.name}.{format}"] = _slopes(rankings, format)
    section = ReportSection(
        title=name,
        facts=_facts(run),
        tables=[
            Captioned("Agreement of the annotators", _agreement(facts)),
            Captioned(
                "Table 1: scores by origin of the substitute",
                _bands(report_tables(run.report)["bands"], facts),
            ),
            Captioned("Table 2: normalised BEST", _ranks(run.best), _alike(run.best)),
            Captioned("Table 3: normalised OOT", _ranks(run.oot), _alike(run.oot)),
        ],
        figures=[boxes, best, oot, curve],
        papers=papers,
    )
    return section, drawn


def _of_plausible(found: PlausibleUtterances) -> ReportSection:
    made = ", ".join(f"{name} {value}" for name, value in found.options.items())
    caption = "Table 1 of plausible utterances: mean rank of the natural one"
    return ReportSection(
        title="Plausible utterances",
        facts=[f"How sets and models were made: {made}."],
        tables=[Captioned(caption, table_1(found), " ".join(differences(found)))],
        figures=[],
        papers=[],
    )


def _facts(run: PaperRun) -> list[str]:
    counts = run.release.counts
    origins = ", ".join(
        f"{share.count} {_ORIGINS[share.origin]} ({share.percent:.1f} %)"
        for share in run.origins
        if share.percent is not None
    )
    return [
        f"{run.n_sentences} sentences, {run.n_gold} first-gold substitutes,"
        f" {len(run.best.lines)} systems.",
        f"Pool: {origins}.",
        f"{run.dispatched.subsets} subsets of {run.dispatched.smallest} to"
        f" {run.dispatched.largest} candidates.",
        f"{run.simulated.annotators.total()} synthetic annotators, {run.simulated.sittings}"
        f" sittings, {run.simulated.ratings} ratings. They are simulated: the numbers show the"
        " method, not the language.",
        f"Second gold: {counts['decided']} candidates, {counts['positive']} above 0,"
        f" {counts['undecided']} undecided.",
    ]


_ORIGINS = {"gold": "annotators only", "systems": "systems only", "both": "both"}


def _agreement(report: Mapping[str, Any]) -> Table:
    found = {**report["measures"], **report["comparison"]}
    rows: list[tuple[Cell, ...]] = [
        (key, found[key]["value"], found[key]["low"], found[key]["high"], found[key]["n"])
        for key in (*AGREEMENT, "spearman_all", "spearman_gold")
    ]
    return Table("agreement", ("measure", "value", "95 % from", "to", "n"), rows)


def _bands(table: Table, report: Mapping[str, Any]) -> Table:
    """The dashboard's table, with each count and its share of the column in one cell."""
    rows: list[tuple[Cell, ...]] = []
    for band, *cells in table.rows:
        counts, shares = cells[: len(cells) // 2], cells[len(cells) // 2 :]
        rows.append((band, *map(_share, counts, shares)))
    names = [_ORIGINS[origin] for origin in report["comparison"]["bands"]["origins"]]
    return Table("bands", ("score", *names), rows)


def _share(count: Cell, share: Cell) -> str:
    return f"{count} ({share:.1%})" if isinstance(share, float) else f"{count}"


def _ranks(rankings: TwoRankings) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            line.system,
            Estimate(line.first.value, line.first.low, line.first.high),
            line.first.rank,
            Estimate(line.second.value, line.second.low, line.second.high),
            interval_shown(line.over_annotators),
            line.second.rank,
            line.rank_difference,
            line.second.p_next,
        )
        for line in rankings.lines
    ]
    columns = (
        "system",
        "first gold",
        "rank",
        "second gold",
        "over annotators",
        "rank",
        "difference",
        "p next",
    )
    return Table(rankings.measure, columns, rows)


def _alike(rankings: TwoRankings) -> str:
    return (
        f"Agreement of the two rankings over {rankings.n} systems: Kendall's tau"
        f" {shown(rankings.kendall_tau)}, tau-AP {shown(rankings.tau_ap)}, RBO"
        f" {shown(rankings.rbo)}. In brackets 95 % intervals, over targets where several"
        " sentences share one, else over sentences; those of the"
        " second gold's scores also over annotators, weighed anew in each round. p is that of"
        " the difference on the second gold from the system ranked next, corrected for all"
        " pairs."
    )


def _slopes(rankings: TwoRankings, format: Format) -> bytes:
    look = Look(format, "light", x_label="", y_label="")
    return slopes(rankings, look, titles=("first gold", "second gold"))


def _latex(sections: Iterable[ReportSection]) -> str:
    lines = [
        r"\documentclass{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage[margin=2cm]{geometry}",
        r"\usepackage{booktabs,graphicx}",
        r"\setlength{\parindent}{0pt}",
        r"\begin{document}",
    ]
    for title, facts, captioned, figures, papers in sections:
        lines += [rf"\section*{{{latex_text(title)}}}", *map(_paragraph, facts)]
        for caption, table, note in captioned:
            lines += [_heading(caption), r"{\footnotesize", latex_tabular(table), ""]
            lines += [*([r"\smallskip", _paragraph(note)] if note else []), r"\par}", ""]
        for name, caption in figures:
            lines += [_heading(caption), rf"\includegraphics{{{name}.pdf}}", ""]
        for printed in papers:
            lines += [_heading(_title(printed)), r"{\footnotesize"]
            lines += [
                latex_body(printed) if printed.rows else _paragraph(" ".join(printed.notes))
            ]
            lines += [r"\par}", ""]
    return "\n".join([*lines, r"\end{document}", ""])


def _title(table: PrintedTable) -> str:
    return f"{table.declared.paper}, {table.declared.number}: {table.title}"


def _heading(text: str) -> str:
    return rf"\subsection*{{{latex_text(text)}}}"


def _paragraph(text: str) -> str:
    return latex_text(text) + "\n"
