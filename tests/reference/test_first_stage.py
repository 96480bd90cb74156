"""What a first stage says of the published first golds, beside what their papers print."""

import pytest

import regild
from regild.agreement.first_stage import measure_first_stage
from regild.cli import main
from regild.formats.corpora import read_corpus
from regild.formats.sense_counts import read_sense_counts
from regild.proposing.making import few_answers
from regild.proposing.spellings import ONE_LETTER, SAME_STEM, close_spellings

pytestmark = pytest.mark.sqlite

SEMEVAL = "semeval2007"


def gold(shared_data, *path):
    return regild.read_gold(shared_data.joinpath(*path)).records


def test_sentences_with_two_answers_are_as_many_as_semeval_kept(shared_data):
    """'298 of the trial, and 1696 of the test release remained after filtering' (2.1). The
    files lack 7 of the 1,710 of the test already; of the trial score.pl keeps 295, as here,
    for it counts no names."""
    test, trial = (gold(shared_data, SEMEVAL, f"lst_{name}.gold") for name in ("test", "trial"))
    assert len(test) - len(few_answers(test)) == 1696
    assert len(trial) - len(few_answers(trial)) == 295


def test_share_of_sentences_with_a_mode(shared_data):
    # Counted by another program: 1,233 of the 1,696, names apart and the votes of repeated
    # substitutes added (score.pl, which does neither, finds 1,230). The paper prints 73.93 %
    # of all its annotations, which the published files do not give.
    found = measure_first_stage(gold(shared_data, SEMEVAL, "lst_test.gold")).parts["all"]
    assert (found["mode_exists"].value, found["mode_exists"].n) == (1233 / 1696, 1696)
    # 77 % of SemDis (3.1): 233 of 300.
    semdis = measure_first_stage(gold(shared_data, "semdis2014", "gold1.txt"))
    mode = semdis.parts["all"]["mode_exists"]
    assert (mode.value, mode.n) == (233 / 300, 300)
    assert mode.low < 0.77 < mode.high
    assert semdis.sentences == {
        **{"all": 300, "n": 100, "v": 100, "a": 100},
        **{"NMWS": 300, "no names": 300, "plain": 300},
    }


def test_sentences_by_their_number_of_substitutes(shared_data):
    # Counted from the files by another program: 2,152 substitutes, 1 to 17 a sentence; 1,152,
    # of which 3 are the code pn; 6,886, of which 17 are and 13 are repeated on their line.
    for path, substitutes, most in (
        (("semdis2014", "gold1.txt"), 2152, 17),
        ((SEMEVAL, "lst_trial.gold"), 1152 - 3, 8),
        ((SEMEVAL, "lst_test.gold"), 6886 - 17 - 13, 9),
    ):
        distinct = measure_first_stage(gold(shared_data, *path)).distinct
        assert sum(n * sentences for n, sentences in distinct.items()) == substitutes
        assert max(distinct) == most


def test_slips_of_annotators_are_found_and_little_else(shared_data):
    test = {
        (one.sentence, one.text, one.other): one.why
        for one in close_spellings(gold(shared_data, SEMEVAL, "lst_test.gold"))
    }
    assert test["490", "heartbeat", "hearbeat"] is ONE_LETTER
    assert test["1144", "deserving", "deserved"] is SAME_STEM
    assert len(test) < 50
    [semdis, *others] = close_spellings(gold(shared_data, "semdis2014", "gold1.txt"))
    assert (semdis.text, semdis.other) == ("écrire", "écrier")
    assert len(others) < 10


def test_wordnet_says_how_many_senses(tmp_path):
    counts = dict(read_sense_counts("/usr/share/wordnet").records)
    # As `wn bar -over` prints: 15 senses of the noun, 4 of the verb.
    assert (counts["bar", "n"], counts["bar", "v"]) == (15, 4)


def test_semevals_own_sentences_are_a_corpus_to_sample(shared_data, tmp_path, capsys):
    trial = regild.read_sentences(shared_data / SEMEVAL / "lexsub_trial.xml").records
    corpus = tmp_path / "trial.txt"
    corpus.write_text("\n\n".join(f"{s.left}{s.target}{s.right}" for s in trial))
    [file] = read_corpus(corpus)
    assert len([*file.sentences]) >= 300
    out = str(tmp_path / "s.csv")
    words = ["sample", str(corpus), "--lexicon", "/usr/share/wordnet", "--senses", "2-20"]
    code = main([*words, "--targets", "3", "--sentences", "4", "--pos", "n", "a", "--out", out])
    assert code == 0
    sample = regild.read_sentences(out).records
    assert len(sample) == 12
    assert len({one.group for one in sample}) == 3
    assert len({f"{one.left}{one.target}{one.right}" for one in sample}) == 12
