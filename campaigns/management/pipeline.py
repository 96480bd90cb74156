"""What every command of the pipeline has in common: `--json`, a campaign, honest exits."""

import json
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.models import Campaign
from campaigns.selectors.permission import RETIRED
from campaigns.services.archiving import refuse_archived
from core.refusals import Refused
from regild.formats.encodings import ENCODINGS, UTF_8, may_be_windows_1252, read_as
from regild.problems import BadFiles, Notice, Source

# argparse's own code for a wrong call; a wrong file is the same kind of mistake.
WRONG_INPUT = 2


class PipelineCommand(BaseCommand):
    """A step of the pipeline. `run_step` does it and returns (facts for --json, lines to read).

    Refusals the services raise become messages with an exit code that is not zero.
    """

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        self.add_step_arguments(parser)

    def add_step_arguments(self, parser: CommandParser) -> None:
        raise NotImplementedError

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            facts, lines = self.run_step(options)
        except BadFiles as bad:
            told = [str(bad), "Nothing was stored."]
            if "encoding" in options and any(map(may_be_windows_1252, bad.files)):
                told.insert(1, "--encoding windows-1252 has it read as that.")
            raise CommandError("\n".join(told), returncode=WRONG_INPUT) from bad
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        if options["json"]:
            self.stdout.write(json.dumps(facts, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(lines))

    def tell_notices(self, notices: tuple[Notice, ...]) -> None:
        for notice in notices:
            line, message, remedy = notice.problem
            where = notice.name if line is None else f"{notice.name}, line {line}"
            self.stderr.write(f"{where}: {message}. {remedy}.")


def campaign_named(slug: str) -> Campaign:
    try:
        return Campaign.objects.get(slug=slug)
    except Campaign.DoesNotExist as missing:
        there = Campaign.objects.exclude(slug__startswith=RETIRED).order_by("slug")
        known = ", ".join(there.values_list("slug", flat=True)[:20])
        raise CommandError(
            f"no campaign {slug!r}; there is {known or 'none yet: create_campaign makes one'}"
        ) from missing


def campaign_to_change(slug: str) -> Campaign:
    """Raises Refused where it is archived."""
    campaign = campaign_named(slug)
    refuse_archived(campaign)
    return campaign


def add_encoding(parser: CommandParser) -> None:
    parser.add_argument(
        "--encoding",
        choices=ENCODINGS,
        default=UTF_8,
        help="windows-1252: files that are not UTF-8 are read as that, or as Latin-1",
    )


def opened(
    stack: ExitStack, path: str, *, folder: bool = False, encoding: str = UTF_8
) -> Source:
    """`folder`: whether it may be one."""
    if folder and Path(path).is_dir():
        return Source(BytesIO(), path, Path(path))
    try:
        return read_as(Source(stack.enter_context(Path(path).open("rb")), path), encoding)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=WRONG_INPUT) from error
