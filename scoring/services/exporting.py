"""Take a release away as a file, or as the folder of a dataset."""

import shutil
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.on_disk import file_on_disk, folder_on_disk
from core.refusals import Refused
from regild.problems import N_, reason_of
from regild.scoring.exports.candidates import checksum
from regild.scoring.exports.export import Dataset, Export
from regild.scoring.frozen import scale_of
from regild.scoring.spooled import spooled
from regild.tasks import DEFAULT, TASKS, Task
from scoring.models import Release
from scoring.selectors.published import public_gold, public_of, publication_of
from scoring.selectors.releases import frozen_gold

# Of a campaign whose task nobody chose, and of any task: what addresses and commands may name.
FORMATS = TASKS[DEFAULT].exports
EVERY_FORMAT = {name: one for task in TASKS.values() for name, one in task.exports.items()}
DATASET = "dataset"
# Those that are folders, and archives where one file is asked for.
FOLDERS = (DATASET, *dict.fromkeys(name for task in TASKS.values() for name in task.bundles))


class Exported(NamedTuple):
    """`files` by path: one named "" for a format, many for a dataset. `scale` is what whole
    weights were multiplied by; None in formats that keep the decimals."""

    files: dict[str, Path]
    scale: int | None


@contextmanager
def export_gold(*, release: Release, format: str, license: str = "") -> Iterator[Exported]:
    """Whole files, gone when the block ends. However large the release, a sentence of it is in
    memory at a time.

    Raises Refused when the release is not what was frozen, or the format cannot hold it.
    `license` is for a dataset alone, and the campaign's unless another is given.
    """
    task = task_of(release.campaign)
    made = folder_of(task, format) or _format(release, format)
    public = public_of(release)
    # What is public stays what it was, also for who downloads it from the workspace.
    gold = public_gold(public) if public else frozen_gold(release)
    with folder_on_disk() as folder, spooled(gold.sentences, folder=folder) as sentences:
        gold = gold._replace(sentences=sentences)
        if checksum(gold.sentences, gold.columns, scale_of(gold.policy)) != release.sha256:
            text = N_(
                "%(release)s is not what was frozen: its checksum differs", release=str(release)
            )
            raise Refused("release_altered", text)
        files = _Folder(folder / "files")
        try:
            if isinstance(made, Dataset):
                made.write(files.open, gold, publication_of(release, license=license))
            else:
                with files.open("") as file:
                    made.write(file, gold)
        except ValueError as error:
            # SWORDS names things by what they are, and two may be the same.
            text = N_(
                "%(release)s cannot be written as %(format)s: %(reason)s",
                release=str(release),
                format=format,
                reason=reason_of(error, otherwise=N_("the format cannot hold it")),
            )
            raise Refused("format_cannot_hold_it", text) from error
        yield Exported(files.written, None if made.scale is None else made.scale(gold))


class _Folder:
    """Files of a folder by their paths; what has no path is a file there too."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.written: dict[str, Path] = {}

    def open(self, path: str) -> BinaryIO:
        file = self._folder / (path or "file")
        file.parent.mkdir(parents=True, exist_ok=True)
        self.written[path] = file
        return file.open("wb")


def formats_of(campaign: Campaign) -> list[str]:
    task = task_of(campaign)
    return [*task.exports, DATASET, *task.bundles]


def folder_of(task: Task, format: str) -> Dataset | None:
    """None for a format that is one file, or that only another task has."""
    return task.dataset if format == DATASET else task.bundles.get(format)


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
    """One file, open at its beginning and gone once it is closed: a dataset as an archive of
    its folder."""

    file: BinaryIO
    content_type: str
    name: str


def download_gold(*, release: Release, format: str, license: str = "") -> Download:
    """Raises Refused as `export_gold` does."""
    name = f"{release.campaign.slug}-gold-{release.number}-{format}"
    with export_gold(release=release, format=format, license=license) as exported:
        if format in FOLDERS:
            return Download(_zipped(exported.files), "application/zip", f"{name}.zip")
        kind = _format(release, format)
        # Its folder goes; what is open stays until it is closed.
        file = exported.files[""].open("rb")
    return Download(file, f"{kind.content_type}; charset=utf-8", f"{name}.{kind.suffix}")


def _zipped(files: Mapping[str, Path]) -> BinaryIO:
    out = file_on_disk()
    with zipfile.ZipFile(out, "w") as archive:
        for path, file in sorted(files.items()):
            # Without a time of its own, the same release gives the same archive.
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.file_size = file.stat().st_size
            with file.open("rb") as data, archive.open(entry, "w") as packed:
                shutil.copyfileobj(data, packed)
    out.seek(0)
    return out
