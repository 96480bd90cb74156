import gzip
import io

import pytest

from regild.formats.detect import (
    read_answers_any,
    read_gold_any,
    read_ratings_any,
    read_sentences,
)
from regild.formats.records import SentenceRecord
from regild.formats.swords_writing import (
    LabelledSentence,
    LabelledSubstitute,
    NewSwords,
    write_swords,
)
from regild.problems import BadFile

XML = b"""<?xml version="1.0"?>
<corpus><lexelt item="calm.a"><instance id="1">
<context>The sea was <head>calm</head>.</context>
</instance></lexelt></corpus>
"""
SENTENCE_CSV = b"sentence,lexelt,left,target,right\n1,calm.a,The sea was ,calm,.\n"
SENTENCE_JSONL = (
    b'{"sentence": "1", "lexelt": "calm.a", "left": "The sea was ", '
    b'"target": "calm", "right": "."}\n'
)
GOLD = b"\xef\xbb\xbf\n\ncalm.a 1 :: quiet 2;mild 1;\n"
GOLD_CSV = b'"Sentence";"Substitute";"Votes"\r\n1;quiet;2\r\n1;mild;1\r\n'
ANSWERS = b"calm.a 1 ::: quiet;mild\n"
ANSWER_TSV = b"rank\tsentence\tsubstitute\n2\t1\tmild\n1\t1\tquiet\n"
RATINGS = b"annotator,sentence,substitute,value\nAnn,1,quiet,3\n"


def swords(*, compress: bool) -> bytes:
    sink = io.BytesIO()
    sentence = LabelledSentence(
        SentenceRecord("1", "calm.a", "The sea was ", "calm", ".", 0),
        [
            LabelledSubstitute("quiet", ("TRUE", "FALSE"), {"sources": ["coinco"]}),
            LabelledSubstitute("mild", ("FALSE", "FALSE"), {"sources": ["coinco"]}),
        ],
    )
    write_swords(sink, NewSwords([sentence], lemmatized=True), compress=compress)
    return sink.getvalue()


class Pipe:
    """A stream that can only be read forward."""

    def __init__(self, data: bytes) -> None:
        self._stream = io.BytesIO(data)

    def read(self, size: int) -> bytes:
        return self._stream.read(size)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("test.xml", XML),
        ("upload", XML),
        ("upload.txt", b"\xef\xbb\xbf  \n" + XML[22:]),
        ("upload.csv", SENTENCE_CSV),
        ("upload.txt", SENTENCE_CSV),
        ("UPLOAD.JSONL", SENTENCE_JSONL),
        ("upload.json", SENTENCE_JSONL),
        ("upload.json", swords(compress=False)),
        ("upload.json.gz", swords(compress=True)),
        ("upload", swords(compress=True)),
    ],
)
def test_sentences_of_any_format_are_read(name, data):
    (record,) = read_sentences(Pipe(data), name=name).records
    assert record[2:5] == ("The sea was ", "calm", ".")


@pytest.mark.parametrize(
    ("name", "data"), [("a.gold", GOLD), ("a", GOLD_CSV), ("a.csv", GOLD_CSV)]
)
def test_gold_of_any_format_is_read(name, data):
    (record,) = read_gold_any(Pipe(data), name=name).records
    assert record.substitutes == (("quiet", 2.0), ("mild", 1.0))


def test_gold_of_swords_is_what_labels_accept_or_a_source_proposed():
    data = swords(compress=True)
    (accepted,) = read_gold_any(Pipe(data), name="s.json.gz").records
    (proposed,) = read_gold_any(Pipe(data), name="s.json.gz", swords_source="coinco").records
    assert accepted.substitutes == (("quiet", 0.5), ("mild", 0.0))
    assert proposed.substitutes == (("quiet", 1.0), ("mild", 1.0))


@pytest.mark.parametrize(("name", "data"), [("a.oot", ANSWERS), ("a", ANSWER_TSV)])
def test_answers_of_any_format_are_read(name, data):
    for limit, answers in [(None, ("quiet", "mild")), (1, ("quiet",))]:
        (record,) = read_answers_any(Pipe(data), name=name, max_answers=limit).records
        assert record.answers == answers


def test_lines_take_the_rules_for_noise_and_repetition():
    data = b"loading..\n" + ANSWERS + b"calm.a 1 :: still\n"
    reading = read_answers_any(
        Pipe(data), name="a.predict", skip_noise=True, on_repeated="last"
    )
    assert reading.records[0].answers == ("still",)


def test_ratings_are_read_from_a_table():
    (record,) = read_ratings_any(Pipe(RATINGS), name="ratings.csv").records
    assert record.value == "3"


@pytest.mark.parametrize(
    ("reader", "data", "message"),
    [
        (read_gold_any, XML, "XML holds sentences, not gold"),
        (read_answers_any, XML, "hold no system's answers"),
        (read_answers_any, gzip.compress(b"{}", mtime=0), "hold no system's answers"),
        (read_ratings_any, XML, "do not say who rated what"),
        (read_ratings_any, ANSWERS, "there is no column annotator"),
        (read_sentences, GOLD, "there is no column sentence"),
        (read_sentences, b"\x89PNG\r\n\x1a\n", "PNG"),
        (read_gold_any, XML.decode().encode("utf-16"), "UTF-16"),
        (read_answers_any, b"", "nothing to read"),
    ],
)
def test_a_file_that_cannot_hold_what_is_asked_is_one_problem(reader, data, message):
    with pytest.raises(BadFile) as refused:
        reader(Pipe(data), name="upload.txt")
    (problem,) = refused.value.problems
    assert message in problem.message


def test_the_stream_stays_open_for_its_owner():
    stream = io.BytesIO(ANSWERS)
    read_answers_any(stream, name="a")
    stream.seek(0)
    assert stream.read() == ANSWERS
