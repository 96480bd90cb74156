"""`regild first_stage`, `first_gold --parts` and `sample` from the outside."""

import hashlib
import json

import pytest

PROPOSALS = """\
sentence,lexelt,annotator,rank,substitute,mark,phrase
1,happy.a,ann,1,glad,,
1,happy.a,ann,2,Merry,,
1,happy.a,bob,1,glad,,
1,happy.a,eve,1,cheerful,,
1,happy.a,eve,2,glad,,
1,happy.a,joe,1,merry,,
1,happy.a,kim,1,happy,,
2,bar.n,ann,1,pubs,phrase,bar none
2,bar.n,bob,1,pub,phrase,bar none
2,bar.n,eve,,,nil,
"""
SENTENCES = """\
sentence,lexelt,left,target,right
1,happy.a,A ,happy, day.
2,bar.n,The best ,bar, none.
"""
CONLLU = "\n".join(
    f"1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\t{noun}s\t{noun}\tNOUN\t_\t_\t3\tnsubj\t_\t_\n"
    f"3\tsleep\tsleep\tVERB\t_\t_\t0\troot\t_\t_\n4\tin\tin\tADP\t_\t_\t5\tcase\t_\t_\n"
    f"5\tplace{n}\tplace{n}\tPROPN\t_\t_\t3\tobl\t_\tSpaceAfter=No\n"
    f"6\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_\n"
    for noun in ("cat", "dog", "bird")
    for n in range(4)
)


@pytest.fixture
def stage(write, run):
    """Runs first_stage on the proposals above: (what it says as JSON, its folder)."""

    def stage(*words, proposals=PROPOSALS):
        path = write("proposals.csv", proposals)
        sentences = write("sentences.csv", SENTENCES)
        code, out, err = run(
            "first_stage", path, "--sentences", sentences, *map(str, words), "--json"
        )
        assert (code, err) == (0, ""), err
        return json.loads(out)

    return stage


