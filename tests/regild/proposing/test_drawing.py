"""Sentences and lemmas drawn from the files of a corpus."""

from zipfile import ZipFile

import pytest

from regild.formats.sense_counts import read_sense_counts
from regild.problems import BadFiles, Text
from regild.proposing.drawing import NothingDrawn, draw_from_corpus
from regild.proposing.sampling import SampleOptions

OPTIONS = SampleOptions(pos=("n",), groups=1, sentences=3)
SENSES = {("city", "n"): 3, ("old", "a"): 8}
PLAIN = "".join(f"They liked {n} old cities of number {n}. " for n in range(4))


def conllu(n):
    rows = [("They", "they", "PRON"), ("saw", "see", "VERB"), (f"{n}", f"{n}", "NUM")]
    rows += [("cities", "city", "NOUN"), ("there", "there", "ADV")]
    return "".join(
        f"{place}\t{form}\t{lemma}\t{pos}\t_\t_\t_\t_\t_\t_\n"
        for place, (form, lemma, pos) in enumerate(rows, start=1)
    )


CONLLU = "\n".join(map(conllu, range(4)))


def test_conllu_says_its_own_lemmas_and_plain_text_beside_it_is_left_out(tmp_path):
    (tmp_path / "a.conllu").write_text(CONLLU)
    (tmp_path / "b.txt").write_text(PLAIN)
    drawn = draw_from_corpus(tmp_path, OPTIONS)
    assert {record.group for record in drawn.sample.records} == {"city.n"}
    assert [row[:4] for row in drawn.lemmas] == [("cities", "n", "city", "corpus")]
    assert drawn.left_out == ("b.txt",)
    both = draw_from_corpus(tmp_path, OPTIONS, senses=SENSES)
    assert both.left_out == ()
    assert both.sample.drawn[0].frequency == 8


def test_plain_text_gets_its_lemmas_by_rule_where_there_is_a_lexicon(tmp_path):
    (tmp_path / "b.txt").write_text(PLAIN)
    drawn = draw_from_corpus(tmp_path, OPTIONS, senses=SENSES)
    assert [(row.form, row.lemma, row.by) for row in drawn.lemmas] == [
        ("cities", "city", "-ies → -y")
    ]
    with pytest.raises(NothingDrawn, match="plain text has no parts of speech") as refused:
        draw_from_corpus(tmp_path, OPTIONS)
    assert isinstance(refused.value.args[0], Text)


def test_lines_of_all_files_that_are_none_are_told_together(tmp_path):
    (tmp_path / "a.conllu").write_text(f"{CONLLU}\n1\tThey\n")
    (tmp_path / "b.conllu").write_text(CONLLU.replace("\t_\n", "\n", 1))
    (tmp_path / "ca01").write_text("The/at jury/nn said/vbd ./.\n")
    with pytest.raises(BadFiles) as refused:
        draw_from_corpus(tmp_path, OPTIONS)
    told = {bad.name: [problem.line for problem in bad.problems] for bad in refused.value.files}
    assert told == {"a.conllu": [25], "b.conllu": [1], "ca01": [None]}


def test_too_few_sentences_are_told_with_what_was_asked(tmp_path):
    (tmp_path / "a.conllu").write_text(CONLLU)
    with pytest.raises(NothingDrawn, match="1 targets met the conditions, and none has 4"):
        draw_from_corpus(tmp_path, OPTIONS._replace(sentences=4, words=(6, 9)))


def test_more_than_may_be_unpacked_is_refused(tmp_path):
    with ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.txt", "A word. " * 200_000)
    with pytest.raises(ValueError, match="more than 1 MB when unpacked"):
        draw_from_corpus(tmp_path / "a.zip", OPTIONS, max_bytes=2**20)


def index_zip(path, *, noun="city n 3 1 @ 3 1 0 1 2\n"):
    with ZipFile(path, "w") as archive:
        archive.writestr("dict/index.noun", f"  1 The licence\n{noun}")
        archive.writestr("dict/index.adj", "old a 8 1 & 8 1 0 1 2\nolder\n")
    return path


def test_senses_are_counted_in_a_zip_of_wordnets_files_too(tmp_path):
    """What is wrong in any of them is told with its place in the ZIP."""
    with pytest.raises(BadFiles) as refused:
        read_sense_counts(index_zip(tmp_path / "wn.zip", noun="city n many\n"))
    told = [(bad.name, bad.problems[0].line) for bad in refused.value.files]
    assert told == [
        (f"{tmp_path}/wn.zip/index.noun", 2),
        (f"{tmp_path}/wn.zip/index.adj", 2),
    ]
    table = tmp_path / "senses.csv"
    table.write_text("word,pos,senses\ncity,n,3\n")
    assert dict(read_sense_counts(table).records) == {("city", "n"): 3}
    with ZipFile(tmp_path / "nouns.zip", "w") as archive:
        archive.writestr("dict/index.noun", "city n 3 1 @ 3 1 0 1 2\n")
    assert dict(read_sense_counts(tmp_path / "nouns.zip").records) == {("city", "n"): 3}


@pytest.mark.parametrize(
    ("flags", "compression"), [(1, 0), (0, 99)], ids=["locked", "of a method nobody knows"]
)
def test_a_zip_that_cannot_be_read_is_told(tmp_path, flags, compression):
    path = tmp_path / "a.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("a.conllu", CONLLU)
    data = bytearray(path.read_bytes())
    # Flags and method stand in the file's own header, and again in the directory at the end.
    for header, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(header) + place
        data[at] |= flags
        data[at + 2] = compression
    path.write_bytes(data)
    with pytest.raises(ValueError, match="a ZIP that is broken, or locked"):
        draw_from_corpus(path, OPTIONS)


def test_what_no_file_of_sentences_can_hold_is_not_drawn(tmp_path):
    (tmp_path / "a.conllu").write_text("\n".join(map(conllu, range(3))))
    (tmp_path / "b.conllu").write_text(CONLLU.replace("saw", "s\ufffeaw"))
    drawn = draw_from_corpus(tmp_path, OPTIONS)
    assert not any("\ufffe" in record.left for record in drawn.sample.records)
