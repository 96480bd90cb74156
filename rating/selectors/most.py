"""The most ratings that candidates may have, wherever these come from."""

from collections import defaultdict

from django.db.models import QuerySet

from campaigns.models import Campaign
from pooling.models import Candidate, Placement
from pooling.selectors.seats import most_seats


def most_of(candidates: QuerySet[Candidate], campaign: Campaign) -> defaultdict[int, int]:
    """Candidate → as its subset says; as the campaign says of all others."""
    usual = most_seats(campaign, None)
    placed = Placement.objects.filter(
        candidate__in=candidates.order_by().values("id"), subset__seats__isnull=False
    )
    own = placed.order_by().values_list("candidate_id", "subset__seats")
    found = {candidate: most_seats(campaign, seats) for candidate, seats in own}
    return defaultdict(lambda: usual, found)
