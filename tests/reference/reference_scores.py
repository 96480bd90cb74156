"""The figures of reference_scores.tsv: two official programs, a paper, and what others made of
their rules."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from regild.formats.answers import read_answers
from regild.formats.gold import read_gold
from regild.formats.mapping import read_mapping
from regild.formats.swords import read_swords
from regild.scoring.compat import SEMDIS_EVAL, print_official
from regild.scoring.inputs import Spellings, answer_lists, gold_weights, single_word_gold
from regild.scoring.sentence_scores import Mean, score_systems
from regild.words import Wording
from tests.reference.figure import Figure, read

SEMDIS_SCORER = "semdis_eval.py 0.3 (Python 2.7.18, unmodified)"
SCORE_PL = {
    "score.pl (2007 release, percentages, 2 decimals)": "semeval2007",
    "score.pl (trial release, fractions, 3 decimals)": "semeval2007-trial",
}
FROM_THE_PAPER = "recomputed from the paper formula (not an official scorer)"
WITHOUT_CARRY_OVER = (
    "recomputed: score.pl (2007) rules but an empty answer does NOT inherit the previous line"
)
PUBLISHED = tuple(f"published: post hoc paper, Table {table}, Gold1" for table in (2, 3))
NOT_PUBLIC = "(gold2 file not available)"
COUNTED = "counted from the file"

# README of semdis2014: the ten of `compris.a` and five others have no second gold.
WITHOUT_GOLD2 = set(
    "52 90 106 179 185 186 187 192 204 209 211 231 232 272 287".split()  # noqa: SIM905
)


class Row(NamedTuple):
    """Of reference_scores.tsv."""

    dataset: str
    system: str
    measure: str
    value: str
    scorer: str
    options: str


def reference_scores(data: Path) -> Iterator[Figure]:
    kinds: dict[str, tuple[str, Callable[[Row], str]]] = {
        SEMDIS_SCORER: ("official", _printed_by_semdis_eval(data)),
        **dict.fromkeys(SCORE_PL, ("official", _printed_by_score_pl(data))),
        FROM_THE_PAPER: ("recomputed", _normalised(data)),
        WITHOUT_CARRY_OVER: ("recomputed", _without_carry_over(data)),
        **dict.fromkeys(PUBLISHED, ("published", _published(data))),
        COUNTED: ("counted", _counted(data)),
    }
    for row in _rows(data / "reference_scores.tsv"):
        if NOT_PUBLIC not in row.scorer:
            source, find = kinds[row.scorer]
            yield Figure(
                source,
                row.scorer,
                row.dataset,
                row.system,
                row.measure,
                row.options,
                row.value,
                find(row),
            )


def _rows(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        table = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(table)
        return [Row(*line) for line in table]


def _file_of(data: Path, row: Row) -> Path:
    folder = data / row.dataset
    candidates = [
        folder / row.system,
        folder / "systems" / f"{row.system}.txt",
        folder / "systems" / f"{row.system}.predict",
        folder / "odd_formats" / f"{row.system}.predict",
        folder / "oot" / row.system,
    ]
    [path] = [path for path in candidates if path.is_file()]
    return path


def _printed_by_score_pl(data: Path) -> Callable[[Row], str]:
    gold = (data / "semeval2007" / "lst_trial.gold").read_bytes()

    @cache
    def values(path: Path, scorer: str, task: Any) -> Any:
        return print_official(
            SCORE_PL[scorer], gold_data=gold, answer_data=path.read_bytes(), task=task
        ).values

    def find(row: Row) -> str:
        task, _, gold_option = row.options.removeprefix("-t ").partition("; ")
        assert gold_option == "gold lst_trial.gold"
        return str(values(_file_of(data, row), row.scorer, task)[row.measure])

    return find


def _printed_by_semdis_eval(data: Path) -> Callable[[Row], str]:
    gold, mapping = (
        (data / "semdis2014" / name).read_bytes() for name in ("gold1.txt", "mapping.txt")
    )
    mappings = {"mapping applied (default)": mapping, "no mapping (-nn)": None}

    @cache
    def values(path: Path, options: str) -> Any:
        return print_official(
            SEMDIS_EVAL,
            gold_data=gold,
            answer_data=path.read_bytes(),
            mapping_data=mappings[options],
        ).values

    return lambda row: str(values(_file_of(data, row), row.options)[row.measure])


def _semdis_mean(data: Path) -> Callable[[Row, str], Mean]:
    """Our own normalised SemDis scores of a row's system under its options."""
    folder = data / "semdis2014"
    records = read(read_gold, folder / "gold1.txt")
    rules = [
        (rule.group, rule.proposed, rule.canonical)
        for rule in read(read_mapping, folder / "mapping.txt")
    ]
    keys = {"best_normalised": "semdis.best_norm", "oot_normalised": "semdis.oot_norm"}

    @cache
    def scores(path: Path, options: str) -> Any:
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

    def mean(row: Row, options: str) -> Mean:
        [found] = scores(_file_of(data, row), options).means(keys[row.measure])
        assert isinstance(found, Mean)
        return found

    return mean


def _normalised(data: Path) -> Callable[[Row], str]:
    mean = _semdis_mean(data)

    def find(row: Row) -> str:
        value, n, _ = mean(row, row.options)
        assert f"; {n} items" in row.options
        return f"{value:.6f}"

    return find


def _published(data: Path) -> Callable[[Row], str]:
    mean = _semdis_mean(data)
    options = (
        "mapping applied; as in the paper; 290 items (target compris.a excluded); "
        "gold multiwords dropped"
    )
    return lambda row: f"{mean(row, options).value:.2f}"


def _without_carry_over(data: Path) -> Callable[[Row], str]:
    records = read(read_gold, data / "semeval2007" / "lst_trial.gold")
    spellings = Spellings(Wording())
    lexelts = {record.sentence: record.group for record in records}
    keys = {
        "precision": "best.P",
        "recall": "best.R",
        "mode_precision": "best.mode_P",
        "mode_recall": "best.mode_R",
    }

    def find(row: Row) -> str:
        answers = answer_lists(
            read(read_answers, _file_of(data, row)), spellings, groups=lexelts
        )
        scores = score_systems(gold=gold_weights(records, spellings), systems=[answers])
        if row.measure == "mode_attempted":
            return str(scores.means("best.mode_P")[0].n)
        value = scores.means(keys[row.measure])[0].value
        assert value is not None
        return f"{100 * value:.2f}"

    return find


def _counted(data: Path) -> Callable[[Row], str]:
    @cache
    def counts(system: str) -> dict[str, object]:
        [swords] = read(read_swords, data / "swords" / f"{system}.json.gz")
        labels = [Counter(substitute.labels) for substitute in swords.substitutes]
        sizes = Counter(total.total() for total in labels)
        shares = [found["TRUE"] / found.total() for found in labels]
        every: Counter[str] = sum(labels, Counter())
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

    return lambda row: str(counts(row.system)[row.measure])
