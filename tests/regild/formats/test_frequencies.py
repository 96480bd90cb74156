"""Frequencies from a table, and from corpora that are counted."""

import gzip
import zipfile

import pytest

from regild.formats.frequencies import read_frequencies
from regild.problems import BadFile

# Without the time, or its name would differ from process to process.
CUT_SHORT = gzip.compress(b"glad " * 99, mtime=0)[:-9]

PLAIN = "The man saw the ship's man.\nA well-known man, 7 ships\n"
COUNTED = {
    "the": 2,
    "man": 3,
    "saw": 1,
    "ship's": 1,
    "a": 1,
    "well-known": 1,
    "7": 1,
    "ships": 1,
}


def test_a_table_adds_up_spellings_and_reads_underscores_as_blanks(tmp_path):
    path = tmp_path / "list.tsv"
    path.write_text("word\tfrequency\nThe\t3\nthe\t2\nat_last\t1.5\n")
    assert read_frequencies(path).records == ({"the": 5, "at last": 1.5},)


@pytest.mark.parametrize("name", ["corpus.txt", "corpus.gz"])
def test_plain_text_is_counted(tmp_path, name):
    data = PLAIN.encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    assert read_frequencies(tmp_path / name).records == (COUNTED,)


def test_tagged_text_is_counted_without_its_tags(tmp_path):
    text = "The/at man/nn saw/vbd the/at man's/nn$ ship/nn ./.\n"
    with zipfile.ZipFile(tmp_path / "corpus.zip", "w") as archive:
        archive.writestr("a", text)
        archive.writestr("b", text)
        archive.writestr("README", "No tag here.")
    (tmp_path / "corpus").write_text(text)
    once = {"the": 2, "man": 1, "saw": 1, "man's": 1, "ship": 1, ".": 1}
    assert read_frequencies(tmp_path / "corpus").records == (once,)
    twice = {word: 2 * count for word, count in once.items()}
    assert read_frequencies(tmp_path / "corpus.zip").records == (twice,)


@pytest.mark.parametrize(
    ("name", "data", "line", "said"),
    [
        ("list.tsv", b"word\tfrequency\nglad\tmany\n", 2, "'many' is not a frequency"),
        ("list.tsv", b"word\tfrequency\nglad\t1\nglad\t2\n", 3, "already on line 2"),
        ("corpus.txt", b"caf\xe9\n", None, "the corpus cannot be read"),
        ("corpus.txt", b"...\n", None, "there is no word in the corpus"),
        ("corpus.zip", b"PK\x03\x04", None, "a ZIP that is broken"),
        (
            "corpus.gz",
            gzip.compress(b"glad " * 99, mtime=0)[:-9],
            None,
            "the corpus cannot be read",
        ),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, name, data, line, said):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(BadFile) as raised:
        read_frequencies(tmp_path / name)
    [problem] = raised.value.problems
    assert problem.line == line
    assert said in problem.message
