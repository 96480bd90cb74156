"""What the apps before this one ask of it (campaigns/selectors/settled.py)."""

from campaigns.models import Campaign
from rating.models import Assignment, Rating


def has_ratings(campaign: Campaign) -> bool:
    return Rating.objects.filter(annotator__campaign=campaign).exists()


def open_sittings(campaign: Campaign) -> int:
    return Assignment.objects.filter(
        annotator__campaign=campaign, state=Assignment.State.OPEN
    ).count()


def joined(campaign: Campaign) -> int:
    return campaign.annotators.count()


def seated(campaign: Campaign) -> set[int]:
    states = [Assignment.State.OPEN, Assignment.State.COMPLETE]
    sat = Assignment.objects.filter(annotator__campaign=campaign, state__in=states)
    return set(sat.values_list("annotator", flat=True))
