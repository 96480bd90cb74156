"""Systems scored on a folder that was published: worded, mapped and left out by its policy."""

import json

import pytest

import regild
from regild.formats.records import GoldRecord
from regild.problems import BadFile
from regild.scoring.measures import KEYS
from tests.regild.scoring.golds import CALM, ROOM, dataset_of, entry, make_gold
from tests.regild.scoring.test_exports import PUBLICATION

SYSTEM = "calm.a 12 :: Quiet;serene;AT PEACE\nroom.n 13 :: Elbow_Room;space\n"
POLICY = {
    "case": "lower",
    "mapping": [["calm.a", "serene", "still water"], ["calm.a", "still water", "quiet"]],
    "undone_merges": [["13", "Elbow_Room"]],
    "penalty": 2.0,
}
SENTENCES = (
    CALM._replace(entries=(*CALM.entries, entry("still water", "1110", least=3))),
    ROOM._replace(entries=(*ROOM.entries, entry("Elbow_Room", "3333"))),
)
FIRST = (
    GoldRecord("12", "calm.a", (("quiet", 3.0), ("pn", 1.0)), (), 0),
    GoldRecord("15", "rough.a", (("choppy", 2.0),), (), 0),
)


@pytest.fixture
def published(tmp_path):
    """Writes a folder and tells where."""

    def published(**said):
        gold = make_gold(*SENTENCES, **{**POLICY, **said})._replace(first_gold=FIRST)
        for path, data in dataset_of(gold, PUBLICATION).items():
            file = tmp_path / "gold" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        return tmp_path / "gold"

    return published


def scores(folder, write, *, measures=("semdis.best",), **asked):
    [found] = regild.score(folder, write("run.txt", SYSTEM), measures=measures, **asked).systems
    return found.measures


def test_answers_are_worded_by_the_policy_and_the_gold_is_not(published, write):
    """'still water' is a weight of its own: to map the gold would give it to 'quiet'."""
    [found] = regild.score(
        published(), write("run.txt", SYSTEM), measures=["semdis.oot"]
    ).systems
    # Sentence 12: quiet 11/4, still water 3/4, at peace 5/3, of these and =still 3/4.
    # Sentence 13: what a lead kept apart, 3, and space, 3, of 6.
    of_12 = (11 / 4 + 3 / 4 + 5 / 3) / (11 / 4 + 3 / 4 + 5 / 3 + 3 / 4)
    assert found.measures["semdis.oot"] == pytest.approx((of_12 + 1) / 2)
    assert found.n == 2


def test_dropped_multiwords_leave_golds_and_answers_and_the_next_moves_up(published, write):
    folder = published(multiwords="drop", multiword_answers="removed")
    found = scores(folder, write, measures=["semdis.best", "best.R"])
    assert found["semdis.best"] == pytest.approx(((11 / 4) / (11 / 4 + 3 / 4) + 3 / 6) / 2)
    # Of three answers two are multiwords, `still water` by the mapping.
    of_12 = (11 / 4) / (11 / 4 + 3 / 4)
    assert found["best.R"] == pytest.approx((of_12 + 6 / (2 * 6)) / 2)


@pytest.mark.parametrize("measures", [["best.R"], ["semdis.oot_norm", "gap"]])
def test_a_folder_without_multiwords_is_scored_alike_by_command_and_verified(
    published, write, run, measures
):
    folder = str(published(multiwords="drop", multiword_answers="removed"))
    system = write("run.txt", SYSTEM)
    asked = ("score", folder, system, "--measures", ",".join(measures))
    found = json.loads(run(*asked, "--json")[1])
    assert found["systems"][0]["measures"] == scores(folder, write, measures=measures)
    signature = run(*asked)[1].splitlines()[-1]
    assert "|mw:drop|" in signature
    code, out, _err = run("verify", "--signature", signature, folder, system)
    assert (code, out) == (0, f"The same: {signature}\n")
    code, out, _err = run(*asked, "--rankings", "--json")
    assert code == 0


def test_a_folder_from_before_is_verified_by_its_own_rule(published, write, run):
    """Its policy and its signature say nothing of answers of several words."""
    folder, system = str(published(multiwords="drop")), write("run.txt", SYSTEM)
    signature = run("score", folder, system)[1].splitlines()[-1]
    assert "|mw:" not in signature
    assert run("verify", "--signature", signature, folder, system)[0] == 0


def test_a_rule_for_multiwords_that_nobody_knows_is_refused(published, write):
    folder = published(multiwords="drop", multiword_answers="halved")
    with pytest.raises(BadFile, match="multiword_answers"):
        scores(folder, write)


def test_multiwords_of_a_folder_from_before_keep_their_place_in_answers(published, write):
    found = scores(published(multiwords="drop"), write, measures=["semdis.best", "best.R"])
    # Elbow_Room is one word: kept apart, its underscore is no blank.
    assert found["semdis.best"] == pytest.approx(((11 / 4) / (11 / 4 + 3 / 4) + 3 / 6) / 2)
    # Three answers, of which one is a multiword now worth nothing, as is another.
    of_12 = (11 / 4) / (3 * (11 / 4 + 3 / 4))
    assert found["best.R"] == pytest.approx((of_12 + 6 / (2 * 6)) / 2)


