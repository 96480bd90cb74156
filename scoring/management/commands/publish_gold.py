from typing import Any

from django.core.management.base import CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named, campaign_to_change
from scoring.selectors.public_pages import public_page
from scoring.selectors.published import address_of, public_of
from scoring.selectors.releases import find_release
from scoring.services.publishing import publish_release, set_doi, unpublish_release


class Command(PipelineCommand):
    help = (
        "Make a release public, on a page that never changes, or take it back. Without an"
        " option: say where it is public."
    )

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--release", type=int, metavar="N", help="the newest unless given")
        chosen = parser.add_mutually_exclusive_group()
        chosen.add_argument(
            "--publish",
            action="store_true",
            help="also adds pages of systems that were scored since",
        )
        chosen.add_argument("--unpublish", action="store_true", help="its citation stays")
        parser.add_argument("--doi", metavar="DOI", help='where it is deposited; "" for none')

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        changes = options["publish"] or options["unpublish"] or options["doi"] is not None
        find = campaign_to_change if changes else campaign_named
        release = find_release(find(options["slug"]), options["release"])
        if options["doi"] is not None:
            set_doi(release=release, doi=options["doi"], by=None)
        if options["publish"]:
            publish_release(release=release, by=None)
        if options["unpublish"]:
            unpublish_release(release=release, by=None)
        page, public = address_of(release), public_of(release)
        facts: dict[str, Any] = {
            "campaign": release.campaign.slug,
            "release": release.number,
            "page": page,
            "doi": release.doi,
            "systems": [],
        }
        if not page or public is None:
            return facts, [f"Release {release.number} is not public."]
        shown = public_page(public)
        facts["systems"] = [row.key for row in shown.rows]
        facts["signature"] = public.told["signature"]
        return facts, [
            f"Release {release.number} is public: {page}",
            *(f"  {page}{row.key}/" for row in shown.rows),
            public.told["signature"],
            "",
            shown.citation.bibtex,
        ]
