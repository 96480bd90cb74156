"""The whole paper by one command, in a database of its own."""

import tempfile
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.db.utils import ConnectionHandler

from annotation_site.demo import sayings
from annotation_site.paper.report import write_report
from annotation_site.paper.run import (
    SEED,
    Choices,
    Files,
    MissingFile,
    PaperRun,
    find_files,
    run_campaign,
)
from campaigns.management.pipeline import WRONG_INPUT
from campaigns.models import Campaign
from core.refusals import Refused
from regild.formats.tagged import read_tagged
from regild.problems import BadFiles
from regild.tasks.utterances.paper_table import PlausibleUtterances, ranked_models

DEMO = settings.BASE_DIR / "annotation_site" / "demo"
# Our own data is small; the paper's authors cut theirs into 90 subsets.
DEMO_SIZE = {"subsets": 8, "annotators": 14}
PAPER_SIZE = {"subsets": 90, "annotators": 60}


class Command(BaseCommand):
    help = "Run a campaign from its files to the scores and write the paper's tables."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--data", type=Path, metavar="FOLDER", help="our own two demo campaigns if absent"
        )
        parser.add_argument("--language", default="en", metavar="TAG", help="of FOLDER")
        parser.add_argument("--subsets", type=_positive, metavar="N")
        parser.add_argument("--annotators", type=_positive, metavar="N")
        parser.add_argument("--multiwords", choices=Campaign.Keep.values, default="keep")
        parser.add_argument("--exclude-target", nargs="+", default=[], metavar="WORD.POS")
        parser.add_argument(
            "--coconuts", type=Path, metavar="CORPUS", help="tagged, for plausible utterances"
        )
        parser.add_argument(
            "--train", type=Path, metavar="TEXT", help="of the models that rank them"
        )
        parser.add_argument("--out", type=Path, default=settings.BASE_DIR / "docs" / "paper")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path | None = options["data"]
        folders = [DEMO / "en", DEMO / "fr"] if folder is None else [folder]
        size = DEMO_SIZE if folder is None else PAPER_SIZE
        found = {one: _found(one) for one in folders}
        plausible = _plausible(options["coconuts"], options["train"], own=folder is None)
        with own_database():
            call_command("migrate", verbosity=0)
            runs = [
                self._run(
                    one,
                    files,
                    Choices(
                        language=one.name if folder is None else options["language"],
                        subsets=options["subsets"] or size["subsets"],
                        annotators=options["annotators"] or size["annotators"],
                        multiwords=options["multiwords"],
                        excluded_targets=options["exclude_target"],
                    ),
                )
                for one, files in found.items()
            ]
            written = write_report(runs, options["out"], plausible=plausible)
        self.stdout.write("\n".join(map(str, written)))

    def _run(self, folder: Path, files: Files, choices: Choices) -> PaperRun:
        name = folder.resolve().name

        def tell(step: str) -> None:
            self.stderr.write(f"{name}: {step} …")

        try:
            return run_campaign(files, choices, slug=name, tell=tell)
        except BadFiles as bad:
            raise CommandError(str(bad), returncode=WRONG_INPUT) from bad
        except Refused as refusal:
            raise CommandError(f"{name}: {refusal}") from refusal


def _found(folder: Path) -> Files:
    try:
        return find_files(folder)
    except MissingFile as missing:
        raise CommandError(str(missing), returncode=WRONG_INPUT) from missing


def _plausible(
    corpus: Path | None, train: Path | None, *, own: bool
) -> PlausibleUtterances | None:
    """Of our own texts where nothing else is asked for."""
    if corpus is None and train is None and own:
        corpus, train = sayings.FOLDER / "corpus.txt", sayings.FOLDER / "train.txt"
    if corpus is None and train is None:
        return None
    if corpus is None or train is None:
        raise CommandError("--coconuts and --train go together", returncode=WRONG_INPUT)
    try:
        return ranked_models(read_tagged(corpus).sentences, train, seed=SEED)
    except OSError as error:
        wrong = f"{error.filename}: {error.strerror}"
    except ValueError as error:
        wrong = f"{corpus}: {error}"
    raise CommandError(wrong, returncode=WRONG_INPUT)


@contextmanager
def own_database() -> Iterator[None]:
    """A SQLite file that is gone afterwards: the user's database is not even opened."""
    users = connections["default"]
    with tempfile.TemporaryDirectory(prefix="regild-paper-") as folder:
        own = {
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": f"{folder}/paper.sqlite3",
                # Nothing to lose: it would be thrown away after a crash, too.
                "OPTIONS": {"init_command": "PRAGMA synchronous=OFF;"},
            }
        }
        connections["default"] = ConnectionHandler(own)["default"]
        try:
            yield
        finally:
            connections["default"].close()
            connections["default"] = users


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)
