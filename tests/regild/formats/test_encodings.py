"""What is told of a file that is not UTF-8, and how one in Windows-1252 is read."""

import io
import json

import pytest

import regild
from regild.cli import main
from regild.formats.detect import read_answers_any, read_gold_any, read_sentences
from regild.formats.encodings import may_be_windows_1252, read_as
from regild.formats.labels import read_annotations
from regild.formats.lemma_table import read_lemma_table
from regild.formats.long import read_ratings_table
from regild.formats.mapping import read_mapping
from regild.formats.proposals import read_proposals
from regild.formats.sentence_list import read_sentence_list
from regild.formats.swords import read_swords
from regild.formats.word_list import read_word_list
from regild.problems import BadFile, Source

ANSWERS = "calm.a 1 :: apaisé;posé\ncalm.a 2 :: tranquille\ncalm.a 3 :: « à l’aise »\n"
SENTENCES = "sentence,lexelt,left,target,right\n1,posé.a,Très ,posé,.\n2,posé.a,Été ,posé,!\n"
# Of every reader, with a text in which it finds nothing wrong.
READERS = {
    "answers": (read_answers_any, ANSWERS),
    "a table of answers": (read_answers_any, "sentence,substitute\n1,apaisé\n2,posé\n"),
    "answers with scores": (read_answers_any, "RANKED\tposé.a 1\tapaisé 0.9\n"),
    "a run": (read_answers_any, "1 Q0 apaisé 1 0.9 équipe\n"),
    "gold": (read_gold_any, "calm.a 1 :: apaisé 3;\ncalm.a 2 :: posé 2;\n"),
    "sentences": (read_sentences, SENTENCES),
    "ratings": (
        read_ratings_table,
        "annotator,sentence,substitute,value\nZoé,1,apaisé,3\nZoé,2,posé,3\n",
    ),
    "proposals": (read_proposals, "sentence,annotator,substitute\n1,Zoé,apaisé\n"),
    "annotations": (read_annotations, "document,annotator,category\n1,Zoé,été\n"),
    "lemmas": (read_lemma_table, "form,pos,lemma\napaisée,a,apaisé\n"),
    "a mapping": (read_mapping, "apaisée(posé.a)-->apaisé\n"),
    "words": (read_word_list, "word,frequency\napaisé,3\n"),
    "a list": (read_sentence_list, "un\nété\n"),
    "swords": (
        read_swords,
        json.dumps(
            {
                "contexts": {"c:1": {"context": "Très posé."}},
                "targets": {
                    "t:1": {"context_id": "c:1", "target": "posé", "offset": 5, "pos": "ADJ"}
                },
                "substitutes": {"s:1": {"target_id": "t:1", "substitute": "apaisé"}},
                "substitutes_lemmatized": True,
                "substitute_labels": {"s:1": ["TRUE"]},
            },
            ensure_ascii=False,
        ),
    ),
}


def as_source(data, name="file.txt"):
    return Source(io.BytesIO(data), name)


def refused(read, data):
    with pytest.raises(BadFile) as found:
        read(io.BytesIO(data), name="file.txt")
    return found.value


@pytest.mark.parametrize("what", READERS)
def test_every_reader_says_once_what_a_file_looks_like_and_reads_it_so_if_asked(what):
    read, text = READERS[what]
    data = text.encode("windows-1252")
    bad = refused(read, data)
    assert [problem.message.partition(" from line ")[0] for problem in bad.problems] == [
        "the file looks like Windows-1252, not UTF-8,"
    ]
    assert may_be_windows_1252(bad)
    asked = read_as(as_source(data), "windows-1252")
    wanted = read(io.BytesIO(text.encode()), name="file.txt")
    assert read(asked.stream, name="file.txt").records == wanted.records


def test_what_else_is_wrong_with_it_is_told_with_it():
    bad = refused(read_answers_any, (ANSWERS + "posé.a 1 :: été\n").encode("windows-1252"))
    assert [problem.line for problem in bad.problems] == [None, 4]


def test_a_file_that_is_utf_8_stays_what_it_is_whatever_is_asked():
    source = as_source(ANSWERS.encode())
    assert read_as(source, "windows-1252") is source
    assert source.stream.tell() == 0


def test_what_is_read_as_another_encoding_can_be_read_again_from_the_beginning():
    source = read_as(as_source(ANSWERS.encode("latin-1", "replace") * 9999), "windows-1252")
    once = source.stream.read()
    source.stream.seek(0)
    assert source.stream.read() == once
    assert once.decode().startswith("calm.a 1 :: apaisé")
    assert source.original.read() == b""


def test_utf_16_is_told_once_and_is_not_windows_1252():
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        bad = refused(read_answers_any, ANSWERS.encode(encoding))
        [problem] = bad.problems
        assert "UTF-16" in problem.message
        assert not may_be_windows_1252(bad)


