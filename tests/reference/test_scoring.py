"""Every figure of reference_scores.tsv, and the per-sentence scores beside it."""

import csv
from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest

from regild.formats.answers import read_answers
from regild.formats.gold import read_gold
from regild.formats.mapping import read_mapping
from regild.formats.swords import read_swords
from regild.scoring.compat import print_official
from regild.scoring.inputs import Spellings, answer_lists, gold_weights, single_word_gold
from regild.scoring.official.score_pl import RELEASE_2007, score_file
from regild.scoring.official.score_pl import read_gold as read_official
from regild.scoring.sentence_scores import score_systems
from regild.words import Wording

pytestmark = pytest.mark.sqlite

SEMDIS_EVAL = "semdis_eval.py 0.3 (Python 2.7.18, unmodified)"
SCORE_PL = {
    "score.pl (2007 release, percentages, 2 decimals)": "semeval2007",
    "score.pl (trial release, fractions, 3 decimals)": "semeval2007-trial",
}
FROM_THE_PAPER = "recomputed from the paper formula (not an official scorer)"
WITHOUT_CARRY_OVER = (
    "recomputed: score.pl (2007) rules but an empty answer does NOT inherit the previous line"
)
PUBLISHED = "published: post hoc paper, Table {}, Gold1"
# The second gold of the paper is not public, so its two rows cannot be recomputed.
NOT_PUBLIC = "published: post hoc paper, Table {}, Gold2 (gold2 file not available)"
COUNTED = "counted from the file"

# README of semdis2014: the ten of `compris.a` and five others have no second gold.
WITHOUT_GOLD2 = set(
    "52 90 106 179 185 186 187 192 204 209 211 231 232 272 287".split()  # noqa: SIM905
)


class Row(NamedTuple):
    dataset: str
    system: str
    measure: str
    value: str
    scorer: str
    options: str


@pytest.fixture(scope="module")
def rows(shared_data):
    with (shared_data / "reference_scores.tsv").open(encoding="utf-8", newline="") as file:
        table = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(table)
        return [Row(*line) for line in table]


@pytest.fixture(scope="module")
def file_of(shared_data):
    def file_of(row):
        folder = shared_data / row.dataset
        candidates = [
            folder / row.system,
            folder / "systems" / f"{row.system}.txt",
            folder / "systems" / f"{row.system}.predict",
            folder / "odd_formats" / f"{row.system}.predict",
            folder / "oot" / row.system,
        ]
        [path] = [path for path in candidates if path.is_file()]
        return path

    return file_of


def read(reader, path):
    with path.open("rb") as stream:
        return reader(stream, name=path.name).records


def wrong(rows, value_of):
    return [(row, found) for row in rows if (found := value_of(row)) != row.value]


def test_every_row_is_of_a_kind_checked_below(rows):
    assert Counter(row.scorer for row in rows) == {
        SEMDIS_EVAL: 66,
        **dict(zip(SCORE_PL, (127, 126), strict=True)),
        FROM_THE_PAPER: 132,
        WITHOUT_CARRY_OVER: 5,
        PUBLISHED.format(2): 1,
        PUBLISHED.format(3): 1,
        NOT_PUBLIC.format(2): 1,
        NOT_PUBLIC.format(3): 1,
        COUNTED: 26,
    }


def test_what_score_pl_printed_character_for_character(rows, shared_data, file_of):
    gold = (shared_data / "semeval2007" / "lst_trial.gold").read_bytes()

    @cache
    def values(path, scorer, task):
        return print_official(
            SCORE_PL[scorer], gold_data=gold, answer_data=path.read_bytes(), task=task
        ).values

    def value_of(row):
        task, _, gold_option = row.options.removeprefix("-t ").partition("; ")
        assert gold_option == "gold lst_trial.gold"
        return values(file_of(row), row.scorer, task)[row.measure]

    assert wrong([row for row in rows if row.scorer in SCORE_PL], value_of) == []


def test_what_semdis_eval_printed_character_for_character(rows, shared_data, file_of):
    gold, mapping = (
        (shared_data / "semdis2014" / name).read_bytes()
        for name in ("gold1.txt", "mapping.txt")
    )
    mappings = {"mapping applied (default)": mapping, "no mapping (-nn)": None}

    @cache
    def values(path, options):
        return print_official(
            "semdis2014",
            gold_data=gold,
            answer_data=path.read_bytes(),
            mapping_data=mappings[options],
        ).values

    assert (
        wrong(
            [row for row in rows if row.scorer == SEMDIS_EVAL],
            lambda row: values(file_of(row), row.options)[row.measure],
        )
        == []
    )


