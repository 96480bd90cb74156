"""Systems scored on a published dataset as its campaign scores them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from regild.formats.published import (
    CANDIDATES,
    FIRST_GOLD,
    POLICY,
    PublishedSubstitute,
    ScoringPolicy,
    Which,
    gold_records,
    read_candidates,
    read_first_gold,
    read_policy,
)
from regild.formats.records import GoldRecord
from regild.problems import Reading
from regild.scoring.inputs import Spellings
from regild.scoring.matrices import PENALTY
from regild.words import Wording, is_multiword

# What a reader finds in a file, by its path; nothing where the file is bad, which is told.
Read = Callable[[Callable[..., Reading[Any]], str], tuple[Any, ...]]


class PublishedDataset(NamedTuple):
    """Both golds without what the policy leaves out. `first_is_whole` is False for a folder
    that has no file of the first gold: what was rated of it stands among the candidates."""

    first: tuple[GoldRecord, ...]
    second: tuple[GoldRecord, ...]
    first_is_whole: bool
    policy: ScoringPolicy

    def gold(self, which: Which) -> tuple[GoldRecord, ...]:
        return self.first if which == "first" else self.second

    @property
    def groups(self) -> dict[str, str]:
        return {record.sentence: record.group for record in (*self.first, *self.second)}

    @property
    def spellings(self) -> Spellings:
        """Of answers; the golds are worded already."""
        wording = Wording(case=self.policy.case, rules=self.policy.mapping)
        return Spellings(wording, apart=self.policy.undone_merges)

    @property
    def multiwords_signed(self) -> str | None:
        """In a signature: what a policy from before says, its digest alone does."""
        return "drop" if self.policy.removes_multiwords else None

    @property
    def penalty(self) -> float:
        return PENALTY if self.policy.penalty is None else self.policy.penalty


def read_dataset(
    folder: str | os.PathLike[str], read: Read | None = None
) -> PublishedDataset | None:
    """None where `read` found nothing, and told why. By default a bad file raises BadFile."""
    read = read or _read
    path = Path(folder)
    policies: tuple[ScoringPolicy, ...] = read(read_policy, str(path / POLICY))
    rows: tuple[PublishedSubstitute, ...] = read(read_candidates, str(path / CANDIDATES))
    whole = (path / FIRST_GOLD).exists()
    if whole:
        first = read(read_first_gold, str(path / FIRST_GOLD))
    else:
        first = gold_records(row._replace(weight=row.votes) for row in rows)
    if not policies:
        return None
    [policy] = policies
    return PublishedDataset(
        tuple(_in_play(first, policy)),
        tuple(_in_play(gold_records(iter(rows)), policy)),
        whole,
        policy,
    )


def _read(reader: Callable[..., Reading[Any]], path: str) -> tuple[Any, ...]:
    with Path(path).open("rb") as stream:
        return reader(stream, name=path).records


def _in_play(gold: Iterable[GoldRecord], policy: ScoringPolicy) -> Iterable[GoldRecord]:
    for record in gold:
        if record.group in policy.excluded_targets:
            continue
        if record.sentence in policy.hidden_sentences:
            continue
        if policy.multiwords == "drop":
            single = tuple(pair for pair in record.substitutes if not is_multiword(pair[0]))
            record = record._replace(substitutes=single)
        yield record
