"""How a report's tables, figures and measures look on a page."""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _

from agreement.models import AgreementReport
from regild.figures.drawing import FORMATS
from regild.tables.printing import Cell, Estimate, Table, shown

register = template.Library()

# Of a long table the page shows so many rows; the files have them all.
ROWS_ON_PAGE = 20

HEADINGS = {
    "both": _("both"),
    "both_share": _("both, share"),
    "annotator": _("annotator"),
    "bias": _("bias"),
    "cohen_kappa": _("Cohen's kappa"),
    "cohen_kappa_quadratic": _("quadratic kappa"),
    "covered": _("with enough ratings"),
    "day": _("day"),
    "gold": _("gold only"),
    "gold_share": _("gold only, share"),
    "loo_pearson": _("correlation with the others"),
    "loo_spearman": _("rank correlation"),
    "lower_quartile": _("lower quartile"),
    "maximum": _("highest"),
    "median": _("median"),
    "median_seconds": _("median seconds"),
    "minimum": _("lowest"),
    "n": _("candidates"),
    "n_first": _("first-gold words"),
    "n_ratings": _("ratings"),
    "n_second": _("new words"),
    "n_unknown": _("not in the list"),
    "origin": _("origin"),
    "other": _("other annotator"),
    "pos": _("part of speech"),
    "reached": _("reached that day"),
    "reason": _("undefined because"),
    "score": _("score"),
    "sentence": _("sentence"),
    "systems": _("systems only"),
    "systems_share": _("systems only, share"),
    "target": _("target"),
    "text": _("substitute"),
    "upper_quartile": _("upper quartile"),
    "value": _("value"),
    "verdict": _("verdict"),
    "votes": _("votes"),
}

MEASURES = {
    "unanimity": (
        _("Unanimity"),
        _("Share of candidates to which all annotators gave the same value."),
    ),
    "sd": (
        _("Standard deviation"),
        _(
            "Mean over candidates of the sample standard deviation of their ratings; the"
            " interval is the mean ± 1.96 standard errors. 0 is full agreement."
        ),
    ),
    "sd_population": (
        _("Standard deviation, population"),
        _("The same with n instead of n − 1 below the fraction line."),
    ),
    "pairwise_exact": (
        _("Equal pairs"),
        _("Share of pairs of annotators of one candidate who gave it the same value."),
    ),
    "pairwise_within_1": (
        _("Pairs within one step"),
        _("Share of such pairs whose values are equal or neighbours on the scale."),
    ),
    "alpha_nominal": (
        _("Krippendorff's alpha, nominal"),
        _(
            "1 minus observed by expected disagreement, where any two different values"
            " disagree equally. 1 is full agreement, 0 is chance."
        ),
    ),
    "alpha_ordinal": (
        _("Krippendorff's alpha, ordinal"),
        _("As nominal alpha, but values disagree more the more ratings lie between them."),
    ),
    "alpha_interval": (
        _("Krippendorff's alpha, interval"),
        _("As nominal alpha, but values disagree by the square of their difference."),
    ),
    "fleiss_kappa": (
        _("Fleiss' kappa"),
        _(
            "Equal pairs beyond those expected by chance, where chance is how common each"
            " value is. Candidates may have different numbers of ratings."
        ),
    ),
    "gwet_ac1": (
        _("Gwet's AC1"),
        _(
            "Equal pairs beyond chance, where chance is small when one value prevails. All"
            " values of the scale count, used or not."
        ),
    ),
    "gwet_ac2": (
        _("Gwet's AC2"),
        _("AC1 in which near values agree in part, by quadratic weights."),
    ),
    "icc1": (
        _("Intraclass correlation"),
        _("ICC(1): the share of all variance that lies between candidates."),
    ),
    "cohen_kappa": (
        _("Cohen's kappa, mean of pairs"),
        _(
            "Kappa of every pair of annotators, weighted by how many candidates they share."
            " It rests on so many pairs."
        ),
    ),
    "cohen_kappa_quadratic": (
        _("Quadratic kappa, mean of pairs"),
        _("The same with quadratic weights: values far apart disagree more."),
    ),
    "mode_exists": (
        _("First gold: mode exists"),
        _(
            "Share of sentences with two or more responses that have a single most frequent"
            " one. It rests on sentences and responses."
        ),
    ),
    "pairwise_sets": (
        _("First gold: overlap of sets"),
        _(
            "Mean over pairs of annotators of the overlap of what they proposed: shared"
            " substitutes by all of the two. Abstentions are skipped."
        ),
    ),
    "pairwise_sets_by_sentence": (
        _("First gold: overlap, by sentence"),
        _("The same as the mean of the sentences' means."),
    ),
    "mode_hit": (
        _("First gold: annotators with the mode"),
        _("Share of annotators who proposed the most frequent response."),
    ),
    "mode_token_share": (
        _("First gold: responses that are the mode"),
        _("Share of all responses that are the most frequent one."),
    ),
    "mode_jaccard": (
        _("First gold: overlap with the mode"),
        _("Mean over annotators of how far their set is the mode alone."),
    ),
    "spearman_all": (
        _("First and second gold, all candidates"),
        _(
            "Spearman's rank correlation of votes and mean ratings; a candidate that is not"
            " in the first gold has 0 votes. Candidates with too few ratings are left out."
        ),
    ),
    "spearman_gold": (
        _("First and second gold, first-gold candidates"),
        _("The same over the candidates of the first gold."),
    ),
}


@register.filter
def measure_name(key: str) -> Any:
    return MEASURES[key][0]


@register.filter
def definition(key: str) -> Any:
    return MEASURES[key][1]


@register.filter(name="shown")
def shown_cell(cell: Cell) -> str:
    return shown(cell)


@register.filter
def estimate(measure: dict[str, Any]) -> str:
    return shown(Estimate(measure["value"], measure["low"], measure["high"]))


@register.inclusion_tag("agreement/_table.html")
def agreement_table(report: AgreementReport, table: Table, caption: str) -> dict[str, Any]:
    rows = table.rows[:ROWS_ON_PAGE]
    columns = [
        (column, [row[place] for row in rows]) for place, column in enumerate(table.columns)
    ]
    # A column of reasons is for the few tables that have any.
    columns = [column for column in columns if any(cell != "" for cell in column[1])]
    if table.columns[0] == "origin":
        columns[0] = ("origin", [str(HEADINGS[str(origin)]) for origin in columns[0][1]])
    return {
        "report": report,
        "name": table.name,
        "caption": caption,
        "headings": [
            (_heading(column), place == 0 or all(isinstance(cell, str) for cell in cells))
            for place, (column, cells) in enumerate(columns)
        ],
        "rows": [
            [(shown(cell), isinstance(cell, str)) for cell in row]
            for row in zip(*(cells for _column, cells in columns), strict=True)
        ],
        "total": len(table.rows),
        "cut": len(table.rows) > ROWS_ON_PAGE,
    }


@register.inclusion_tag("agreement/_figure.html")
def agreement_figure(
    report: AgreementReport, name: str, alt: str, table: Table, caption: str
) -> dict[str, Any]:
    return {
        "report": report,
        "name": name,
        "alt": alt,
        "table": table,
        "caption": caption,
        "formats": FORMATS,
    }


def _heading(column: str) -> Any:
    """A known heading, a measure's name, or a label of the campaign's own scale."""
    if column in HEADINGS:
        return HEADINGS[column]
    return MEASURES[column][0] if column in MEASURES else column
