"""WordNet's own files in a ZIP, as it is given out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import ZipFile, ZipInfo

from regild.formats.lexicon import Lexicon
from regild.formats.text import MAX_BYTES
from regild.formats.wordnet_files import is_wordnet, read_wordnet
from regild.formats.zips import UNREADABLE_ZIP
from regild.problems import N_, BadFiles, Findings, Reading

ZIP = b"PK"

_KINDS = ("noun", "verb", "adj", "adv")
_READ = {
    *(f"{file}.{kind}" for file in ("data", "index") for kind in _KINDS),
    *(f"{kind}.exc" for kind in _KINDS),
    *("cntlist", "cntlist.rev"),
}
_AGAIN = N_("Fetch it again")


def read_wordnet_zip(path: Path, *, keep_cycles: bool) -> Reading[Lexicon]:
    """In whatever folder of the ZIP they lie. Raises BadFile or BadFiles."""
    with unpacked_wordnet(path) as folder:
        if not is_wordnet(folder):
            message = N_("the ZIP has no file of WordNet, such as data.noun")
            Findings(str(path)).stop(None, message, N_("Choose one that has them"))
        return read_wordnet(folder, keep_cycles=keep_cycles)


@contextmanager
def unpacked_wordnet(path: Path) -> Iterator[Path]:
    """A folder with those of its files that are read; their problems are told as the ZIP's."""
    findings = Findings(str(path))
    with TemporaryDirectory() as folder:
        try:
            with ZipFile(path) as archive:
                for name, entry in _wanted(archive, findings).items():
                    _unpack(archive, entry, Path(folder, name), findings)
        except UNREADABLE_ZIP:
            findings.stop(None, N_("the ZIP is broken, or locked"), _AGAIN)
        try:
            yield Path(folder)
        except BadFiles as found:
            for one in found.files:
                one.name = one.name.replace(folder, str(path), 1)
            raise


def _wanted(archive: ZipFile, findings: Findings) -> Mapping[str, ZipInfo]:
    found: dict[str, ZipInfo] = {}
    for entry in archive.infolist():
        name = PurePosixPath(entry.filename).name
        if name not in _READ or entry.filename.endswith("/"):
            continue
        if name in found:
            message = N_("the ZIP has %(name)s twice", name=name)
            findings.stop(None, message, N_("Leave one WordNet in it"))
        found[name] = entry
    return found


def _unpack(archive: ZipFile, entry: ZipInfo, to: Path, findings: Findings) -> None:
    """As much as a file of WordNet may have: a small ZIP can hold more than any disk."""
    with archive.open(entry) as packed:
        data = packed.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        message = N_("%(name)s is larger than %(most)s bytes", name=to.name, most=MAX_BYTES)
        findings.stop(None, message, N_("Choose WordNet's own files"))
    to.write_bytes(data)
