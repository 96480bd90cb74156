"""A table of a paper as a file, or its curve as a figure."""

from django.utils.translation import gettext

from campaigns.models import Campaign
from core.refusals import Refused
from regild.figures.curves import paper_curve
from regild.figures.drawing import FORMATS, Theme
from regild.tables.paper_forms import FORMS
from regild.tables.paper_latex import NO_CHOICES, LatexChoices, NotThere, paper_latex
from regild.tables.papers import PAPER_TABLES
from scoring.models import Release
from scoring.selectors.paper_tables import Said, paper_tables
from scoring.selectors.score_files import Drawn


def paper_file(
    campaign: Campaign,
    release: Release | None,
    key: str,
    *,
    form: str,
    gold: str = "first",
    theme: Theme = "light",
    choices: LatexChoices = NO_CHOICES,
    _: Said = str,
) -> Drawn | None:
    """None where there is no such table, or it has no such form. `choices` are for LaTeX, of
    which Refused says what the table does not have."""
    table = PAPER_TABLES.get(key)
    drawn = table is not None and table.curve and form in FORMATS
    if table is None or (form not in FORMS and not drawn):
        return None
    [found] = paper_tables(campaign, release, keys=[key], gold=gold, _=_)
    if form == "tex":
        try:
            written_so = paper_latex(found, choices)
        except NotThere as missing:
            raise Refused(f"no_such_{missing.what}", missing.text) from missing
        return Drawn(written_so.encode(), f"{FORMS[form][0]}; charset=utf-8")
    if form not in FORMATS:
        content_type, written = FORMS[form]
        return Drawn(written(found).encode(), f"{content_type}; charset=utf-8")
    figure = paper_curve(
        table,
        found.rows,
        format=form,
        theme=theme,
        x_label=gettext("answers kept"),
        y_label="F",
    )
    return Drawn(figure, FORMATS[form])
