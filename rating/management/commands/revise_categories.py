from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_to_change, opened
from rating.selectors.revisions import RevisionEffect
from rating.services.revising import preview_revision, revise_categories
from regild.results import aligned


class Command(PipelineCommand):
    help = "Revise the tree of categories, and carry over the annotations that can be."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "file",
            help="the changes: CSV or JSON with change, category, to, parent, definition",
        )
        parser.add_argument("--note", default="", help="why, kept with the revision")
        parser.add_argument(
            "--dry-run", action="store_true", help="say what it would do, and store nothing"
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_to_change(options["slug"])
        with ExitStack() as stack:
            changes = opened(stack, options["file"])
            effect = preview_revision(campaign=campaign, changes=changes)
            facts, lines = effect.facts(), _lines(effect)
            if options["dry_run"]:
                return {"revision": None, **facts}, [*lines, "Nothing was stored."]
            changes.stream.seek(0)
            made = revise_categories(campaign=campaign, changes=changes, note=options["note"])
        return {"revision": made.number, **facts}, [*lines, f"Revision {made.number} is made."]


def _lines(effect: RevisionEffect) -> list[str]:
    rows = [
        (one.name, one.fate, ", ".join(one.into), str(one.annotations), str(one.labels))
        for one in effect.categories
        if one.fate != "kept"
    ]
    return [
        *aligned([("category", "becomes", "into", "annotations", "labels"), *rows]),
        "",
        f"{effect.kept} annotations keep their category, {effect.carried} are carried over to"
        f" another, {effect.dropped} stop counting.",
        f"{effect.labels_carried} labels of gold and systems are carried over,"
        f" {effect.labels_left} stay as they are.",
    ]
