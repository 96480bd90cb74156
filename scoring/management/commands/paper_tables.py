from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named
from regild.tables.paper_forms import FORMS
from regild.tables.paper_latex import LatexChoices, NotThere, paper_latex
from regild.tables.papers import PAPER_TABLES
from regild.tables.printed import PrintedTable, as_text, to_dict
from scoring.selectors.paper_tables import GOLDS, paper_tables
from scoring.selectors.releases import find_release


def _latex(table: PrintedTable, *, choices: LatexChoices) -> str:
    try:
        return paper_latex(table, choices)
    except NotThere as missing:
        raise CommandError(f"{table.declared.key}: {missing}", returncode=2) from missing


class Command(PipelineCommand):
    help = "Print the tables of the papers with a campaign's numbers."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "tables", nargs="*", metavar="PAPER.TABLE", help=f"of {', '.join(PAPER_TABLES)}"
        )
        parser.add_argument("--release", type=int, metavar="N", help="the newest unless given")
        parser.add_argument("--gold", choices=GOLDS, default=GOLDS[0])
        parser.add_argument("--format", choices=("table", *FORMS), default="table")
        latex = parser.add_argument_group("LaTeX")
        latex.add_argument("--column", action="append", default=[], metavar="NAME")
        latex.add_argument("--system", action="append", default=[], metavar="NAME")
        latex.add_argument("--caption", default="", metavar="TEXT")
        latex.add_argument("--label", default="", metavar="KEY")
        latex.add_argument("--digits", type=int, metavar="N", help="the paper's unless given")
        latex.add_argument("--siunitx", action="store_true", help="align by that package")
        latex.add_argument(
            "--long", choices=("auto", "yes", "no"), default="auto", help="over several pages"
        )
        parser.add_argument("--out", metavar="FOLDER", help="write a file a table there")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        if unknown := sorted(set(options["tables"]) - {*PAPER_TABLES}):
            raise CommandError(f"there is no table {', '.join(unknown)}", returncode=2)
        release = campaign.releases.first()
        if options["release"] is not None:
            release = find_release(campaign, options["release"])
        keys = options["tables"] or list(PAPER_TABLES)
        found = paper_tables(campaign, release, keys=keys, gold=options["gold"])
        form = options["format"]
        writes = as_text if form == "table" else FORMS[form][1]
        if form == "tex":
            choices = LatexChoices(
                tuple(options["column"]),
                tuple(options["system"]),
                **{name: options[name] for name in LatexChoices._fields[2:]},
            )
            writes = partial(_latex, choices=choices)
        facts = {
            "campaign": campaign.slug,
            "release": release and release.number,
            "tables": [to_dict(table) for table in found],
        }
        if not options["out"]:
            return facts, [writes(table) for table in found]
        folder, suffix = Path(options["out"]), "txt" if form == "table" else form
        lines = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for table in found:
                path = folder / f"{table.declared.key}.{suffix}"
                path.write_text(writes(table), encoding="utf-8")
                lines.append(str(path))
        except OSError as error:
            raise CommandError(f"{error.filename or folder}: {error.strerror}") from error
        return facts, lines
