"""Bodies of the API: JSON in UTF-8, of text that can be stored."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.utils.json import strict_constant

from regild.formats.plain_text import faults_within

# A body with fewer brackets than this cannot be nested too deep.
_FEW = 32


class PlainJsonParser(JSONParser):
    """Whatever it lets through can be stored in either database and written out again."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read()
        try:
            said = json.loads(body.decode(), parse_constant=strict_constant)
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from error
        except RecursionError as error:
            raise ParseError("JSON parse error - it is nested too deep") from error
        # A rating has neither, and nearly every call is one.
        if b"\\u" in body or body.count(b"[") + body.count(b"{") > _FEW:
            _refuse_faults(said)
        return said


def _refuse_faults(said: Any) -> None:
    faults: dict[str, list[str]] = {}
    for path, fault in faults_within(said):
        faults.setdefault(path or "body", []).append(fault)
    if faults:
        raise ValidationError(faults)
