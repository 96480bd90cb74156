"""A lexicon of synonyms, whatever it is kept in.

| form | what |
| --- | --- |
| a folder or a ZIP | WordNet's own database |
| XML, which may be `.gz` | WordNet LMF, or DebVisDic's, as WOLF |
| anything else | a table: word, pos, synonym, rank |
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from pathlib import Path
from typing import IO

from regild.formats.lexicon import Lexicon
from regild.formats.lexicon_debvisdic import read_debvisdic
from regild.formats.lexicon_lmf import read_lmf
from regild.formats.lexicon_table import read_lexicon_table
from regild.formats.text import BYTE_ORDER_MARK, GZIP, ByteSource
from regild.formats.wordnet_files import is_wordnet, read_wordnet
from regild.formats.wordnet_zip import ZIP, read_wordnet_zip
from regild.problems import N_, Findings, Reading

_HEAD_BYTES = 4096
_DEBVISDIC = re.compile(rb"<(WN|SYNSET)[\s>]")


def read_lexicon(
    path: str | os.PathLike[str], *, keep_cycles: bool = False
) -> Reading[Lexicon]:
    """Raises BadFile, or BadFiles for a folder or a ZIP, with every problem; OSError for
    what cannot be opened. `keep_cycles` reads one whose hypernyms have cycles, with a notice
    for each."""
    path = Path(path)
    if path.is_dir():
        if not is_wordnet(path):
            message = N_("the folder has no file of WordNet, such as data.noun")
            Findings(str(path)).stop(None, message, N_("Choose the folder that has them"))
        return read_wordnet(path, keep_cycles=keep_cycles)
    with path.open("rb") as stream:
        begins = stream.read(len(GZIP))
        stream.seek(0)
        if begins == ZIP:
            return read_wordnet_zip(path, keep_cycles=keep_cycles)
        if begins == GZIP:
            return _unpacked(stream, str(path), keep_cycles)
        head = stream.read(_HEAD_BYTES)
        stream.seek(0)
        if head.removeprefix(BYTE_ORDER_MARK).lstrip().startswith(b"<"):
            return _read_xml(head, stream, str(path), keep_cycles)
        return read_lexicon_table(stream, name=str(path))


def _unpacked(stream: IO[bytes], name: str, keep_cycles: bool) -> Reading[Lexicon]:
    try:
        with gzip.open(stream) as unpacked:
            head = unpacked.read(_HEAD_BYTES)
            unpacked.seek(0)
            return _read_xml(head, unpacked, name, keep_cycles)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        message = N_("the file is not whole: it cannot be unpacked")
        Findings(name).stop(None, message, N_("Fetch it again"))


def _read_xml(
    head: bytes, stream: ByteSource, name: str, keep_cycles: bool
) -> Reading[Lexicon]:
    read = read_debvisdic if _DEBVISDIC.search(head) else read_lmf
    return read(stream, name=name, keep_cycles=keep_cycles)
