"""Four documents that three annotators sorted; every number is counted by hand."""

from campaigns.models import Campaign
from pooling.services.fill_pool import pool_campaign
from rating.services.importing import import_ratings
from tests.categories.factories import make_categories
from tests.factories import source

# ann and ben agree on 1 and 2, and on 3 at the top of the tree alone; on 4 not at all.
CHOSEN = """\
document,annotator,category
1,ann,Plan
1,ben,Plan
2,ann,Private
2,ben,Private
3,ann,Plan
3,ben,Report
4,ann,Report
4,ben,Private
4,cem,Private
"""


def rated_categories(slug: str = "mail") -> Campaign:
    campaign = make_categories(slug)
    pool_campaign(campaign=campaign)
    campaign.refresh_from_db()
    import_ratings(campaign=campaign, ratings=source(CHOSEN, "chosen.csv"))
    campaign.refresh_from_db()
    return campaign
