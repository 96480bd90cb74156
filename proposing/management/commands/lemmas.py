from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named, campaign_to_change
from proposing.selectors.spellings import LEMMA_ORDER, find_lemmas
from proposing.services.spellings import set_lemma_undone


class Command(PipelineCommand):
    help = "List the forms that count as their lemma, undo one or apply it again."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--undo", nargs=2, metavar=("FORM", "POS"))
        what.add_argument("--redo", nargs=2, metavar=("FORM", "POS"))

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        asked = options["undo"] or options["redo"]
        if asked is None:
            campaign = campaign_named(options["slug"])
        else:
            campaign = campaign_to_change(options["slug"])
            lemma = campaign.lemmas.filter(form=asked[0], pos=asked[1]).first()
            if lemma is None:
                raise CommandError(f"no lemma is of the form {asked[0]!r}, {asked[1]!r}")
            set_lemma_undone(lemma=lemma, undone=options["undo"] is not None)
        rows = list(find_lemmas(campaign).order_by(*LEMMA_ORDER))
        facts = [
            {
                "form": row.form,
                "pos": row.pos,
                "lemma": row.lemma,
                "by": row.by,
                "count": row.count,
                "undone": row.undone_at is not None,
            }
            for row in rows
        ]
        return {"campaign": campaign.slug, "lemmas": facts}, [
            f"{row.form} ({row.pos}) → {row.lemma}{' (undone)' if row.undone_at else ''}"
            for row in rows
        ] or [f"{campaign} has no table of lemmas."]