def test_excluded_targets_and_hidden_sentences_are_left_out(published, write):
    for said in ({"excluded_targets": ["calm.a"]}, {"hidden_sentences": ["12"]}):
        assert scores(published(**said), write)["semdis.best"] == pytest.approx(1 / 2)


def test_the_first_gold_is_there_with_what_looks_like_a_code(published, write):
    [found] = regild.score(
        published(), write("run.txt", SYSTEM), measures=["semdis.best"], use="first"
    ).systems
    # quiet has 3 of 4 votes; nothing was answered to sentence 15.
    assert found.measures == {"semdis.best": pytest.approx((3 / 4) / 2)}


def test_the_penalty_is_the_policys(published, write):
    one_wrong = write("one_wrong.txt", "room.n 13 :: space;wrong")

    def precision(**asked):
        scored = regild.score(published(), one_wrong, measures=["jabbari.P"], **asked)
        return scored.systems[0].measures["jabbari.P"]

    # Nothing for sentence 12; for 13 space, 3, and a wrong answer.
    assert precision() == pytest.approx(3 / (3 + 2) / 2)
    assert precision(penalty=1) == pytest.approx(3 / (3 + 1) / 2)


def test_the_command_scores_a_folder(published, write, run):
    folder, system = str(published()), write("run.txt", SYSTEM)
    code, out, err = run("score", folder, system, "--json")
    assert code == 0
    assert "capitals" not in err
    [row] = json.loads(out)["systems"]
    assert row["measures"] == scores(folder, write, measures=KEYS)
    [first] = json.loads(run("score", folder, system, "--gold", "first", "--json")[1])[
        "systems"
    ]
    assert first["measures"]["semdis.best"] == pytest.approx(3 / 8)


def test_a_folder_has_both_golds_for_a_table_of_both(published, write, run):
    code, out, _err = run(
        "score", str(published()), write("run.txt", SYSTEM), "--table", "semdis2014.table_2"
    )
    assert code == 0
    assert "run" in out


@pytest.mark.parametrize(
    "asked",
    [
        ["--case", "keep"],
        ["--multiwords", "drop"],
        ["--mapping", "mapping.txt"],
        ["--second-gold", "gold.txt"],
        ["--compat", "semeval2007"],
        ["--task", "mw"],
    ],
    ids=" ".join,
)
def test_what_the_policy_says_cannot_be_said_again(published, write, run, asked):
    code, out, err = run("score", str(published()), write("run.txt", SYSTEM), *asked)
    assert (code, out) == (2, "")
    assert asked[0] in err


def test_a_folder_that_is_no_dataset_and_a_gold_of_a_file_are_told(tmp_path, write, run):
    system = write("run.txt", SYSTEM)
    code, _out, err = run("score", str(tmp_path), system)
    assert code == 2
    assert "policy.json" in err
    code, _out, err = run(
        "score", write("gold.txt", "calm.a 12 :: quiet 1;"), system, "--gold", "first"
    )
    assert code == 2
    assert "--gold" in err


def test_every_problem_of_a_folder_is_told_by_file_and_line(published, write, run):
    folder = published()
    (folder / "policy.json").write_text('{"case": "upper"}')
    rows = folder / "data/candidates.jsonl"
    rows.write_text(rows.read_text().replace('"weight": 2.75', '"weight": "heavy"') + "[]\n")
    code, out, err = run("score", str(folder), write("run.txt", SYSTEM))
    assert (code, out) == (2, "")
    assert "policy.json: the policy has no 'case', or a wrong one" in err
    assert "candidates.jsonl, line 1: " in err
    assert "weight" in err
    with pytest.raises(BadFile, match=r"policy\.json"):
        regild.score(folder, write("run.txt", SYSTEM))


def test_a_folder_from_before_its_first_gold_has_what_was_rated_of_it(published, write, run):
    folder = published()
    (folder / "data/first-gold.jsonl").unlink()
    code, out, err = run(
        "score", str(folder), write("run.txt", SYSTEM), "--gold", "first", "--json"
    )
    assert code == 0
    assert "first-gold.jsonl" in err
    # quiet 3 and at peace 1; space 5.
    [row] = json.loads(out)["systems"]
    assert row["measures"]["semdis.best"] == pytest.approx((3 / 4 + 0) / 2)


class TestBareGold:
    GOLD = "calm.a 12 :: quiet 3;Sunday 1;"

    def test_is_compared_without_capitals_where_somebody_says_so(self, write, run):
        gold, system = write("gold.txt", self.GOLD), write("run.txt", SYSTEM)
        asked = "score", gold, system, "--measures", "semdis.oot", "--json"
        [row] = json.loads(run(*asked)[1])["systems"]
        assert row["measures"] == {"semdis.oot": 0}
        out = run(*asked, "--case", "lower")[1]
        [row] = json.loads(out)["systems"]
        assert row["measures"] == {"semdis.oot": 3 / 4}

    def test_capitals_in_more_than_one_answer_in_a_hundred_are_told(self, write, run):
        gold = write("gold.txt", self.GOLD)
        many = "calm.a 12 :: " + ";".join(f"word{n}" for n in range(99))
        for answers, told in ((f"{many};Quiet", False), (f"{many[:-7]};Quiet", True)):
            asked = "score", gold, write("run.txt", answers), "--measures", "gap"
            assert ("--case lower" in run(*asked)[2]) is told
        assert "--case" not in run(*asked, "--case", "keep")[2]
