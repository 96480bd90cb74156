"""Sentences of a corpus, with the place of every word."""

import time

import pytest

from regild.formats.corpora import (
    conllu_sentences,
    plain_sentences,
    read_corpus,
    split_sentences,
)
from regild.problems import BadFile

FRENCH = """\
# text = Il parle du chat.
1\tIl\til\tPRON\t_\t_\t2\tnsubj\t_\t_
2\tparle\tparler\tVERB\t_\t_\t0\troot\t_\t_
3-4\tdu\t_\t_\t_\t_\t_\t_\t_\t_
3\tde\tde\tADP\t_\t_\t5\tcase\t_\t_
4\tle\tle\tDET\t_\t_\t5\tdet\t_\t_
5\tchat\tchat\tNOUN\t_\t_\t2\tobl\t_\tSpaceAfter=No
5.1\tvu\tvoir\tVERB\t_\t_\t_\t_\t_\t_
6\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

1\tVite\t_\tADV\t_\t_\t0\troot\t_\t_
"""


def test_conllu_is_put_together_as_it_was_written():
    first, second = conllu_sentences(FRENCH.splitlines(), name="a.conllu")
    assert first.text == "Il parle du chat."
    found = [(word.form, word.lemma, word.pos, word.start) for word in first.words]
    # 'de', 'le' stand in 'du', and the node 5.1 nowhere.
    assert found == [
        ("Il", "il", "", 0),
        ("parle", "parler", "v", 3),
        ("chat", "chat", "n", 12),
        (".", ".", "", 16),
    ]
    assert second.words[0][1:3] == ("", "r")
    assert all(first.text.startswith(word.form, word.start) for word in first.words)


def test_lines_of_another_format_are_refused_all_together():
    lines = ["1\tIl\til", *FRENCH.splitlines(), "Et puis"]
    with pytest.raises(BadFile) as refused:
        list(conllu_sentences(lines, name="a.conllu"))
    assert [problem.line for problem in refused.value.problems] == [1, 13]
    assert "a.conllu, line 1: a line of CoNLL-U has ten columns, not 3" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One here. Two there.", ["One here.", "Two there."]),
        ("It broke\nover lines. Then\nit ended.\nNext!", None),
        ("Mr. Smith and J. Doe came. They sat.", ["Mr. Smith and J. Doe came.", "They sat."]),
        ("« Oui ! » Elle part.", ["« Oui ! »", "Elle part."]),
        ("It is 3.5 m, i.e. long, vs. short.", ["It is 3.5 m, i.e. long, vs. short."]),
        ("No end mark\n\nanother", ["No end mark", "another"]),
        ("Élise rit… Été 36.", ["Élise rit…", "Été 36."]),
        ("“Yes.” He left? 3 went.", ["“Yes.”", "He left?", "3 went."]),
        (" \n\n", []),
    ],
)
def test_plain_text_is_split_by_rules(text, sentences):
    if sentences is None:
        sentences = ["It broke over lines.", "Then it ended.", "Next!"]
    assert list(split_sentences(text)) == sentences


def test_words_of_plain_text_and_an_elided_article():
    [sentence] = plain_sentences("Il voit l'espace, là-bas.")
    forms = [word.form for word in sentence.words]
    assert forms == ["Il", "voit", "l'", "espace", "là-bas"]
    assert all(sentence.text.startswith(word.form, word.start) for word in sentence.words)


def test_a_folder_tells_of_each_file_whether_it_has_lemmas(tmp_path):
    (tmp_path / "a.conllu").write_text(FRENCH)
    (tmp_path / "b.txt").write_text("A text. Of two.")
    found = [(one.name, one.has_lemmas, len([*one.sentences])) for one in read_corpus(tmp_path)]
    assert found == [("a.conllu", True, 2), ("b.txt", False, 2)]


def test_rows_of_dots_and_initials_take_no_time():
    began = time.process_time()
    assert len(list(split_sentences("." * 200_000 + " A. " * 50_000))) == 2
    assert time.process_time() - began < 5


def test_tags_without_lemmas_are_not_taken_for_words(tmp_path):
    (tmp_path / "ca01").write_text("The/at jury/nn said/vbd ./.\n")
    [file] = read_corpus(tmp_path)
    with pytest.raises(BadFile, match="ca01: the file is word/tag, which says no lemmas"):
        list(file.sentences)
