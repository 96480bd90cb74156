import pytest

from campaigns.models import AuditEntry
from campaigns.services.settling import RatingsExist, RatingUnderWay
from pooling.models import Merge
from pooling.selectors import find_candidates, find_merges, merge_counts
from pooling.services.fill_pool import pool_campaign
from pooling.services.merges import confirm_merges, redo_merge, undo_merge
from sources.services.systems import add_system
from tests.factories import make_campaign, source
from tests.people import make_lead, signed_in
from tests.rating.sitting import join, rate, take

pytestmark = pytest.mark.django_db

URL = "/campaigns/boats/pool/merges/"
SPELLINGS = "glad.a 1 :: tickled_pink;over  joyed\nroom.n 3 :: elbow_room\n"


@pytest.fixture
def campaign():
    campaign = make_campaign()
    add_system(campaign=campaign, name="late", answers=source(SPELLINGS))
    pool_campaign(campaign=campaign)
    return campaign


@pytest.fixture
def browser(campaign):
    return signed_in(make_lead("manager", campaign, "manager"))


def merge(spelling):
    return Merge.objects.get(spelling=spelling)


def spellings(page):
    return [merge.spelling for merge, _differed in page.context["rows"]]


def test_a_confirmed_merge_stays_confirmed_through_pooling(campaign):
    confirm_merges(campaign=campaign, merges=Merge.objects.filter(spelling="tickled_pink"))
    at = merge("tickled_pink").confirmed_at
    pool_campaign(campaign=campaign)
    assert merge("tickled_pink").confirmed_at == at
    assert merge_counts(campaign) == {"open": 2, "confirmed": 1, "undone": 0}


def test_a_confirmed_merge_into_another_text_is_to_be_looked_at_again(campaign):
    confirm_merges(campaign=campaign, merges=find_merges(campaign))
    campaign.mapping = [["glad.a", "tickled pink", "happy"]]
    campaign.save()
    pool_campaign(campaign=campaign)
    assert (merge("tickled_pink").text, merge("tickled_pink").confirmed_at) == ("happy", None)
    assert merge_counts(campaign) == {"open": 1, "confirmed": 2, "undone": 0}


def test_confirming_again_changes_nothing_and_undone_ones_are_left(campaign):
    undo_merge(merge=merge("elbow_room"))
    assert confirm_merges(campaign=campaign, merges=find_merges(campaign)) == 2
    assert confirm_merges(campaign=campaign, merges=find_merges(campaign)) == 0
    assert merge_counts(campaign) == {"open": 0, "confirmed": 2, "undone": 1}


def test_undoing_takes_a_confirmation_back_and_redoing_folds_the_spelling_in(campaign):
    confirm_merges(campaign=campaign, merges=find_merges(campaign))
    undo_merge(merge=merge("elbow_room"))
    assert merge_counts(campaign) == {"open": 0, "confirmed": 2, "undone": 1}
    redo_merge(merge=merge("elbow_room"))
    pool_campaign(campaign=campaign)
    assert merge_counts(campaign) == {"open": 1, "confirmed": 2, "undone": 0}
    assert [entry.action for entry in AuditEntry.objects.all()[:3]] == [
        "pool",
        "redo merge",
        "undo merge",
    ]


def test_a_merge_that_pooling_listed_anew_meanwhile_is_undone_all_the_same(campaign):
    shown = merge("elbow_room")
    Merge.objects.filter(pk=shown.pk).delete()
    pool_campaign(campaign=campaign)
    assert merge("elbow_room").pk != shown.pk
    undo_merge(merge=shown)
    assert merge("elbow_room").undone_at is not None


@pytest.mark.parametrize("decide", [undo_merge, redo_merge])
def test_while_somebody_rates_a_merge_can_only_be_confirmed(campaign, browser, decide):
    take(join(campaign))
    with pytest.raises(RatingUnderWay):
        decide(merge=merge("elbow_room"))
    name = "undo" if decide is undo_merge else "redo"
    page = browser.post(f"{URL}{merge('elbow_room').pk}/{name}/", follow=True)
    assert "somebody is rating right now" in page.content.decode()
    assert merge("elbow_room").undone_at is None


