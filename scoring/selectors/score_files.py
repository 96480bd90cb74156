"""What a page of scores shows, as tables and figures with names of their own."""

from typing import NamedTuple

from django.utils.translation import gettext

from campaigns.selectors.task import task_of
from regild.figures.drawing import FORMATS, Look, Theme
from regild.figures.rankings import slopes, slopes_of
from regild.scoring.figure_tables import figure_table, figures_table
from regild.scoring.two_golds import (
    annotator_table,
    over_sentences_table,
    pair_table,
    part_table,
    ranking_table,
    score_table,
    tie_table,
)
from regild.tables.printing import Table
from scoring.models import Release
from scoring.selectors.left_out import (
    BY_MEASURE,
    LEFT_OUT,
    left_out_of,
    left_out_table,
    tested_table,
)
from scoring.selectors.multiwords import multiword_table
from scoring.selectors.scores import (
    beside_of,
    pairs_of,
    part_rankings,
    parts_scored,
    rankings_of,
)

# The name of the table that has every measure's agreement of ranks.
RANKINGS = "rankings"
MULTIWORDS = "multiwords"
# And of those that has all measures of all systems, with what stands beside them.
FIGURES = "figures"
_LEFT_OUT_BY = f"{LEFT_OUT}-"


class Drawn(NamedTuple):
    data: bytes
    content_type: str


def table_named(release: Release, name: str) -> Table | None:
    """`rankings`; `multiwords`; by its name a measure's, on all sentences or a part; and, with
    `annotators-` or `parts-` before the name, what other annotators and other sentences would
    change, with `sentences-` what sentences would say where targets are the unit, with `ties-`
    tie groups and with `pairs-` how far every two systems are apart. `left-out` has each
    system without what it alone brought into the pool, `left-out-measures` what that comes to.
    `figures` has all measures, where something stands beside the systems."""
    scoring = task_of(release.campaign).scoring
    if scoring.beside:
        return _table_with_beside(release, name)
    keys = scoring.keys
    if name == RANKINGS:
        rankings = rankings_of(release)
        return ranking_table(rankings.values()) if rankings else None
    if name == MULTIWORDS:
        return multiword_table(release)
    if name in (LEFT_OUT, BY_MEASURE):
        found = left_out_of(release)
        if found.reason:
            return None
        return left_out_table(found) if name == LEFT_OUT else tested_table(found)
    kind, _, measure = name.partition("-")
    if kind == "parts" and measure in keys:
        parts = part_rankings(release, [measure], parts=parts_scored(release))[measure]
        return part_table(measure, parts) if parts else None
    if kind == "annotators" and measure in keys:
        rankings = rankings_of(release, [measure])
        return annotator_table(rankings[measure]) if rankings else None
    if kind == "sentences" and measure in keys:
        rankings = rankings_of(release, [measure])
        return over_sentences_table(rankings[measure]) if rankings else None
    if kind in ("ties", "pairs") and measure in keys:
        return _tie_table(release, measure, kind)
    rankings = rankings_of(release, [name])
    return score_table(rankings[name]) if rankings else None


def _tie_table(release: Release, measure: str, kind: str) -> Table | None:
    """None where there are none."""
    found = rankings_of(release, [measure]).get(measure)
    pairs = pairs_of(release, found) if found else []
    if not found or not pairs:
        return None
    return tie_table(found, pairs) if kind == "ties" else pair_table(measure, pairs)


def _table_with_beside(release: Release, name: str) -> Table | None:
    beside = beside_of(release)
    if name in (RANKINGS, FIGURES):
        every = rankings_of(release)
        if not every:
            return None
        if name == RANKINGS:
            return ranking_table(every.values())
        return figures_table(every, beside)
    found = rankings_of(release, [name]).get(name)
    return figure_table(found, beside.get(name, {})) if found else None


def slope_chart(release: Release, name: str, *, form: str, theme: Theme) -> Drawn | None:
    """Of a measure's ranks on the two golds; with `left-out-` before its name, of those in the
    whole pool and without what each system alone brought in. None where there is no such."""
    before, measure = name[: len(_LEFT_OUT_BY)], name[len(_LEFT_OUT_BY) :]
    if before == _LEFT_OUT_BY:
        ranks = left_out_of(release).ranks(measure)
        if form not in FORMATS or not ranks:
            return None
        titles = gettext("in the whole pool"), gettext("without its own answers")
        return Drawn(
            slopes_of(ranks, Look(form, theme, x_label="", y_label=""), titles=titles),
            FORMATS[form],
        )
    rankings = rankings_of(release, [name])
    if form not in FORMATS or name not in rankings:
        return None
    drawn = slopes(
        rankings[name],
        Look(form, theme, x_label="", y_label=""),
        titles=(gettext("first gold"), gettext("second gold")),
    )
    return Drawn(drawn, FORMATS[form])
