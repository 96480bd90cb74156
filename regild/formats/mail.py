"""One e-mail: its headers worth seeing, its body as text, its attachments by name.

RFC 5322 and MIME as people's programs really write them: an unknown charset, a header that
breaks the rules or a body that is no base64 is read as well as can be, never refused. Nothing
is loaded from outside, and no attachment is opened.
"""

from __future__ import annotations

import re
from contextlib import suppress
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from typing import NamedTuple

from regild.formats.html_text import text_of_html

MAX_PARTS = 200

_SHOWN = ("from", "to", "date", "subject")
_FIELD = re.compile(rb"[!-9;-~]+[ \t]*:")
_FOLD = re.compile(r"\r?\n[ \t]+")
_CHARSET = re.compile(r"charset\s*=\s*\"?([^\s\";]+)", re.IGNORECASE)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_EMPTY_LINE = re.compile(rb"\r?\n\r?\n")
# What needs more than its bytes decoded.
_ENCODED = ("multipart/", "message/", "text/html", "base64", "quoted-printable")


class TooManyParts(ValueError):  # noqa: N818
    """Parts within parts without end, as no correspondent writes them."""


class Mail(NamedTuple):
    """`headers` are those of `from`, `to`, `date` and `subject` that are there."""

    headers: dict[str, str]
    body: str
    attachments: tuple[str, ...]


def looks_like_mail(raw: bytes) -> bool:
    """Whether it begins with a header, or as a mailbox's messages do."""
    first_line = raw.lstrip(b"\r\n").partition(b"\n")[0]
    return bool(_FIELD.match(first_line)) and b"http://" not in first_line[:8].lower()


def read_mail(raw: bytes) -> Mail:
    """Raises TooManyParts."""
    head, body = _halves(raw)
    fields = _fields(head)
    kind = f"{fields.get('content-type', '')} {fields.get('content-transfer-encoding', '')}"
    headers = {name: said for name in _SHOWN if (said := _words(fields.get(name, "")))}
    if any(mark in kind.lower() for mark in _ENCODED):
        text, attachments = _of_parts(raw)
    else:
        # Most mails of a corpus: nothing to take apart.
        text, attachments = decoded(body, _charset(kind)), ()
    return Mail(headers, plain(text), attachments)


def decoded(raw: bytes, charset: str = "") -> str:
    """By the charset it names if there is one, as UTF-8, or else by the byte, as of old."""
    for name in (charset, "utf-8", "cp1252"):
        try:
            return raw.decode(name) if name else raw.decode()
        except (UnicodeDecodeError, LookupError, ValueError):
            continue
    return raw.decode("latin-1")


def plain(text: str) -> str:
    """One kind of line end, and no character that a page or a database cannot hold."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip("\n").rstrip()


def _halves(raw: bytes) -> tuple[bytes, bytes]:
    raw = raw.lstrip(b"\r\n")
    end = _EMPTY_LINE.search(raw)
    return (raw, b"") if end is None else (raw[: end.start()], raw[end.end() :])


def _fields(head: bytes) -> dict[str, str]:
    """The first of each name, its folds undone."""
    found: dict[str, str] = {}
    for line in _FOLD.sub(" ", decoded(head)).splitlines():
        name, colon, said = line.partition(":")
        if colon:
            found.setdefault(name.strip().lower(), said.strip())
    return found


def _words(field: str) -> str:
    """A header's encoded words (RFC 2047) as text, on one line."""
    if "=?" in field:
        # What breaks the rules is shown as it is written.
        with suppress(HeaderParseError, ValueError):
            field = "".join(
                said if isinstance(said, str) else decoded(said, charset or "")
                for said, charset in decode_header(field)
            )
    return " ".join(plain(field).split())


def _charset(kind: str) -> str:
    found = _CHARSET.search(kind)
    return found[1] if found else ""


def _of_parts(raw: bytes) -> tuple[str, tuple[str, ...]]:
    try:
        parts = _parts(message_from_bytes(raw))
    except RecursionError:
        raise TooManyParts from None
    texts: dict[str, list[str]] = {"text/plain": [], "text/html": []}
    attachments = []
    for part in parts:
        name, kind = _name(part), part.get_content_type()
        if name or kind not in texts or part.get_content_disposition() == "attachment":
            attachments.append(name or kind)
            continue
        texts[kind].append(decoded(_bytes(part), _charset(str(part.get("content-type", "")))))
    if any(map(str.strip, texts["text/plain"])):
        return "\n\n".join(texts["text/plain"]), tuple(attachments)
    return "\n\n".join(map(text_of_html, texts["text/html"])), tuple(attachments)


def _parts(message: Message) -> list[Message]:
    found = []
    for part in message.walk():
        if not part.is_multipart():
            found.append(part)
            if len(found) > MAX_PARTS:
                raise TooManyParts
    return found


def _name(part: Message) -> str:
    try:
        return _words(part.get_filename() or "")
    except (LookupError, UnicodeError, ValueError):
        return str(part.get_content_type())


def _bytes(part: Message) -> bytes:
    try:
        raw = part.get_payload(decode=True)
    except (LookupError, UnicodeError, ValueError):
        raw = None
    return raw if isinstance(raw, bytes) else b""
