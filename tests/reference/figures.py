"""All reference figures of ../shared/data as one table, with what Regild finds for each.

`official` is what a task's own program printed, or the script that its field uses; `published`
stands in a paper; `recomputed` was computed by others' rules apart from ours; `counted` is a
count of a file. The two figures that need the second gold of the post hoc paper, which is not
public, are left out.
"""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from regild.formats.answers import read_answers
from regild.formats.gold import read_gold
from regild.formats.mapping import read_mapping
from regild.formats.swords import read_swords
from regild.scoring.compat import LST_GAP, SEMDIS_EVAL, SWORDS_EVAL, TSAR_EVAL, print_official
from regild.scoring.inputs import Spellings, answer_lists, gold_weights, single_word_gold
from regild.scoring.sentence_scores import Mean, score_systems
from regild.words import Wording

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"

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
# What SWORDS' evaluator finds, without lemmas, of those whom `extra.sources` names.
SWORDS_F = {
    ("swords-v1.1_test-subset", "coinco"): ("31.7199", "62.5895"),
    ("swords-v1.1_test-subset", "roget"): ("7.2574", "40.7767"),
    ("swords-v1.1_test-subset_reannotated", "coinco"): ("36.5034", "76.4706"),
    ("swords-v1.1_test-subset_reannotated", "roget"): ("9.5618", "60.6299"),
}


class Figure(NamedTuple):
    """`found` and `expected` are the same text, or numbers no further apart than `within`."""

    source: str
    program: str
    dataset: str
    system: str
    measure: str
    options: str
    expected: str
    found: str
    within: float = 0

    @property
    def agrees(self) -> bool:
        if not self.within:
            return self.found == self.expected
        return abs(float(self.found) - float(self.expected)) <= self.within


class Row(NamedTuple):
    """Of reference_scores.tsv."""

    dataset: str
    system: str
    measure: str
    value: str
    scorer: str
    options: str


def every_figure(data: Path) -> Iterator[Figure]:
    return chain(_reference_scores(data), _tsar(data), _gap(data), _swords(data))


def _reference_scores(data: Path) -> Iterator[Figure]:
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


def read(reader: Callable[..., Any], path: Path) -> Any:
    with path.open("rb") as stream:
        return reader(stream, name=path.name).records


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


def _tsar(data: Path) -> Iterator[Figure]:
    folder = data / "tsar2022"

    @cache
    def values(system: str, language: str) -> Any:
        return print_official(
            TSAR_EVAL,
            gold_data=(folder / f"gold_{language}.tsv").read_bytes(),
            answer_data=(folder / "systems" / f"{system}.tsv").read_bytes(),
        ).values

    with (folder / "reference_scores.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            found = values(row["system"], row["language"])[row["measure"]]
            yield Figure(
                "official",
                "tsar_eval.py",
                "tsar2022",
                row["system"],
                row["measure"],
                row["source"],
                row["value"],
                str(found),
            )


def _gap(data: Path) -> Iterator[Figure]:
    """Of the sentences of the test gold; the file has those of the trial too."""
    sentences = print_official(
        LST_GAP,
        gold_data=(data / "semeval2007" / "lst_test.gold").read_bytes(),
        answer_data=(data / "gap" / "generated.ranked").read_bytes(),
    ).sentences
    for line in (data / "gap" / "generated.gap.tsv").read_text().splitlines():
        item, tab, value = line.partition("\t")
        sentence = item.split()[-1] if tab else ""
        if sentence in sentences:
            found = sentences[sentence]["gap"]
            yield Figure(
                "official",
                "lst_gap.py",
                "semeval2007/lst_test.gold",
                "generated.ranked",
                f"gap of {item}",
                "no-mwe",
                value,
                repr(found),
                within=1e-9,
            )


def _swords(data: Path) -> Iterator[Figure]:
    for (name, source), expected in SWORDS_F.items():
        path = data / "swords" / f"{name}.json.gz"
        given = defaultdict(list)
        for substitute in read(read_swords, path)[0].substitutes:
            if source in substitute.sources:
                # In the order of the file: the evaluator keeps it for equal scores.
                given[substitute.target_id].append([substitute.substitute, 0])
        result = {"substitutes_lemmatized": True, "substitutes": given}
        values = print_official(
            SWORDS_EVAL, gold_data=path.read_bytes(), answer_data=json.dumps(result).encode()
        ).values
        for kind in ("lenient", "strict"):
            for level, value in zip("ac", expected, strict=True):
                measure = f"{kind}_{level}_f@10"
                yield Figure(
                    "recomputed",
                    "swords/eval.py without lemmas",
                    name,
                    source,
                    measure,
                    "",
                    value,
                    f"{values[measure]:.4f}",
                )
