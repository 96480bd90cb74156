"""A campaign of utterances that was rated, with systems."""

from campaigns.models import Campaign
from pooling.services.fill_pool import pool_campaign
from rating.services.importing import import_ratings
from sources.services.systems import add_system
from tests.factories import source
from tests.utterances.factories import SCORES, make_utterances

# Means: 3, 0.5, 0.5 and 1, 2, 2.5. The third of set 2 was made up, and people find it natural.
RATINGS = """\
annotator,set,utterance,value
u,1,1,3
v,1,1,3
u,1,2,0
v,1,2,1
u,1,3,1
v,1,3,0
u,2,1,1
v,2,1,1
u,2,2,2
v,2,2,2
u,2,3,3
v,2,3,3
"""
# Nothing of set 2, and a tie for the first place of set 1.
PARTLY = "set,utterance,score\n1,1,5\n1,2,5\n1,3,1\n"


def rated_utterances(slug: str = "odd") -> Campaign:
    campaign = make_utterances(slug)
    add_system(campaign=campaign, name="first", answers=source(SCORES, "first.csv"))
    add_system(campaign=campaign, name="partly", answers=source(PARTLY, "partly.csv"))
    pool_campaign(campaign=campaign)
    import_ratings(campaign=campaign, ratings=source(RATINGS, "ratings.csv"))
    campaign.refresh_from_db()
    return campaign
