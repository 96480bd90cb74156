"""Freeze the ratings of a campaign as a numbered second gold."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any

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
from pooling.selectors.seats import own_numbers
from rating.selectors.ledger import count_ledger
from regild.problems import N_
from regild.rating.ledger import moved
from regild.scoring.aggregate import SEVERITY
from regild.scoring.exports.candidates import checksum
from regild.scoring.frozen import FrozenOption
from regild.scoring.frozen_table import FrozenTable, RatedPool
from regild.scoring.policy import multiword_policy
from scoring.models import Release, ReleaseEntry
from scoring.selectors import releases as selectors
from scoring.selectors.releases import RELEASE, ROWS_AT_A_TIME
from scoring.services.comparing import compare_with_earlier
from scoring.services.numbering import kept_numbers

STEPS = 5
# How annotators are numbered: so that nobody can join two releases, or as in the ones before.
ANEW, STABLE = "anew", "stable"
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
    annotators: str = ANEW,
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
        annotators=annotators,
    )


def freeze_gold(
    *,
    campaign: Campaign,
    rule: str | None = None,
    min_ratings: int | None = None,
    list_unanimous_zeros: bool = True,
    notes: str = "",
    annotators: str = ANEW,
    by: User | None = None,
    job: Job | None = None,
    progress: Progress = unobserved,
) -> Release:
    """A new release. Safe to run again for one job: what it released before stands.

    `rule` is the first of the task's unless given, `min_ratings` the campaign's. With
    `annotators` STABLE they have the numbers they had in releases before. Raises Refused when
    nothing can be released, or so.
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
    read.policy["annotators"] = annotators
    if annotators == STABLE:
        read.numbers = kept_numbers(
            campaign=campaign, annotators=read.annotators, rng=numbering()
        )
    release = None
    while release is None:
        progress(2, STEPS)
        frozen = _freeze(read, ordered=task_of(campaign).level == "ordinal")
        progress(3, STEPS)
        comparison = task_of(campaign).scoring.compare(frozen)
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


@dataclass
class _Read:
    """All of one moment: what a release is frozen from, and which ratings these were."""

    scale: tuple[FrozenOption, ...]
    pool: RatedPool
    annotators: list[int]
    policy: dict[str, Any]
    ratings_version: int
    ledger: dict[str, int]
    numbers: list[int] | None = None

    def forget(self, annotators: Collection[int]) -> bool:
        """Their ratings go; False where they have none here."""
        gone = [place for place, id in enumerate(self.annotators) if id in annotators]
        # Going through millions takes a while, and whoever takes a subset waits for it.
        if not gone:
            return False
        before = len(self.pool.ratings.value)
        self.pool = self.pool.without(gone)
        lost = before - len(self.pool.ratings.value)
        # What did not count then stays where it stood.
        self.ledger = moved(self.ledger, lost, to="withdrawn")
        return lost > 0


def _read(campaign: Campaign, *, rule: str, least: int, zeros: bool) -> _Read:
    # The policy must say what was left out of exactly these ratings.
    with snapshot():
        campaign = Campaign.objects.get(id=campaign.pk)
        scale = _scale(campaign)
        pooled = selectors.pooled_now(campaign, values=[option.value for option in scale])
        return _Read(
            scale=scale,
            pool=pooled.pool,
            annotators=pooled.annotators,
            policy={
                "rule": rule,
                "min_ratings": least,
                **own_numbers(campaign),
                "list_unanimous_zeros": zeros,
                "scale": [option._asdict() for option in scale],
                "exclusions": selectors.live_exclusions(campaign),
                **_policy_of(campaign, pooled.systems),
            },
            ratings_version=campaign.ratings_version,
            ledger=count_ledger(campaign),
        )


def _made_for(job: Job | None) -> Release | None:
    return None if job is None else Release.objects.filter(job=job).first()


@transaction.atomic
def _release(
    campaign: Campaign,
    read: _Read,
    frozen: FrozenTable,
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
        counts=frozen.facts(),
        annotated=selectors.annotated_by(campaign, read.annotators, read.pool.ratings),
        ledger=read.ledger,
        comparison=comparison,
        ratings_version=read.ratings_version,
        notes=notes,
        sha256=checksum(frozen.sentences(), task_of(campaign).columns, read.scale),
    )
    _store(release, frozen)
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


def _policy_of(campaign: Campaign, pooled: Collection[int]) -> dict[str, Any]:
    """What the campaign's own columns say today; `pooled` are systems by their ids."""
    hidden = campaign.items.filter(hidden_at__isnull=False).order_by("position")
    return {
        "excluded_targets": campaign.excluded_targets,
        "hidden_sentences": list(hidden.values_list("key", flat=True)),
        **selectors.sample_now(campaign),
        **selectors.tree_now(campaign),
        **multiword_policy(campaign.multiwords),
        "case": campaign.case_policy,
        "mapping": campaign.mapping,
        "undone_merges": selectors.undone_merges(campaign),
        "pooled_systems": sorted(
            campaign.systems.filter(id__in=pooled).values_list("name", flat=True)
        ),
    }


def numbering() -> Random | None:
    """What draws annotators' numbers. Nobody shall guess them: from the order in which they
    joined, people know each other."""
    return SystemRandom()


def _freeze(read: _Read, *, ordered: bool) -> FrozenTable:
    """Raises Refused where no candidate has enough ratings."""
    least = read.policy["min_ratings"]
    frozen = FrozenTable(
        read.pool,
        read.scale,
        rule=read.policy["rule"],
        min_ratings=least,
        ordered=ordered,
        rng=numbering(),
        numbers=read.numbers,
    )
    if frozen.rule == SEVERITY and (reason := frozen.severity.reason):
        text = N_(
            "these ratings do not tell how strict each annotator is: %(reason)s", reason=reason
        )
        raise Refused("no_severity", text)
    if not len(frozen.decided):
        text = N_("no candidate has %(least)s ratings yet", least=least)
        raise Refused("too_few_ratings", text)
    return frozen


def _store(release: Release, frozen: FrozenTable) -> None:
    items = release.campaign.items.values_list("key", "id")
    ids = dict(items.iterator(chunk_size=ROWS_AT_A_TIME))
    insert_rows(
        ReleaseEntry,
        ["release_id", "item_id", "text", "origin", "votes", "weight", "choice", "ratings"],
        (
            (
                release.id,
                ids[sentence.record.key],
                entry.substitute,
                entry.origin,
                entry.votes,
                entry.weight,
                entry.choice,
                json.dumps(entry.ratings),
            )
            for sentence in frozen.sentences()
            for entry in sentence.entries
        ),
    )
    check_references(ReleaseEntry)
