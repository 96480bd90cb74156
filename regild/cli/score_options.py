"""What `regild score` takes, and what its help says."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from regild.cli.given_files import add_encoding
from regild.formats.known_datasets import DATASETS, FOLDER
from regild.scoring import compat
from regild.scoring.evaluation import PERMUTATIONS, REPLICATES
from regild.scoring.measures import FAMILIES
from regild.scoring.parts import NMWS, NMWT
from regild.tables.papers import PAPER_TABLES

FORMATS = ("table", "csv", "tex", "md", "json")
TABLES = tuple(key for key, table in PAPER_TABLES.items() if not table.report)

HELP = """\
Score systems on a gold: a mean for each measure, with its 95 % interval, the system's rank,
and p of its difference from the one ranked next. Needs no database and no network.

GOLD is a file of substitutes with their votes or weights, or the folder of a published
dataset, whose policy then says case, mapping, multiwords and what is left out. SYSTEM is a
file of answers, best first; - is standard input. docs/formats.md has every format,
docs/measures-scoring.md every measure.

Intervals and p come from drawing targets, or sentences where no two share a target. The same
seed gives the same numbers, which are a campaign's own (`rescore`) where it is its seed.
Under every table stands its signature: what the numbers hang on, for `regild verify`."""
EXAMPLES = f"""\
examples, of one system or several by every measure:
  regild score gold.txt careful.txt
  regild score gold.txt careful.txt neural.txt

by some measures; every pair of systems; each sentence:
  regild score gold.txt careful.txt neural.txt --measures semdis.best_norm,gap --compare
  regild score gold.txt careful.txt --measures gap --per-sentence --json

for a paper or another program:
  regild score gold.txt careful.txt neural.txt --measures best.R --format tex
  regild score gold.txt careful.txt neural.txt --table semeval2007.table_1 --format tex

a system that was trained from several seeds, beside one that was not:
  regild score gold.txt careful.txt --runs "neural=runs/seed*.txt"

a published dataset, and how far its two golds rank systems alike:
  regild score boats-gold-1/ careful.txt neural.txt --gold first
  regild score boats-gold-1/ careful.txt neural.txt --measures semdis --rankings
  regild score first.txt careful.txt neural.txt --second-gold second.txt --rankings

a dataset of the field, in the folder that {FOLDER} or --data names:
  regild score --dataset semdis2014 careful.txt

what official programs print:
  regild score gold.txt careful.txt --task oot --compat semeval2007

parts of the sentences; files as people have them:
  regild score gold.txt careful.txt --part MAN=man.txt --measures best.R.MAN
  regild score gold.txt run.predict --skip-noise --on-repeated last
  ./my_system | regild score gold.txt -

documents with categories:
  regild score annotations.csv labels.csv --categories categories.csv --json

known datasets: {", ".join(DATASETS)}

