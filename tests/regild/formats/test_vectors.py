"""Vectors of words in each of their forms, and broken ones."""

import struct

import pytest

from regild.formats.vectors import read_vectors
from regild.problems import BadFile


@pytest.fixture
def given(tmp_path):
    def given(data, name="vectors"):
        (tmp_path / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        return read_vectors(tmp_path / name)

    return given


def binary(vectors, header=None, behind=b"\n"):
    length = len(next(iter(vectors.values())))
    body = b"".join(
        word.encode() + b" " + struct.pack(f"<{len(numbers)}f", *numbers) + behind
        for word, numbers in vectors.items()
    )
    return (header or f"{len(vectors)} {length}").encode() + b"\n" + body


def refused(call):
    with pytest.raises(BadFile) as raised:
        call()
    return [(line, str(message)) for line, message, _remedy in raised.value.problems]


VECTORS = {"glad": [1.0, -2.5, 0.25], "été": [0.0, 1.0, 2.0]}


@pytest.mark.parametrize(
    "data",
    [
        "2 3\nglad 1 -2.5 .25\nété 0 1 2\n",
        "glad 1 -2.5 .25\nété 0 1 2\n",
        "glad 1 -2.5 0.25 \n\nété 0 1e0 2 \n",
        binary(VECTORS),
        binary(VECTORS, behind=b""),
    ],
    ids=["word2vec", "glove", "blanks", "binary", "binary without line ends"],
)
def test_every_form_gives_the_same(given, data):
    [vectors] = given(data).records
    assert dict(zip(vectors.words, vectors.matrix.tolist(), strict=True)) == VECTORS
    assert vectors.place_of == {"glad": 0, "été": 1}


def test_a_word_that_is_there_twice_keeps_its_first_vector(given):
    (vectors,), notices, _encoding = given("2 1\nglad 1\nglad 2\n")
    assert vectors.matrix.tolist() == [[1]]
    assert [notice.line for notice in notices] == [3]


def test_text_is_refused_with_every_problem_and_its_line(given):
    text = "5 3\nglad 1 2 3\nmerry 1 2\nhappy 1 2 3 4\nsad 1 two 3\ngay 1 nan 3\n"
    assert refused(lambda: given(text)) == [
        (3, "the vector has 2 numbers instead of 3"),
        (4, "the vector has 4 numbers instead of 3"),
        (5, "not all of the vector are numbers"),
        (6, "not all of the vector are numbers"),
    ]


def test_fewer_vectors_than_the_file_says_are_refused(given):
    assert refused(lambda: given("3 1\nglad 1\n")) == [(1, "the file says 3 vectors and has 1")]


def test_a_binary_that_is_cut_off_is_refused(given):
    found = refused(lambda: given(binary(VECTORS)[:-7]))
    assert (3, "the vector has 1 numbers instead of 3") in found
    assert (1, "the file says 2 vectors and has 1") in found


def test_a_binary_with_what_is_no_number_is_refused(given):
    data = binary({"glad": [1.0, 2.0], "sad": [float("nan"), 0.0]})
    assert refused(lambda: given(data)) == [(3, "not all of the vector are numbers")]


@pytest.mark.parametrize("header", ["99999999999 300", "3 0", "3 99999999"])
def test_more_than_can_be_read_is_refused_before_anything_is_kept(given, header):
    [(line, said)] = refused(lambda: given(binary(VECTORS, header=header)))
    assert line == 1
    assert "more than can be read" in said


def test_a_table_of_counts_adds_up_what_is_there_twice(given):
    [counts] = given(
        "word\tfeature\tcount\nglad\tday\t2\nsad\tday\t1\nglad\tman\t0\nglad\tday\t3\n"
    ).records
    assert counts.words == ("glad", "sad")
    assert counts.counts.tolist() == [5, 1]


def test_a_table_of_counts_is_refused_with_every_problem_and_its_line(given):
    text = "word,feature,count\nglad,day,-1\nglad,,2\nglad,day,many\nglad,day\nglad,day,inf\n"
    assert [line for line, _said in refused(lambda: given(text))] == [2, 3, 4, 5, 6]
