"""Documents to be sorted: a folder or ZIP of e-mails or texts, an mbox, a table.

| form | a document |
| --- | --- |
| folder, ZIP | a file: an e-mail, or plain text; named by its path without the suffix |
| mbox | a message; named by its Message-ID where each has one of its own, else by its number |
| table | a row: document, text; and subject, from, to, date if known |

Files are opened one after the other, and none that a ZIP says or turns out to be too large is
read to its end.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator
from os import SEEK_END
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple, TypeVar

from regild.formats.counting import count_marks, staying
from regild.formats.limits import check_name, shown
from regild.formats.mail import Mail, TooManyParts, decoded, looks_like_mail, plain, read_mail
from regild.formats.rows import Columns, read_rows
from regild.formats.zips import DAMAGED_ZIP, LOCKED_ZIP, UNREADABLE_ZIP
from regild.problems import N_, Findings, Reading

F = TypeVar("F")

MAX_DOCUMENTS = 200_000
MAX_DOCUMENT_BYTES = 4 * 1024 * 1024
MAX_BYTES = 1024 * 1024 * 1024
# No text shrinks to less; a ZIP that says so is a bomb.
MAX_RATIO = 200

_TABLE = Columns(
    known=("document", "text", "subject", "from", "to", "date"), needed=("document", "text")
)
_ZIP = b"PK\x03\x04"
_EMPTY_ZIP = b"PK\x05\x06"
# What a ZIP ends with, and the longest comment behind it.
_ZIP_END = 22 + 65_535
_FROM_LINE = re.compile(rb"^From [^\n]*\n", re.MULTILINE)
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
_MESSAGE_ID = re.compile(rb"^message-id:[ \t]*(?:\r?\n[ \t]+)?<([^>\s]+)>", re.I | re.M)
_SUFFIXES = frozenset({".txt", ".eml", ".mail", ".msg", ".html", ".htm"})

_LARGE = N_("Leave it out, or shorten it")


class DocumentRecord(NamedTuple):
    """`line` is the row's in a table, the number of the file or message otherwise."""

    key: str
    text: str
    headers: dict[str, str]
    attachments: tuple[str, ...]
    line: int


class _Found(NamedTuple):
    name: str
    raw: bytes


