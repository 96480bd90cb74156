from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change, opened
from regild.tasks import baseline_files, baseline_kinds, baseline_options
from scoring.services.baselines import GOLDS, add_baseline

OPTIONS, FILES = baseline_options(), baseline_files()


class Command(PipelineCommand):
    help = "Add a baseline that is made here, of the campaign's own items."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("name")
        parser.add_argument("--kind", required=True, choices=baseline_kinds())
        parser.add_argument(
            "--gold", choices=GOLDS, default=GOLDS[0], help="what is learnt from; first"
        )
        for name, option in OPTIONS.items():
            told = ", ".join(filter(None, [option.label, " ".join(option.choices)]))
            parser.add_argument(f"--{name}", nargs=option.words, default=[], help=told)
        for name, file in FILES.items():
            parser.add_argument(f"--{name}", metavar="FILE", help=file.label)

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        with ExitStack() as stack:
            added = add_baseline(
                campaign=campaign,
                name=options["name"],
                kind=options["kind"],
                gold=options["gold"],
                options={name: options[name] for name in OPTIONS if options[name]},
                files={
                    name: opened(stack, options[name], folder=file.folder)
                    for name, file in FILES.items()
                    if options[name]
                },
            )
        facts = {
            "campaign": campaign.slug,
            "system": added.system.name,
            "attempted": added.attempted,
            "answers": added.answers,
        }
        return facts, [
            f"{added.system.name}: {added.answers} answers to {added.attempted} items."
        ]
