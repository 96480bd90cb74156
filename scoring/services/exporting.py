"""Take a release away as a file, or as the folder of a dataset."""

import io
import zipfile
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.refusals import Refused
from regild.problems import N_, reason_of
from regild.scoring.exports.candidates import checksum
from regild.scoring.exports.export import Dataset, Export
from regild.scoring.exports.publication import UNKNOWN_LICENSE, Publication
from regild.scoring.frozen import scale_of
from regild.tasks import TASKS
from scoring.models import Release
from scoring.selectors.releases import frozen_gold

# Of any task: what addresses and commands may name.
FORMATS = {name: export for task in TASKS.values() for name, export in task.exports.items()}
DATASET = "dataset"


class Exported(NamedTuple):
    """`files` by path: one named "" for a format, many for a dataset. `scale` is what whole
    weights were multiplied by; None in formats that keep the decimals."""

    files: dict[str, bytes]
    scale: int | None


def export_gold(*, release: Release, format: str, license: str = UNKNOWN_LICENSE) -> Exported:
    """Raises Refused when the release is not what was frozen, or the format cannot hold it.

    `license` is for a dataset alone.
    """
    gold = frozen_gold(release)
    if checksum(gold.sentences, gold.columns, scale_of(gold.policy)) != release.sha256:
        text = N_(
            "%(release)s is not what was frozen: its checksum differs", release=str(release)
        )
        raise Refused("release_altered", text)
    task = task_of(release.campaign)
    made = task.dataset if format == DATASET else _format(release, format)
    scale = None if made.scale is None else made.scale(gold)
    try:
        if isinstance(made, Dataset):
            return Exported(made.make(gold, _publication(release, license)), scale)
        out = io.BytesIO()
        made.write(out, gold)
    except ValueError as error:
        # SWORDS names things by what they are, and two may be the same.
        text = N_(
            "%(release)s cannot be written as %(format)s: %(reason)s",
            release=str(release),
            format=format,
            reason=reason_of(error, otherwise=N_("the format cannot hold it")),
        )
        raise Refused("format_cannot_hold_it", text) from error
    return Exported({"": out.getvalue()}, scale)


def formats_of(campaign: Campaign) -> list[str]:
    return [*task_of(campaign).exports, DATASET]


def _format(release: Release, name: str) -> Export:
    """Raises Refused for one that only another task has."""
    found = task_of(release.campaign).exports.get(name)
    if found is None:
        text = N_(
            "%(release)s cannot be written as %(format)s: %(reason)s",
            release=str(release),
            format=name,
            reason=N_("the format cannot hold it"),
        )
        raise Refused("format_cannot_hold_it", text)
    return found


class Download(NamedTuple):
    """One file: a dataset as an archive of its folder."""

    data: bytes
    content_type: str
    name: str


def download_gold(*, release: Release, format: str, license: str = UNKNOWN_LICENSE) -> Download:
    """Raises Refused as `export_gold` does."""
    exported = export_gold(release=release, format=format, license=license)
    name = f"{release.campaign.slug}-gold-{release.number}-{format}"
    if format == DATASET:
        return Download(_zipped(exported.files), "application/zip", f"{name}.zip")
    kind = _format(release, format)
    return Download(
        exported.files[""], f"{kind.content_type}; charset=utf-8", f"{name}.{kind.suffix}"
    )


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(files.items()):
            # Without a time of its own, the same release gives the same archive.
            archive.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _publication(release: Release, license: str) -> Publication:
    page = reverse("gold-release", args=[release.campaign.slug, release.number])
    return Publication(settings.SITE_URL + page, license, release.made_at.date())
