from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change
from proposing.services.spellings import Decision, decide_spelling


class Command(PipelineCommand):
    help = "Decide about a spelling that annotators proposed in a sentence."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("sentence", metavar="ID")
        parser.add_argument("spelling")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--into", metavar="TEXT", help="it counts as this text")
        what.add_argument("--keep", action="store_true", help="it stays as it was typed")
        what.add_argument("--forget", action="store_true", help="as if nobody had decided")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        item = campaign.items.filter(key=options["sentence"]).first()
        if item is None:
            raise CommandError(f"no sentence has the id {options['sentence']!r}")
        decision: Decision = "keep" if options["keep"] else "accept"
        if options["forget"]:
            decision = "forget"
        told = {"sentence": item.key, "spelling": options["spelling"]}
        decide_spelling(
            item=item,
            decision=decision,
            spelling=options["spelling"],
            into=options["into"] or "",
        )
        words = {
            "accept": f"counts as {options['into']!r}",
            "keep": "stays as it was typed",
            "forget": "is undecided again",
        }
        return {"campaign": campaign.slug, **told, "decision": decision}, [
            f"{options['spelling']!r} {words[decision]} in sentence {item.key}."
        ]
