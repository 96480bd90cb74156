"""Pool a campaign: one candidate per distinct substitute and sentence.

The sources are read from one snapshot, and new candidates, which stand in no subset yet, are
stored before the lock of the campaign: neither keeps anybody waiting. The rest is written under
it, if what was read still holds; if not, nothing is.
"""

from collections import Counter
from datetime import datetime
from typing import Any, NamedTuple, cast

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q

from campaigns.models import Campaign
from campaigns.selectors.permission import RETIRED
from campaigns.selectors.task import task_of
from campaigns.selectors.wording import wording_of
from campaigns.services.audit import record
from campaigns.services.jobs import Progress, unobserved
from campaigns.services.locking import basis_changed, lock_campaign, lock_plan
from core.bulk import check_references
from core.refusals import Refused
from core.snapshot import snapshot
from pooling.models import Candidate
from pooling.selectors import origin_counts
from pooling.services.pool_changes import PoolChanges, find_changes
from pooling.services.store_pool import add_candidates, resize_subsets, store_changes
from regild.pooling.pool import Choice, Dropped, OriginShare, Policy, breakdown
from regild.problems import N_
from sources.selectors import sentences_to_pool

# Large enough that queries do not count, small enough that memory stays flat.
SENTENCES_AT_A_TIME = 500
# How often the sources are read beside whoever changes them, before they have to wait for us.
FREE_READINGS = 3


class PoolReport(NamedTuple):
    """What pooling did. `gone` are candidates no source gives any more: deleted if no annotator
    was ever shown them and nobody rated them, otherwise kept with their ratings."""

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


class _Versions(NamedTuple):
    """What a reading rests on: the sources, and the pool they were compared with."""

    sources: int
    pooled: int | None
    pool: int


class _Reading(NamedTuple):
    """What pooling is to change, as of one moment; `chunks` are PoolChanges as text."""

    versions: _Versions
    sentences: int
    chunks: list[str]
    dropped: Counter[Dropped]


def pool_campaign(
    *, campaign: Campaign, progress: Progress = unobserved, by: User | None = None
) -> PoolReport:
    """Safe to run again: existing candidates keep their ids, only what is new is added.

    Raises Refused where the campaign was deleted.
    """
    report = _pool(campaign, progress=progress, by=by)
    # A caller may save the whole row.
    campaign.refresh_from_db(fields=["sources_version", "pooled_version", "pool_version"])
    return report


def _pool(campaign: Campaign, *, progress: Progress, by: User | None) -> PoolReport:
    for _time in range(FREE_READINGS):
        with snapshot():
            reading = _read(campaign.pk, progress)
        with transaction.atomic():
            lock_plan(campaign.pk)
            # Nobody else stores candidates now; what is new to us may have been to others.
            if _versions(Campaign.objects.get(id=campaign.pk)) != reading.versions:
                continue
            added = _add_new(reading, progress)
            locked = _locked(campaign)
            if _versions(locked) == reading.versions:
                return _store(reading, locked, added=added, by=by)
            transaction.set_rollback(True)
    with transaction.atomic():
        locked = _locked(campaign)
        reading = _read(campaign.pk, progress)
        return _store(reading, locked, added=_add_new(reading, progress), by=by)


def _locked(campaign: Campaign) -> Campaign:
    lock_plan(campaign.pk)
    locked = lock_campaign(campaign.pk)
    if locked.slug.startswith(RETIRED):
        raise Refused("campaign_deleted", N_("The campaign was deleted."))
    return locked


def _versions(campaign: Campaign) -> _Versions:
    return _Versions(campaign.sources_version, campaign.pooled_version, campaign.pool_version)


def _read(campaign_id: int, progress: Progress) -> _Reading:
    # Its settings shape the pool, and may have changed since the caller read them.
    campaign = Campaign.objects.get(id=campaign_id)
    policy = Policy(
        multiwords=cast(Choice, campaign.multiwords),
        target_as_answer=cast(Choice, campaign.target_as_answer),
        depth=campaign.pool_depth,
    )
    wording = wording_of(campaign)
    sentences = list(sentences_to_pool(campaign).order_by("id").values_list("id", flat=True))
    reading = _Reading(_versions(campaign), len(sentences), [], Counter())
    for start in range(0, len(sentences), SENTENCES_AT_A_TIME):
        chunk = sentences[start : start + SENTENCES_AT_A_TIME]
        changes = find_changes(
            chunk,
            task=task_of(campaign),
            wording=wording,
            policy=policy,
            dropped=reading.dropped,
        )
        reading.chunks.append(changes.as_text())
        # Storing it is the other half of the work.
        progress(start + len(chunk), 2 * len(sentences))
    return reading


def _add_new(reading: _Reading, progress: Progress) -> int:
    """Store the new candidates and leave the rest in `reading`; returns how many these were."""
    added = 0
    for number, chunk in enumerate(reading.chunks, start=1):
        changes = PoolChanges.from_text(chunk)
        add_candidates(changes.new)
        added += len(changes.new)
        reading.chunks[number - 1] = changes._replace(new=[]).as_text()
        stored = min(number * SENTENCES_AT_A_TIME, reading.sentences)
        progress(reading.sentences + stored, 2 * reading.sentences)
    check_references(Candidate)
    return added


def _store(reading: _Reading, locked: Campaign, *, added: int, by: User | None) -> PoolReport:
    """Under the lock of the campaign, what is left when the new candidates are stored."""
    tally: Counter[str] = Counter(added=added)
    for chunk in reading.chunks:
        tally += store_changes(PoolChanges.from_text(chunk))
    if tally["gone_deleted"] or tally["changed"]:
        resize_subsets(locked)
    moved = tally["added"] or tally["changed"] or tally["gone_deleted"]
    Campaign.objects.filter(id=locked.pk).update(pooled_version=reading.versions.sources)
    if moved:
        basis_changed(locked.pk, pool_version=F("pool_version") + 1, tallied_version=None)
    counts = origin_counts(locked)
    record(
        campaign=locked,
        by=by,
        action="pool",
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
        dropped=reading.dropped,
    )


def set_candidate_hidden(*, candidate_id: int, at: datetime | None) -> None:
    """With the repeats of it: nobody is to see the word."""
    Candidate.objects.filter(Q(id=candidate_id) | Q(repeat_of=candidate_id)).update(
        hidden_at=at
    )