@pytest.mark.parametrize(
    ("data", "line", "told"),
    [
        # UTF-8 that was cut in the middle of a letter.
        (ANSWERS.encode() + "posé".encode()[:-1] + b".a 4 :: x\n", 4, "byte 4 of the line"),
        # A byte that Windows-1252 does not have.
        (b"calm.a 1 :: a\x81b\ncalm.a 2 :: \xe9t\xe9\n", 1, "on 1 more lines"),
        # An old Mac's, and an old PC's.
        ("calm.a 1 :: élève été\n".encode("mac-roman"), 1, "byte 13"),
        ("calm.a 1 :: élève été\n".encode("cp850"), 1, "byte 13"),
        # No text at all.
        (bytes(range(1, 10)) + bytes(range(14, 256)), None, ""),
    ],
)
def test_a_broken_file_is_told_once_and_is_not_taken_for_windows_1252(data, line, told):
    bad = refused(read_answers_any, data)
    assert not may_be_windows_1252(bad)
    of_bytes = [one for one in bad.problems if "UTF-8" in one.message]
    if line:
        assert [one.line for one in of_bytes] == [line]
        assert told in of_bytes[0].message
    # Nor does asking for it make a text of it: what Windows-1252 lacks stays what it is.
    if line and b"\x81" in data:
        stream = read_as(as_source(data), "windows-1252").stream
        assert "UTF-8" in str(refused(read_answers_any, stream.read()))


def test_lines_that_are_passed_over_for_their_bytes_are_told_once():
    data = b"calm.a 1 :: quiet\n\xe9\xe9\n\xe9\xe9\n"
    reading = read_answers_any(io.BytesIO(data), name="file.txt", skip_noise=True)
    assert len(reading.records) == len(reading.notices) == 1


def test_the_shell_and_programs_are_told_and_can_ask(tmp_path, capsys):
    gold, answers = tmp_path / "gold.txt", tmp_path / "careful.txt"
    lines = "calm.a 2 :: quiet 2;\nposé.a 1 :: apaisé 3;calme 1;\n"
    gold.write_bytes(lines.encode("windows-1252"))
    answers.write_text("posé.a 1 :: apaisé\n")
    command = ["score", str(gold), str(answers), "--json"]
    assert main([*command, "--encoding", "utf-8"]) == 2
    refused = capsys.readouterr().err
    assert "looks like Windows-1252, not UTF-8, from line 2 on" in refused
    assert "--encoding windows-1252 has it read as that" in refused
    assert main([*command, "--encoding", "windows-1252"]) == 0
    asked = capsys.readouterr()
    as_it_was = json.loads(asked.out)
    assert "1252" not in asked.err
    assert main(command) == 0
    unasked = capsys.readouterr()
    assert json.loads(unasked.out) == as_it_was
    assert unasked.err.count("1252") == 1
    assert f"{gold}, line 2: the file is not UTF-8 from here on" in unasked.err
    gold.write_text(lines)
    assert main(command) == 0
    # The same text has the same signature.
    assert json.loads(capsys.readouterr().out) == as_it_was

    gold.write_bytes("posé.a 1 :: apaisé 3;\n".encode("windows-1252"))
    found = regild.read_gold(gold, encoding="windows-1252")
    assert found.to_dict() == {"1": {"apaisé": 3.0}}


TABLE = "annotator,sentence,substitute,value\nZo\xe9,1,apais\xe9,3\nAnn,1,apais\xe9,2\n"
VALUES = "annotator,item,value\nZo\xe9,1,3\nAnn,1,2\nZo\xe9,2,1\nAnn,2,1\n"
CHOSEN = "document,annotator,category\n1,Zo\xe9,\xe9t\xe9\n1,Ann,\xe9t\xe9\n"
MODEL = "model,item,value\nmod\xe8le,1,3\nmod\xe8le,2,1\n"


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        (["score"], ["pos\xe9.a 1 :: apais\xe9 3;\n", "pos\xe9.a 1 :: apais\xe9\n"]),
        (["score", "--skip-noise"], ["a.a 1 :: b 3;\n", "a.a 1 :: b\na.a 2 :: \xe9t\xe9\n"]),
        (["agreement"], [TABLE]),
        (["agreement"], [CHOSEN]),
        (["severity"], [VALUES]),
        (["alt-test", "--epsilon", ".1"], [VALUES, MODEL]),
        (["first_gold"], ["pos\xe9.a 1 :: apais\xe9 3;calme 1;\n"]),
        (["words"], ["document,text\n1,\xe9t\xe9 a\n2,b\n", "document,category\n1,x\n2,y\n"]),
        (["first_gold"], ["sentence,annotator,rank,substitute\n1,Zo\xe9,1,apais\xe9\n"]),
    ],
    ids=lambda one: one[0].partition("\n")[0][:20],
)
def test_every_command_reads_windows_1252_with_one_notice_or_refuses_it(
    tmp_path, capsys, words, texts
):
    [command, *options] = words
    files = [tmp_path / f"{number}.txt" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    whole = [command, *map(str, files), *options, "--json"]
    assert main(whole) == 0
    as_utf8 = capsys.readouterr()
    assert "1252" not in as_utf8.err
    n = 0
    for file, text in zip(files, texts, strict=True):
        file.write_bytes(text.encode("windows-1252"))
        n += not text.isascii()
    assert main(whole) == 0
    read = capsys.readouterr()
    assert read.out == as_utf8.out
    assert read.err.count("is not UTF-8 from here on, and is read as Windows-1252") == n
    assert ", line " in read.err
    if "--skip-noise" in words:
        return
    assert main([*whole, "--encoding", "utf-8"]) == 2
    assert "--encoding windows-1252 has it read as that" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_a_command_refuses_utf_16_as_ever(tmp_path, capsys, encoding):
    gold = tmp_path / "gold.txt"
    gold.write_bytes("calm.a 1 :: apais\xe9 3;\n".encode(encoding))
    assert main(["first_gold", str(gold)]) == 2
    assert "UTF-16" in capsys.readouterr().err
