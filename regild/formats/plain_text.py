"""Text that every database, file and page takes: without NUL, and without half a pair.

JSON may escape both. PostgreSQL stores neither; SQLite stores them inside JSON, and what is
read from there fails later, when it is written out as UTF-8.
"""

import re
from collections.abc import Iterator
from typing import Any

REPLACEMENT = "\ufffd"
# No honest body is nested deeper; what walks through deeper ones would run out of stack.
DEEPEST = 32
_NOT_PLAIN = re.compile("[\0\ud800-\udfff]")


def is_plain(text: str) -> bool:
    return _NOT_PLAIN.search(text) is None


def plain(text: str) -> str:
    """With U+FFFD for each character that cannot be stored everywhere."""
    return _NOT_PLAIN.sub(REPLACEMENT, text)


def faults_within(value: Any) -> Iterator[tuple[str, str]]:
    """(path, what is wrong there) of all that JSON held."""
    waiting: list[tuple[str, Any, int]] = [("", value, 0)]
    while waiting:
        path, found, depth = waiting.pop()
        if isinstance(found, str):
            if not is_plain(found):
                yield path, "This text holds NUL or half of a surrogate pair."
        elif depth == DEEPEST:
            yield path, f"This is nested deeper than {DEEPEST} levels."
        elif isinstance(found, dict):
            for key, inner in found.items():
                place = f"{path}.{plain(key)}".lstrip(".")
                if not is_plain(key):
                    yield place, "This name holds NUL or half of a surrogate pair."
                waiting.append((place, inner, depth + 1))
        elif isinstance(found, list):
            waiting += [(f"{path}[{i}]", inner, depth + 1) for i, inner in enumerate(found)]
