"""What pooling would change: the sources of some items, compared with the stored pool.

Reads only. What it finds waits for the lock of the campaign as text: rows of values, by the
million, would take several times the memory, and the garbage collector a third of the time.
"""

import functools
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from pooling.models import Candidate, Merge
from regild.pooling.pool import (
    Dropped,
    MergedSpelling,
    Policy,
    PooledCandidate,
    SentencePool,
)
from regild.tasks import Task
from regild.words import Wording
from sources.models import Answer, GoldAnswer, Item

Rows = list[tuple[Any, ...]]


class PoolChanges(NamedTuple):
    """Of some sentences. `gone` are candidates that no source gives any more, by id."""

    new: Rows  # sentence, text, origin, votes, answers
    changed: Rows  # id, origin, votes, answers
    gone: list[int]
    merges: int  # in all, changed or not
    new_merges: Rows  # sentence, spelling, source, text, steps, times
    changed_merges: Rows  # id, steps, times
    gone_merges: list[int]

    def as_text(self) -> str:
        return json.dumps(self, ensure_ascii=False)

    @classmethod
    def from_text(cls, text: str) -> "PoolChanges":
        return cls(*json.loads(text))


class _Known(NamedTuple):
    id: int
    votes: float | None
    answers: list[list[int]]


class _Listed(NamedTuple):
    """A merge that stands in the list already."""

    id: int
    steps: str
    times: int


def find_changes(
    items: Sequence[int],
    *,
    task: Task,
    wording: Wording,
    policy: Policy,
    dropped: Counter[Dropped],
) -> PoolChanges:
    """Counts in `dropped` what the policy leaves out."""
    ids = list(items)
    gold = _by_sentence(
        GoldAnswer.objects.filter(item__in=ids)
        .order_by("item_id", "id")
        .values_list("item_id", "text", "votes")
    )
    answers = _by_sentence(
        Answer.objects.filter(item__in=ids, system__hidden_at__isnull=True)
        .order_by("item_id", "system_id", "rank")
        .values_list("item_id", "text", "system_id", "rank")
    )
    undone = _undone_merges(ids)
    known = _known_candidates(ids)
    listed = _listed_merges(ids)
    found = PoolChanges([], [], [], 0, [], [], [])
    merges = 0
    found_items = Item.objects.filter(id__in=ids).order_by("id")
    for id, group, content in found_items.values_list("id", "group", "content"):
        pool = task.pool(
            group,
            content,
            gold=gold[id],
            answers=answers[id],
            normalise=functools.partial(_normalised, wording, group),
            policy=policy,
            undone={spelling for spelling, _source in undone[id]},
        )
        dropped.update(pool.dropped)
        _compare_candidates(id, pool, known, found)
        # An undone spelling that is trimmed all the same is listed already.
        merged = [merge for merge in pool.merges if (merge.raw, merge.source) not in undone[id]]
        merges += len(merged)
        for merge in merged:
            steps = ", ".join(wording.normalise(merge.raw, group=group).steps)
            _compare_merge(id, merge, steps, listed, found)
    found.gone.extend(candidate.id for candidate in known.values())
    found.gone_merges.extend(merge.id for merge in listed.values())
    return found._replace(merges=merges)


def _compare_candidates(
    sentence_id: int,
    pool: SentencePool,
    known: dict[tuple[int, str], _Known],
    found: PoolChanges,
) -> None:
    """Takes out of `known` what is still given."""
    for candidate in pool.candidates:
        before = known.pop((sentence_id, candidate.text), None)
        if before is None:
            found.new.append((sentence_id, candidate.text, *_given(candidate)))
        elif (before.votes, before.answers) != (
            candidate.votes,
            [list(answer) for answer in candidate.answers],
        ):
            found.changed.append((before.id, *_given(candidate)))


def _compare_merge(
    sentence_id: int,
    merge: MergedSpelling,
    steps: str,
    listed: dict[tuple[int, str, str, str], _Listed],
    found: PoolChanges,
) -> None:
    """Takes out of `listed` what stays. One that somebody confirmed stays confirmed; into
    another text it is another merge."""
    key = (sentence_id, merge.raw, merge.source, merge.text)
    before = listed.pop(key, None)
    if before is None:
        found.new_merges.append((*key, steps, merge.count))
    elif (before.steps, before.times) != (steps, merge.count):
        found.changed_merges.append((before.id, steps, merge.count))


def _given(candidate: PooledCandidate) -> tuple[str, float | None, str]:
    """Who gave it, as the columns `origin`, `votes` and `answers` hold it."""
    return candidate.origin, candidate.votes, json.dumps(candidate.answers)


def _normalised(wording: Wording, group: str, raw: str) -> str:
    return wording.normalise(raw, group=group).text


def _by_sentence(rows: Any) -> defaultdict[int, list[tuple[Any, ...]]]:
    """Rows of (sentence, …) as lists of the rest, by sentence."""
    grouped: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows.iterator(chunk_size=20_000):
        grouped[row[0]].append(row[1:])
    return grouped


def _known_candidates(sentence_ids: list[int]) -> dict[tuple[int, str], _Known]:
    rows = Candidate.objects.filter(
        item__in=sentence_ids, role=Candidate.Role.POOLED
    ).values_list("item_id", "text", "id", "votes", "answers")
    return {
        (sentence_id, text): _Known(id, votes, answers)
        for sentence_id, text, id, votes, answers in rows
    }


def _undone_merges(sentence_ids: list[int]) -> defaultdict[int, list[tuple[Any, ...]]]:
    return _by_sentence(
        Merge.objects.filter(item__in=sentence_ids, undone_at__isnull=False).values_list(
            "item_id", "spelling", "source"
        )
    )


def _listed_merges(sentence_ids: list[int]) -> dict[tuple[int, str, str, str], _Listed]:
    rows = Merge.objects.filter(item__in=sentence_ids, undone_at__isnull=True).values_list(
        "item_id", "spelling", "source", "text", "id", "steps", "times"
    )
    return {
        (sentence_id, spelling, source, text): _Listed(id, steps, times)
        for sentence_id, spelling, source, text, id, steps, times in rows
    }
