"""`regild verify`: what was published is computed again, and what differs is named."""

import hashlib
import json

import pytest

from tests.regild.running import GOLD, SYSTEM
from tests.regild.scoring.golds import dataset_of, make_gold
from tests.regild.scoring.test_exports import PUBLICATION
from tests.regild.scoring.test_published_datasets import FIRST, SENTENCES

OTHER = "happy.a 1 :: merry\nsize.n 2 :: large\n"
LABELS = "document,category\n1,plans\n2,papers\n"
ANSWERS = "calm.a 12 :: quiet;at peace\nroom.n 13 :: space\n"


@pytest.fixture
def folder(tmp_path):
    """A published dataset."""
    gold = make_gold(*SENTENCES, penalty=2.0)._replace(first_gold=FIRST)
    for path, data in dataset_of(gold, PUBLICATION).items():
        file = tmp_path / "gold" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return tmp_path / "gold"


def changed(folder, path, old, new):
    """A file with something else in it, and the checksum to go with that."""
    file = folder / path
    text = file.read_text()
    assert old in text
    was = hashlib.sha256(text.encode()).hexdigest()
    file.write_text(text.replace(old, new, 1))
    sums = folder / "SHA256SUMS"
    now = hashlib.sha256(file.read_bytes()).hexdigest()
    sums.write_text(sums.read_text().replace(was, now))


class TestSignature:
    def signed(self, run, *words):
        return run("score", *words)[1].splitlines()[-1]

    @pytest.mark.parametrize(
        "options",
        [
            [],
            ["--measures", "semdis,best.R.a", "--case", "lower", "--seed", "8"],
            ["--measures", "jabbari", "--penalty", "2.5", "--replicates", "0"],
            ["--exclude-target", "happy.a", "--multiwords", "drop", "--permutations", "9"],
            ["--task", "oot", "--skip-noise", "--on-repeated", "first"],
            ["--task", "mw"],
            ["--compat", "semeval2007", "--task", "oot"],
            ["--compat", "semdis2014"],
            ["--table", "semeval2007.table_1"],
        ],
        ids=" ".join,
    )
    def test_of_the_same_files_is_the_same(self, write, run, options):
        files = [write("gold.txt", GOLD), write("one.txt", SYSTEM), write("two.txt", OTHER)]
        line = self.signed(run, *files, *options)
        code, out, _err = run("verify", "--signature", line, *files)
        assert (code, out) == (0, f"The same: {line}\n")

    def test_files_that_it_only_names_are_given_again(self, write, run):
        files = [write("gold.txt", GOLD), write("one.txt", SYSTEM)]
        again = [
            *("--mapping", write("map.txt", "huge(size.n)-->large\n")),
            *("--part", f"MAN={write('man.txt', '1')}"),
            *("--multiword-gold", write("mw.txt", "happy.a 1 :: happy end 2;\n")),
        ]
        measures = ("--measures", "best.R.MAN,best.R.NMWT,gap")
        line = self.signed(run, *files, *again, *measures)
        assert run("verify", "--signature", line, *files, *again)[0] == 0
        code, out, _err = run("verify", "--signature", line, *files, *again[2:])
        assert code == 1
        assert "map: " in out

    def test_of_two_golds_and_of_several_runs_is_the_same(self, tmp_path, write, run):
        gold, second = write("gold.txt", GOLD), write("second.txt", GOLD.replace("3", "1"))
        write("run1.txt", SYSTEM)
        write("run2.txt", OTHER)
        again = ["--second-gold", second, "--runs", f"both={tmp_path}/run?.txt"]
        line = self.signed(run, gold, *again, "--rankings", "--measures", "gap")
        assert run("verify", "--signature", line, gold, *again)[0] == 0

    @pytest.mark.parametrize("changed", ["gold.txt", "one.txt"])
    def test_of_another_file_differs_by_its_field(self, write, run, changed):
        files = [write("gold.txt", GOLD), write("one.txt", SYSTEM)]
        line = self.signed(run, *files)
        write(changed, (GOLD if changed == "gold.txt" else SYSTEM).replace("big", "vast"))
        code, out, _err = run("verify", "--signature", line, *files)
        assert code == 1
        assert ("gold: " in out) is (changed == "gold.txt")
        assert ("systems: " in out) is (changed == "one.txt")

    def test_of_labels_is_the_same(self, write, run):
        tree = write("tree.csv", "category,parent,definition\nplans,,\npapers,,\n")
        files = [write("gold.csv", LABELS), write("one.csv", LABELS.replace("papers", "plans"))]
        line = self.signed(run, *files, "--categories", tree)
        assert line.startswith("regild|labels|gold:")
        assert run("verify", "--signature", line, *files, "--categories", tree)[0] == 0
        code, out, _err = run("verify", "--signature", line, files[0], *files)
        assert code == 1
        assert "tree: " in out
        assert "systems: " in out

    def test_of_another_version_says_which(self, write, run):
        files = [write("gold.txt", GOLD), write("one.txt", SYSTEM)]
        line = self.signed(run, *files).rpartition("|")[0] + "|v:0.0.1"
        code, out, _err = run("verify", "--signature", line, *files)
        assert code == 1
        assert "v: 0.0.1 there" in out

    def test_of_a_published_folder_is_the_same(self, folder, write, run):
        system = write("run.txt", ANSWERS)
        for which in ("first", "second"):
            line = self.signed(run, str(folder), system, "--gold", which)
            assert run("verify", "--signature", line, str(folder), system)[0] == 0

    @pytest.mark.parametrize(
        "words",
        [["--rankings", "--measures", "semdis"], ["--table", "semdis2014.table_2"]],
        ids=" ".join,
    )
    def test_of_both_golds_of_a_folder_hangs_on_both(self, folder, write, run, words):
        system = write("run.txt", ANSWERS)
        line = self.signed(run, str(folder), system, *words)
        assert run("verify", "--signature", line, str(folder), system)[0] == 0
        for path, old, new in (
            ("data/first-gold.jsonl", "pn", "np"),
            ("data/candidates.jsonl", '"weight": 2.75', '"weight": 2.5'),
        ):
            changed(folder, path, old, new)
            code, out, _err = run("verify", "--signature", line, str(folder), system)
            assert code == 1, path
            assert "gold: " in out or "second: " in out
            changed(folder, path, new, old)

    def test_of_a_table_of_one_gold_names_the_one_it_is_of(self, folder, write, run):
        system, table = write("run.txt", ANSWERS), ("--table", "semeval2007.table_1")
        for words, use in (((), "second"), (("--gold", "first"), "first")):
            line = self.signed(run, str(folder), system, *table, *words)
            assert f"|use:{use}|" in line
            assert run("verify", "--signature", line, str(folder), system)[0] == 0

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["--signature", "regild"], "begins with regild|"),
            (["--signature", "regild|gap|seed:0|v:0.1.0"], "takes GOLD and the systems"),
        ],
    )
    def test_that_is_none_or_has_no_system_is_refused(self, write, run, words, said):
        code, out, err = run("verify", write("gold.txt", GOLD), *words)
        assert (code, out) == (2, "")
        assert said in err