class TestFirstStage:
    def test_makes_the_gold_with_its_checksum(self, stage, tmp_path):
        said = stage("--case", "lower", "--out", tmp_path / "gold.txt")
        gold = (tmp_path / "gold.txt").read_bytes()
        assert gold.decode().splitlines() == [
            "happy.a 1 :: glad 3;merry 2;cheerful 1;",
            "bar.n 2 :: pub 1;pubs 1;NIL 1;",
        ]
        assert said["sha256"] == hashlib.sha256(gold).hexdigest()
        assert (said["n_responses"], said["n_sentences"]) == (8, 2)
        assert [(one["raw"], one["text"], one["steps"]) for one in said["merges"]] == [
            ("Merry", "merry", ["case"])
        ]
        assert [(one["raw"], one["reason"]) for one in said["left_out"]] == [
            ("happy", "itself")
        ]
        assert said["unclear"][0]["key"] == "2"

    def test_a_close_spelling_is_listed_and_merged_when_accepted(self, stage, write, tmp_path):
        [close] = stage("--case", "lower")["close"]
        assert {close["text"], close["other"]} == {"pub", "pubs"}
        merges = write("merges.csv", "sentence,spelling,into\n2,pubs,pub\n1,Merry,\n")
        said = stage("--case", "lower", "--merges", merges, "--out", tmp_path / "gold.txt")
        # What was undone is close to the other again.
        assert [(one["text"], one["other"]) for one in said["close"]] == [("Merry", "merry")]
        assert "bar.n 2 :: pub 2;NIL 1;" in (tmp_path / "gold.txt").read_text()
        assert "Merry 1;" in (tmp_path / "gold.txt").read_text()

    def test_lemmas_are_merges_that_the_table_undoes(self, stage, write):
        lemmas = write("lemmas.csv", "form,pos,lemma\npubs,n,pub\n")
        assert [one["steps"] for one in stage("--lemmas", lemmas)["merges"]] == [["lemma"]]
        undone = write("lemmas.csv", "form,pos,lemma\npubs,n,\nbeds,n,bed\n")
        assert stage("--lemmas", undone)["merges"] == []

    def test_a_gold_as_a_table_keeps_who_proposed_what(self, stage, run, tmp_path):
        stage("--case", "lower", "--out", tmp_path / "gold.csv")
        code, out, _err = run("first_gold", str(tmp_path / "gold.csv"), "--json")
        pairs = json.loads(out)["measures"]["pairwise_sets"]
        # 1: {glad, merry} {glad} {cheerful, glad} {merry}: 1/2, 1/3, 1/2, 1/2 and twice 0.
        # 2: {pubs} {pub}: 0.
        assert code == 0
        assert pairs["value"] == pytest.approx((11 / 6) / 7)

    def test_phrases_become_the_gold_of_multiwords_that_score_reads(self, stage, run, tmp_path):
        said = stage("--multiwords", tmp_path / "mw.gold")
        assert said["multiwords"] == {"2": "bar none"}
        assert (tmp_path / "mw.gold").read_text() == "bar.n 2 :: bar none 2;\n"
        # One of three pairs saw it together, two apart; in 1 ten pairs saw none.
        detection = said["agreement"]["multiwords"]["multiword_detection"]
        assert detection["value"] == pytest.approx((1 + 10) / 13)
        (tmp_path / "answers.txt").write_text("bar.n 2 :: bar none\n")
        _code, out, _err = run(
            "score", str(tmp_path / "mw.gold"), str(tmp_path / "answers.txt"), "--task", "mw"
        )
        assert "100.00" in out or "1.000" in out

    def test_every_list_is_a_file(self, stage, tmp_path):
        stage("--tables", tmp_path / "lists")
        names = {path.name for path in (tmp_path / "lists").iterdir()}
        assert {"merges.csv", "close_spellings.tex", "flags.csv", "unclear.csv"} <= names
        assert (tmp_path / "lists" / "multiwords.csv").read_text() == (
            "sentence,multiword\n2,bar none\n"
        )

    def test_whoever_copies_the_target_is_flagged(self, write, run):
        head = "sentence,lexelt,annotator,rank,substitute\n"
        rows = [f"{n},happy.a,zoe,1,Happy\n{n},happy.a,ann,1,glad\n" for n in range(20)]
        places = [f"{n},happy.a,A ,happy, day.\n" for n in range(20)]
        code, out, _err = run(
            *("first_stage", write("proposals.csv", head + "".join(rows)), "--json"),
            "--sentences",
            write("s.csv", "sentence,lexelt,left,target,right\n" + "".join(places)),
        )
        found = json.loads(out)["findings"]
        assert code == 0
        assert [one["rule"] for one in found["ann"]] == ["never_two"]
        assert [(one["rule"], one["reason"]) for one in found["zoe"]] == [
            ("copies_target", "the target itself proposed in 20 of 20 sentences"),
            ("never_two", "only one substitute in 20 of 20 sentences answered"),
        ]

    def test_problems_of_all_files_are_told_at_once(self, write, run):
        path = write("proposals.csv", PROPOSALS.replace("1,happy.a,bob,1", "1,happy.a,bob,x"))
        merges = write("merges.csv", "sentence,spelling,into\n1,,b\n")
        code, out, err = run("first_stage", path, "--merges", merges)
        assert (code, out) == (2, "")
        assert "proposals.csv, line 4: 'x' is not a rank" in err
        assert "merges.csv, line 2" in err

    def test_a_sentence_that_nobody_knows_is_refused(self, write, run):
        path = write("proposals.csv", PROPOSALS + "9,bar.n,ann,1,pub,,\n")
        code, _out, err = run(
            "first_stage", path, "--sentences", write("sentences.csv", SENTENCES)
        )
        assert code == 2
        assert "line 12: no sentence has the id '9'" in err

    def test_prints_what_there_is_to_look_at(self, write, run):
        code, out, _err = run(
            "first_stage", write("proposals.csv", PROPOSALS), "--case", "lower"
        )
        assert code == 0
        assert out.startswith("8 responses to 2 sentences by 5 annotators.\n")
        assert "\nclose_spellings: 1\n" in out


