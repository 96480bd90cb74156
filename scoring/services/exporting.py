"""Take a release away as a file, or as the folder of a dataset."""

import io
import zipfile
from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse

from campaigns.services.jobs import JobRefused
from regild.formats.text import Sink
from regild.scoring.exports.candidates import checksum, write_csv, write_jsonl
from regild.scoring.exports.dataset import dataset
from regild.scoring.exports.lexsub import write_lexsub
from regild.scoring.exports.lexsub_int import integer_scale, write_lexsub_int
from regild.scoring.exports.publication import UNKNOWN_LICENSE, Publication
from regild.scoring.exports.ratings import write_ratings
from regild.scoring.exports.swords import write_swords_json
from regild.scoring.frozen import FrozenGold, scale_of
from scoring.models import Release
from scoring.selectors.releases import frozen_gold


class Format(NamedTuple):
    suffix: str
    content_type: str
    write: Callable[[Sink, FrozenGold], None]


FORMATS = {
    "lexsub": Format("txt", "text/plain", write_lexsub),
    "lexsub-int": Format("txt", "text/plain", write_lexsub_int),
    "swords": Format("json", "application/json", write_swords_json),
    "csv": Format("csv", "text/csv", write_csv),
    "jsonl": Format("jsonl", "application/jsonl", write_jsonl),
    "ratings": Format("csv", "text/csv", write_ratings),
}
DATASET = "dataset"


class Exported(NamedTuple):
    """`files` by path: one named "" for a format, many for a dataset. `scale` is what whole
    weights were multiplied by; None in formats that keep the decimals."""

    files: dict[str, bytes]
    scale: int | None


def export_gold(*, release: Release, format: str, license: str = UNKNOWN_LICENSE) -> Exported:
    """Raises JobRefused when the release is not what was frozen, or the format cannot hold it.

    `license` is for a dataset alone.
    """
    gold = frozen_gold(release)
    if checksum(gold.sentences, scale_of(gold.policy)) != release.sha256:
        raise JobRefused(f"{release} is not what was frozen: its checksum differs")
    scale = integer_scale(gold) if format in {"lexsub-int", DATASET} else None
    try:
        if format == DATASET:
            return Exported(dataset(gold, _publication(release, license)), scale)
        out = io.BytesIO()
        FORMATS[format].write(out, gold)
    except ValueError as error:
        # SWORDS names things by what they are, and two may be the same.
        raise JobRefused(f"{release} cannot be written as {format}: {error}") from error
    return Exported({"": out.getvalue()}, scale)


class Download(NamedTuple):
    """One file: a dataset as an archive of its folder."""

    data: bytes
    content_type: str
    name: str


def download_gold(*, release: Release, format: str, license: str = UNKNOWN_LICENSE) -> Download:
    """Raises JobRefused as `export_gold` does."""
    exported = export_gold(release=release, format=format, license=license)
    name = f"{release.campaign.slug}-gold-{release.number}-{format}"
    if format == DATASET:
        return Download(_zipped(exported.files), "application/zip", f"{name}.zip")
    kind = FORMATS[format]
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
