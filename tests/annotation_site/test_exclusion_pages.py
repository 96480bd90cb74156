"""A lead leaves ratings out, having seen what it does to the numbers, and takes them back."""

import pytest

from agreement.services import measure_agreement
from campaigns.models import AuditEntry
from rating.models import Assignment, Exclusion
from rating.selectors import effects
from rating.selectors.counting import counting_ratings
from rating.selectors.effects import effects_of
from rating.selectors.exclusions import restorable_sittings
from rating.services.exclusions import exclude, undo_exclusion
from tests.factories import make_campaign
from tests.people import signed_in
from tests.rating.sitting import join, sit, take

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def campaign():
    """Three annotators at one subset: two agree, the third says 3 to everything, fast."""
    campaign = make_campaign(subsets=1, flag_min_ratings=4, min_ratings=3, max_ratings=3)
    sit(join(campaign))
    sit(join(campaign))
    sit(join(campaign), lambda candidate: 3, elapsed_ms=100)
    return campaign


@pytest.fixture
def odd_one(campaign):
    return Assignment.objects.order_by("-id").first()


@pytest.fixture
def client(lead):
    return signed_in(lead)


def reported(campaign):
    """What an agreement report says, on its own way to the ratings."""
    report = measure_agreement(campaign=campaign)
    found = {key: report.measures[key]["value"] for key in ("unanimity", "sd", "alpha_ordinal")}
    return {"n_ratings": report.n_ratings, **found}


def told(numbers):
    return {
        "n_ratings": numbers.ratings,
        **{key: measure.value for key, measure in numbers.measures.items()},
    }


def test_the_effect_told_before_is_the_one_that_comes_and_goes(campaign, odd_one, lead):
    before = reported(campaign)
    sittings = Assignment.objects.filter(id=odd_one.id)
    out = effects_of(campaign, sittings, way="out").whole
    assert told(out.before) == pytest.approx(before)

    exclusion = exclude(odd_one, reason="careless", by=lead)
    after = reported(campaign)
    assert told(out.after) == pytest.approx(after)
    assert after["unanimity"] == 1 > before["unanimity"]
    assert out.before.enough == odd_one.subset.size
    assert out.after.enough == 0

    back = effects_of(campaign, restorable_sittings(exclusion), way="back").whole
    assert (told(back.before), told(back.after)) == (
        pytest.approx(after),
        pytest.approx(before),
    )
    undo_exclusion(exclusion, by=lead)
    assert reported(campaign) == pytest.approx(before)


def test_what_is_hidden_takes_no_part_in_the_effect(campaign, odd_one):
    campaign.items.filter(key="1").update(hidden_at="2026-01-01T00:00:00Z")
    campaign.excluded_targets = ["room.n"]
    effect = effects_of(campaign, Assignment.objects.filter(id=odd_one.id), way="out").whole
    assert effect.before.ratings == counting_ratings(campaign).count()
    assert effect.after.ratings == effect.before.ratings * 2 / 3


def test_a_large_campaign_is_measured_where_the_sitting_rated(campaign, odd_one, monkeypatch):
    elsewhere = make_campaign("ships", subsets=2, min_ratings=1)
    sit(join(elsewhere))
    sit(join(elsewhere))
    (first, *_rest) = Assignment.objects.filter(annotator__campaign=elsewhere)
    sittings = Assignment.objects.filter(id=first.id)
    small = effects_of(elsewhere, sittings, way="out")
    monkeypatch.setattr(effects, "WHOLE_UP_TO", 0)
    large = effects_of(elsewhere, sittings, way="out")
    assert large.whole is None
    assert large.rated == small.rated
    assert large.rated.before.candidates == first.rated


def test_a_scale_whose_weights_do_not_rise_still_tells_coverage(campaign, odd_one):
    campaign.scale.update(weight=1)
    effect = effects_of(campaign, Assignment.objects.filter(id=odd_one.id), way="out").rated
    assert effect.measures == []
    assert effect.before.enough == odd_one.subset.size


