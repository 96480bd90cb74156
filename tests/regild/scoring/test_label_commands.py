"""`regild score` of categories and `regild words`, from files to figures."""

import json

import pytest

CATEGORIES = "category,parent\nwork,\nhome,\nmeetings,work\npapers,work\nfamily,home\n"
GOLD = "document,category\n1,meetings\n2,meetings\n3,papers\n4,family\n5,family\n"
LABELS = """\
document,category,score
1,meetings,.9
2,papers,.8
3,papers,1
4,meetings,0
5,family,1
"""
ANNOTATIONS = """\
document,annotator,category
1,ann,meetings
1,bob,meetings
2,ann,papers
2,bob,meetings
3,ann,family
3,bob,family
"""
DOCUMENTS = "document,text\n1,agenda agenda\n2,minutes\n3,beach\n4,beach wine\n5,agenda\n"


@pytest.fixture
def tree(write):
    return write("categories.csv", CATEGORIES)


class TestScore:
    def test_gives_every_level_category_and_count(self, write, run, tree):
        words = (write("gold.csv", GOLD), write("one.csv", LABELS), "--categories", tree)
        code, out, err = run("score", *words, "--json")
        found = json.loads(out)
        assert (code, err, found["gold"]) == (0, "", words[0])
        [system] = found["systems"]
        assert (system["system"], system["n"]) == ("one", 5)
        measures = system["measures"]
        # Worked in test_labels.py.
        assert measures["leaf.accuracy"] == 3 / 5
        assert measures["top.accuracy"] == 4 / 5
        assert measures["leaf.kappa"] == pytest.approx((0.6 - 0.32) / (1 - 0.32))
        assert measures["leaf.papers.precision"] == 1 / 2
        assert measures["top.home.recall"] == 1 / 2
        assert measures["top.macro_f"] == pytest.approx((2 / 3 + 6 / 7) / 2)
        assert system["counts"]["leaf.papers.precision"] == 2
        assert system["counts"]["leaf.papers.recall"] == 1
        assert found["annotators"] is None

    def test_sets_annotators_beside_systems_and_tells_ties(self, write, run, tree):
        gold, labels = write("gold.csv", ANNOTATIONS), write("one.csv", LABELS)
        code, out, err = run("score", gold, labels, labels, "--categories", tree)
        assert code == 0
        assert out.splitlines()[0].split() == [labels, labels, "annotators"]
        *table, empty, signature = out.splitlines()
        assert (empty, signature.partition("|gold:")[0]) == ("", "regild|labels")
        lines = {line.split()[0]: line.split()[1:] for line in table[1:]}
        # Of the two with a majority one is right; of three pairs two agree, each both ways.
        assert lines["leaf.accuracy"] == ["0.5000", "(2)", "0.5000", "(2)", "0.6667", "(6)"]
        assert lines["top.accuracy"][-2:] == ["1.0000", "(6)"]
        assert "1 documents have no category that most chose" in err
        assert "the first is 2." in err
        assert "2 documents are not in the gold" in err
        _code, out, _err = run("score", gold, labels, "--categories", tree, "--json")
        assert json.loads(out)["tied"] == ["2"]

    def test_without_a_tree_has_one_level(self, write, run):
        _code, out, _err = run(
            "score", write("g.csv", GOLD), write("one.csv", LABELS), "--json"
        )
        measures = json.loads(out)["systems"][0]["measures"]
        assert {key.partition(".")[0] for key in measures} == {"leaf"}

    def test_what_is_undefined_is_null_with_its_reason(self, write, run):
        labels = write("one.csv", "document,category\n1,meetings\n")
        _code, out, err = run("score", write("g.csv", GOLD), labels, "--json")
        [system] = json.loads(out)["systems"]
        assert system["measures"]["leaf.papers.precision"] is None
        assert system["undefined"]["leaf.papers.precision"] == "no label names it"
        assert "one: leaf.macro_f is undefined" in err
        assert "4 documents of the gold have no label" in err

    def test_tells_all_that_is_wrong_with_all_files(self, write, run, tree):
        gold = write("gold.csv", GOLD + "6,hobby\n")
        labels = write("one.csv", LABELS + "5,family,1\n6,family,much\n")
        code, out, err = run("score", gold, labels, "nowhere.csv", "--categories", tree)
        assert (code, out) == (2, "")
        assert f"{gold}, line 7: category 'hobby' is not among those" in err
        assert f"{labels}, line 7: document '5' is already on line 6" in err
        assert f"{labels}, line 8: score 'much' is not a number" in err
        assert "nowhere.csv: No such file" in err

    def test_refuses_what_says_nothing_of_categories(self, write, run):
        files = write("gold.csv", GOLD), write("one.csv", LABELS)
        for option in (("--measures", "gap"), ("--task", "best"), ("--format", "tex")):
            code, _out, err = run("score", *files, *option)
            assert (code, f"{option[0]} says nothing" in err) == (2, True)

    def test_refuses_a_gold_of_ties(self, write, run):
        gold = write("gold.csv", "document,annotator,category\n1,a,x\n1,b,y\n")
        code, _out, err = run("score", gold, write("one.csv", "document,category\n1,x\n"))
        assert code == 2
        assert "no document has a category that most chose" in err

    def test_of_a_tree_without_categories_to_read_is_refused(self, write, run, tree):
        code, _out, err = run("score", "none.csv", write("o.csv", LABELS), "--categories", tree)
        assert (code, "none.csv: No such file" in err) == (2, True)