class TestParts:
    def test_of_proposals(self, write, run):
        path = write("proposals.csv", PROPOSALS)
        code, out, _err = run("first_gold", path, "--parts", "--json")
        parts = json.loads(out)["parts"]
        assert code == 0
        assert [*parts] == ["all", "n", "a", "NMWT", "NMWS", "no names", "plain"]
        assert parts["NMWT"]["n_sentences"] == 1

    def test_of_votes_alone_as_csv_and_latex(self, write, run):
        path = write("gold.txt", "happy.a 1 :: glad 3;merry 2;\nbar.n 2 :: pub 1;inn 1;\n")
        _code, out, _err = run("first_gold", path, "--parts", "--format", "csv")
        rows = [line.split(",") for line in out.splitlines()]
        assert rows[1][0] == "all"
        assert rows[1][rows[0].index("mode_exists")] == "0.5"
        assert rows[1][-1] == "the first gold does not say who proposed what"
        _code, out, _err = run("first_gold", path, "--parts", "--format", "tex")
        assert out.count(r"\begin{tabular}") == 2

    @pytest.mark.parametrize(
        "words",
        [["--format", "csv"], ["--parts", "--multiwords", "drop"], ["--exclude-target", "x.n"]],
    )
    def test_what_says_nothing_is_refused(self, write, run, words):
        code, out, _err = run("first_gold", write("gold.txt", "happy.a 1 :: glad 3;\n"), *words)
        assert (code, out) == (2, "")


class TestSample:
    def test_draws_from_conllu_what_every_reader_reads(self, write, run, tmp_path):
        corpus, out = write("corpus.conllu", CONLLU), str(tmp_path / "sentences.xml")
        code, said, err = run(
            *("sample", corpus, "--pos", "n", "--targets", "2", "--sentences", "3"),
            *("--seed", "1", "--out", out, "--json"),
        )
        assert (code, err) == (0, "")
        report = json.loads(said)
        assert (report["sentences"], report["eligible"]) == (6, {"n": 3})
        lemmas = (tmp_path / "sentences.lemmas.csv").read_text().splitlines()
        assert lemmas[:2] == ["form,pos,lemma,by,count", "birds,n,bird,corpus,4"]
        again = write("again.conllu", CONLLU)
        other = str(tmp_path / "again.xml")
        run(
            *("sample", again, "--pos", "n", "--targets", "2", "--sentences", "3"),
            *("--seed", "1", "--out", other),
        )
        first = (tmp_path / "sentences.xml").read_bytes()
        assert first == (tmp_path / "again.xml").read_bytes()
        assert b"<head>" in first

    def test_draws_from_plain_text_with_a_lexicon(self, write, run, tmp_path):
        text = "".join(f"They liked {n} old cities of number {n}. " for n in range(5))
        corpus = write("corpus.txt", text)
        senses = write("senses.csv", "word,pos,senses\ncity,n,3\nold,a,8\nnumber,n,12\n")
        code, out, err = run(
            *("sample", corpus, "--pos", "n", "--targets", "1", "--sentences", "4"),
            *("--lexicon", senses, "--senses", "2-9", "--out", str(tmp_path / "s.csv")),
        )
        assert (code, err) == (0, "")
        assert "4 sentences of 1 targets" in out
        rows = (tmp_path / "s.csv").read_text().splitlines()
        assert rows[1].startswith("1,city.n,They liked ")
        lemmas = (tmp_path / "s.lemmas.csv").read_text()
        assert "cities,n,city,'-ies → -y,5" in lemmas

    def test_tells_what_was_not_found(self, write, run, tmp_path):
        corpus = write("corpus.conllu", CONLLU)
        code, _out, err = run(
            *("sample", corpus, "--pos", "n", "v", "--targets", "4", "--sentences", "3"),
            *("--out", str(tmp_path / "s.csv")),
        )
        assert code == 0
        assert "1 targets of v were not found" in err

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["--senses", "2-9"], "--senses needs a --lexicon"),
            (["--words", "9-2"], "--words is two numbers"),
            (["--targets", "0"], "--targets must be at least 1"),
            (["--out", "s.doc"], "--out is a file that ends in"),
            (["--sentences", "99"], "none has 99 sentences"),
        ],
    )
    def test_a_wrong_option_says_what_would_be_right(self, write, run, tmp_path, words, said):
        corpus = write("corpus.conllu", CONLLU)
        code, _out, err = run("sample", corpus, "--out", str(tmp_path / "s.csv"), *words)
        assert code == 2
        assert said in err

    def test_plain_text_alone_is_refused(self, write, run, tmp_path):
        corpus = write("corpus.txt", "A text. Another.")
        code, _out, err = run("sample", corpus, "--out", str(tmp_path / "s.csv"))
        assert code == 2
        assert "plain text has no parts of speech" in err
