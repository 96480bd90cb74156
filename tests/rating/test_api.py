"""The rating contract, call by call."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from annotators.models import Annotator, Remark
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from rating.services.hiding import hide_sentence
from tests.factories import make_campaign
from tests.rating.volunteer import CONSENT, Volunteer, candidates, rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return make_campaign(subsets=2, min_ratings=1, max_ratings=2)


def test_joining_answers_a_token_that_is_stored_only_as_a_hash(campaign):
    volunteer = Volunteer()
    stored = Annotator.objects.get(pk=volunteer.id)
    assert volunteer.token not in stored.token_hash
    assert len(volunteer.token) >= 43  # 256 bits


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"consent": False, "native_speaker": True}, 403, "consent_missing"),
        ({"consent": True, "native_speaker": False}, 403, "not_a_native_speaker"),
        ({"consent": True}, 400, "invalid"),
    ],
)
def test_joining_needs_consent_and_a_native_speaker(campaign, body, status, code):
    answer = APIClient().post("/api/v1/campaigns/boats/join/", body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Annotator.objects.exists()


def test_a_paused_campaign_takes_nobody(campaign):
    campaign.state = "paused"
    campaign.save()
    answer = APIClient().post("/api/v1/campaigns/boats/join/", CONSENT, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "campaign_not_open")


@pytest.mark.parametrize("header", [None, "Annotator nobody", "Bearer x", "Annotator"])
def test_without_a_known_token_nothing_is_answered(campaign, header):
    client = APIClient()
    if header:
        client.credentials(HTTP_AUTHORIZATION=header)
    answer = client.post("/api/v1/assignments/", {}, format="json")
    assert answer.status_code == 401
    assert answer.json()["code"] in {"not_authenticated", "authentication_failed"}


def test_taking_gives_a_subset_with_its_sentences_and_scale(campaign):
    answer = Volunteer().take()
    assert answer.status_code == 201
    sitting = answer.json()
    assert sitting["scale"][3] == {"value": 3, "label": "Perfect"}
    sentence = sitting["sentences"][0]
    assert set(sentence) == {"id", "left", "target", "right", "candidates"}
    assert sentence["candidates"][0]["value"] is None
    assert len(candidates(sitting)) == campaign.subsets.get(id=sitting["subset"]).size


def test_taking_again_gives_the_same_assignment_with_what_was_answered(campaign):
    volunteer = Volunteer()
    first = volunteer.take().json()
    chosen = candidates(first)[0]
    volunteer.rate(first["id"], rating(chosen, 3))
    again = volunteer.take()
    assert again.status_code == 200
    assert again.json()["id"] == first["id"]
    values = {c["id"]: c["value"] for s in again.json()["sentences"] for c in s["candidates"]}
    assert values[chosen] == 3


def test_an_annotator_gets_every_subset_once_and_then_nothing(campaign):
    volunteer = Volunteer()
    seen = {volunteer.sit()["subset"], volunteer.sit()["subset"]}
    assert seen == set(campaign.subsets.values_list("id", flat=True))
    assert volunteer.take().status_code == 204


def test_the_least_covered_subset_is_next_and_no_seat_is_given_beyond_the_maximum(campaign):
    taken = [Volunteer().sit()["subset"] for _ in range(4)]
    assert sorted(taken[:2]) == sorted(taken[2:]) == sorted(set(taken))
    assert Volunteer().take().status_code == 204


def test_a_campaign_may_stop_at_the_minimum(campaign):
    campaign.stop_at_min = True
    campaign.save()
    assert [Volunteer().sit() is not None for _ in range(3)] == [True, True, False]


def test_sending_the_same_rating_again_changes_nothing(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    entry = rating(candidates(sitting)[0])
    first = volunteer.rate(sitting["id"], entry)
    again = volunteer.rate(sitting["id"], entry, entry)
    assert first.json() == {"stored": 1, "remaining": len(candidates(sitting)) - 1}
    assert again.status_code == 200
    assert again.json()["remaining"] == first.json()["remaining"]
    assert Rating.objects.count() == 1


def test_a_changed_mind_keeps_the_earlier_row_stamped(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    chosen = candidates(sitting)[0]
    volunteer.rate(sitting["id"], rating(chosen, 1))
    # Two more in one batch, as an offline queue would send them.
    volunteer.rate(sitting["id"], rating(chosen, 2), rating(chosen, 3))
    rows = Rating.objects.order_by("id").values_list("value", "superseded_at")
    assert [value for value, _ in rows] == [1, 2, 3]
    assert [stamp is None for _, stamp in rows] == [False, False, True]


def test_cannot_judge_is_an_answer_but_no_rating(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, *others = candidates(sitting)
    volunteer.rate(sitting["id"], rating(first, 2), *(rating(one, None) for one in others))
    assert volunteer.complete(sitting["id"]).status_code == 200
    assert Rating.objects.filter(value__isnull=True).count() == len(others)
    assert counting_ratings(campaign).count() <= 1


def test_one_bad_entry_is_told_with_every_problem_and_nothing_is_stored(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, second = candidates(sitting)[:2]
    key = str(uuid.uuid4())
    answer = volunteer.rate(
        sitting["id"],
        rating(first),
        rating(second, 7),
        rating(999_999),
        rating(first, 0, key=key),
        rating(first, 1, key=key),
    )
    assert answer.status_code == 400
    found = [(e["index"], e["code"]) for e in answer.json()["errors"]]
    assert found == [
        (1, "value_not_on_scale"),
        (2, "candidate_not_in_assignment"),
        (4, "key_used_twice"),
    ]
    assert not Rating.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_key_that_stands_for_another_rating_already_is_refused(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, second, third = candidates(sitting)[:3]
    key = str(uuid.uuid4())
    assert volunteer.rate(sitting["id"], rating(first, 2, key=key)).status_code == 200
    for entries in (
        [rating(second, 2, key=key)],
        [rating(first, 3, key=key)],
        [rating(third), rating(second, 2, key=key)],
    ):
        answer = volunteer.rate(sitting["id"], *entries)
        assert answer.status_code == 400
        [error] = answer.json()["errors"]
        assert (error["index"], error["code"]) == (len(entries) - 1, "key_used_twice")
    assert list(Rating.objects.values_list("candidate", "value")) == [(first, 2)]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ratings": []},
        {"ratings": [{"candidate": "x", "value": 1, "key": "no"}]},
        {"ratings": "all of them"},
        [],
        {"ratings": [{"candidate": 1, "value": 1.5, "key": str(uuid.uuid4())}]},
    ],
)
def test_a_malformed_batch_is_explained(campaign, body):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    url = f"/api/v1/assignments/{sitting['id']}/ratings/"
    answer = volunteer.http.put(url, body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "ratings_invalid")
    assert answer.json()["errors"]


def test_completing_names_what_is_missing(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, *rest = candidates(sitting)
    volunteer.rate(sitting["id"], rating(first))
    answer = volunteer.complete(sitting["id"])
    assert answer.status_code == 409
    assert (answer.json()["code"], answer.json()["missing"]) == ("candidates_missing", rest)


def test_completing_twice_is_the_same_as_once(campaign):
    volunteer = Volunteer()
    sitting = volunteer.sit()
    assert volunteer.complete(sitting["id"]).status_code == 200
    assert Assignment.objects.get().state == "complete"


def test_nobody_rates_in_somebody_elses_assignment(campaign):
    sitting = Volunteer().take().json()
    stranger = Volunteer()
    for answer in (
        stranger.rate(sitting["id"], rating(candidates(sitting)[0])),
        stranger.complete(sitting["id"]),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "assignment_not_found")


def test_an_assignment_left_alone_expires_and_its_seat_returns(campaign):
    late = Volunteer()
    sitting = late.take().json()
    entry = rating(candidates(sitting)[0])
    late.rate(sitting["id"], entry)
    Assignment.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    others = [Volunteer().sit()["subset"] for _ in range(4)]
    assert others.count(sitting["subset"]) == 2
    refused = late.rate(sitting["id"], rating(candidates(sitting)[1]))
    assert (refused.status_code, refused.json()["code"]) == (409, "assignment_expired")
    assert late.complete(sitting["id"]).status_code == 409
    assert late.take().status_code == 204  # never the same subset twice
    # What had been stored before is confirmed again, not stored again.
    assert late.rate(sitting["id"], entry).status_code == 200
    assert Rating.objects.filter(annotator_id=late.id).count() == 1


def test_withdrawing_takes_the_ratings_out_and_the_token_away(campaign):
    volunteer, other = Volunteer(), Volunteer()
    volunteer.sit()
    other.sit()
    assert volunteer.http.delete("/api/v1/me/").status_code == 204
    counted = set(counting_ratings(campaign).values_list("annotator", flat=True))
    assert counted == {other.id}
    assert volunteer.take().status_code == 401
    assert Rating.objects.filter(annotator_id=volunteer.id).exists()  # kept, not counted


def test_a_remark_about_a_sentence_reaches_the_lead(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    url = f"/api/v1/assignments/{sitting['id']}/remarks/"
    shown = sitting["sentences"][0]["id"]
    body = {"sentence": shown, "comment": "A word is missing."}
    assert volunteer.http.post(url, body, format="json").status_code == 201
    assert Remark.objects.get().comment == "A word is missing."
    elsewhere = {"sentence": 999_999, "comment": "x"}
    answer = volunteer.http.post(url, elsewhere, format="json")
    assert (answer.status_code, answer.json()["code"]) == (404, "sentence_not_in_assignment")


def test_a_hidden_sentence_is_neither_shown_nor_missed_nor_counted(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    hidden = sitting["sentences"][0]
    hide_sentence(sentence_id=hidden["id"])
    again = volunteer.take().json()
    assert hidden["id"] not in [sentence["id"] for sentence in again["sentences"]]
    entries = [rating(candidate) for candidate in candidates(sitting)]
    assert volunteer.rate(sitting["id"], *entries).json()["remaining"] == 0
    assert volunteer.complete(sitting["id"]).status_code == 200
    assert counting_ratings(campaign).count() == len(candidates(again))


def test_one_rating_needs_few_queries(campaign, django_assert_max_num_queries):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    with django_assert_max_num_queries(9):
        volunteer.rate(sitting["id"], rating(candidates(sitting)[0]))


def test_the_cookie_works_with_a_csrf_token_and_only_with_one(campaign):
    from django.http import HttpResponse

    from annotators.services.tokens import set_token_cookie

    token = Volunteer().token
    page = HttpResponse()
    set_token_cookie(page, slug="boats", token=token)
    client = APIClient(enforce_csrf_checks=True)
    client.cookies.update(page.cookies)
    refused = client.post("/api/v1/assignments/", {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")
    client.cookies["csrftoken"] = "c" * 32
    taken = client.post(
        "/api/v1/assignments/", {}, format="json", headers={"X-CSRFToken": "c" * 32}
    )
    assert taken.status_code == 201
