"""Who proposed is forgotten with what else is personal."""

from campaigns.models import Campaign


def forget_proposers(campaign: Campaign) -> bool:
    """Whether any were listed."""
    listed = Campaign.objects.filter(id=campaign.pk).exclude(proposers=[])
    return bool(listed.update(proposers=[]))
