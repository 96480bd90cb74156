"""`regild score --compat`: what official programs print."""

from __future__ import annotations

import argparse

from regild.cli.given_files import bytes_of
from regild.cli.refusal import refuse
from regild.scoring import compat
from regild.scoring.official.printed import ProgramStops
from regild.scoring.signature import data_digest, several, short, signature
from regild.scoring.system_scores import Scorecard, SystemScores, distinct_names


def official(options: argparse.Namespace) -> Scorecard:
    gold, mapping = bytes_of(options.gold), options.mapping
    mapping_data = None if mapping is None else bytes_of(mapping)
    rows, digests = [], []
    for name, path in zip(distinct_names(options.systems), options.systems, strict=True):
        answers = bytes_of(path)
        digests.append([data_digest(answers)])
        try:
            printed = compat.print_official(
                options.compat,
                gold_data=gold,
                answer_data=answers,
                task=options.task or "best",
                mapping_data=mapping_data,
            )
        except ProgramStops as stop:
            file = {"gold": options.gold, "mapping": mapping, "answers": path}[stop.file]
            place = file if stop.line is None else f"{file}, line {stop.line}"
            refuse(f"{place}: {stop}. The official program stops here.")
        rows.append(
            SystemScores(
                system=name,
                n=printed.n,
                measures={**printed.values},
                sentences={
                    key: printed.n or 0
                    for key, value in printed.values.items()
                    if isinstance(value, float)
                },
                undefined={
                    key: printed.stopped
                    for key, value in printed.values.items()
                    if printed.stopped and value is None
                },
                per_sentence=printed.sentences if options.per_sentence else None,
            )
        )
    said = {
        "compat": options.compat,
        "gold": short(data_digest(gold)),
        "task": options.task,
        "map": mapping_data and short(data_digest(mapping_data)),
        "systems": several(digests),
    }
    measures = [*dict.fromkeys(key for row in rows for key in row.measures)]
    return Scorecard(options.gold, tuple(rows), signature(measures, said))
