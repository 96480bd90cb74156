import gzip
import io
import zipfile

import pytest

from regild.formats.answers import read_answers
from regild.formats.corpus_xml import read_sentences_xml
from regild.formats.text import MAX_LINE_BYTES, MAX_LINES
from regild.problems import MAX_REPORTED, BadFile, FileProblem, Findings

LINE = b"calm.a 1 :: quiet;still\n"


class Endless(io.RawIOBase):
    """A file of `piece` over and over that counts what is taken from it."""

    def __init__(self, piece: bytes) -> None:
        self.piece, self.taken = piece, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        buffer[:] = (self.piece * (len(buffer) // len(self.piece) + 1))[: len(buffer)]
        self.taken += len(buffer)
        return len(buffer)


class Trickle:
    """A file that gives only a few bytes at a time, as a slow connection may."""

    def __init__(self, data: bytes) -> None:
        self.rest = data

    def read(self, size: int) -> bytes:
        piece, self.rest = self.rest[:5], self.rest[5:]
        return piece


def read(data: bytes, **options):
    return read_answers(io.BytesIO(data), name="system.txt", **options)


def only_problem(data: bytes) -> FileProblem:
    with pytest.raises(BadFile) as refused:
        read(data)
    (problem,) = refused.value.problems
    return problem


def zipped() -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as content:
        content.writestr("system.txt", LINE)
    return archive.getvalue()


def test_a_file_beyond_the_limit_is_refused_without_reading_on():
    stream = Endless(LINE)
    with pytest.raises(BadFile, match="larger than 1000000 bytes"):
        read_answers(io.BufferedReader(stream), name="x", max_bytes=1_000_000)
    assert stream.taken < 1_100_000


@pytest.mark.parametrize("reader", [read_answers, read_sentences_xml])
def test_a_file_of_line_ends_is_refused_before_it_takes_long(reader):
    with pytest.raises(BadFile, match=f"more than {MAX_LINES} lines"):
        reader(io.BytesIO(b"\n" * (MAX_LINES + 1)), name="x")


def test_a_line_without_end_is_refused_without_reading_on():
    stream = Endless(b"calm")
    with pytest.raises(BadFile, match="line 1: the line is longer"):
        read_answers(io.BufferedReader(stream), name="x")
    assert stream.taken < 2 * MAX_LINE_BYTES


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG"),
        (gzip.compress(LINE, mtime=0), "gzip"),
        (zipped(), "zip"),
        (b"%PDF-1.7\n%\xe2\xe3", "PDF"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG"),
        (LINE + b"\0\1\2 rubbish\n", "not a text file"),
        (LINE.decode().encode("utf-16"), "UTF-16"),
        (LINE.decode().encode("utf-16-le"), "UTF-16"),
        (LINE.decode().encode("utf-16-be"), "UTF-16"),
    ],
)
def test_what_is_not_utf_8_text_is_one_problem_that_names_it(data, named):
    problem = only_problem(data * 50)
    assert named in problem.message
    assert problem.remedy


def test_a_byte_order_mark_is_left_out_with_a_notice():
    reading = read(b"\xef\xbb\xbf" + LINE)
    assert reading.records[0].group == "calm.a"
    assert reading.encoding.byte_order_mark
    assert [notice.line for notice in reading.notices] == [1]


def test_crlf_and_leading_blank_lines_and_a_missing_last_line_end_change_nothing():
    reading = read(b"\r\n\r\ncalm.a 1 :: quiet;still\r\ncalm.a 2 :: mild")
    assert [(record.answers, record.line) for record in reading.records] == [
        (("quiet", "still"), 3),
        (("mild",), 4),
    ]
    assert reading.encoding.crlf
    assert reading.notices == ()


def test_lines_are_whole_and_numbered_wherever_a_read_ends():
    lines = [f"calm.a {i} :: apaisé;{'x' * i}\r\n" for i in range(1, 20)]
    reading = read_answers(Trickle("".join(lines).encode()), name="x")
    assert reading.encoding.crlf
    assert [(record.line, record.answers) for record in reading.records] == [
        (i, ("apaisé", "x" * i)) for i in range(1, 20)
    ]


def test_what_a_file_beyond_the_limit_held_before_it_is_told_too():
    with pytest.raises(BadFile) as refused:
        read(LINE + b"loading..\n" + LINE, max_bytes=len(LINE) + 15)
    assert [problem.line for problem in refused.value.problems] == [None, 2]


def test_a_nul_in_a_short_line_does_not_make_it_utf_16():
    assert "NUL" in only_problem(b"pn\0\n").message


def test_a_progress_bar_is_told_by_line():
    assert only_problem(LINE + b"\r1/1 [====] - 0s\x08\x08\r1/1 [====]\n").line == 2


def test_an_empty_file_is_refused():
    assert only_problem(b"\n  \n").message == "there is nothing to read in the file"


def test_problems_are_bounded_and_the_rest_counted():
    with pytest.raises(BadFile) as refused:
        read(b"loading..\n" * (MAX_REPORTED + 30))
    problems = refused.value.problems
    assert len(problems) == MAX_REPORTED + 1
    assert problems[-2].line == MAX_REPORTED
    assert problems[-1].message == "problems not shown: 30 more"


def test_what_stopped_the_reading_is_told_however_many_problems_came_before():
    with pytest.raises(BadFile) as refused:
        read(b"loading..\n" * MAX_REPORTED + b"a\0\1\0\0\n")
    assert "NUL" in refused.value.problems[-2].message
    assert refused.value.problems[-1].message == "problems not shown: 1 more"


def test_a_refused_file_reads_as_one_line_a_problem_sorted_by_line():
    bad = BadFile(
        "gold.txt",
        [
            FileProblem(7, "b", "Mend b"),
            FileProblem(2, "a", "Mend a"),
            FileProblem(None, "c", "Mend c"),
        ],
    )
    assert str(bad) == (
        "gold.txt: c. Mend c.\ngold.txt, line 2: a. Mend a.\ngold.txt, line 7: b. Mend b."
    )


def test_notices_are_bounded_too():
    findings = Findings("x")
    for line in range(1, MAX_REPORTED + 3):
        findings.notice(line, "odd", "Look")
    notices = findings.reading(["record"]).notices
    assert len(notices) == MAX_REPORTED + 1
    assert notices[-1].message == "notices not shown: 2 more"