@pytest.fixture(scope="module")
def normalised(shared_data, file_of):
    """Our own normalised SemDis scores of a row's system under its options."""
    folder = shared_data / "semdis2014"
    records = read(read_gold, folder / "gold1.txt")
    rules = [
        (rule.group, rule.proposed, rule.canonical)
        for rule in read(read_mapping, folder / "mapping.txt")
    ]
    keys = {"best_normalised": "semdis.best_norm", "oot_normalised": "semdis.oot_norm"}

    @cache
    def scores(path, options):
        mapping, _, sentences, multiwords = options.split("; ")
        spellings = Spellings(Wording(rules=rules if mapping == "mapping applied" else ()))
        kept = {
            "300 items": records,
            "290 items (target compris.a excluded)": [
                record for record in records if record.group != "compris.a"
            ],
            "285 items (the 15 sentences without gold2 excluded)": [
                record for record in records if record.sentence not in WITHOUT_GOLD2
            ],
        }[sentences]
        gold = gold_weights(kept, spellings)
        if multiwords == "gold multiwords dropped":
            gold = single_word_gold(gold)
        lexelts = {record.sentence: record.group for record in kept}
        answers = answer_lists(read(read_answers, path), spellings, groups=lexelts)
        return score_systems(gold=gold, systems=[answers], keys=[*keys.values()])

    def normalised(row, options):
        [mean] = scores(file_of(row), options).means(keys[row.measure])
        return mean

    return normalised


def test_the_normalised_scores_of_the_post_hoc_paper(rows, normalised):
    def value_of(row):
        value, n, _ = normalised(row, row.options)
        assert f"; {n} items" in row.options
        return f"{value:.6f}"

    assert wrong([row for row in rows if row.scorer == FROM_THE_PAPER], value_of) == []


def test_the_published_scores_of_the_baseline(rows, normalised):
    options = (
        "mapping applied; as in the paper; 290 items (target compris.a excluded); "
        "gold multiwords dropped"
    )
    published = [row for row in rows if row.scorer in map(PUBLISHED.format, (2, 3))]
    assert wrong(published, lambda row: f"{normalised(row, options).value:.2f}") == []


def test_an_empty_answer_inherits_nothing_by_default(rows, shared_data, file_of):
    records = read(read_gold, shared_data / "semeval2007" / "lst_trial.gold")
    spellings = Spellings(Wording())
    keys = {
        "precision": "best.P",
        "recall": "best.R",
        "mode_precision": "best.mode_P",
        "mode_recall": "best.mode_R",
    }
    lexelts = {record.sentence: record.group for record in records}

    def value_of(row):
        answers = answer_lists(read(read_answers, file_of(row)), spellings, groups=lexelts)
        scores = score_systems(gold=gold_weights(records, spellings), systems=[answers])
        if row.measure == "mode_attempted":
            return str(scores.means("best.mode_P")[0].n)
        return f"{100 * scores.means(keys[row.measure])[0].value:.2f}"

    assert wrong([row for row in rows if row.scorer == WITHOUT_CARRY_OVER], value_of) == []


def test_what_was_counted_in_the_swords_files(rows, shared_data):
    @cache
    def counts(system):
        [swords] = read(read_swords, shared_data / "swords" / f"{system}.json.gz")
        labels = [Counter(substitute.labels) for substitute in swords.substitutes]
        sizes = Counter(total.total() for total in labels)
        shares = [found["TRUE"] / found.total() for found in labels]
        every = sum(labels, Counter())
        return {
            "contexts": len(swords.contexts),
            "targets": len(swords.targets),
            "substitutes": len(swords.substitutes),
            "labels_total": every.total(),
            **{f"labels_{label}": every[label] for label in ("TRUE", "FALSE", "UNSURE")},
            **{f"substitutes_with_{n}_labels": sizes[n] for n in (3, 10)},
            "substitutes_no_TRUE": shares.count(0),
            "substitutes_score_over_0.1": sum(share > 0.1 for share in shares),
            "substitutes_score_over_0.5": sum(share > 0.5 for share in shares),
            "mean_score": f"{sum(shares) / len(shares):.6f}",
        }

    assert (
        wrong(
            [row for row in rows if row.scorer == COUNTED],
            lambda row: str(counts(row.system)[row.measure]),
        )
        == []
    )


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
