"""Campaigns whose agreement is to be measured again without being asked for."""

from collections.abc import Iterator

from agreement.selectors.contents import read_policy
from agreement.selectors.reports import is_out_of_date, report_states
from campaigns.models import Campaign
from rating.selectors.counting import counting_ratings

# So many new ratings ask for a new report, or such a share of what there was if that is more.
NEW_RATINGS = 100
NEW_SHARE = 0.05


def changed_campaigns() -> Iterator[Campaign]:
    """Those with a counting rating whose latest report no longer says how they stand."""
    for campaign in Campaign.objects.order_by("id"):
        latest = report_states(campaign).first()
        if latest is None:
            changed = counting_ratings(campaign).exists()
        else:
            changed = is_out_of_date(latest) or latest.policy != read_policy(campaign)
        if changed:
            yield campaign


def grown_campaigns() -> Iterator[Campaign]:
    """Those with enough new ratings for another report, or with as many fewer."""
    for campaign in Campaign.objects.order_by("id"):
        latest = report_states(campaign).first()
        if latest is not None and not is_out_of_date(latest):
            continue
        before = latest.n_ratings if latest else 0
        new = counting_ratings(campaign).count() - before
        if abs(new) >= max(NEW_RATINGS, before * NEW_SHARE):
            yield campaign
