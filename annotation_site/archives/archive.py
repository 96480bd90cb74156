"""The file that carries tables: a zip with one member of JSON lines a table, and a manifest.

A zip, because a table can be written and read as a stream and any tool opens it. The manifest
comes last and holds each table's count and SHA-256, so that a torn or altered file is known
before a row of it is stored.
"""

import hashlib
import json
import os
import sys
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import django

from core.refusals import Refused
from regild.problems import N_, Text, reason_of

FORMAT = 1
MANIFEST = "manifest.json"


class ArchiveRefused(Refused):
    """The archive cannot be written, read or stored here."""

    def __init__(self, text: Text) -> None:
        super().__init__("archive", text)


class ArchivedTable(NamedTuple):
    """`sha256` is of its lines, in their order."""

    name: str
    columns: list[str]
    rows: int
    sha256: str


class Manifest(NamedTuple):
    """`kind` is what the file holds, `migrations` what the tables looked like."""

    kind: str
    made_at: str
    made_with: dict[str, str]
    migrations: list[str]
    tables: list[ArchivedTable]


class Tally:
    """Counts lines and their SHA-256 as they pass."""

    def __init__(self) -> None:
        self.rows = 0
        self._hash = hashlib.sha256()

    def count(self, line: bytes) -> None:
        self.rows += 1
        self._hash.update(line)

    def passing(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        for line in lines:
            self.count(line)
            yield line

    def table(self, name: str, columns: Iterable[str]) -> ArchivedTable:
        return ArchivedTable(name, list(columns), self.rows, self._hash.hexdigest())


def tally(name: str, columns: Iterable[str], lines: Iterable[bytes]) -> ArchivedTable:
    """What the manifest would say of a table with these lines."""
    counted = Tally()
    for _line in counted.passing(lines):
        pass
    return counted.table(name, columns)


class NewArchive:
    """An archive being written; see `new_archive`."""

    def __init__(self, zipped: zipfile.ZipFile) -> None:
        self._zip = zipped
        self.tables: list[ArchivedTable] = []

    def add(self, name: str, columns: Iterable[str], lines: Iterable[bytes]) -> None:
        counted = Tally()
        with self._zip.open(_member(name), "w", force_zip64=True) as member:
            member.writelines(counted.passing(lines))
        self.tables.append(counted.table(name, columns))


@contextmanager
def new_archive(
    path: Path, *, kind: str, migrations: list[str], now: datetime
) -> Iterator[NewArchive]:
    """Readable by its owner alone, and under its name only once it is whole.

    Raises ArchiveRefused where the file is there already or cannot be made.
    """
    if path.exists():
        raise ArchiveRefused(
            N_("%(file)s already exists; nothing was written.", file=str(path))
        )
    part = path.with_name(f"{path.name}.part")
    try:
        with _private(part) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
            archive = NewArchive(zipped)
            yield archive
            made_with = {"python": sys.version.split()[0], "django": django.get_version()}
            manifest = Manifest(kind, now.isoformat(), made_with, migrations, archive.tables)
            zipped.writestr(MANIFEST, _manifest_text(manifest))
        part.rename(path)
    except OSError as error:
        raise _not_opened(path, error) from error
    finally:
        with suppress(OSError):
            part.unlink()


class Archive:
    """An archive being read; see `open_archive`."""

    def __init__(self, zipped: zipfile.ZipFile, manifest: Manifest) -> None:
        self._zip = zipped
        self.manifest = manifest

    def lines(self, table: ArchivedTable) -> Iterator[bytes]:
        with self._zip.open(_member(table.name)) as member:
            yield from member

    def verify(self) -> None:
        """Raises ArchiveRefused unless every table is what the manifest says of it."""
        for table in self.manifest.tables:
            try:
                found = tally(table.name, table.columns, self.lines(table))
            except (KeyError, zipfile.BadZipFile, zlib.error, EOFError) as broken:
                reason = reason_of(broken, otherwise=N_("it is damaged or cut short"))
                text = N_(
                    "%(table)s cannot be read: %(reason)s.", table=table.name, reason=reason
                )
                raise ArchiveRefused(text) from broken
            refuse_difference(table, found)


@contextmanager
def open_archive(path: Path, *, kind: str) -> Iterator[Archive]:
    """Raises ArchiveRefused for any other file."""
    try:
        zipped = zipfile.ZipFile(path)
    except zipfile.BadZipFile as bad:
        text = N_("%(file)s is not an archive, or was cut short.", file=str(path))
        raise ArchiveRefused(text) from bad
    except OSError as error:
        raise _not_opened(path, error) from error
    with zipped:
        manifest = _read_manifest(zipped, path)
        if manifest.kind != kind:
            raise ArchiveRefused(
                N_(
                    "%(file)s holds a %(found)s, not a %(wanted)s.",
                    file=str(path),
                    found=manifest.kind,
                    wanted=kind,
                )
            )
        yield Archive(zipped, manifest)


def refuse_difference(said: ArchivedTable, found: ArchivedTable) -> None:
    """Raises ArchiveRefused when a table is not what the manifest says."""
    if found.rows != said.rows:
        raise ArchiveRefused(
            N_(
                "%(table)s has %(found)s rows where the archive says %(said)s.",
                table=said.name,
                found=found.rows,
                said=said.rows,
            )
        )
    if found != said:
        raise ArchiveRefused(
            N_("%(table)s differs from what the archive says it holds.", table=said.name)
        )


def _not_opened(path: Path, error: OSError) -> ArchiveRefused:
    return ArchiveRefused(N_("%(file)s: %(reason)s.", file=str(path), reason=error.strerror))


def _member(name: str) -> str:
    return f"{name}.jsonl"


def _private(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def _manifest_text(manifest: Manifest) -> str:
    tables = [table._asdict() for table in manifest.tables]
    return json.dumps({"format": FORMAT, **manifest._asdict(), "tables": tables}, indent=1)


def _read_manifest(zipped: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        found: dict[str, Any] = json.loads(zipped.read(MANIFEST))
        if found.pop("format") != FORMAT:
            raise ArchiveRefused(
                N_("%(file)s was written by another version of Regild.", file=str(path))
            )
        tables = [ArchivedTable(**table) for table in found.pop("tables")]
        return Manifest(**found, tables=tables)
    except (KeyError, ValueError, TypeError, AttributeError) as bad:
        text = N_("%(file)s has no manifest that can be read.", file=str(path))
        raise ArchiveRefused(text) from bad
