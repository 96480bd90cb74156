"""Sentences as SemEval-2007 and SemDis write them.

`<corpus><lexelt item="word.pos"><instance id="…"><context>… <head>target</head> …`

Published copies are not quite XML, and are read all the same, with a notice for each repair:
two documents glued into one file, bytes of Windows-1252, C1 control characters that were
Windows-1252 quotes, references written `&#8221 ;`. The DTD they name is never fetched.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from itertools import groupby
from typing import IO, NoReturn
from xml.sax import SAXParseException  # nosec B406 # defusedxml parses
from xml.sax.handler import ContentHandler  # nosec B406 # defusedxml parses
from xml.sax.saxutils import escape, quoteattr  # nosec B406 # defusedxml parses
from xml.sax.xmlreader import AttributesImpl, Locator  # nosec B406 # defusedxml parses

import defusedxml.sax

from regild.formats.limits import (
    around_target,
    check_key,
    check_lexelt,
    check_sentence,
    repeated_sentence,
)
from regild.formats.records import SentenceRecord
from regild.formats.text import (
    MAX_BYTES,
    Sink,
    Utf8Writer,
    read_bounded,
    refuse_other_than_text,
    refuse_too_many_lines,
)
from regild.problems import N_, Findings, Reading, Text

# A byte that is not UTF-8, which Python keeps as U+DC00 + byte, and a C1 control character.
_RAW_BYTE = re.compile("[\udc80-\udcff]")
_C1_CONTROL = re.compile("[\x80-\x9f]")
# None of these can run past the next "<" or the end of a number: time stays linear.
_DECLARATION = re.compile(r"<\?xml\s[^<>]*\?>|<!DOCTYPE\s[^<>\[]*>")
_OWN_DECLARATION = re.compile("<!DOCTYPE|<!ENTITY")
_SPACED_REFERENCE = re.compile(r"(&#(?:x[0-9A-Fa-f]{1,6}|[0-9]{1,7}))\s+;")
_C1_REFERENCE = re.compile("&#(?:12[89]|1[34][0-9]|15[0-9]|x[89][0-9A-Fa-f]);")

_WINDOWS_1252 = N_("bytes that are not UTF-8 were read as Windows-1252")
_CLOSED = N_("character references were closed: there is a blank before the ';'")
_CONTROLS = N_("control characters were read as Windows-1252")

# What expat says, for those who read other languages; anything else is said as the last.
_EXPAT = {
    str(text): text
    for text in (
        N_("duplicate attribute"),
        N_("junk after document element"),
        N_("mismatched tag"),
        N_("no element found"),
        N_("not well-formed (invalid token)"),
        N_("reference to invalid character number"),
        N_("syntax error"),
        N_("unclosed CDATA section"),
        N_("unclosed token"),
        N_("undefined entity"),
    )
}
_OF_MARK_UP = N_("a fault of its mark-up")


def read_sentences_xml(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[SentenceRecord]:
    findings = Findings(name)
    data = read_bounded(stream, findings, max_bytes=max_bytes)
    data = refuse_other_than_text(data, findings)
    refuse_too_many_lines(data.count(b"\n"), findings)
    text = "\n".join(
        _repaired(line, number, findings) for number, line in enumerate(data.split(b"\n"), 1)
    )
    # Without their declarations, any number of documents stands under one root, and the line
    # numbers stay true.
    text = _DECLARATION.sub(lambda found: "\n" * found[0].count("\n"), text)
    if declared := _OWN_DECLARATION.search(text):
        findings.stop(
            text.count("\n", 0, declared.start()) + 1,
            N_("the file declares a document type or entities of its own"),
            N_("Delete the <!DOCTYPE … [ … ]> block and write the characters themselves"),
        )
    corpus = _Corpus(findings)
    try:
        defusedxml.sax.parseString(f"<documents>{text}</documents>".encode(), corpus)
    except SAXParseException as error:
        not_well_formed(findings, error)
    return findings.reading(corpus.records.values())


def not_well_formed(findings: Findings, error: SAXParseException) -> NoReturn:
    said = error.getMessage()
    reason = _EXPAT.get(said) or Text(_OF_MARK_UP.template, english=said)
    message = N_("this is not well-formed XML: %(reason)s", reason=reason)
    findings.stop(error.getLineNumber(), message, N_("Correct the mark-up there"))


def write_sentences_xml(sink: Sink, records: Iterable[SentenceRecord]) -> None:
    """Neighbours of one target share a `<lexelt>`, so that the order stays as it is."""
    out = Utf8Writer(sink)
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n<corpus>\n')
    for lexelt, sentences in groupby(records, key=lambda record: record.group):
        out.write(f"<lexelt item={quoteattr(lexelt)}>\n")
        for record in sentences:
            left, target, right = map(escape, (record.left, record.target, record.right))
            out.write(
                f"<instance id={quoteattr(record.key)}>\n"
                f"<context>{left}<head>{target}</head>{right}</context>\n"
                "</instance>\n"
            )
        out.write("</lexelt>\n")
    out.write("</corpus>\n")


def _repaired(raw: bytes, line: int, findings: Findings) -> str:
    """One notice for each kind of repair on the line."""
    if raw.endswith(b"\r"):
        raw = raw.removesuffix(b"\r")
        findings.encoding = findings.encoding._replace(crlf=True)
    as_read = raw.decode("utf-8", "surrogateescape")
    utf8 = _RAW_BYTE.sub(_windows_1252, as_read)
    closed = _SPACED_REFERENCE.sub(r"\1;", utf8)
    repaired = _C1_REFERENCE.sub(lambda found: html.unescape(found[0]), closed)
    repaired = _C1_CONTROL.sub(_windows_1252, repaired)
    for changed, what in (
        (utf8 != as_read, _WINDOWS_1252),
        (closed != utf8, _CLOSED),
        (repaired != closed, _CONTROLS),
    ):
        if changed:
            findings.notice(line, what, N_("Check the characters of this line"))
    return repaired


def _windows_1252(found: re.Match[str]) -> str:
    """U+FFFD for the five bytes that Windows-1252 leaves undefined."""
    return bytes([ord(found[0]) & 0xFF]).decode("cp1252", "replace")


class _Corpus(ContentHandler):
    """Collects the instances of all documents in order, by id."""

    def __init__(self, findings: Findings) -> None:
        super().__init__()
        self.records: dict[str, SentenceRecord] = {}
        self._findings = findings
        self._lexelt = ""
        self._key = ""
        self._line = 0
        self._in_context = False
        self._in_head = False
        self._heads = 0
        # Text before, in and after the head.
        self._parts: tuple[list[str], list[str], list[str]] = ([], [], [])

    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802
        self._locator = locator

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        if name == "lexelt":
            self._lexelt = attrs.get("item", "").strip()
        elif name == "instance":
            self._key = attrs.get("id", "").strip()
            self._line = self._locator.getLineNumber() or 0
            self._parts = ([], [], [])
            self._heads = 0
        elif name == "context":
            self._in_context = True
        elif name == "head" and self._in_context:
            self._heads += 1
            self._in_head = True

    def characters(self, content: str) -> None:
        if self._in_context:
            before, head, after = self._parts
            part = head if self._in_head else after if self._heads else before
            part.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802
        if name == "head":
            self._in_head = False
        elif name == "context":
            self._in_context = False
        elif name == "instance":
            self._keep()
        elif name == "lexelt":
            self._lexelt = ""

    def _keep(self) -> None:
        key, lexelt, line = self._key, self._lexelt, self._line
        left, target, right = around_target(*map("".join, self._parts))
        if key in self.records:
            self._findings.repeated(line, repeated_sentence(key, self.records[key].line))
            return
        if self._heads != 1:
            message = N_("sentence %(sentence)s has no <head> in its <context>", sentence=key)
            if self._heads:
                message = N_(
                    "sentence %(sentence)s has %(heads)s <head> in its <context>",
                    sentence=key,
                    heads=self._heads,
                )
            self._findings.problem(line, message, N_("Mark exactly one target"))
            return
        kept = [
            check_key(self._findings, line, key, what="sentence"),
            check_lexelt(self._findings, line, lexelt),
            check_sentence(self._findings, line, left=left, target=target, right=right),
        ]
        if all(kept):
            self.records[key] = SentenceRecord(key, lexelt, left, target, right, line)