def read_documents(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[DocumentRecord]:
    """From a ZIP, an mbox or a table; what it is, is seen from how it begins."""
    findings = Findings(name)
    head = stream.read(8)
    stream.seek(0)
    if head.startswith((_ZIP, _EMPTY_ZIP)):
        records = _of_files(_zipped(stream, findings, max_bytes), findings)
    elif head.startswith(b"From "):
        records = _of_mailbox(stream, findings, max_bytes)
    else:
        records = _of_table(stream, findings, max_bytes)
    return findings.reading(records)


def count_documents(stream: IO[bytes]) -> int:
    """How many documents a file holds, or somewhat more; of a ZIP up to 65,535 are counted, by
    what it says itself. The stream is then where it was."""
    with staying(stream):
        head = stream.read(8)
        if head.startswith((_ZIP, _EMPTY_ZIP)):
            stream.seek(-min(_ZIP_END, stream.seek(0, SEEK_END)), SEEK_END)
            end = stream.read(_ZIP_END)
            at = end.rfind(_EMPTY_ZIP)
            return int.from_bytes(end[at + 10 : at + 12], "little") if at >= 0 else 0
    return count_marks(stream, b"\nFrom " if head.startswith(b"From ") else b"\n")


def read_folder(folder: Path, *, max_bytes: int = MAX_BYTES) -> Reading[DocumentRecord]:
    findings = Findings(str(folder))
    return findings.reading(_of_files(_walked(folder, findings, max_bytes), findings))


def _of_files(found: Iterable[_Found], findings: Findings) -> list[DocumentRecord]:
    kept = list(found)
    above = _shared_folder([file.name for file in kept])
    records: dict[str, DocumentRecord] = {}
    for number, (name, raw) in enumerate(kept, 1):
        path = PurePosixPath(name.removeprefix(above))
        key = str(path.with_suffix("") if path.suffix.lower() in _SUFFIXES else path)
        document = _document(key.rstrip("."), raw, number, findings, where=name)
        if document is None:
            continue
        if document.key in records:
            message = N_(
                "%(file)s: document %(document)s is there twice",
                file=name,
                document=shown(document.key),
            )
            findings.problem(None, message, N_("Give each file a name of its own"))
            continue
        records[document.key] = document
    return list(records.values())


def _document(
    key: str, raw: bytes, line: int, findings: Findings, *, where: str
) -> DocumentRecord | None:
    mail = _mail(raw, findings, where)
    if mail is None or not check_name(findings, None, key, what="document"):
        return None
    if not mail.body.strip() and not mail.headers.get("subject"):
        message = N_("%(file)s: there is nothing to read", file=where)
        findings.notice(None, message, N_("It is shown as empty"))
    return DocumentRecord(key, mail.body, mail.headers, mail.attachments, line)


def _mail(raw: bytes, findings: Findings, where: str) -> Mail | None:
    if b"\0" in raw[:1024]:
        message = N_("%(file)s is not a text", file=where)
        findings.problem(None, message, N_("Leave it out"))
        return None
    if not looks_like_mail(raw):
        return Mail({}, plain(decoded(raw)), ())
    try:
        return read_mail(raw)
    except TooManyParts:
        message = N_("%(file)s: there are parts within parts without end", file=where)
        findings.problem(None, message, N_("Leave it out"))
        return None


def _walked(folder: Path, findings: Findings, max_bytes: int) -> Iterator[_Found]:
    total = 0
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in _not_too_many(paths, findings):
        name = path.relative_to(folder).as_posix()
        if path.name.startswith("."):
            continue
        size = path.stat().st_size
        total += size
        if _too_large(name, size, total, findings, max_bytes):
            continue
        yield _Found(name, path.read_bytes())


def _zipped(stream: IO[bytes], findings: Findings, max_bytes: int) -> Iterator[_Found]:
    remedy = N_("Make the ZIP again")
    try:
        zipped = zipfile.ZipFile(stream)
    except UNREADABLE_ZIP:
        findings.stop(None, N_("the ZIP is damaged"), remedy)
    total = 0
    for entry in _not_too_many(zipped.infolist(), findings):
        path = PurePosixPath(entry.filename)
        if (
            entry.filename.endswith("/")
            or path.name.startswith(".")
            or "__MACOSX" in path.parts
        ):
            continue
        total += entry.file_size
        if entry.file_size > MAX_RATIO * max(1, entry.compress_size) + 4096:
            message = N_(
                "%(file)s: unpacked it would be more than %(ratio)s times as large",
                file=entry.filename,
                ratio=MAX_RATIO,
            )
            findings.problem(None, message, _LARGE)
        elif not _too_large(entry.filename, entry.file_size, total, findings, max_bytes):
            try:
                with zipped.open(entry) as file:
                    # What it says of its size need not be true.
                    raw = file.read(MAX_DOCUMENT_BYTES + 1)
            except DAMAGED_ZIP:
                message = N_("%(file)s is damaged in the ZIP", file=entry.filename)
                findings.problem(None, message, remedy)
            except LOCKED_ZIP:
                message = N_(
                    "%(file)s cannot be unpacked without a password or a program",
                    file=entry.filename,
                )
                findings.problem(None, message, remedy)
            else:
                if not _too_large(entry.filename, len(raw), 0, findings, max_bytes):
                    yield _Found(entry.filename, raw)


def _too_large(name: str, size: int, total: int, findings: Findings, max_bytes: int) -> bool:
    if total > max_bytes:
        message = N_("the documents together are larger than %(most)s bytes", most=max_bytes)
        findings.stop(None, message, N_("Split them, or take out what is not needed"))
    if size > MAX_DOCUMENT_BYTES:
        message = N_(
            "%(file)s is larger than %(most)s bytes", file=name, most=MAX_DOCUMENT_BYTES
        )
        findings.problem(None, message, _LARGE)
        return True
    return False


def _of_mailbox(stream: IO[bytes], findings: Findings, max_bytes: int) -> list[DocumentRecord]:
    # Asked first: to read at most so many bytes sets aside room for all of them.
    size = stream.seek(0, SEEK_END)
    stream.seek(0)
    _too_large("", 0, size, findings, max_bytes)
    raw = stream.read()
    begins = [found.start() for found in _FROM_LINE.finditer(raw) if _after_blank(raw, found)]
    _count(len(begins), findings)
    messages = []
    for number, (begin, end) in enumerate(
        zip(begins, [*begins[1:], len(raw)], strict=True), start=1
    ):
        start = raw.index(b"\n", begin, end) + 1
        if not _too_large(f"#{number}", end - start, 0, findings, max_bytes):
            messages.append((number, _QUOTED_FROM.sub(rb"\1", raw[start:end])))
    ids = [_message_id(message) for _number, message in messages]
    by_id = None not in ids and len(set(ids)) == len(ids)
    if not by_id:
        findings.notice(
            None,
            N_("not every message has a Message-ID of its own"),
            N_("Documents are named by their number in the file"),
        )
    documents = []
    for (number, message), name in zip(messages, ids, strict=True):
        key = name if by_id and name else str(number)
        document = _document(key, message, number, findings, where=f"#{number}")
        if document is not None:
            documents.append(document)
    return documents


def _after_blank(raw: bytes, found: re.Match[bytes]) -> bool:
    """A line of a text may begin so too; a message begins after an empty one."""
    before = raw[max(0, found.start() - 4) : found.start()]
    return found.start() == 0 or before.endswith((b"\n\n", b"\r\n\r\n"))


def _message_id(message: bytes) -> str | None:
    found = _MESSAGE_ID.search(message.partition(b"\n\n")[0])
    return decoded(found[1]) if found else None


def _of_table(stream: IO[bytes], findings: Findings, max_bytes: int) -> list[DocumentRecord]:
    records: dict[str, DocumentRecord] = {}
    for line, cells in read_rows(stream, findings, _TABLE, max_bytes=max_bytes):
        key = cells["document"].strip()
        _count(len(records), findings)
        if not check_name(findings, line, key, what="document"):
            continue
        headers = {
            name: cells[name].strip() for name in _TABLE.known[2:] if cells[name].strip()
        }
        record = DocumentRecord(key, plain(cells["text"]), headers, (), line)
        first = records.setdefault(key, record)
        if first is not record:
            message = N_(
                "document %(document)s is already on line %(first_line)s",
                document=shown(key),
                first_line=first.line,
            )
            findings.repeated(line, message)
    return list(records.values())


def _not_too_many(files: list[F], findings: Findings) -> list[F]:
    _count(len(files), findings)
    return files


def _count(n: int, findings: Findings) -> None:
    if n > MAX_DOCUMENTS:
        message = N_("there are more than %(most)s documents", most=MAX_DOCUMENTS)
        findings.stop(None, message, N_("Split them, or take out what is not needed"))


def _shared_folder(names: list[str]) -> str:
    """The one folder that a ZIP was made of, if all files are in it."""
    above = {name.partition("/")[0] for name in names}
    if len(above) == 1 and all("/" in name for name in names):
        return f"{above.pop()}/"
    return ""
