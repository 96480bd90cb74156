"""The file that carries tables: a zip with one member of JSON lines a table, and a manifest.

A zip, because a table can be written and read as a stream and any tool opens it. The manifest
comes last and holds each table's count and SHA-256, so that a torn or altered file is known
before a row of it is stored.
"""

import hashlib
import io
import json
import os
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import django

from core.refusals import Refused
from regild.formats.plain_text import is_plain
from regild.formats.zips import UNREADABLE_ZIP
from regild.problems import N_, Text, reason_of

FORMAT = 1
MANIFEST = "manifest.json"
# A small ZIP can hold more than any memory.
MOST_MANIFEST_BYTES = 16 * 1024 * 1024
MOST_LINE_BYTES = 512 * 1024 * 1024
_UNREADABLE_MEMBER: tuple[type[Exception], ...] = (KeyError, *UNREADABLE_ZIP)
_UNREADABLE_MANIFEST: tuple[type[Exception], ...] = (
    *_UNREADABLE_MEMBER,
    AttributeError,
    RecursionError,
    TypeError,
)


class ArchiveRefused(Refused):
    """The archive cannot be written, read or stored here."""

    def __init__(self, text: Text) -> None:
        super().__init__("archive", text)


class DamagedArchive(ArchiveRefused):
    """No site writes an archive like this one: it was damaged on its way, or altered."""

    def __init__(self, fault: Text) -> None:
        super().__init__(
            N_(
                "%(fault)s Nothing was stored. Copy the file again, or write it again with"
                " backup or export_campaign.",
                fault=fault,
            )
        )


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
        with (
            self._zip.open(_member(table.name)) as member,
            # By itself a member reads slowly where a line's length is bounded.
            io.BufferedReader(member) as lines,  # type: ignore[type-var]
        ):
            while line := lines.readline(MOST_LINE_BYTES + 1):
                if len(line) > MOST_LINE_BYTES:
                    raise DamagedArchive(
                        N_("%(table)s has a line without end.", table=table.name)
                    )
                yield line

    def verify(self) -> None:
        """Raises ArchiveRefused unless every table is what the manifest says of it."""
        for table in self.manifest.tables:
            try:
                found = tally(table.name, table.columns, self.lines(table))
            except _UNREADABLE_MEMBER as broken:
                reason = reason_of(broken, otherwise=N_("it is damaged or cut short"))
                text = N_(
                    "%(table)s cannot be read: %(reason)s.", table=table.name, reason=reason
                )
                raise DamagedArchive(text) from broken
            refuse_difference(table, found)


@contextmanager
def open_archive(path: Path, *, kind: str) -> Iterator[Archive]:
    """Raises ArchiveRefused for any other file."""
    try:
        stream = path.open("rb")
    except OSError as error:
        raise _not_opened(path, error) from error
    with stream, _opened(stream, path) as zipped:
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


def _opened(stream: BinaryIO, path: Path) -> zipfile.ZipFile:
    try:
        zipped = zipfile.ZipFile(stream)
    except UNREADABLE_ZIP as bad:
        text = N_("%(file)s is not an archive, or was cut short.", file=str(path))
        raise DamagedArchive(text) from bad
    _refuse_twice(zipped.namelist())
    return zipped


def _refuse_twice(names: Iterable[str]) -> None:
    """Of two with one name nobody knows which is meant."""
    for name, count in Counter(names).items():
        if count > 1:
            raise DamagedArchive(N_("The archive has %(name)s twice.", name=repr(name)))


def refuse_difference(said: ArchivedTable, found: ArchivedTable) -> None:
    """Raises ArchiveRefused when a table is not what the manifest says."""
    if found.rows != said.rows:
        raise DamagedArchive(
            N_(
                "%(table)s has %(found)s rows where the archive says %(said)s.",
                table=said.name,
                found=found.rows,
                said=said.rows,
            )
        )
    if found != said:
        raise DamagedArchive(
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
        with zipped.open(MANIFEST) as member:
            content = member.read(MOST_MANIFEST_BYTES + 1)
        if len(content) > MOST_MANIFEST_BYTES:
            raise ValueError(f"more than {MOST_MANIFEST_BYTES} bytes")
        found: dict[str, Any] = json.loads(content)
        if found.pop("format") != FORMAT:
            raise ArchiveRefused(
                N_("%(file)s was written by another version of Regild.", file=str(path))
            )
        tables = [_checked_table(ArchivedTable(**table)) for table in found.pop("tables")]
        manifest = _checked(Manifest(**found, tables=tables))
    except _UNREADABLE_MANIFEST as bad:
        text = N_("%(file)s has no manifest that can be read.", file=str(path))
        raise DamagedArchive(text) from bad
    _refuse_twice(table.name for table in manifest.tables)
    return manifest


def _checked(manifest: Manifest) -> Manifest:
    """Raises TypeError for what no manifest says."""
    _refuse_other_than_texts(manifest.kind, manifest.made_at, *manifest.migrations)
    _refuse_other_than_texts(*manifest.made_with, *manifest.made_with.values())
    return manifest


def _checked_table(table: ArchivedTable) -> ArchivedTable:
    """The same of a table."""
    _refuse_other_than_texts(table.name, table.sha256, *table.columns)
    if type(table.columns) is not list or type(table.rows) is not int or table.rows < 0:
        raise TypeError("no list of columns, or no number of rows")
    return table


def _refuse_other_than_texts(*values: object) -> None:
    for value in values:
        if not isinstance(value, str) or not is_plain(value):
            raise TypeError(f"{value!r} is no text")
