"""The candidates that a report names, as they are stored now."""

from collections.abc import Iterable
from typing import NamedTuple

from campaigns.models import Campaign
from pooling.models import Candidate
from regild.tables.printing import Table


class NamedCandidate(NamedTuple):
    sentence: str
    text: str


class CandidateIds(NamedTuple):
    id: int
    item: int


def named_candidates(table: Table, n_rows: int) -> list[NamedCandidate]:
    """Of the table's first rows; none where it is of something else."""
    if not {"sentence", "text"} <= {*table.columns}:
        return []
    sentence, text = table.columns.index("sentence"), table.columns.index("text")
    return [NamedCandidate(str(row[sentence]), str(row[text])) for row in table.rows[:n_rows]]


def candidate_ids(
    campaign: Campaign, tables: Iterable[Table], n_rows: int
) -> dict[NamedCandidate, CandidateIds]:
    """Of the first rows of each table; one that was deleted since is left out."""
    named = [name for table in tables for name in named_candidates(table, n_rows)]
    rows = Candidate.objects.filter(
        item__campaign=campaign,
        item__key__in={name.sentence for name in named},
        text__in={name.text for name in named},
        role=Candidate.Role.POOLED,
    ).values_list("item__key", "text", "id", "item_id")
    return {NamedCandidate(key, text): CandidateIds(id, item) for key, text, id, item in rows}
