"""A sentence as people read it, from the words of a corpus."""

from __future__ import annotations

import re

# Not `;`, `:`, `!` and `?`, before which French has a blank.
_CLOSING = re.compile(r" (?=[.,…)\]}](?: |$))")
_OPENING = re.compile(r"(?<=[(\[{]) ")
# As the Penn Treebank and its like split them off.
_CLITIC = re.compile(r" (?=(?:n't|'(?:s|d|m|ll|re|ve))(?: |$))", re.IGNORECASE)
_QUOTED = ((re.compile(r"`` ?"), "“"), (re.compile(r" ?''"), "”"))


def as_written(text: str) -> str:
    """Corpora put a blank between a word and what follows it: `a warm roll .`"""
    for blank in (_CLOSING, _OPENING, _CLITIC):
        text = blank.sub("", text)
    for marks, quote in _QUOTED:
        text = marks.sub(quote, text)
    return text
