"""Freeze the ratings of a campaign as a numbered second gold."""

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max

from campaigns.models import Campaign, Job, Webhook
from campaigns.selectors.task import task_of
from campaigns.services import audit
from campaigns.services.jobs import Progress, ask, unobserved
from campaigns.services.locking import lock_campaign
from campaigns.services.webhooks import announce
from core.bulk import check_references, insert_rows
from core.refusals import Refused
from core.snapshot import snapshot
from regild.formats.records import SentenceRecord
from regild.problems import N_
from regild.scoring.aggregate import second_gold_weight
from regild.scoring.consensus import compare_rules
from regild.scoring.exports.candidates import checksum
from regild.scoring.frozen import (
    Entry,
    FrozenOption,
    FrozenRating,
    FrozenSentence,
    in_order,
    is_unanimous_zero,
    value_counts,
)
from scoring.models import Release, ReleaseEntry
from scoring.selectors import releases as selectors
from scoring.selectors.releases import RELEASE, CandidateInPlay
from scoring.services.comparing import compare_with_earlier

STEPS = 5
# What a release is called while nobody sees it: above every number there will be.
_UNNUMBERED = 2**31 - 1


def request_release(
    *,
    campaign: Campaign,
    by: User,
    rule: str | None,
    min_ratings: int,
    list_unanimous_zeros: bool,
    notes: str,
) -> Job:
    """A job that releases by this policy."""
    return ask(
        RELEASE,
        campaign=campaign,
        by=by.id,
        rule=rule,
        min_ratings=min_ratings,
        list_unanimous_zeros=list_unanimous_zeros,
        notes=notes,
    )


def freeze_gold(
    *,
    campaign: Campaign,
    rule: str | None = None,
    min_ratings: int | None = None,
    list_unanimous_zeros: bool = True,
    notes: str = "",
    by: User | None = None,
    job: Job | None = None,
    progress: Progress = unobserved,
) -> Release:
    """A new release. Safe to run again for one job: what it released before stands.

    `rule` is the first of the task's unless given, `min_ratings` the campaign's. Raises
    Refused when nothing can be released.
    """
    if (made := _made_for(job)) is not None:
        return made
    least = campaign.min_ratings if min_ratings is None else min_ratings
    if least < 1:
        text = N_("a candidate without ratings cannot have a weight")
        raise Refused("min_ratings_too_few", text)

    rules = task_of(campaign).rules
    if rule is not None and rule not in rules:
        text = N_("a weight is one of these here: %(rules)s", rules=tuple(rules))
        raise Refused("unknown_rule", text)

    progress(0, STEPS)
    read = _read(campaign, rule=rule or rules[0], least=least, zeros=list_unanimous_zeros)
    release = None
    while release is None:
        progress(2, STEPS)
        frozen = _freeze(read)
        progress(3, STEPS)
        comparison = compare_rules(frozen, read.scale)
        progress(4, STEPS)
        try:
            release = _release(campaign, read, frozen, comparison, notes=notes, by=by, job=job)
        except IntegrityError:
            # Another worker had the same job, and was first.
            release = _made_for(job)
            if release is None:
                raise
    progress(STEPS, STEPS)
    return release


class _Read(NamedTuple):
    """All of one moment: what a release is frozen from, and which ratings these were."""

    scale: tuple[FrozenOption, ...]
    records: dict[int, SentenceRecord]
    candidates: list[CandidateInPlay]
    given: dict[int, list[tuple[int, int]]]
    policy: dict[str, Any]
    ratings_version: int

    def forget(self, annotators: Collection[int]) -> bool:
        """Their ratings go; False where they have none here."""
        found = False
        for pairs in self.given.values():
            kept = [pair for pair in pairs if pair[0] not in annotators]
            if len(kept) < len(pairs):
                found, pairs[:] = True, kept
        return found


def _read(campaign: Campaign, *, rule: str, least: int, zeros: bool) -> _Read:
    # The policy must say what was left out of exactly these ratings.
    with snapshot():
        campaign = Campaign.objects.get(id=campaign.pk)
        scale = _scale(campaign)
        candidates = selectors.pooled_candidates(campaign)
        return _Read(
            scale=scale,
            records=selectors.sentence_records(campaign),
            candidates=candidates,
            given=selectors.ratings_by_candidate(campaign),
            policy={
                "rule": rule,
                "min_ratings": least,
                "list_unanimous_zeros": zeros,
                "scale": [option._asdict() for option in scale],
                "exclusions": selectors.live_exclusions(campaign),
                **_policy_of(campaign, candidates),
            },
            ratings_version=campaign.ratings_version,
        )


def _made_for(job: Job | None) -> Release | None:
    return None if job is None else Release.objects.filter(job=job).first()


