"""Candidates and items as programs and shells are told of them."""

from typing import Any

from agreement.models import CandidateSum, ItemSum
from agreement.selectors.read_item import ReadCandidate, ReadItem
from agreement.selectors.read_lists import numbers_of
from agreement.selectors.sums import SumsAsOf
from campaigns.models import Campaign
from campaigns.selectors.task import task_of


def as_of_facts(as_of: SumsAsOf) -> dict[str, Any]:
    return {
        "read_at": as_of.read_at and as_of.read_at.isoformat(),
        "out_of_date": bool(as_of.changes),
        "changes": as_of.changes,
    }


def candidate_facts(campaign: Campaign, row: CandidateSum) -> dict[str, Any]:
    """Of a row of a list, whose candidate and item are read."""
    task = task_of(campaign)
    return {
        "id": row.pk,
        "item": row.item_id,
        "sentence": row.item.key,
        task.group_column: row.item.group,
        "text": task.worded(row.item.content, row.candidate.text),
        "origin": row.candidate.origin,
        "votes": row.candidate.votes,
        "systems": _systems(row.candidate.answers),
        "hidden": row.hidden,
        "values": [int(value) for value in row.values.split()],
        "not_judged": row.unjudged,
        **_numbers(campaign, row),
    }


def item_facts(campaign: Campaign, row: ItemSum) -> dict[str, Any]:
    return {
        "id": row.pk,
        "sentence": row.item.key,
        task_of(campaign).group_column: row.item.group,
        "hidden": row.hidden,
        "candidates": row.candidates,
        "rated": row.rated,
        **_numbers(campaign, row, items=True),
    }


def whole_item_facts(campaign: Campaign, one: ReadItem) -> dict[str, Any]:
    sums = {"n": one.sum.ratings, "differ": one.sum.differ}
    if task_of(campaign).level == "ordinal":
        sums |= {"mean": one.sum.mean, "sd": one.sum.sd}
    return {
        "id": one.item.pk,
        "sentence": one.item.key,
        task_of(campaign).group_column: one.item.group,
        "content": one.item.content,
        "hidden": one.out,
        **sums,
        "candidates": [_whole_candidate(campaign, row) for row in one.candidates],
        "remarks": [
            {"annotator": remark.annotator_id, "comment": remark.comment}
            for remark in one.remarks
        ],
    }


def _whole_candidate(campaign: Campaign, row: ReadCandidate) -> dict[str, Any]:
    return {
        "id": row.candidate.pk,
        "text": row.text,
        "origin": row.candidate.origin,
        "votes": row.candidate.votes,
        "systems": _systems(row.candidate.answers),
        "merged": [merge.spelling for merge in row.merges],
        "hidden": row.candidate.hidden_at is not None,
        "ratings": [
            {
                "annotator": rating.annotator,
                "value": rating.shown and rating.shown.value,
                "label": rating.shown.label if rating.shown else "",
            }
            for rating in row.ratings
        ],
        "not_judged": row.unjudged,
        **_numbers(campaign, row.sum),
    }


def _systems(answers: list[tuple[int, int]]) -> list[dict[str, int]]:
    return [{"system": system, "rank": rank} for system, rank in answers]


def _numbers(campaign: Campaign, row: Any, *, items: bool = False) -> dict[str, Any]:
    task = task_of(campaign)
    told = {name: getattr(row, name) for name in numbers_of(task, items=items)}
    if task.level == "nominal" and not items:
        told["top"] = row.top
    return told
