"""How far annotators agreed on a first gold, from its file and nothing else."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from regild.agreement.first_gold import GoldVotes, first_gold_measures, without_each
from regild.agreement.gold_comparison import frequency_of_votes
from regild.agreement.measure_tables import left_out_table, measure_table
from regild.agreement.report import Facts, facts
from regild.formats.files import FilePath, Gold, GoldGiven
from regild.formats.records import GoldRecord
from regild.formats.word_list import read_word_list
from regild.results import Result
from regild.tables.printing import as_text
from regild.words import is_multiword

FREQUENCY = "spearman_frequency_first"


@dataclass(frozen=True)
class FirstGoldAgreement(Result):
    """`measures` has each key of docs/measures-agreement.md that is made of a first gold;
    `without` the same with one annotator left out, by name, where they are named."""

    n_sentences: int
    annotators: int | None
    measures: dict[str, Facts]
    without: dict[str, dict[str, Facts]]

    def to_dict(self) -> dict[str, Any]:
        """`{"n_sentences", "annotators", "measures": {key: {"value", …}}, "without"}`."""
        return {
            "n_sentences": self.n_sentences,
            "annotators": self.annotators,
            "measures": self.measures,
            "without": self.without,
        }

    def to_table(self) -> str:
        tables = [measure_table(self.measures, correlations=FREQUENCY in self.measures)]
        if self.without:
            tables.append(left_out_table(self.without))
        return "\n\n".join("\n".join(as_text(table)) for table in tables)

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "without": name,
                "measure": key,
                **{column: found[column] for column in ("value", "n", "n_ratings")},
            }
            for name, measures in {"": self.measures, **self.without}.items()
            for key, found in measures.items()
        ]


def measure_first_gold(
    gold: GoldGiven,
    *,
    annotators: int | None = None,
    exclude_targets: Collection[str] = (),
    multiwords: Literal["keep", "drop"] = "keep",
    frequencies: FilePath | Mapping[str, float] | None = None,
) -> FirstGoldAgreement:
    """Every measure of agreement on what annotators proposed, with its counts.

    `annotators` is how many were asked for each sentence: two measures need it where the file
    has votes alone. A file that names them has every measure again without each of them.
    `frequencies` are a table of word and frequency, or a mapping: votes are correlated with
    their logarithm.

    >>> found = regild.measure_first_gold({"1": {"pleased": 3, "merry": 1}}, annotators=4)
    >>> found.measures["mode_hit"]["value"], found.measures["proposed_or_not"]["value"]
    (0.75, 0.5)
    """
    records = Gold.of(gold).records
    refuse_unknown(records, exclude_targets)
    sentences = [
        gold_votes(record, single_words=multiwords == "drop")
        for record in records
        if record.group not in exclude_targets
    ]
    measures = first_gold_measures(sentences, annotators=annotators)
    if frequencies is not None:
        words = _word_list(frequencies)
        measures[FREQUENCY] = frequency_of_votes(sentences, words)
    return FirstGoldAgreement(
        n_sentences=len(sentences),
        annotators=annotators,
        measures=facts(measures),
        without={
            name: facts(measures)
            for name, measures in without_each(sentences, annotators=annotators).items()
        },
    )


def refuse_unknown(records: Iterable[GoldRecord], groups: Collection[str]) -> None:
    known = {record.group for record in records}
    if strangers := sorted(set(groups) - known):
        raise ValueError(f"there is no target {', '.join(strangers)} to exclude")


def _word_list(given: FilePath | Mapping[str, float]) -> Mapping[str, float]:
    if isinstance(given, Mapping):
        return given
    with open(given, "rb") as stream:
        return dict(read_word_list(stream, name=os.fspath(given)).records)


def gold_votes(record: GoldRecord, *, single_words: bool = False) -> GoldVotes:
    """`single_words` leaves multiwords out."""
    votes = {
        text: n
        for text, n in record.substitutes
        if n > 0 and not (single_words and is_multiword(text))
    }
    given_by: defaultdict[str, list[str]] = defaultdict(list)
    for name, texts in record.given_by:
        for text in texts:
            if text in votes:
                given_by[text].append(name)
    return GoldVotes(votes, dict(given_by))
