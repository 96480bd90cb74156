from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.forms.changing import BadSettings, store_changes
from campaigns.forms.data_card import FIELDS, DataCardForm
from campaigns.management.pipeline import PipelineCommand, campaign_named, campaign_to_change


class Command(PipelineCommand):
    help = "What the data card of a campaign's releases says; write parts of it."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        for name in FIELDS:
            parser.add_argument(
                f"--{name.replace('_', '-')}",
                metavar="TEXT",
                help=str(DataCardForm.base_fields[name].help_text),
            )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        changes = {name: options[name] for name in FIELDS if options[name] is not None}
        if changes:
            try:
                campaign = campaign_to_change(options["slug"])
                store_changes(campaign=campaign, changes=changes, by=None)
            except BadSettings as bad:
                told = "; ".join(f"{one['field']}: {one['message']}" for one in bad.problems)
                raise CommandError(told, returncode=2) from bad
        campaign = campaign_named(options["slug"])
        card = {name: getattr(campaign, name) for name in FIELDS}
        lines = [f"{name}: {text or '–'}" for name, text in card.items()]
        return {"campaign": campaign.slug, "card": card}, lines
