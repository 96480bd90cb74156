from typing import Any

from django.core.management.base import CommandError, CommandParser

from agreement.selectors.revisions import before_and_after, before_and_after_table
from campaigns.management.pipeline import PipelineCommand, campaign_named
from regild.tables.printing import as_text


class Command(PipelineCommand):
    help = "Agreement before a revision of the categories and now, on the same documents."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--revision", type=int, metavar="N", help="its number; the newest unless given"
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        revisions = campaign_named(options["slug"]).revisions.order_by("-number")
        if options["revision"] is not None:
            revisions = revisions.filter(number=options["revision"])
        revision = revisions.first()
        if revision is None:
            raise CommandError("there is no such revision; revise_categories makes one")
        found = before_and_after(revision)
        lines = [
            f"Revision {found.revision}, on {found.n_documents} documents with two annotations"
            " then and now.",
            "",
            *as_text(before_and_after_table(found)),
        ]
        return found._asdict(), lines
