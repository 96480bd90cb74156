"""What the apps before this one ask of it (campaigns/selectors/settled.py).

What is proposed is kept as it was typed, and the first gold is made of it anew whatever is
changed: it settles nothing, so that nobody has to wait for it.
"""

from campaigns.models import Campaign
from proposing.models import ProposalTurn


def has_ratings(campaign: Campaign) -> bool:
    return False


def open_sittings(campaign: Campaign) -> int:
    return 0


def joined(campaign: Campaign) -> int:
    return campaign.annotators.count()


def seated(campaign: Campaign) -> set[int]:
    states = [ProposalTurn.State.OPEN, ProposalTurn.State.COMPLETE]
    sat = ProposalTurn.objects.filter(annotator__campaign=campaign, state__in=states)
    return set(sat.values_list("annotator", flat=True))
