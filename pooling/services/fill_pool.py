"""Pool a campaign: one candidate per distinct substitute and sentence."""

import functools
import json
from collections import Counter, defaultdict
from datetime import datetime
from typing import Any, NamedTuple, cast

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from campaigns.models import Answer, Campaign, GoldSubstitute
from campaigns.selectors import sentences_in_play, wording_of
from campaigns.services.audit import record
from campaigns.services.bulk import insert_rows, update_rows
from campaigns.services.jobs import Progress, unobserved
from campaigns.wording import Wording
from pooling.models import Candidate, Merge, Placement
from pooling.pool import (
    Choice,
    Dropped,
    OriginShare,
    Policy,
    PooledCandidate,
    breakdown,
    pool_sentence,
)
from pooling.selectors import POOL, origin_counts

# Large enough that queries do not count, small enough that memory stays flat.
SENTENCES_AT_A_TIME = 500


class PoolReport(NamedTuple):
    """What pooling did. `gone` are candidates no source gives any more: deleted if no annotator
    was ever shown them, otherwise kept with their ratings."""

    candidates: int
    by_origin: tuple[OriginShare, ...]
    added: int
    changed: int
    gone_deleted: int
    gone_kept: int
    merges: int
    dropped: Counter[Dropped]

    def facts(self) -> dict[str, Any]:
        """As JSON holds them."""
        return {
            "candidates": self.candidates,
            "by_origin": {
                share.origin: {"count": share.count, "percent": share.percent}
                for share in self.by_origin
            },
            "added": self.added,
            "changed": self.changed,
            "gone_deleted": self.gone_deleted,
            "gone_kept": self.gone_kept,
            "merges": self.merges,
            "dropped": {
                source: {
                    dropped.reason: count
                    for dropped, count in sorted(self.dropped.items())
                    if dropped.source == source
                }
                for source in ("gold", "systems")
            },
        }


@transaction.atomic
def pool_campaign(
    *, campaign: Campaign, progress: Progress = unobserved, by: User | None = None
) -> PoolReport:
    """Safe to run again: existing candidates keep their ids, only what is new is added."""
    policy = Policy(
        multiwords=cast(Choice, campaign.multiwords),
        target_as_answer=cast(Choice, campaign.target_as_answer),
        depth=campaign.pool_depth,
    )
    wording = wording_of(campaign)
    tally: Counter[str] = Counter()
    dropped: Counter[Dropped] = Counter()
    sentences = list(
        sentences_in_play(campaign).order_by("id").values_list("id", "lexelt", "target")
    )
    for start in range(0, len(sentences), SENTENCES_AT_A_TIME):
        chunk = sentences[start : start + SENTENCES_AT_A_TIME]
        tally += _pool_chunk(chunk, wording=wording, policy=policy, dropped=dropped)
        progress(start + len(chunk), len(sentences))
    if tally["gone_deleted"]:
        _resize_subsets(campaign)
    counts = origin_counts(campaign)
    record(
        campaign=campaign,
        by=by,
        action=POOL,
        candidates=sum(counts.values()),
        added=tally["added"],
    )
    return PoolReport(
        candidates=sum(counts.values()),
        by_origin=breakdown(counts),
        added=tally["added"],
        changed=tally["changed"],
        gone_deleted=tally["gone_deleted"],
        gone_kept=tally["gone_kept"],
        merges=tally["merges"],
        dropped=dropped,
    )


def _resize_subsets(campaign: Campaign) -> None:
    """What was deleted left its place in a subset that nobody was shown yet."""
    placed = (
        Placement.objects.filter(subset=OuterRef("id"))
        .order_by()
        .values("subset")
        .values_list(Count("id"))
    )
    campaign.subsets.update(size=Coalesce(Subquery(placed), 0))


class _Known(NamedTuple):
    id: int
    votes: float | None
    answers: list[list[int]]
    fixed: bool


