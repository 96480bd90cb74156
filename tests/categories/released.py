"""A campaign of categories that was rated, with systems."""

from campaigns.models import Campaign
from pooling.services.fill_pool import pool_campaign
from rating.services.importing import import_ratings
from sources.services.systems import add_system
from tests.categories.factories import LABELS, make_categories
from tests.factories import source

# Document 1 has a majority, 2 all, 3 a tie, 4 too few.
RATINGS = """\
document,annotator,category
1,u,Plan
1,v,Plan
1,w,Report
2,u,Private
2,v,Private
2,w,Private
3,u,Report
3,v,Plan
4,u,Plan
"""
OTHER = "document,category\n1,Report\n2,Private\n3,Report\n4,Plan\n"


def rated_categories(slug: str = "mail") -> Campaign:
    campaign = make_categories(slug)
    add_system(campaign=campaign, name="first", answers=source(LABELS, "first.csv"))
    add_system(campaign=campaign, name="other", answers=source(OTHER, "other.csv"))
    pool_campaign(campaign=campaign)
    import_ratings(campaign=campaign, ratings=source(RATINGS, "ratings.csv"))
    campaign.refresh_from_db()
    return campaign
