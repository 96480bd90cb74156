"""How many of SemEval-2007's sentences the rule of its post hoc analysis matches (its 5.1)."""

import pytest

from core.refusals import Refused
from pooling.selectors.samples import drawn_of, sample_file
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from regild.problems import Source
from sources.services.creating import create_campaign

pytestmark = pytest.mark.django_db

PLAN = {"subsets": 10, "block_size": 8, "seed": 1}


def brought_in(folder, sentences, gold):
    with (folder / sentences).open("rb") as text, (folder / gold).open("rb") as votes:
        campaign = create_campaign(
            slug="semeval",
            title="SemEval",
            files={"sentences": Source(text, sentences), "gold": Source(votes, gold)},
            language="en",
        ).campaign
    pool_campaign(campaign=campaign)
    campaign.refresh_from_db()
    return campaign


@pytest.mark.parametrize(
    ("sentences", "gold", "counts"),
    [
        # More than two distinct substitutes without a blank: 1,275 and 198, counted on the
        # golds with `pn` as one of them. Without it: 1,269, and of these 1 has a `pn`.
        ("lst_test.repaired.xml", "lst_test.gold", [1275, 1268]),
        ("lexsub_trial.xml", "lst_trial.gold", [198, 198]),
    ],
)
def test_as_many_sentences_match_as_in_the_gold(shared_data, sentences, gold, counts):
    campaign = brought_in(shared_data / "semeval2007", sentences, gold)
    for where, count in zip(
        ["single_words>2", "single_words>2 and no name"], counts, strict=True
    ):
        report = dispatch_campaign(campaign=campaign, **PLAN, where=where, dry_run=True)
        assert report.sample.matching == count
    dispatch_campaign(
        campaign=campaign,
        **PLAN,
        sample=100,
        where="single_words>2 and no name and no multiword",
    )
    assert drawn_of(campaign).drawn == 100
    assert sum(row[-1] for row in sample_file(campaign).rows) == 100
    with pytest.raises(Refused, match="cannot be drawn"):
        dispatch_campaign(campaign=campaign, **PLAN, sample=1276, where="single_words>2")