class TestWords:
    def test_labels_are_scored_as_score_scores_them(self, write, run, tree, tmp_path):
        documents, gold = write("documents.csv", DOCUMENTS), write("gold.csv", GOLD)
        there = str(tmp_path / "words.csv")
        code, out, _err = run(
            "words", documents, gold, "--categories", tree, "--json", "--out", there
        )
        [words] = json.loads(out)["systems"]
        assert (code, words["system"], words["n"]) == (0, "words", 5)
        _code, out, _err = run("score", gold, there, "--categories", tree, "--json")
        measures = json.loads(out)["systems"][0]["measures"]
        assert words["measures"] == {
            key: value for key, value in measures.items() if key.startswith("leaf.")
        }

    def test_tells_apart_what_stands_higher_or_two_alone(self, write, run, tree):
        given = write("documents.csv", DOCUMENTS), write("gold.csv", GOLD)
        _code, out, _err = run("words", *given, "--categories", tree, "--level", "top")
        assert {"top.work.recall", "top.home.recall"} < {
            line.split()[0] for line in out.splitlines()[1:]
        }
        _code, out, _err = run("words", *given, "--only", "meetings", "family", "--json")
        assert json.loads(out)["systems"][0]["n"] == 4

    def test_annotators_stand_beside_or_one_is_chosen(self, write, run, tree):
        given = write("documents.csv", DOCUMENTS), write("gold.csv", ANNOTATIONS)
        _code, out, err = run("words", *given, "--categories", tree, "--level", "top", "--json")
        found = json.loads(out)
        assert found["annotators"]["measures"]["top.accuracy"] == 1
        assert (found["systems"][0]["n"], "1 documents have no category" in err) == (2, True)
        _code, out, err = run("words", *given, "--annotator", "ann", "--json")
        assert (json.loads(out)["systems"][0]["n"], err) == (3, "")

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--level", "middle"), "--level middle: there is leaf"),
            (("--only", "meetings", "hobby"), "--only hobby: no document"),
            (("--annotator", "eve"), "there is no annotator eve"),
            (("--folds", "1"), "two folds or more"),
            (("--categories", "nowhere.csv"), "nowhere.csv: No such file"),
        ],
    )
    def test_refuses_what_makes_no_sense(self, write, run, words, said):
        given = write("documents.csv", DOCUMENTS), write("gold.csv", GOLD)
        code, out, err = run("words", *given, *words)
        assert (code, out) == (2, "")
        assert said in err
