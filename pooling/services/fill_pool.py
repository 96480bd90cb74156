"""Pool a campaign: one candidate per distinct substitute and sentence."""

import functools
from collections import Counter, defaultdict
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from campaigns.models import Answer, Campaign, GoldSubstitute, Sentence
from campaigns.selectors import sentences_in_play, wording_of
from campaigns.services.bulk import insert_rows, update_rows
from campaigns.services.jobs import Progress, unobserved
from campaigns.wording import Wording
from pooling.models import Candidate, Merge
from pooling.pool import Dropped, OriginShare, Policy, SentencePool, breakdown, pool_sentence
from pooling.selectors import origin_counts

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


@transaction.atomic
def pool_campaign(*, campaign: Campaign, progress: Progress = unobserved) -> PoolReport:
    """Safe to run again: existing candidates keep their ids, only what is new is added."""
    policy = Policy(
        multiwords=campaign.multiwords,
        target_as_answer=campaign.target_as_answer,
        depth=campaign.pool_depth,
    )
    wording = wording_of(campaign)
    tally: Counter[str] = Counter()
    dropped: Counter[Dropped] = Counter()
    sentences = list(sentences_in_play(campaign).order_by("id"))
    for start in range(0, len(sentences), SENTENCES_AT_A_TIME):
        chunk = sentences[start : start + SENTENCES_AT_A_TIME]
        tally += _pool_chunk(chunk, wording=wording, policy=policy, dropped=dropped)
        progress(start + len(chunk), len(sentences))
    counts = origin_counts(campaign)
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


class _Known(NamedTuple):
    id: int
    votes: float | None
    answers: list[list[int]]
    fixed: bool


def _pool_chunk(
    sentences: list[Sentence], *, wording: Wording, policy: Policy, dropped: Counter[Dropped]
) -> Counter[str]:
    ids = [sentence.id for sentence in sentences]
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
            "sentence_id", "spelling"
        )
    )
    known = _known_candidates(ids)

    new_rows: list[tuple[Any, ...]] = []
    changed_rows: list[tuple[Any, ...]] = []
    pools: list[tuple[Sentence, SentencePool]] = []
    for sentence in sentences:
        pool = pool_sentence(
            lexelt=sentence.lexelt,
            target=sentence.target,
            gold=gold[sentence.id],
            answers=answers[sentence.id],
            normalise=functools.partial(_normalised, wording, sentence.lexelt),
            policy=policy,
            undone={spelling for (spelling,) in undone[sentence.id]},
        )
        dropped.update(pool.dropped)
        pools.append((sentence, pool))
        for candidate in pool.candidates:
            found = known.pop((sentence.id, candidate.text), None)
            given = [list(answer) for answer in candidate.answers]
            if found is None:
                new_rows.append(
                    (
                        sentence.id,
                        candidate.text,
                        Candidate.Role.POOLED.value,
                        candidate.origin,
                        candidate.votes,
                        given,
                    )
                )
            elif found.answers != given or found.votes != candidate.votes:
                changed_rows.append((found.id, candidate.origin, candidate.votes, given))
    insert_rows(
        Candidate, ["sentence_id", "text", "role", "origin", "votes", "answers"], new_rows
    )
    if changed_rows:
        update_rows(Candidate, ["origin", "votes", "answers"], changed_rows)

    gone = [found for found in known.values() if not found.fixed]
    Candidate.objects.filter(id__in=[found.id for found in gone]).delete()
    return Counter(
        added=len(new_rows),
        changed=len(changed_rows),
        gone_deleted=len(gone),
        gone_kept=len(known) - len(gone),
        merges=_list_merges(pools, wording),
    )


def _normalised(wording: Wording, lexelt: str, raw: str) -> str:
    return wording.normalise(raw, lexelt=lexelt).text


def _by_sentence(rows: Any) -> defaultdict[int, list[Any]]:
    grouped: defaultdict[int, list[Any]] = defaultdict(list)
    for sentence_id, *rest in rows.iterator(chunk_size=20_000):
        grouped[sentence_id].append(rest)
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


def _list_merges(pools: list[tuple[Sentence, SentencePool]], wording: Wording) -> int:
    """Store every spelling that was folded into another text; undone ones stay listed."""
    Merge.objects.filter(
        sentence__in=[sentence.id for sentence, _pool in pools], undone_at__isnull=True
    ).delete()
    merges = [
        Merge(
            sentence=sentence,
            spelling=merge.raw,
            text=merge.text,
            source=merge.source,
            steps=", ".join(wording.normalise(merge.raw, lexelt=sentence.lexelt).steps),
            times=merge.count,
        )
        for sentence, pool in pools
        for merge in pool.merges
    ]
    # An undone spelling that is trimmed all the same is listed already.
    Merge.objects.bulk_create(merges, batch_size=5_000, ignore_conflicts=True)
    return len(merges)


def undo_merge(*, merge: Merge) -> None:
    """Keep this spelling apart at the next pooling."""
    Merge.objects.filter(id=merge.id, undone_at__isnull=True).update(undone_at=timezone.now())


def set_candidate_hidden(*, candidate_id: int, at: datetime | None) -> None:
    Candidate.objects.filter(id=candidate_id).update(hidden_at=at)
