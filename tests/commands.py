"""Run a command of the pipeline as a shell would, and read what it prints."""

import io
import json
from typing import Any

from django.core.management import call_command


def printed_by(*arguments: object) -> tuple[str, str]:
    """(standard output, standard error)."""
    out, err = io.StringIO(), io.StringIO()
    call_command(*map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def facts_of(*arguments: object) -> dict[str, Any]:
    """What a command prints with --json."""
    facts: dict[str, Any] = json.loads(printed_by(*arguments, "--json")[0])
    return facts
