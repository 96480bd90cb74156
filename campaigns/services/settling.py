"""What ratings have settled is not changed any more."""

from campaigns.models import Campaign
from campaigns.selectors.settled import has_ratings, joined, open_sittings
from core.refusals import Refused
from regild.problems import N_


class RatingsExist(Refused):
    """The change would take back what annotators have rated; nothing was changed."""

    def __init__(self, annotators: int) -> None:
        self.annotators = annotators
        text = N_(
            "Nothing was changed: ratings exist; %(annotators)s annotators have joined.",
            annotators=annotators,
        )
        super().__init__("ratings_exist", text)


class RatingUnderWay(RatingsExist):
    """Somebody has a sitting open, and their first rating may be on its way: it is stored under
    the lock of their sitting alone. Nothing was changed."""

    def __init__(self, sittings: int) -> None:
        self.sittings = sittings
        text = N_(
            "Nothing was changed: somebody is rating right now; open sittings: %(sittings)s.",
            sittings=sittings,
        )
        Refused.__init__(self, "rating_under_way", text)


def refuse_once_rated(campaign: Campaign) -> None:
    """For a service about to take something back, under the lock, whose own work ends the
    sittings that are open; any other asks `refuse_once_settled`."""
    if has_ratings(campaign):
        raise RatingsExist(joined(campaign))


def refuse_once_settled(campaign: Campaign) -> None:
    """For a service about to change what ratings settle, under the lock: nobody has rated, and
    nobody can before it ends, for a sitting is taken under the same lock.

    Raises RatingsExist or RatingUnderWay.
    """
    # The sittings first: a rating stored between the two questions ends none of them, and one
    # that ended before left its ratings to be seen.
    sittings = open_sittings(campaign)
    refuse_once_rated(campaign)
    if sittings:
        raise RatingUnderWay(sittings)
