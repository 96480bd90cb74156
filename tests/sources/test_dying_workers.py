"""A worker that is killed over a large campaign, and the one that makes it after all."""

import pytest

from campaigns.models import Campaign
from sources.models import GoldAnswer, Item
from sources.services.large_campaigns import create_or_request
from sources.services.rows import ROWS_AT_A_TIME
from tests.dying_workers import die_over, finish_elsewhere
from tests.factories import source
from tests.people import make_lead

pytestmark = pytest.mark.django_db(transaction=True)

COUNT = 2 * ROWS_AT_A_TIME + 100
SENTENCES = "sentence,lexelt,left,target,right\n" + "".join(
    f"{n},w.n,a,b,c\n" for n in range(COUNT)
)
GOLD = "".join(f"w.n {n} :: happy 2;\n" for n in range(COUNT))


def test_what_a_killed_worker_stored_is_made_anew_by_the_next(settings):
    settings.CAMPAIGN_JOB_ROWS = COUNT - 1
    files = {"sentences": source(SENTENCES, "s.csv"), "gold": source(GOLD, "g.txt")}
    job = create_or_request(files=files, by=make_lead("anne"), slug="boats", language="en")
    die_over(job, when=Item.objects.exists, step=ROWS_AT_A_TIME)
    assert Item.objects.count() == ROWS_AT_A_TIME
    assert not Campaign.objects.filter(slug="boats").exists()
    finish_elsewhere(job)
    assert job.result["sentences"] == job.result["gold_substitutes"] == COUNT
    campaign = Campaign.objects.get()
    assert (campaign.slug, campaign.items.count()) == ("boats", COUNT)
    assert GoldAnswer.objects.count() == COUNT
    assert campaign.members.get().role == "owner"
