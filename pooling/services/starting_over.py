"""Go back to before pooling, while no ratings exist.

What is to go is out of reach when these services return. A worker deletes it afterwards, for a
million candidates take longer than a page may.
"""

from django.contrib.auth.models import User
from django.db import transaction

from annotators.services.reminders import forget_reminders
from campaigns.models import Campaign, Job
from campaigns.services.audit import record
from campaigns.services.deleting import DELETE, retire_campaign
from campaigns.services.jobs import Progress, ask, unobserved
from campaigns.services.locking import lock_campaign, lock_plan, sources_changed
from campaigns.services.settling import refuse_once_rated
from pooling.models import Candidate, Merge, Placement, Subset
from pooling.services.drawing_samples import forget_sample
from pooling.services.sittings import delete_sittings, wait_for_sittings
from proposing.services.taking_back import forget_first_stage
from regild.tasks.task import Sources
from sources.services.creating import BroughtIn, replace_sources
from sources.services.deleting import delete_sentences, retire_sources

# About 4,000 candidates: no other writer waits long, and PostgreSQL does not read the whole
# table of placements to find theirs.
SENTENCES_A_STEP = 100
SUBSETS_A_STEP = 1_000


@transaction.atomic
def start_over(
    *, campaign: Campaign, sources: Sources, by: User | None = None
) -> tuple[BroughtIn, Job]:
    """Other sentences and gold for the same campaign, with its settings and members. Its
    systems, pool and subsets go, by the job. Raises RatingsExist, or Refused where annotators
    have proposed."""
    _take_back_subsets(campaign)
    retired = retire_sources(campaign)
    campaign.subsets.update(campaign=retired)
    made = replace_sources(campaign=campaign, sources=sources, by=by)
    sources_changed(campaign.pk)
    return made, _job(retired)


@transaction.atomic
def delete_campaign(*, campaign: Campaign, by: User | None = None) -> Job:
    """The audit log stays; all else goes, by the job. Raises RatingsExist, or Refused where
    annotators have proposed."""
    _take_back_subsets(campaign)
    record(campaign=campaign, by=by, action="delete campaign", title=campaign.title)
    retire_campaign(campaign)
    # Not by the job: an address is gone when the campaign is.
    forget_reminders(campaign)
    return _job(campaign)


def delete_retired(campaign: Campaign, *, progress: Progress = unobserved) -> int:
    """Delete a retired campaign, a step at a time; returns its number of sentences.

    Safe to run again: it goes on with what is left.
    """
    sentences, subsets = (
        list(rows.order_by("id").values_list("id", flat=True))
        for rows in (campaign.items, campaign.subsets)
    )
    total = len(sentences) + len(subsets)
    for start in range(0, len(sentences), SENTENCES_A_STEP):
        progress(start, total)
        with transaction.atomic():
            step = sentences[start : start + SENTENCES_A_STEP]
            _empty_pool_of(step)
            delete_sentences(step)
    for start in range(0, len(subsets), SUBSETS_A_STEP):
        progress(len(sentences) + start, total)
        Subset.objects.filter(id__in=subsets[start : start + SUBSETS_A_STEP]).delete()
    campaign.delete()
    return len(sentences)


def _take_back_subsets(campaign: Campaign) -> None:
    """Nobody rates from here on, or RatingsExist is raised."""
    lock_plan(campaign.pk)
    # As whoever gives a subset away does.
    lock_campaign(campaign.pk)
    refuse_once_rated(campaign)
    given = campaign.subsets.filter(fixed_at__isnull=False)
    # A rating on its way does not take the campaign's lock.
    wait_for_sittings(given)
    refuse_once_rated(campaign)
    delete_sittings(given)
    given.delete()
    campaign.rating_rounds.all().delete()
    forget_first_stage(campaign)
    forget_sample(campaign)


def _job(retired: Campaign) -> Job:
    return ask(DELETE, campaign=retired)


def _empty_pool_of(sentences: list[int]) -> None:
    # By hand: Django would load every candidate to look for what hangs on it.
    candidates = Candidate.objects.filter(item__in=sentences)
    for doomed in (
        Placement.objects.filter(candidate__in=candidates),
        Merge.objects.filter(item__in=sentences),
        candidates.filter(repeat_of__isnull=False),
        candidates,
    ):
        doomed._raw_delete(doomed.db)
