"""Go back to before pooling, while no ratings exist."""

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from campaigns.services.audit import record
from campaigns.services.bring_in import BroughtIn, Sources, replace_sources
from campaigns.services.preparing import refuse_once_rated
from pooling.models import Candidate, Merge


@transaction.atomic
def start_over(*, campaign: Campaign, sources: Sources, by: User | None = None) -> BroughtIn:
    """Other sentences and gold for the same campaign, with its settings and members. Its
    systems, pool and subsets go. Raises RatingsExist."""
    refuse_once_rated(campaign)
    _empty_pool(campaign)
    return replace_sources(campaign=campaign, sources=sources, by=by)


@transaction.atomic
def delete_campaign(*, campaign: Campaign, by: User | None = None) -> None:
    """Raises RatingsExist. The audit log stays."""
    refuse_once_rated(campaign)
    record(campaign=campaign, by=by, action="delete campaign", title=campaign.title)
    _empty_pool(campaign)
    campaign.delete()


def _empty_pool(campaign: Campaign) -> None:
    campaign.subsets.all().delete()
    Merge.objects.filter(sentence__campaign=campaign).delete()
    # By hand: Django would load a million candidates to look for what hangs on each. Their
    # placements went with the subsets, and nobody has rated them.
    candidates = Candidate.objects.filter(sentence__campaign=campaign)
    for doomed in (candidates.filter(repeat_of__isnull=False), candidates):
        doomed._raw_delete(doomed.db)
