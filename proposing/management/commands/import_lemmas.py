from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import (
    PipelineCommand,
    add_encoding,
    campaign_to_change,
    opened,
)
from proposing.services.lemmas import bring_in_lemmas


class Command(PipelineCommand):
    help = "Bring in the table of lemmas for what annotators propose, in the place of another."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        add_encoding(parser)
        parser.add_argument("file", help="a table of form, pos and lemma")

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        with ExitStack() as stack:
            found = bring_in_lemmas(
                campaign=campaign,
                table=opened(stack, options["file"], encoding=options["encoding"]),
            )
        self.tell_notices(found.notices)
        facts = found._asdict() | {"campaign": campaign.slug, "notices": len(found.notices)}
        return facts, [
            f"{found.lemmas} lemmas in {campaign.slug}: {found.added} new, {found.changed}"
            f" changed, {found.removed} gone."
        ]
