"""What a team finds behind its link: the sentences to answer, the form, and its history."""

import io
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.snapshot import snapshot
from regild.scoring.evaluation import Scored
from regild.tasks.answer_columns import example_lines
from scoring.models import SubmissionLink
from scoring.selectors.submissions import Board, leaderboard_of
from sources.selectors import sentences_in_play, systems_with_attempts

EXAMPLES = 3


class HistoryRow(NamedTuple):
    """A submission; `scores` are on the second gold, or on the first where that has no such
    measure, a measure of the boards each. None: it is not scored yet."""

    system: str
    added_at: datetime
    attempted: int
    hidden: bool
    scores: list[Scored | None]


def history_of(link: SubmissionLink, boards: list[Board] | None = None) -> list[HistoryRow]:
    """The newest first."""
    boards = leaderboard_of(link).boards if boards is None else boards
    found = [{row.system: row.ranked for row in board.rows} for board in boards]
    systems: QuerySet[Any] = systems_with_attempts(link.campaign).filter(submission__link=link)
    return [
        HistoryRow(
            system.name,
            system.added_at,
            system.attempted,
            system.hidden_at is not None,
            [scores.get(system.name) for scores in found],
        )
        for system in systems.order_by("-id")
    ]


def example_of(campaign: Campaign) -> list[str]:
    """The first lines of a file for this campaign, with nobody's answers."""
    items = sentences_in_play(campaign).order_by("position").values_list("key", "group")
    labels = [*campaign.scale.order_by("position").values_list("label", flat=True)]
    return example_lines(task_of(campaign).answer_columns, items[:EXAMPLES], labels)


def items_to_answer(campaign: Campaign) -> bytes:
    """As CSV: what systems are given, without anything that would answer it."""
    task, out = task_of(campaign), io.BytesIO()
    with snapshot():
        rows = (
            sentences_in_play(campaign)
            .order_by("position")
            .values_list("key", "group", "content")
            .iterator(chunk_size=2_000)
        )
        task.answer_columns.items(out, (task.record(*row) for row in rows), form="csv")
    return out.getvalue()