@transaction.atomic
def _release(
    campaign: Campaign,
    read: _Read,
    frozen: tuple[FrozenSentence, ...],
    comparison: dict[str, Any],
    *,
    notes: str,
    by: User | None,
    job: Job | None,
) -> Release | None:
    """Store it; None, and nothing is stored, where somebody withdrew meanwhile.

    What takes long comes before the lock, for which whoever takes a subset waits.
    """
    release = Release.objects.create(
        campaign=campaign,
        number=_UNNUMBERED - (job.pk if job else 0) % _UNNUMBERED,
        job=job,
        policy=read.policy,
        counts=_counts(frozen),
        comparison=comparison,
        ratings_version=read.ratings_version,
        notes=notes,
        sha256=checksum(frozen, task_of(campaign).columns, read.scale),
    )
    _store(release, read.records, frozen)
    compare_with_earlier(release)
    lock_campaign(campaign.pk)
    # Whoever withdrew since was told that they are in no later release. Without them again,
    # which ends: nobody comes back.
    if read.forget(selectors.withdrawn_annotators(campaign)):
        transaction.set_rollback(True)
        return None
    _publish(release, campaign, by=by)
    return release


def _publish(release: Release, campaign: Campaign, *, by: User | None) -> None:
    """Under the lock: releases of one campaign queue for their number."""
    others = campaign.releases.exclude(id=release.pk)
    release.number = (others.aggregate(last=Max("number"))["last"] or 0) + 1
    release.save(update_fields=["number"])
    # Those that were published since.
    compare_with_earlier(release)
    audit.record(campaign=campaign, by=by, action="release gold", number=release.number)
    announce(
        campaign,
        Webhook.Event.RELEASE,
        key=f"release:{release.number}",
        release=release.number,
        sha256=release.sha256,
        counts=release.counts,
    )


def _scale(campaign: Campaign) -> tuple[FrozenOption, ...]:
    options = campaign.scale.order_by("position").values_list("value", "label", "weight")
    scale = tuple(FrozenOption(*option) for option in options)
    if any(option.weight < 0 for option in scale):
        text = N_("an option of the scale weighs less than 0; a gold's weights are votes")
        raise Refused("negative_weight", text)
    return scale


def _policy_of(campaign: Campaign, candidates: Collection[CandidateInPlay]) -> dict[str, Any]:
    """What the campaign's own columns say today."""
    pooled = {system for candidate in candidates for system in candidate.systems}
    hidden = campaign.items.filter(hidden_at__isnull=False).order_by("position")
    return {
        "excluded_targets": campaign.excluded_targets,
        "hidden_sentences": list(hidden.values_list("key", flat=True)),
        "multiwords": campaign.multiwords,
        "case": campaign.case_policy,
        "mapping": campaign.mapping,
        "undone_merges": selectors.undone_merges(campaign),
        "pooled_systems": sorted(
            campaign.systems.filter(id__in=pooled).values_list("name", flat=True)
        ),
    }


def _freeze(read: _Read) -> tuple[FrozenSentence, ...]:
    """Annotators are numbered in the order they joined: a release names nobody.

    Raises Refused where no candidate has enough ratings.
    """
    everyone = sorted({annotator for pairs in read.given.values() for annotator, _v in pairs})
    numbers = {annotator: number for number, annotator in enumerate(everyone, start=1)}
    weights = [option.weight for option in read.scale]
    entries: dict[int, list[Entry]] = {id: [] for id in read.records}
    least = read.policy["min_ratings"]
    decided = False
    for candidate in read.candidates:
        ratings = tuple(
            FrozenRating(numbers[annotator], value)
            for annotator, value in read.given.get(candidate.id, ())
        )
        weight = second_gold_weight(
            value_counts(ratings, read.scale),
            weights=weights,
            rule=read.policy["rule"],
            min_ratings=least,
        )
        decided = decided or weight is not None
        entries[candidate.sentence].append(
            Entry(candidate.text, candidate.origin, candidate.votes, weight, ratings)
        )
    if not decided:
        text = N_("no candidate has %(least)s ratings yet", least=least)
        raise Refused("too_few_ratings", text)
    return tuple(
        FrozenSentence(read.records[id], in_order(found))
        for id, found in entries.items()
        if found
    )


def _counts(sentences: Iterable[FrozenSentence]) -> dict[str, int]:
    entries = [entry for sentence in sentences for entry in sentence.entries]
    weights = [entry.weight for entry in entries if entry.weight is not None]
    return {
        "sentences": sum(
            any(entry.weight for entry in sentence.entries) for sentence in sentences
        ),
        "candidates": len(entries),
        "decided": len(weights),
        "undecided": len(entries) - len(weights),
        "positive": sum(weight > 0 for weight in weights),
        "unanimous_zeros": sum(map(is_unanimous_zero, entries)),
        "ratings": sum(len(entry.ratings) for entry in entries),
        "annotators": len({r.annotator for entry in entries for r in entry.ratings}),
    }


def _store(
    release: Release, records: Mapping[int, SentenceRecord], sentences: Iterable[FrozenSentence]
) -> None:
    ids = {record.key: id for id, record in records.items()}
    insert_rows(
        ReleaseEntry,
        ["release_id", "item_id", "text", "origin", "votes", "weight", "ratings"],
        (
            (
                release.id,
                ids[sentence.record.key],
                entry.substitute,
                entry.origin,
                entry.votes,
                entry.weight,
                json.dumps(entry.ratings),
            )
            for sentence in sentences
            for entry in sentence.entries
        ),
    )
    check_references(ReleaseEntry)
