"""Who is to be looked at comes first, with the reason; a page, a program and a shell agree."""

import re

import pytest
from django.urls import reverse

from rating.models import AnnotatorCheck, Exclusion
from rating.selectors.crowd import MOST_DOTS, crowd_of
from rating.services.exclusions import exclude
from rating.services.flagging import flag_annotators, flag_newcomers
from rating.services.simulating import simulate_campaign
from regild.rating.outliers import OUTLIER
from regild.rating.simulation import AnnotatorKind
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, sit

pytestmark = pytest.mark.django_db

ANNOTATORS = "/campaigns/boats/ratings/annotators/"
# A number of five digits and more that stands alone in a page's text.
UNGROUPED = re.compile(r"(?<![\w.:-])\d{5,}(?![\w.:-])")


@pytest.fixture
def campaign():
    campaign = make_campaign(subsets=2, min_ratings=9, max_ratings=20, flag_min_ratings=4)
    simulate_campaign(
        campaign=campaign,
        annotators=14,
        seed=2,
        shares={AnnotatorKind.CAREFUL: 0.8, AnnotatorKind.RANDOM: 0.2},
    )
    flag_annotators(campaign)
    return campaign


@pytest.fixture
def lead(campaign):
    return make_lead("lead", campaign, "owner")


def text_of(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_worst_are_first_and_their_reasons_are_told_everywhere(campaign, lead):
    page = signed_in(lead).get(ANNOTATORS)
    rows = page.context["page"].rows
    concern = [(row.concern, row.furthest) for row in rows]
    assert concern == sorted(concern, reverse=True)
    worst = rows[0]
    assert worst.name == AnnotatorKind.RANDOM
    assert worst.outliers
    assert abs(worst.outliers[0].distance) >= OUTLIER
    assert "median of all:" in text_of(page)

    told = program_of(lead).get("/api/v1/campaigns/boats/annotators/?order=worst").json()
    printed = facts_of("annotators", "boats")["annotators"]
    ids = [row.pk for row in rows]
    assert [one["id"] for one in told["rows"]] == [one["id"] for one in printed] == ids
    first, same = told["rows"][0], printed[0]
    assert first["outliers"] == same["outliers"]
    assert first["outliers"][0]["value"] == worst.outliers[0].value
    assert first["correlation"] == same["correlation"] == worst.correlation
    assert [flag["rule"] for flag in first["flags"]] == same["flags"] != []
    lines, _err = printed_by("annotators", "boats")
    assert f"annotator {worst.pk}: {worst.rated} ratings, " in lines

    own = text_of(signed_in(lead).get(f"{ANNOTATORS}{worst.pk}/"))
    assert f"Annotator {worst.pk}" in own
    assert "deviations from the median of 14 annotators" in own


def test_columns_sort_by_links_that_turn_round(campaign, lead):
    client = signed_in(lead)
    page = client.get(f"{ANNOTATORS}?order=unlike&source=simulated")
    found = [row.correlation for row in page.context["page"].rows if row.check]
    known = [one for one in found if one is not None]
    assert known == sorted(known)
    said = page.content.decode()
    assert 'aria-sort="ascending"' in said
    assert "?order=alike&amp;source=simulated" in said
    assert "?order=fastest&amp;source=simulated" in said
    for order in ("alike", "slowest", "most", "worst"):
        assert client.get(f"{ANNOTATORS}?order={order}").status_code == 200


def test_outliers_alone_are_found_until_they_are_excluded(campaign, lead):
    program = program_of(lead)
    address = "/api/v1/campaigns/boats/annotators/?only=outliers"
    found = [one["id"] for one in program.get(address).json()["rows"]]
    assert found
    printed = facts_of("annotators", "boats", "--only", "outliers")["annotators"]
    assert {one["id"] for one in printed} == set(found)
    exclude(campaign.annotators.get(id=found[0]), reason="at random", by=None)
    assert Exclusion.objects.exists()
    assert found[0] not in {one["id"] for one in program.get(address).json()["rows"]}
    rows = signed_in(lead).get(ANNOTATORS).context["page"].rows
    assert rows[-1].pk == found[0]  # decided, so nobody has to look first


def test_each_dot_of_the_chart_leads_to_an_annotator(campaign, lead):
    page = signed_in(lead).get(ANNOTATORS).content.decode()
    crowd = crowd_of(campaign)
    assert crowd.compared == len(crowd.dots) == 14
    for dot in crowd.dots:
        address = reverse("annotator", args=["boats", dot.annotator.pk])
        assert f'href="{address}" tabindex' in page


def test_a_chart_of_thousands_keeps_the_furthest_and_a_choice_of_the_rest(
    campaign, django_assert_num_queries
):
    check = AnnotatorCheck.objects.first()
    more = [join(campaign) for _n in range(MOST_DOTS + 20)]
    copies = []
    for annotator in more:
        values = {
            field.attname: getattr(check, field.attname)
            for field in AnnotatorCheck._meta.fields
            if field.attname not in {"id", "annotator_id"}
        }
        copies.append(AnnotatorCheck(annotator=annotator, **{**values, "furthest": 0}))
    AnnotatorCheck.objects.bulk_create(copies)
    with django_assert_num_queries(1):
        crowd = crowd_of(campaign)
    assert (crowd.compared, len(crowd.dots)) == (MOST_DOTS + 34, MOST_DOTS)
    assert sum(dot.is_outlier for dot in crowd.dots) == crowd.outliers > 0


def test_nobody_is_compared_before_two_have_worked():
    campaign = make_campaign(subsets=2, flag_min_ratings=4)
    assert crowd_of(campaign) is None
    sit(join(campaign))
    flag_newcomers()
    assert crowd_of(campaign) is None
    assert AnnotatorCheck.objects.get().outliers == []


def test_numbers_of_five_digits_are_grouped_on_every_page(campaign, lead):
    annotator = campaign.annotators.first()
    sitting = annotator.assignments.first()
    annotator.assignments.update(rated=0)
    annotator.assignments.filter(id=sitting.pk).update(rated=1_234_567)
    client = signed_in(lead)
    pages = ["", "annotators/", "subsets/", "subsets/1/", "short/", "remarks/", "recruiting/"]
    for path in [*pages, f"annotators/{annotator.pk}/"]:
        said = text_of(client.get(f"/campaigns/boats/ratings/{path}"))
        assert UNGROUPED.findall(said) == [], path
    assert "1 234 567" in text_of(client.get(f"{ANNOTATORS}{annotator.pk}/"))
    assert "1 234 567" in text_of(client.get(f"{ANNOTATORS}?order=most"))


@pytest.mark.parametrize(
    ("path", "title", "why"),
    [
        ("", "Dispatch the pool into subsets", "not dispatched into subsets yet"),
        ("annotators/", "No annotators yet", "Share the campaign's link"),
        ("subsets/", "No subsets yet", "Dispatch the pool"),
        ("unjudged/", "Everything could be judged", "I cannot judge this"),
        ("remarks/", "No remarks yet", "appears here for you to answer"),
        ("recruiting/", "No quotas", "Anybody may join"),
        ("trials/", "No trials yet", "half of those who join"),
        ("imports/", "No imports yet", "from a file"),
        ("annotators/?only=flagged", "No annotator matches", "Show all"),
        ("remarks/?text=x", "No remark matches", "Show all"),
        ("subsets/?only=short", "No subset matches", "Show all"),
    ],
)
def test_an_empty_list_says_why_and_what_to_do(path, title, why):
    campaign = make_campaign("calm", subsets=None)
    client = signed_in(make_lead("lead", campaign, "manager"))
    answer = client.get(f"/campaigns/calm/ratings/{path}")
    said = text_of(answer).replace("&#x27;", "'")
    assert title in said
    assert why in said
