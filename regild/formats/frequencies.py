"""How often words occur: a table of word and frequency, or a corpus that is counted.

Words are counted as they stand, in small letters. A corpus is tagged (`word/tag`, CoNLL-U; a
file, a folder or a ZIP) or plain text in UTF-8, which may be `.gz`.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from regild.formats.detect import has_columns
from regild.formats.tagged import looks_tagged, tagged_files
from regild.formats.text import GZIP
from regild.formats.word_list import read_word_list
from regild.problems import N_, Encoding, Findings, Reading, reason_of

# As much as a corpus that is unpacked may have.
MAX_CHARACTERS = 1024 * 1024 * 1024

_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_CHUNK = 1024 * 1024
_HEAD_BYTES = 64 * 1024
_AS_TEXT = N_("Give a table of word and frequency, tagged text, or plain text in UTF-8")

Frequencies = Mapping[str, float]


def read_frequencies(path: str | os.PathLike[str]) -> Reading[Frequencies]:
    """One record. Raises BadFile, or OSError for what cannot be opened."""
    path = Path(path)
    if path.is_file() and has_columns(path, "word", "frequency"):
        return _listed(path)
    findings = Findings(str(path))
    try:
        counts = Counter(_tagged_words(path) if _is_tagged(path) else _plain_words(path))
    except (ValueError, EOFError, zlib.error, gzip.BadGzipFile) as wrong:
        reason = reason_of(wrong, otherwise=N_("it is cut short, or it is no corpus"))
        if isinstance(wrong, UnicodeDecodeError):
            reason = N_("it is not UTF-8")
        message = N_("the corpus cannot be read: %(reason)s", reason=reason)
        findings.stop(None, message, _AS_TEXT)
    if not counts:
        findings.stop(None, N_("there is no word in the corpus"), _AS_TEXT)
    return findings.reading([counts])


def _listed(path: Path) -> Reading[Frequencies]:
    with path.open("rb") as stream:
        reading = read_word_list(stream, name=str(path))
    counts: dict[str, float] = {}
    for word, frequency in reading.records:
        word = word.replace("_", " ").lower()
        # Spellings with and without capitals are one word.
        counts[word] = counts.get(word, 0) + frequency
    return Reading((counts,), reading.notices, Encoding())


def _is_tagged(path: Path) -> bool:
    if path.is_dir() or path.suffix.lower() == ".zip":
        return True
    with path.open("rb") as stream:
        beginning = stream.read(_HEAD_BYTES)
    whole = beginning if len(beginning) < _HEAD_BYTES else beginning.rpartition(b"\n")[0]
    return looks_tagged(whole.decode(errors="replace"))


def _tagged_words(path: Path) -> Iterator[str]:
    for _name, sentences in tagged_files(path):
        for sentence in sentences:
            for token in sentence:
                yield token.word.lower()


def _plain_words(path: Path) -> Iterator[str]:
    with path.open("rb") as stream:
        packed = stream.read(len(GZIP)) == GZIP
    total = 0
    with (gzip.open if packed else open)(path, "rt", encoding="utf-8") as lines:
        # In pieces, as a text may be one line without end.
        while piece := lines.readline(_CHUNK):
            total += len(piece)
            if total > MAX_CHARACTERS:
                raise ValueError("more than 1 GB when unpacked")
            yield from _WORD.findall(piece.lower())
