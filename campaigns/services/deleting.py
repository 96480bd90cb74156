"""Take a campaign out of reach at once; its rows follow in steps, by a worker.

A million candidates take a minute to delete. Until they are gone the campaign has a slug that
no address can hold, no members, tokens or webhooks: nobody has to be told that it is on its
way out.
"""

import logging
import uuid
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat

from campaigns.models import Answer, Campaign, GoldSubstitute, Job, Sentence
from campaigns.selectors import RETIRED
from campaigns.services.jobs import queue_again, stop_jobs

log = logging.getLogger(__name__)

# The kind of job that deletes what was retired.
JOB_KIND = "delete"
TRIED_AGAIN_AFTER = timedelta(days=1)


def retire_campaign(campaign: Campaign) -> None:
    """Nobody finds the campaign any more, by its address, a link or a token; its slug is free.

    Within the caller's transaction.
    """
    stop_jobs(campaign, error="The campaign was deleted.")
    for reached in (
        campaign.members,
        campaign.invitations,
        campaign.api_tokens,
        campaign.webhooks,
    ):
        reached.all().delete()
    campaign.submission_links.update(token_hash=Concat(Value(RETIRED), Cast("id", CharField())))
    campaign.slug, campaign.state = _retired_slug(), Campaign.State.DRAFT
    campaign.save(update_fields=["slug", "state"])


def retire_sources(campaign: Campaign) -> Campaign:
    """Hand the sentences and systems of a campaign to a retired one, to be deleted with it.

    Within the caller's transaction.
    """
    stop_jobs(campaign, error="The sentences were replaced.")
    retired = Campaign.objects.create(
        slug=_retired_slug(), title=campaign.title, language=campaign.language
    )
    campaign.sentences.update(campaign=retired)
    # A link stays with the campaign: its team has handed in nothing now.
    campaign.systems.update(campaign=retired, submission_link=None)
    return retired


def delete_sentences(ids: Collection[int]) -> None:
    """With their gold and answers; what was pooled from them must be gone."""
    for model in (Answer, GoldSubstitute):
        rows = model._default_manager.filter(sentence__in=ids)
        rows._raw_delete(rows.db)
    Sentence.objects.filter(id__in=ids).delete()


def ask_again_for_failed(*, now: datetime) -> list[Job]:
    """Deletions that failed a day ago, queued anew: what is retired stands on no page, so
    nobody else would ask. Each goes on with what is left."""
    failed = Job.objects.filter(
        kind=JOB_KIND,
        state=Job.State.FAILED,
        finished_at__lte=now - TRIED_AGAIN_AFTER,
        campaign__slug__startswith=RETIRED,
    )
    again = queue_again(failed, now=now)
    for job in again:
        log.warning("A deleted campaign is still there and is tried again: %s", job.error)
    return again


def _retired_slug() -> str:
    return RETIRED + uuid.uuid4().hex