exit code: 0 where there are scores; 2 where a file or an option is wrong, with every problem
on standard error, by file and line, and nothing on standard output. Notices of what was
mended or left out are on standard error too, and change no code.
"""


class _InsteadOf(argparse.Action):
    """An option that says what a file would, so that none need be given beside it."""

    def __init__(self, files: dict[argparse.Action, str], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._files = files

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        for file, nargs in self._files.items():
            file.nargs, file.required = nargs, False
        if isinstance(self.default, list):
            values = [*getattr(namespace, self.dest), values]
        setattr(namespace, self.dest, values)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    gold = parser.add_argument(
        "gold",
        metavar="GOLD",
        help="a file of gold, or the folder of a published dataset with its policy",
    )
    systems = parser.add_argument(
        "systems", nargs="+", metavar="SYSTEM", help="a file of answers; - is standard input"
    )
    of_gold = parser.add_argument_group("the gold")
    of_gold.add_argument(
        "--dataset",
        action=partial(_InsteadOf, {gold: "?", systems: "*"}),  # type: ignore[arg-type]
        choices=DATASETS,
        metavar="NAME",
        help="instead of GOLD: a known dataset, found in --data and checked by its SHA-256",
    )
    of_gold.add_argument(
        "--data", metavar="FOLDER", help=f"where --dataset lies; {FOLDER} unless given"
    )
    of_gold.add_argument(
        "--gold",
        choices=["first", "second"],
        dest="which_gold",
        help="of a published dataset: which gold; the second unless given",
    )
    of_gold.add_argument(
        "--second-gold",
        metavar="FILE",
        help="another gold, for --rankings and tables that have both side by side",
    )
    of_gold.add_argument(
        "--categories",
        metavar="FILE",
        help="of a gold of documents and categories: the tree, category,parent,definition",
    )
    of_systems = parser.add_argument_group("the systems")
    of_systems.add_argument(
        "--runs",
        action=partial(_InsteadOf, {systems: "*"}),  # type: ignore[arg-type]
        default=[],
        metavar="NAME=GLOB",
        help="one system of several runs, a file each: their mean and spread, and an interval "
        "in which runs are drawn too; several times for several systems",
    )
    add_encoding(of_systems)
    of_systems.add_argument(
        "--skip-noise",
        action="store_true",
        help="pass over lines of a system's file that are no answers: warnings, progress bars",
    )
    of_systems.add_argument(
        "--on-repeated",
        choices=["first", "last", "refuse"],
        help="which line counts where a system answers a sentence twice; refuse unless given",
    )
    _add_wording(parser.add_argument_group("what is the same, and what is left out"))
    _add_measures(parser.add_argument_group("what is measured"))
    _add_draws(parser.add_argument_group("how sure it is"))
    _add_output(parser.add_argument_group("what is printed"))


def _add_wording(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--case",
        choices=["keep", "lower"],
        help="compare substitutes as they are written, or in lower case",
    )
    group.add_argument("--mapping", metavar="FILE", help="proposed(word.pos)-->canonical")
    group.add_argument(
        "--multiwords", choices=["keep", "drop"], help="drop: score without those of two words"
    )
    group.add_argument(
        "--exclude-target", nargs="+", action="extend", default=[], metavar="WORD.POS"
    )
    group.add_argument(
        "--multiword-gold", metavar="FILE", help=f"which sentences .{NMWT} leaves out"
    )
    group.add_argument(
        "--part",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="name the sentences whose ids the file lists: measures are best.R.NAME",
    )


def _add_measures(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--measures",
        metavar="NAME,NAME",
        help=f"keys, or {', '.join(FAMILIES)}; on a part of the sentences with "
        f".{NMWS}, .{NMWT}, .PART-OF-SPEECH or a --part's .NAME behind",
    )
    group.add_argument(
        "--task", choices=["best", "oot", "mw"], help="SemEval-2007's; mw takes multiwords"
    )
    group.add_argument(
        "--penalty",
        type=float,
        metavar="K",
        help="what a wrong answer costs by jabbari, in votes; 1 unless given",
    )
    group.add_argument(
        "--compat", choices=compat.PROGRAMS, help="print what this official program prints"
    )


def _add_draws(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of all that is drawn; 0 unless given"
    )
    group.add_argument(
        "--replicates",
        type=int,
        default=REPLICATES,
        metavar="N",
        help=f"of the bootstrap; {REPLICATES:,} unless given, 0 for no intervals",
    )
    group.add_argument(
        "--permutations",
        type=int,
        default=PERMUTATIONS,
        metavar="N",
        help=f"behind each p; {PERMUTATIONS:,} unless given, 0 for no p",
    )
    group.add_argument(
        "--compare",
        action="store_true",
        help="every pair of systems: difference, its interval, p, and p by Holm",
    )
    group.add_argument(
        "--rankings",
        action="store_true",
        help="how far two golds rank the systems alike, with intervals: a dataset's two, or "
        "GOLD and --second-gold",
    )


def _add_output(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--per-sentence",
        action="store_true",
        help="say each sentence's values too; beside --compat only with lst_gap",
    )
    group.add_argument(
        "--table",
        choices=TABLES,
        metavar="PAPER.TABLE",
        help=f"print a table as its paper does: {', '.join(TABLES)}",
    )
    group.add_argument(
        "--figure",
        metavar="FILE",
        help="draw the curve of jabbari2010.table_3: svg, pdf or png",
    )
    group.add_argument(
        "--format",
        choices=FORMATS,
        default="table",
        help="of what is printed; csv is one table, so with --per-sentence, --compare or "
        "--rankings that one alone, and the signature is on standard error",
    )
    group.add_argument("--json", action="store_true", help="print one JSON object")
