"""Make a release public, on a page that never changes, and take it back."""

import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from campaigns.models import Webhook
from campaigns.selectors.task import task_of
from campaigns.services import audit
from campaigns.services.locking import lock_campaign
from campaigns.services.webhooks import announce
from core.refusals import Refused
from regild.problems import N_
from scoring.models import PublicEntry, PublicGold, Release
from scoring.selectors.public_scores import (
    PublicScores,
    pooled_and_seen,
    public_scores,
    signature_of,
)
from scoring.selectors.published import page_of
from scoring.selectors.statements import as_json, statement_of

# As doi.org resolves them: a prefix, and whatever its registrant wrote after the slash.
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}|\\^`]+")
_RESOLVERS = ("https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "doi:")
LONGEST_KEY, LONGEST_DOI = 100, 200


@transaction.atomic
def publish_release(*, release: Release, by: User | None) -> PublicGold:
    """Its page, and one for each system that the leaderboard may show; what is public already
    stays as it is, and systems scored since are added. What was withdrawn comes back as it
    was."""
    lock_campaign(release.campaign_id)
    release = Release.objects.select_related("campaign").get(id=release.pk)
    campaign, task = release.campaign, task_of(release.campaign)
    gold, made = PublicGold.objects.get_or_create(
        release=release,
        defaults={
            "told": {
                "title": campaign.title,
                "language": campaign.language,
                "license": campaign.license,
                "penalty": campaign.penalty if "penalty" in task.settings else None,
                # The others' names are between their teams and the leads.
                "pooled_systems": pooled_and_seen(release),
                "statement": as_json(statement_of(campaign)),
            }
        },
    )
    back = gold.withdrawn_at is not None
    if made:
        gold.told["signature"] = signature_of(gold)
    gold.withdrawn_at = None
    gold.save(update_fields=["told", "withdrawn_at"])
    added = [*_add_entries(gold)]
    if made or back or added:
        audit.record(
            campaign=campaign,
            by=by,
            action="publish release",
            number=release.number,
            systems=[entry.told["name"] for entry in added],
        )
    if made or back:
        page = settings.SITE_URL + page_of(release)
        announce(
            campaign,
            Webhook.Event.PUBLISHED,
            # Each time it becomes public again is news.
            key=f"published:{release.number}:{timezone.now().timestamp()}",
            release=release.number,
            page=page,
        )
    return gold


@transaction.atomic
def unpublish_release(*, release: Release, by: User | None) -> None:
    """Its page and its systems' say from now on only that it was withdrawn, and how it was
    cited. Does nothing where it is not public."""
    lock_campaign(release.campaign_id)
    public = PublicGold.objects.filter(release=release, withdrawn_at=None)
    if public.update(withdrawn_at=timezone.now()):
        audit.record(
            campaign=release.campaign,
            by=by,
            action="unpublish release",
            number=release.number,
        )


def read_doi(said: str) -> str:
    """Without its resolver's address. Raises Refused for what is none."""
    doi = said.strip()
    for resolver in _RESOLVERS:
        doi = doi.removeprefix(resolver)
    if doi and (len(doi) > LONGEST_DOI or not _DOI.fullmatch(doi)):
        text = N_(
            "%(doi)s is no DOI. A DOI is like 10.5281/zenodo.1234567, with or without"
            " https://doi.org/ before it.",
            doi=doi[:LONGEST_DOI],
        )
        raise Refused("no_doi", text)
    return doi


@transaction.atomic
def set_doi(*, release: Release, doi: str, by: User | None) -> Release:
    """Under which it is deposited elsewhere; "" takes it away. Raises Refused."""
    wanted = read_doi(doi)
    lock_campaign(release.campaign_id)
    changed = Release.objects.filter(id=release.pk).exclude(doi=wanted)
    if changed.update(doi=wanted):
        audit.record(
            campaign=release.campaign,
            by=by,
            action="set DOI",
            number=release.number,
            doi=wanted,
        )
    release.doi = wanted
    return release


def _add_entries(gold: PublicGold) -> Iterator[PublicEntry]:
    """Of systems that have none yet, in the order of the leaderboard."""
    there = gold.entries.values_list("system_id", "key")
    known, keys = {id for id, _key in there}, {key for _id, key in there}
    scores = public_scores(gold)
    if scores is None:
        return
    for one in scores.systems:
        if one.id not in known:
            key = _free_key(one.name, keys)
            keys.add(key)
            yield PublicEntry.objects.create(
                gold=gold, system_id=one.id, key=key, told=_told(scores, one)
            )


def _told(scores: PublicScores, one: Any) -> dict[str, Any]:
    return {**one.told(), "of": len(scores.systems), "draws": scores.draws}


def _free_key(name: str, taken: set[str]) -> str:
    """What of the name can stand in an address; a number behind it where that is taken."""
    base = slugify(name)[:LONGEST_KEY] or "system"
    key, n = base, 1
    while key in taken:
        n += 1
        key = f"{base}-{n}"
    return key
