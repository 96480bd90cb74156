"""A document of JSON, plain or gzipped, as SWORDS writes its files."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from typing import IO, Any

from regild.formats.encodings import not_utf8
from regild.formats.rows import not_json
from regild.formats.text import GZIP, read_bounded, refuse_other_than_text
from regild.problems import N_, Findings, Text, reason_of


def read_document(
    stream: IO[bytes], findings: Findings, *, max_bytes: int, remedy: Text
) -> Any:
    """`max_bytes` bounds it packed and unpacked; `remedy` is for what is no JSON."""
    data = read_bounded(stream, findings, max_bytes=max_bytes)
    if data.startswith(GZIP):
        data = _unpacked(data, findings, max_bytes)
    data = refuse_other_than_text(data, findings)
    if problem := not_utf8(data):
        findings.stop(*problem)
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        findings.stop(None, not_json(error), remedy)


def _unpacked(data: bytes, findings: Findings, max_bytes: int) -> bytes:
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
        try:
            return read_bounded(packed, findings, max_bytes=max_bytes)
        except (OSError, EOFError, zlib.error) as error:
            reason = reason_of(error, otherwise=N_("it is damaged or cut short"))
            message = N_("the gzip archive cannot be unpacked: %(reason)s", reason=reason)
            findings.stop(None, message, N_("Copy or pack the file again"))
