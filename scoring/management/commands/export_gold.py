import shutil
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaigns.management.pipeline import PipelineCommand, campaign_named
from campaigns.services.archiving import refuse_archived
from scoring.selectors.releases import find_release
from scoring.services.exporting import EVERY_FORMAT, FOLDERS, export_gold
from scoring.services.publishing import set_doi


class Command(PipelineCommand):
    help = "Write a release as a file, or as the folder of a dataset."

    def add_step_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--release", type=int, metavar="N", help="the newest unless given")
        parser.add_argument("--format", choices=[*EVERY_FORMAT, *FOLDERS], required=True)
        parser.add_argument("--out", required=True, metavar="PATH")
        parser.add_argument(
            "--license",
            default="",
            metavar="SPDX-ID",
            help="of a dataset, such as CC-BY-4.0; the campaign's unless given",
        )
        parser.add_argument(
            "--doi", metavar="DOI", help="store it with the release; citations have it"
        )

    def run_step(self, options: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        campaign = campaign_named(options["slug"])
        release = find_release(campaign, options["release"])
        if options["doi"] is not None:
            refuse_archived(campaign)
            release = set_doi(release=release, doi=options["doi"], by=None)
        out = Path(options["out"])
        with export_gold(
            release=release, format=options["format"], license=options["license"]
        ) as exported:
            try:
                for path, made in exported.files.items():
                    # A format's one file has no path of its own: it is `out` itself.
                    file = out / path
                    file.parent.mkdir(parents=True, exist_ok=True)
                    with made.open("rb") as whole, file.open("wb") as copy:
                        shutil.copyfileobj(whole, copy)
            except OSError as error:
                raise CommandError(f"{error.filename or file}: {error.strerror}") from error
        facts = {
            "campaign": campaign.slug,
            "release": release.number,
            "format": options["format"],
            "out": str(out),
            "files": sorted(filter(None, exported.files)),
            "sha256": release.sha256,
            "doi": release.doi,
            "scale": exported.scale,
        }
        lines = [f"Release {release.number} of {campaign} written to {out}."]
        if exported.scale is not None:
            lines.append(f"Whole weights are multiplied by {exported.scale}.")
        return facts, lines
