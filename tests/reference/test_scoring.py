"""Every reference figure, and the per-sentence scores beside them."""

import csv
from collections import Counter

import pytest

from regild.formats.answers import read_answers
from regild.formats.gold import read_gold
from regild.formats.mapping import read_mapping
from regild.scoring.inputs import Spellings, answer_lists, gold_weights
from regild.scoring.official.score_pl import RELEASE_2007, score_file
from regild.scoring.official.score_pl import read_gold as read_official
from regild.scoring.sentence_scores import score_systems
from regild.words import Wording
from tests.reference.figure import read
from tests.reference.figures import every_figure
from tests.reference.reference_scores import (
    COUNTED,
    FROM_THE_PAPER,
    PUBLISHED,
    SCORE_PL,
    SEMDIS_SCORER,
    WITHOUT_CARRY_OVER,
)

pytestmark = pytest.mark.sqlite

# Of each program: how many figures there are, and where they come from.
PROGRAMS = {
    SEMDIS_SCORER: (66, "official"),
    **dict(zip(SCORE_PL, ((127, "official"), (126, "official")), strict=True)),
    "tsar_eval.py": (152, "official"),
    "lst_gap.py": (1688, "official"),
    FROM_THE_PAPER: (132, "recomputed"),
    WITHOUT_CARRY_OVER: (5, "recomputed"),
    "swords/eval.py without lemmas": (16, "recomputed"),
    **dict.fromkeys(PUBLISHED, (1, "published")),
    COUNTED: (26, "counted"),
}


@pytest.fixture(scope="module")
def figures(shared_data):
    return [*every_figure(shared_data)]


def test_every_figure_there_is_has_its_row(figures):
    counted = Counter((figure.program, figure.source) for figure in figures)
    assert counted == {(name, source): n for name, (n, source) in PROGRAMS.items()}


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_figure_is_found(figures, program):
    """Of a program character for character, but for the GAP script's, to 1e-9."""
    of_program = [figure for figure in figures if figure.program == program]
    assert [figure for figure in of_program if not figure.agrees] == []


@pytest.mark.parametrize(
    ("name", "path", "task"),
    [
        ("kasseychang_part6.best", "systems/kasseychang_part6.predict", "best"),
        ("pool3_deduplicated.best", "derived/pool3_deduplicated.best", "best"),
        ("qianchu_generated_trial.oot", "oot/qianchu_generated_trial.oot", "oot"),
    ],
)
def test_score_pls_credit_of_every_sentence(shared_data, name, path, task):
    folder = shared_data / "semeval2007"
    gold = read_official((folder / "lst_trial.gold").read_bytes(), RELEASE_2007)
    scored = score_file(gold, (folder / path).read_bytes(), task=task, release=RELEASE_2007)
    with (folder / "per_item" / f"{name}.tsv").open(encoding="utf-8") as file:
        expected = list(csv.DictReader(file, delimiter="\t"))
    assert len(expected) == 295
    by_id = {line.id: line for line in scored.lines}
    for item in expected:
        line = by_id.pop(item["id"])
        # Perl prints 15 digits.
        assert f"{line.credit:.15g}" == item["credit_before_division_by_guesses"]
        assert item["guesses"] in ("", str(line.guesses))
        assert line.responses == int(item["human_responses"])
        assert (line.mode or "") == item["mode"]
        assert str(int(line.mode_hit)) == (item["mode_hit"] or "0")
    assert by_id == {}


@pytest.mark.parametrize("name", ["baseline_dicosyn", "flaubert_gaussian_20"])
def test_semdis_evals_scores_of_every_sentence(shared_data, name):
    folder = shared_data / "semdis2014"
    records = read(read_gold, folder / "gold1.txt")
    rules = read(read_mapping, folder / "mapping.txt")
    spellings = Spellings(Wording(rules=[(r.group, r.proposed, r.canonical) for r in rules]))
    lexelts = {record.sentence: record.group for record in records}
    answers = answer_lists(
        read(read_answers, folder / "systems" / f"{name}.txt"), spellings, groups=lexelts
    )
    scores = score_systems(gold=gold_weights(records, spellings), systems=[answers])
    with (folder / "per_item" / f"{name}.detail.tsv").open(encoding="utf-8") as file:
        expected = {item["id"]: item for item in csv.DictReader(file, delimiter="\t")}
    assert len(expected) == 300
    for row, sentence in enumerate(scores.sentences):
        item = expected.pop(sentence)
        assert (lexelts[sentence], len(answers[sentence])) == (
            *(item["lexelt"], int(item["n_answers"])),
        )
        for key in ("best", "oot"):
            found = scores.matrices[f"semdis.{key}"][row, 0]
            # It prints 12 digits.
            assert f"{found:.12g}" == f"{float(item[key]):.12g}"
    assert expected == {}