def test_the_page_shows_the_effect_and_offers_the_findings_as_reason(client, odd_one):
    answer = client.get(f"/campaigns/boats/ratings/sittings/{odd_one.id}/exclude/")
    shown = answer.content.decode()
    assert "Candidates of these sittings" in shown
    assert "Whole campaign" in shown
    assert "median 100 ms per rating" in answer.context["form"].initial["reason"]
    assert not Exclusion.objects.exists()


def test_a_sitting_is_left_out_with_a_reason_and_taken_back(client, odd_one, lead):
    page = f"/campaigns/boats/ratings/annotators/{odd_one.annotator_id}/"
    answer = client.post(
        f"/campaigns/boats/ratings/sittings/{odd_one.id}/exclude/", {"reason": "Too fast."}
    )
    assert answer.url == page
    exclusion = Exclusion.objects.get()
    assert (exclusion.assignment, exclusion.reason, exclusion.excluded_by) == (
        odd_one,
        "Too fast.",
        lead,
    )
    assert "Too fast." in client.get(page).content.decode()

    undo = f"/campaigns/boats/ratings/exclusions/{exclusion.id}/undo/"
    assert "1 sitting would count again" in client.get(undo).content.decode()
    assert client.post(undo).url == page
    odd_one.refresh_from_db()
    assert odd_one.state == Assignment.State.COMPLETE
    actions = (
        AuditEntry.objects.filter(actor=lead).order_by("id").values_list("action", flat=True)
    )
    assert list(actions) == ["exclude sitting", "undo exclusion of sitting"]


def test_an_annotator_is_left_out_as_a_whole(client, campaign, odd_one):
    annotator = odd_one.annotator
    address = f"/campaigns/boats/ratings/annotators/{annotator.id}/exclude/"
    assert client.get(address).context["effects"].sittings == 1
    client.post(address, {"reason": "A robot."})
    listed = client.get("/campaigns/boats/ratings/annotators/?only=excluded")
    assert [row.id for row in listed.context["page"].rows] == [annotator.id]
    assert not counting_ratings(campaign).filter(annotator=annotator).exists()


def test_without_a_reason_nothing_is_left_out_and_the_page_says_so(client, odd_one):
    answer = client.post(
        f"/campaigns/boats/ratings/sittings/{odd_one.id}/exclude/", {"reason": " "}
    )
    assert answer.status_code == 200
    assert "reason" in answer.context["form"].errors
    assert not Exclusion.objects.exists()


def test_a_refusal_is_told(client, campaign, odd_one, lead):
    exclusion = exclude(odd_one, reason="careless", by=lead)
    sit(join(campaign))  # takes the seat
    undo = f"/campaigns/boats/ratings/exclusions/{exclusion.id}/undo/"
    told = client.post(undo, follow=True).content.decode()
    assert "Every seat of subset 1 was given to somebody else" in told
    again = f"/campaigns/boats/ratings/sittings/{odd_one.id}/exclude/"
    told = client.post(again, {"reason": "careless"}, follow=True).content.decode()
    assert "This has already been excluded." in told


def test_leaving_out_a_sitting_that_goes_on_changes_no_number(client, campaign):
    campaign.max_ratings = 4
    campaign.save()
    going_on = take(join(campaign))
    answer = client.get(f"/campaigns/boats/ratings/sittings/{going_on.id}/exclude/")
    effect = answer.context["effects"].whole
    assert effect.before == effect.after
    assert answer.context["effects"].sittings == 0


def test_the_pages_take_a_bounded_number_of_queries(
    client, campaign, odd_one, django_assert_max_num_queries
):
    with django_assert_max_num_queries(23):
        client.get(f"/campaigns/boats/ratings/annotators/{odd_one.annotator_id}/")
    with django_assert_max_num_queries(22):
        client.get(f"/campaigns/boats/ratings/sittings/{odd_one.id}/exclude/")