def _pool_chunk(
    sentences: list[tuple[int, str, str]],
    *,
    wording: Wording,
    policy: Policy,
    dropped: Counter[Dropped],
) -> Counter[str]:
    """Pool some sentences: (id, lexelt, target).

    What is kept until the chunk is stored are rows of plain values: objects within objects, by
    the million, would have the garbage collector take a third of the time.
    """
    ids = [id for id, _lexelt, _target in sentences]
    gold = _by_sentence(
        GoldSubstitute.objects.filter(sentence__in=ids)
        .order_by("sentence_id", "id")
        .values_list("sentence_id", "text", "votes")
    )
    answers = _by_sentence(
        Answer.objects.filter(sentence__in=ids)
        .order_by("sentence_id", "system_id", "rank")
        .values_list("sentence_id", "text", "system_id", "rank")
    )
    undone = _by_sentence(
        Merge.objects.filter(sentence__in=ids, undone_at__isnull=False).values_list(
            "sentence_id", "spelling", "source"
        )
    )
    confirmed = {
        tuple(merge): confirmed_at
        for *merge, confirmed_at in Merge.objects.filter(
            sentence__in=ids, confirmed_at__isnull=False
        ).values_list("sentence_id", "spelling", "source", "text", "confirmed_at")
    }
    known = _known_candidates(ids)

    new: list[tuple[Any, ...]] = []
    changed: list[tuple[Any, ...]] = []
    merges: list[tuple[Any, ...]] = []
    for id, lexelt, target in sentences:
        pool = pool_sentence(
            lexelt=lexelt,
            target=target,
            gold=gold[id],
            answers=answers[id],
            normalise=functools.partial(_normalised, wording, lexelt),
            policy=policy,
            undone={spelling for spelling, _source in undone[id]},
        )
        dropped.update(pool.dropped)
        for candidate in pool.candidates:
            found = known.pop((id, candidate.text), None)
            if found is None:
                role = Candidate.Role.POOLED.value
                new.append((id, candidate.text, role, *_given(candidate)))
            elif (found.votes, found.answers) != (
                candidate.votes,
                [list(answer) for answer in candidate.answers],
            ):
                changed.append((found.id, *_given(candidate)))
        merges += (
            (
                id,
                merge.raw,
                merge.text,
                merge.source,
                ", ".join(wording.normalise(merge.raw, lexelt=lexelt).steps),
                merge.count,
                # Somebody found just this right; the same spelling elsewhere is another merge.
                confirmed.get((id, merge.raw, merge.source, merge.text)),
            )
            for merge in pool.merges
            # An undone spelling that is trimmed all the same is listed already.
            if (merge.raw, merge.source) not in undone[id]
        )
    insert_rows(Candidate, ["sentence_id", "text", "role", "origin", "votes", "answers"], new)
    if changed:
        update_rows(Candidate, ["origin", "votes", "answers"], changed)
    # Listed anew each time; undone ones stay.
    Merge.objects.filter(sentence__in=ids, undone_at__isnull=True).delete()
    columns = ["sentence_id", "spelling", "text", "source", "steps", "times", "confirmed_at"]
    insert_rows(Merge, columns, merges)

    gone = [found for found in known.values() if not found.fixed]
    Candidate.objects.filter(id__in=[found.id for found in gone]).delete()
    return Counter(
        added=len(new),
        changed=len(changed),
        gone_deleted=len(gone),
        gone_kept=len(known) - len(gone),
        merges=len(merges),
    )


def _given(candidate: PooledCandidate) -> tuple[str, float | None, str]:
    """Who gave it, as the columns `origin`, `votes` and `answers` hold it."""
    return candidate.origin, candidate.votes, json.dumps(candidate.answers)


def _normalised(wording: Wording, lexelt: str, raw: str) -> str:
    return wording.normalise(raw, lexelt=lexelt).text


def _by_sentence(rows: Any) -> defaultdict[int, list[tuple[Any, ...]]]:
    """Rows of (sentence, …) as lists of the rest, by sentence."""
    grouped: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows.iterator(chunk_size=20_000):
        grouped[row[0]].append(row[1:])
    return grouped


def _known_candidates(sentence_ids: list[int]) -> dict[tuple[int, str], _Known]:
    rows = Candidate.objects.filter(
        sentence__in=sentence_ids, role=Candidate.Role.POOLED
    ).values_list(
        "sentence_id", "text", "id", "votes", "answers", "placement__subset__fixed_at"
    )
    return {
        (sentence_id, text): _Known(id, votes, answers, fixed_at is not None)
        for sentence_id, text, id, votes, answers, fixed_at in rows
    }


def set_candidate_hidden(*, candidate_id: int, at: datetime | None) -> None:
    Candidate.objects.filter(id=candidate_id).update(hidden_at=at)
