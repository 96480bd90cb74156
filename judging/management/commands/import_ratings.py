"""Ratings collected elsewhere, or with `--model` what a model judged. It stands before the
command of the same name in `rating`, which knows nothing of judges."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import campaign_to_change, opened
from judging.selectors.judges import judge_facts, judge_named
from judging.services.importing import import_judgements
from rating.management.commands import import_ratings

NEEDED = ("model_version", "prompt")


class Command(import_ratings.Command):
    help = (
        "Bring in ratings collected elsewhere, a table with the columns that the task has; with"
        " --model, what a model judged, which is never a rating."
    )

    def add_step_arguments(self, parser: CommandParser) -> None:
        super().add_step_arguments(parser)
        parser.add_argument(
            "--model", metavar="NAME", help="the file is what this model judged"
        )
        parser.add_argument("--model-version", metavar="V", help="as its maker calls it")
        parser.add_argument("--prompt", metavar="FILE", help="what the model was asked")
        parser.add_argument(
            "--related",
            metavar="SYSTEM",
            nargs="+",
            default=[],
            help="systems of the same model or its family",
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        given = [name for name in (*NEEDED, "related") if options[name]]
        if options["model"] is None:
            if given:
                raise CommandError(f"--{given[0].replace('_', '-')} goes with --model")
            return super().run_step(options)
        if missing := [name for name in NEEDED if not options[name]]:
            named = " and ".join(f"--{name.replace('_', '-')}" for name in missing)
            raise CommandError(f"--model needs {named}, too: nobody could repeat it otherwise")
        if options["dry_run"]:
            raise CommandError("--dry-run is for ratings of people")
        return self._judgements(options)

    def _judgements(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        with ExitStack() as stack:
            read = import_judgements(
                campaign=campaign,
                judgements=opened(stack, options["file"]),
                name=options["model"],
                model_version=options["model_version"],
                prompt=_text(options["prompt"]),
                related=options["related"],
            )
        self.tell_notices(read.notices)
        facts = judge_facts(judge_named(campaign, read.judge.number))
        return {"campaign": campaign.slug, **facts, "notices": len(read.notices)}, [
            f"{read.judge} is judge {read.judge.number}, with {read.judged} judgements. They"
            " count as nobody's ratings."
        ]


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: this is not text in UTF-8") from error
