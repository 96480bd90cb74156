"""Agreement goes by the order of the buttons, whatever codes the scale has for them."""

import pytest

from agreement.services import measure_agreement
from campaigns.models import Campaign
from tests.agreement.rated import WORKED, rate
from tests.scales import coded_campaign

pytestmark = pytest.mark.django_db

FOUND = ("measures", "by_origin", "by_sentence", "distributions", "comparison", "coverage")


def test_ordinal_alpha_of_a_scale_of_1_to_5_is_that_worked_by_hand():
    campaign = coded_campaign()
    rate(campaign, {"happy": "11", "pleased": "55", "sorry": "34"})
    report = measure_agreement(campaign=campaign)
    # Krippendorff (2011): 2, 1, 1 and 2 ratings of 1, 3, 4 and 5 are 1.5, 2.5, 4, 1, 2.5 and
    # 1.5 apart, in squares over all pairs 99; of those that met, one pair is 1 apart.
    assert report.measures["alpha_ordinal"]["value"] == pytest.approx(1 - 5 * 1 / 99)
    assert [option["value"] for option in report.policy["scale"]] == [1, 2, 3, 4, 5]
    assert [sum(row) for row in report.distributions["values"]] == [2, 0, 1, 1, 2]


@pytest.mark.parametrize("codes", [(1, 2, 3, 4), (4, 3, 2, 1), (0, 7, 5, 9)])
def test_a_report_finds_the_same_under_other_codes(codes):
    def found(codes):
        campaign = coded_campaign(codes)
        coded = {
            text: "".join(str(codes[int(place)]) for place in given)
            for text, given in WORKED.items()
        }
        rate(campaign, coded)
        report = measure_agreement(campaign=campaign)
        people = [
            {key: facts[key] for key in ("loo_pearson", "loo_spearman", "bias")}
            for _id, facts in sorted(report.by_annotator.items(), key=lambda one: int(one[0]))
        ]
        pairs = [pair | {"annotators": None} for pair in report.pairs]
        return [*(getattr(report, name) for name in FOUND), people, pairs]

    plain = found((0, 1, 2, 3))
    Campaign.objects.update(slug="earlier")
    assert found(codes) == plain
