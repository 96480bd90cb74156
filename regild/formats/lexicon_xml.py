"""What readers of lexicons in XML share: a file is fed to a parser in pieces, hostile or not.

The DTD that a file names is never fetched, and entities of its own are refused.
"""

from __future__ import annotations

import re
from xml.sax import SAXParseException  # nosec B406 # defusedxml parses
from xml.sax.handler import ContentHandler  # nosec B406 # defusedxml parses
from xml.sax.xmlreader import Locator  # nosec B406 # defusedxml parses

import defusedxml.sax
from defusedxml import DefusedXmlException

from regild.formats.corpus_xml import not_well_formed
from regild.formats.text import ByteSource, refuse_other_than_text
from regild.problems import N_, Findings

# Open English WordNet has a hundred million.
MAX_BYTES = 512 * 1024 * 1024
_CHUNK = 256 * 1024
# Without a declaration of its own, which would stand in square brackets.
_NAMED_DTD = re.compile(rb"<!DOCTYPE\s[^<>\[]*>")


class LexiconHandler(ContentHandler):
    def setDocumentLocator(self, locator: Locator) -> None:  # noqa: N802
        self._locator = locator

    def line(self) -> int:
        return self._locator.getLineNumber() or 0


def feed(
    stream: ByteSource, handler: LexiconHandler, findings: Findings, *, max_bytes: int
) -> None:
    parser = defusedxml.sax.make_parser()
    parser.setContentHandler(handler)
    # It tells its place itself, but not to whom it is fed in pieces.
    handler.setDocumentLocator(parser)
    total = 0
    try:
        while chunk := stream.read(_CHUNK):
            if not total:
                chunk = refuse_other_than_text(chunk, findings)
                # The parser would refuse to look for the DTD, and it is not needed.
                chunk = _NAMED_DTD.sub(lambda found: b"\n" * found[0].count(b"\n"), chunk, 1)
            total += len(chunk)
            if total > max_bytes:
                message = N_("the file is larger than %(most)s bytes", most=max_bytes)
                findings.stop(None, message, N_("Split it, or take out what is not needed"))
            parser.feed(chunk)
        parser.close()
    except SAXParseException as error:
        not_well_formed(findings, error)
    except DefusedXmlException:
        findings.stop(
            handler.line(),
            N_("the file declares entities of its own"),
            N_("Delete their declarations and write the characters themselves"),
        )
    except (LookupError, ValueError):
        # Python knows no such encoding, or none of single bytes.
        message = N_("the file declares an encoding that cannot be read")
        findings.stop(1, message, N_("Save it as UTF-8"))


def plain(written: str) -> str:
    """Blanks for underscores, and one between words."""
    return " ".join(written.replace("_", " ").split())
