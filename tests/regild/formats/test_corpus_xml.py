import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.formats.corpus_xml import read_sentences_xml, write_sentences_xml
from regild.formats.records import SentenceRecord
from regild.problems import BadFile

HEADER = '<?xml version="1.0" ?>\n<!DOCTYPE corpus SYSTEM "lexsub.dtd">\n'


def instance(id: str, context: str) -> str:
    return f'<instance id="{id}">\n<context>{context}</context>\n</instance>\n'


def corpus(*instances: str, lexelt: str = "calm.a") -> str:
    return f'<corpus>\n<lexelt item="{lexelt}">\n{"".join(instances)}</lexelt>\n</corpus>\n'


def read(text: str | bytes, **options):
    data = text.encode() if isinstance(text, str) else text
    return read_sentences_xml(io.BytesIO(data), name="test.xml", **options)


def problems(text: str | bytes) -> list[tuple[int | None, str]]:
    with pytest.raises(BadFile) as refused:
        read(text)
    return [(problem.line, problem.message) for problem in refused.value.problems]


def sentence(context: str | bytes) -> str:
    """The one sentence of a corpus with this context, its parts joined by bars."""
    mark = "<context>" + "@" + "</context>"
    data = corpus(instance("1", "@")).encode()
    raw = context.encode() if isinstance(context, str) else context
    (record,) = read(data.replace(mark.encode(), b"<context>" + raw + b"</context>")).records
    return f"{record.left}|{record.target}|{record.right}"


def test_a_sentence_is_what_stands_around_the_head():
    text = HEADER + corpus(instance("8", "The sea was <head>calm</head> that day . "))
    assert read(text).records == (
        SentenceRecord("8", "calm.a", "The sea was ", "calm", " that day .", 5),
    )


def test_blanks_inside_the_head_belong_to_the_context():
    assert sentence("l' <head>intérêt </head>du lieu") == "l' |intérêt| du lieu"
    assert sentence("l'<head> art</head>, dit-il") == "l' |art|, dit-il"


def test_other_marks_in_a_context_leave_their_text():
    assert sentence("a <i>very</i> <head>calm</head> <b>sea</b>") == "a very |calm| sea"


def test_two_documents_in_one_file_are_read_as_one():
    first = HEADER + corpus(instance("1", "<head>calm</head>"))
    second = HEADER + corpus(instance("2", "<head>side</head>"), lexelt="side.n")
    reading = read(first + second)
    assert [(record.key, record.group, record.line) for record in reading.records] == [
        ("1", "calm.a", 5),
        ("2", "side.n", 14),
    ]
    assert reading.notices == ()


@pytest.mark.parametrize(
    "context",
    [
        # "naïve", its ï one byte of Latin-1 in a file of UTF-8
        b"na\xefve <head>calm</head>",
        "na&#239 ;ve <head>calm</head>",
        "na&#xEF ;ve <head>calm</head>",
    ],
)
def test_broken_bytes_and_references_are_repaired(context):
    assert sentence(context) == "naïve |calm|"


@pytest.mark.parametrize("quote", ["\x92", "&#146;", "&#146 ;", "&#x92;", b"\x92"])
def test_controls_that_stand_for_windows_quotes_become_quotes(quote):
    raw = quote.encode() if isinstance(quote, str) else quote
    assert sentence(b"l" + raw + b"art <head>calm</head>") == "l’art |calm|"


def test_each_repair_is_a_notice_on_its_line():
    text = corpus(
        instance("1", "\x91a\x92 <head>calm</head>"),
        instance("2", "a <head>calm</head>"),
        instance("3", "&#8220 ;a&#8221 ; <head>calm</head>"),
    )
    assert [notice.line for notice in read(text).notices] == [4, 10]


def test_a_declared_latin_1_file_is_read_as_such():
    declared = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
    text = declared + corpus(instance("1", "été <head>calme</head>"))
    assert read(text.encode("latin-1")).records[0].left == "été "


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE corpus [<!ENTITY a "aa"><!ENTITY b "&a;&a;&a;&a;">]>',
        '<!DOCTYPE corpus [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE corpus SYSTEM "lexsub.dtd" [<!ENTITY % p SYSTEM "http://127.0.0.1/">%p;]>',
    ],
)
def test_entities_of_the_file_s_own_are_refused(doctype):
    text = '<?xml version="1.0"?>\n' + doctype + "\n" + corpus(instance("1", "&b; &x;"))
    assert problems(text) == [(2, "the file declares a document type or entities of its own")]


def test_an_entity_nobody_declared_is_told_by_line_though_a_dtd_is_named():
    text = HEADER + corpus(instance("1", "&eacute;t&eacute; <head>calm</head>"))
    assert problems(text) == [(6, "this is not well-formed XML: undefined entity")]


def test_every_faulty_sentence_is_told_at_once():
    text = (
        corpus(
            instance("1", "no target"),
            instance("2", "<head>calm</head> or <head>quiet</head>"),
            instance("3", "<head> </head>"),
            instance("4", "<head>calm</head>"),
            instance("4", "<head>still</head>"),
            instance("", "<head>calm</head>"),
            instance("7 8", "<head>calm</head>"),
            instance("9", "a&#13;b <head>calm</head>"),
        )
        + "<corpus>"
        + instance("10", "<head>calm</head>")
        + "</corpus>"
    )
    assert problems(text) == [
        (3, "sentence 1 has no <head> in its <context>"),
        (6, "sentence 2 has 2 <head> in its <context>"),
        (9, "target '' is empty"),
        (15, "sentence 4 is already on line 12"),
        (18, "sentence '' is empty"),
        (21, "sentence '7 8' holds a blank"),
        (24, "the sentence holds the control character U+000D"),
        (29, "'' is not of the form word.pos"),
    ]


def test_mark_up_that_does_not_close_is_told_by_line():
    assert problems("<corpus>\n<lexelt item='calm.a'>\n</corpus>") == [
        (3, "this is not well-formed XML: mismatched tag")
    ]


def test_other_files_are_refused_by_name():
    assert "PDF" in problems(b"%PDF-1.7 ...")[0][1]
    assert "UTF-16" in problems(corpus().encode("utf-16"))[0][1]
    with pytest.raises(BadFile, match="larger than 10 bytes"):
        read(corpus(), max_bytes=10)


@pytest.mark.parametrize("piece", ["<!DOCTYPE ", "<?xml ", "&#1 ", "&#8221 ;"])
def test_rubbish_takes_no_time(piece):
    # Patterns that backtrack, or look ahead to the end each time, would need hours.
    assert problems(piece * 50_000)


@st.composite
def sentences(draw):
    text = st.text("ab é’\"'&<>]\n\t;", max_size=10)
    keys = draw(st.sets(st.text("019:\"'<&", min_size=1, max_size=4), min_size=1, max_size=4))
    return tuple(
        SentenceRecord(
            key,
            draw(st.sampled_from(["calm.a", "d'a&b.n.v"])),
            draw(text).lstrip(),
            draw(st.sampled_from(["calm", "at <peace>", "c'&"])),
            draw(text).rstrip(),
            line=0,
        )
        for key in keys
    )


@settings(max_examples=80, deadline=None)
@given(sentences())
def test_written_sentences_read_as_the_same_records(records):
    sink = io.BytesIO()
    write_sentences_xml(sink, records)
    assert tuple(record._replace(line=0) for record in read(sink.getvalue()).records) == records
