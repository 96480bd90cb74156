"""`regild baseline`, from the outside."""

import json

import pytest

from regild.formats.answers import read_answers
from tests.regild.formats.small_wordnet import write_wordnet

SENTENCES = """\
sentence,lexelt,left,target,right
1,boat.n,pass the gravy ,boat, on
2,glad.a,I am ,glad,
3,ship.n,the ,ship, sank
"""


@pytest.fixture
def files(tmp_path, write):
    write_wordnet(tmp_path / "wn")
    return {
        "sentences": write("sentences.csv", SENTENCES),
        "wn": str(tmp_path / "wn"),
        "out": str(tmp_path / "out.txt"),
    }


@pytest.fixture
def answer(files, run):
    """Runs it for one task; gives the code, the outputs and what the file then holds."""

    def answer(*words, sentences=None):
        code, out, err = run(
            "baseline", sentences or files["sentences"], *words, "--out", files["out"]
        )
        try:
            with open(files["out"]) as written:
                return code, out, err, written.read()
        except FileNotFoundError:
            return code, out, err, None

    return answer


def test_best_is_a_line_a_sentence_and_none_without_an_answer(answer, files):
    code, out, err, written = answer("--lexicon", files["wn"], "--task", "best")
    assert (code, err) == (0, "")
    assert written == "boat.n 1 :: small boat\nglad.a 2 :: happy\n"
    assert out.startswith("2 of 3 sentences answered in ")
    assert "WordNet's files: 7 synsets" in out


def test_oot_has_three_colons_and_is_read_again(answer, files):
    _code, _out, _err, written = answer("--lexicon", files["wn"], "--task", "oot")
    assert written.splitlines()[1] == "glad.a 2 ::: happy;merry;cheerful"
    with open(files["out"], "rb") as stream:
        records = read_answers(stream, name="out").records
    assert [record.sentence for record in records] == ["1", "2"]


def test_multiwords_are_written_where_there_are_any(answer, files):
    _code, _out, _err, written = answer("--lexicon", files["wn"], "--task", "mw")
    assert written == "boat.n 1 :: gravy boat\n"


def test_json_says_what_it_rests_on(answer, files, write):
    frequencies = write("list.tsv", "word\tfrequency\ncraft\t9\n")
    _code, out, _err, written = answer(
        *("--lexicon", files["wn"], "--frequencies", frequencies, "--task", "best", "--json")
    )
    found = json.loads(out)
    assert (found["sentences"], found["answered"], found["kind"]) == (3, 2, "lexicon")
    assert found["rests_on"][1] == "frequencies of 1 words"
    assert written.startswith("boat.n 1 :: craft\n")


def test_the_other_kinds_answer_too(answer, files, write):
    counts = write("counts.csv", "word,feature,count\nglad,day,1\nmerry,day,2\nsad,rain,1\n")
    code, out, _err, written = answer(
        *("--kind", "distributional", "--vectors", counts, "--similarity", "alpha-skew"),
        *("--task", "oot", "--json"),
    )
    assert (code, written) == (0, "glad.a 2 ::: merry\n")
    assert json.loads(out)["alpha"] == 0.99
    text = write("text.txt", "I am merry.\n")
    code, out, _err, written = answer(
        *("--kind", "ngram", "--lexicon", files["wn"], "--text", text, "--task", "best")
    )
    assert (code, written.splitlines()[1]) == (0, "glad.a 2 :: merry")


def test_the_problems_of_all_files_are_told_and_nothing_is_written(answer, files, write):
    sentences = write("bad.csv", SENTENCES.replace("glad.a", "glad.z"))
    frequencies = write("list.tsv", "word\tfrequency\ncraft\tmany\n")
    lexicon = write("lexicon.tsv", "glad\ta\thappy\nglad\tz\tmerry\n")
    code, out, err, written = answer(
        *("--lexicon", lexicon, "--frequencies", frequencies, "--task", "best"),
        sentences=sentences,
    )
    assert (code, out, written) == (2, "", None)
    assert "bad.csv, line 3: target 'glad.z': 'z' is not a part of speech" in err
    assert "lexicon.tsv, line 2: 'z' is not a part of speech" in err
    assert "list.tsv, line 2: 'many' is not a frequency" in err


def test_a_broken_wordnet_is_told_file_by_file(answer, files, tmp_path):
    write_wordnet(tmp_path / "wn", index_adj="glad a 1\n")
    (tmp_path / "wn" / "index.noun").unlink()
    code, _out, err, written = answer("--lexicon", files["wn"], "--task", "best")
    assert (code, written) == (2, None)
    assert "there is no file index.noun" in err
    assert "index.adj, line 1: the line is cut short" in err


def test_cycles_of_an_xml_are_refused_unless_they_are_kept(answer, write):
    lexicon = write(
        "lexicon.xml",
        "<LexicalResource><Lexicon id='l' language='en'>\n"
        "<LexicalEntry id='1'><Lemma writtenForm='boat' partOfSpeech='n'/>\n"
        "<Sense id='s' synset='a'/></LexicalEntry>\n"
        "<LexicalEntry id='2'><Lemma writtenForm='vessel' partOfSpeech='n'/>\n"
        "<Sense id='t' synset='b'/></LexicalEntry>\n"
        "<Synset id='a' partOfSpeech='n'><SynsetRelation relType='hypernym' target='b'/>\n"
        "</Synset>\n"
        "<Synset id='b' partOfSpeech='n'><SynsetRelation relType='hypernym' target='a'/>\n"
        "</Synset></Lexicon></LexicalResource>\n",
    )
    code, _out, err, written = answer("--lexicon", lexicon, "--task", "best")
    assert (code, written) == (2, None)
    assert "lexicon.xml, line 6: a cycle of hypernyms: a → b → a" in err
    code, _out, err, written = answer("--lexicon", lexicon, "--task", "best", "--keep-cycles")
    assert (code, written) == (0, "boat.n 1 :: vessel\n")
    assert "a cycle of hypernyms" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--task", "best"], "--kind lexicon needs --lexicon"),
        (["--task", "best", "--kind", "distributional"], "needs --vectors"),
        (["--task", "best", "--kind", "ngram", "--lexicon", "x"], "needs --text"),
        (["--task", "mw", "--kind", "ngram"], "multiwords are found in a lexicon alone"),
        (["--task", "best", "--lexicon", "x", "--vectors", "y"], "--vectors is not for --kind"),
        (["--task", "best", "--lexicon", "nowhere"], "nowhere: No such file"),
    ],
)
def test_what_makes_no_sense_is_told(answer, words, said):
    code, out, err, written = answer(*words)
    assert (code, out, written) == (2, "", None)
    assert said in err


def test_where_nothing_is_answered_nothing_is_written(answer, files, write):
    sentences = write("other.csv", SENTENCES.replace("boat", "ship").replace("glad", "new"))
    code, _out, err, written = answer(
        *("--lexicon", files["wn"], "--task", "oot"), sentences=sentences
    )
    assert (code, written) == (2, None)
    assert "there is no answer to any of its targets" in err


def test_a_text_that_is_no_text_is_told(answer, files, tmp_path):
    (tmp_path / "text.txt").write_bytes(b"caf\xe9\n")
    code, _out, err, _written = answer(
        *("--kind", "ngram", "--lexicon", files["wn"], "--task", "best"),
        *("--text", str(tmp_path / "text.txt")),
    )
    assert code == 2
    assert "text.txt: not UTF-8" in err
