"""Take a campaign out of reach at once; its rows follow in steps, by a worker.

A million candidates take a minute to delete. Until they are gone the campaign has a slug that
no address can hold, no members, tokens or webhooks: nobody has to be told that it is on its
way out.
"""

import logging
import uuid
from datetime import datetime, timedelta

from campaigns.models import Campaign, Job, JobKind
from campaigns.selectors.permission import RETIRED
from campaigns.services.jobs import queue_again, stop_jobs
from core.refusals import Refused
from regild.problems import N_

log = logging.getLogger(__name__)

# The kind of job that deletes what was retired.
DELETE = JobKind("delete", "pooling.jobs.delete")
TRIED_AGAIN_AFTER = timedelta(days=1)


def retire_campaign(campaign: Campaign) -> None:
    """Nobody finds the campaign any more, by its address, a link or a token; its slug is free.

    Within the caller's transaction.
    """
    text = N_("The campaign was deleted.")
    stop_jobs(campaign, refusal=Refused("campaign_deleted", text))
    for reached in (
        campaign.members,
        campaign.invitations,
        campaign.api_tokens,
        campaign.webhooks,
    ):
        reached.all().delete()
    campaign.slug, campaign.state = retired_slug(), Campaign.State.DRAFT
    campaign.save(update_fields=["slug", "state"])


def ask_again_for_failed(*, now: datetime) -> list[Job]:
    """Deletions that failed a day ago, queued anew: what is retired stands on no page, so
    nobody else would ask. Each goes on with what is left."""
    failed = Job.objects.filter(
        kind=DELETE.name,
        state=Job.State.FAILED,
        finished_at__lte=now - TRIED_AGAIN_AFTER,
        campaign__slug__startswith=RETIRED,
    )
    again = queue_again(failed, now=now)
    for job in again:
        log.warning("A deleted campaign is still there and is tried again: %s", job.error)
    return again


def retired_slug() -> str:
    return RETIRED + uuid.uuid4().hex
