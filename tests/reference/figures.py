"""All reference figures of ../shared/data as one table, with what Regild finds for each.

`official` is what a task's own program printed, or the script that its field uses; `published`
stands in a paper; `recomputed` was computed by others' rules apart from ours; `counted` is a
count of a file. The two figures that need the second gold of the post hoc paper, which is not
public, are left out.
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from regild.formats.swords import read_swords
from regild.scoring.compat import LST_GAP, SWORDS_EVAL, TSAR_EVAL, print_official
from tests.needs import SHARED
from tests.reference.figure import Figure, read
from tests.reference.reference_scores import reference_scores

DATA = SHARED

# What SWORDS' evaluator finds, without lemmas, of those whom `extra.sources` names.
SWORDS_F = {
    ("swords-v1.1_test-subset", "coinco"): ("31.7199", "62.5895"),
    ("swords-v1.1_test-subset", "roget"): ("7.2574", "40.7767"),
    ("swords-v1.1_test-subset_reannotated", "coinco"): ("36.5034", "76.4706"),
    ("swords-v1.1_test-subset_reannotated", "roget"): ("9.5618", "60.6299"),
}


def every_figure(data: Path) -> Iterator[Figure]:
    return chain(reference_scores(data), _tsar(data), _gap(data), _swords(data))


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
