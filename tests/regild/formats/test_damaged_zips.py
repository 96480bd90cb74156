"""A ZIP that was damaged on its way is refused by every reader, however it was compressed."""

import io
import zipfile
from pathlib import Path
from random import Random

import pytest

from regild.formats.corpora import read_corpus
from regild.formats.documents import read_documents
from regild.formats.lexicons import read_lexicon
from regild.formats.tagged import read_tagged
from regild.problems import BadFile, BadFiles

METHODS = {
    "stored": zipfile.ZIP_STORED,
    "deflate": zipfile.ZIP_DEFLATED,
    "bzip2": zipfile.ZIP_BZIP2,
    "lzma": zipfile.ZIP_LZMA,
}
READERS = {
    "documents": lambda path: read_documents(io.BytesIO(path.read_bytes()), name=path.name),
    "tagged corpus": read_tagged,
    "corpus": lambda path: [list(file.sentences) for file in read_corpus(path)],
    "lexicon": read_lexicon,
}
NAMES = ("data.noun", "café.txt")


def zipped(method):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name in NAMES:
            archive.writestr(name, b"The/at dog/nn ate/vbd\n" * 40)
    return out.getvalue()


def damaged(raw, seed):
    """Some bytes changed anywhere, and now and then the end cut off."""
    draw, found = Random(seed), bytearray(raw)
    for _ in range(draw.randint(1, 4)):
        place = draw.randrange(len(found))
        found[place] = draw.choice([0, 255, draw.randrange(256)])
    return bytes(found[: draw.randrange(len(found))] if draw.random() < 0.1 else found)


def at_data(raw, name):
    """Where the compressed bytes of a member begin."""
    return raw.index(name.encode()) + len(name.encode())


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("method", METHODS)
def test_no_damage_ends_in_an_accident(tmp_path, reader, method):
    raw, path = zipped(METHODS[method]), Path(tmp_path, "given.zip")
    for seed in range(100):
        path.write_bytes(damaged(raw, seed))
        refusal = refusal_of(READERS[reader], path)
        # A sentence of our own, not one of a library's.
        assert type(refusal) in (type(None), BadFile, BadFiles, ValueError)
        assert "seek" not in str(refusal)


def refusal_of(read, path):
    try:
        read(path)
    except (BadFile, BadFiles, ValueError) as refusal:
        return refusal
    return None


@pytest.mark.parametrize("method", ["deflate", "bzip2", "lzma"])
def test_a_damaged_document_is_named(method):
    raw = bytearray(zipped(METHODS[method]))
    place = at_data(bytes(raw), NAMES[0])
    raw[place + 8 : place + 20] = b"\xff" * 12
    with pytest.raises(BadFile) as refused:
        read_documents(io.BytesIO(bytes(raw)), name="d.zip")
    assert [str(one.message) for one in refused.value.problems] == [
        "data.noun is damaged in the ZIP"
    ]