@pytest.mark.parametrize("decide", [undo_merge, redo_merge])
def test_once_rated_a_merge_can_only_be_confirmed(campaign, decide):
    rate(take(join(campaign)), lambda candidate: 2)
    before = Merge.objects.values().get(spelling="elbow_room")
    with pytest.raises(RatingsExist):
        decide(merge=merge("elbow_room"))
    assert Merge.objects.values().get(spelling="elbow_room") == before
    assert confirm_merges(campaign=campaign, merges=find_merges(campaign)) == 3


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", {"tickled_pink", "over  joyed", "elbow_room"}),
        ("step=underscore", {"tickled_pink", "elbow_room"}),
        ("step=underscore&text=PINK", {"tickled_pink"}),
        ("text=over joyed", {"over  joyed"}),
        ("state=open", {"tickled_pink", "over  joyed"}),
        ("state=undone", {"elbow_room"}),
        ("state=confirmed", set()),
        ("state=nothing&step=nothing", {"tickled_pink", "over  joyed", "elbow_room"}),
    ],
)
def test_the_list_is_filtered_by_state_step_and_spelling(browser, query, expected):
    undo_merge(merge=merge("elbow_room"))
    assert set(spellings(browser.get(f"{URL}?{query}"))) == expected


def test_the_list_takes_a_fixed_number_of_queries(campaign, browser, django_assert_num_queries):
    with django_assert_num_queries(7):
        browser.get(URL)
    add_system(
        campaign=campaign,
        name="later",
        answers=source("glad.a 2 :: in_love;so_so;a_b;c_d\nroom.n 4 :: dining_room\n"),
    )
    pool_campaign(campaign=campaign)
    with django_assert_num_queries(7):
        assert len(spellings(browser.get(URL))) == 8


def test_what_the_filters_let_through_is_confirmed_at_once(campaign, browser):
    browser.post(f"{URL}confirm/", {"step": "underscore", "text": "", "state": ""})
    assert set(find_merges(campaign, state="confirmed").values_list("spelling", flat=True)) == {
        "tickled_pink",
        "elbow_room",
    }
    assert "2 merges are confirmed." in browser.get(URL).content.decode()


@pytest.mark.parametrize(
    ("first", "then", "state"),
    [([], "confirm", "confirmed"), ([], "undo", "undone"), (["undo"], "redo", "open")],
)
def test_a_decision_goes_back_to_the_same_filters(campaign, browser, first, then, state):
    address = f"{URL}{merge('elbow_room').id}"
    for before in first:
        browser.post(f"{address}/{before}/")
    answer = browser.post(f"{address}/{then}/?step=underscore")
    assert answer.url == f"{URL}?step=underscore"
    assert find_merges(campaign, state=state, text="elbow").exists()


def test_once_rated_the_page_offers_no_undoing_and_refuses_it(campaign, browser):
    rate(take(join(campaign)), lambda candidate: 2)
    page = browser.get(URL).content.decode()
    assert "Keep apart" not in page
    browser.post(f"{URL}{merge('elbow_room').id}/undo/")
    assert "Nothing was changed" in browser.get(URL).content.decode()
    assert merge("elbow_room").undone_at is None


def test_a_merge_of_another_campaign_is_not_here(browser):
    other = make_campaign("ships", subsets=None)
    add_system(campaign=other, name="late", answers=source(SPELLINGS))
    pool_campaign(campaign=other)
    foreign = Merge.objects.filter(item__campaign=other).first()
    assert browser.post(f"{URL}{foreign.id}/undo/").status_code == 404
    browser.post(f"{URL}confirm/", {})
    assert merge_counts(other) == {"open": 3, "confirmed": 0, "undone": 0}


def test_a_text_longer_than_any_is_found_nowhere_and_is_no_accident():
    assert not find_candidates(make_campaign(), text="x" * 60_000).exists()