class TestFolder:
    def test_as_it_was_written_is_right(self, folder, run):
        code, out, _err = run("verify", str(folder))
        assert code == 0
        sums = (folder / "SHA256SUMS").read_text().splitlines()
        assert out.splitlines() == [
            f"ok     checksums: {len(sums)} files",
            "ok     gold from its ratings: 10 candidates, 32 ratings",
            "ok     data/gold.txt from the gold: 2 sentences",
        ]

    def test_a_file_that_changed_or_went_is_named(self, folder, run):
        (folder / "README.md").write_text("Other words.\n")
        (folder / "data/gold.txt").unlink()
        code, out, _err = run("verify", str(folder))
        assert code == 1
        assert "README.md: its SHA-256 is another" in out
        assert "data/gold.txt: it is not there" in out
        assert "WRONG  data/gold.txt from the gold: it cannot be read" in out

    @pytest.mark.parametrize(
        ("path", "old", "new", "said"),
        [
            ("data/candidates.jsonl", '"weight": 2.75', '"weight": 2.5', "its weight is 2.75"),
            ("data/ratings.jsonl", '"value": 3', '"value": 0', "its ratings are"),
            ("data/ratings.jsonl", '"value": 3', '"value": 9', "no option of the scale"),
            ("data/ratings.jsonl", '"annotator": "a2"', '"annotator": "a1"', "rated it twice"),
            ("data/ratings.jsonl", '"quiet"', '"quieter"', "is no candidate"),
            ("policy.json", '"rule": "mean"', '"rule": "median"', "and 2.75 is listed"),
            ("data/gold.txt", "2.75", "2.5", "quiet: 2.5 here, 2.75 there"),
            ("data/candidates.jsonl", '{"', "{", "not as we write it"),
        ],
        ids=lambda value: value if " " in value else "",
    )
    def test_a_gold_that_its_ratings_do_not_make_is_wrong(
        self, folder, run, path, old, new, said
    ):
        """Even where somebody gave it a checksum to go with it."""
        changed(folder, path, old, new)
        code, out, _err = run("verify", str(folder))
        assert code == 1
        assert out.startswith("ok     checksums")
        assert said in out

    def scored(self, folder, run, *words):
        (folder / "systems").mkdir()
        (folder / "systems/run.txt").write_text(ANSWERS)
        (folder / "systems/other.txt").write_text("room.n 13 :: hall\n")
        systems = [str(folder / "systems" / name) for name in ("run.txt", "other.txt")]
        said = run("score", str(folder), *systems, *words, "--json")[1]
        (folder / "scores.json").write_text(said)
        return json.loads(said)

    @pytest.mark.parametrize(
        "words",
        [
            [],
            ["--gold", "first", "--measures", "semdis"],
            ["--seed", "3", "--replicates", "50"],
        ],
        ids=" ".join,
    )
    def test_its_scores_are_computed_again_from_its_systems(self, folder, run, words):
        self.scored(folder, run, *words)
        code, out, _err = run("verify", str(folder))
        assert code == 0
        assert out.splitlines()[-1] == "ok     scores.json from systems/: 2 systems"

    @pytest.mark.parametrize("kind", ["measures", "interval", "rank", "p"])
    def test_a_score_that_its_system_does_not_have_is_wrong(self, folder, run, kind):
        said = self.scored(folder, run, "--measures", "semdis.best_norm")
        [key] = said["systems"][0][kind]
        said["systems"][0][kind][key] = [0.1, 0.2] if kind == "interval" else 7
        (folder / "scores.json").write_text(json.dumps(said))
        code, out, _err = run("verify", str(folder))
        assert code == 1
        assert f"run: {kind} of {key} is" in out

    def test_a_system_that_changed_or_went_is_told(self, folder, run):
        self.scored(folder, run, "--measures", "semdis")
        (folder / "systems/run.txt").write_text("room.n 13 :: space\n")
        code, out, _err = run("verify", str(folder))
        assert code == 1
        assert "the signature is regild|" in out
        (folder / "systems/run.txt").unlink()
        assert "systems/ has no run" in run("verify", str(folder))[1]

    def test_what_is_no_folder_is_refused(self, folder, write, run):
        code, _out, err = run("verify", write("gold.txt", GOLD))
        assert code == 2
        assert "this is no folder" in err
        assert run("verify", str(folder), "run.txt")[0] == 2
