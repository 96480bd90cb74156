"""What a lead's program does about ratings: the pages' services, over HTTP."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotators.models import Remark
from campaigns.models import AuditEntry, Campaign
from pooling.models import Candidate
from rating.models import Assignment, Exclusion, Rating
from rating.selectors.counting import counting_ratings
from rating.selectors.sittings import missing_candidates
from rating.services.exclusions import exclude
from tests.factories import make_campaign
from tests.people import program_of, signed_in
from tests.rating.beside import meanwhile
from tests.rating.sitting import join, sit, take

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

API = "/api/v1/campaigns/boats/"
HEAD = "annotator,sentence,substitute,value\n"


@pytest.fixture
def campaign():
    return make_campaign(subsets=1, min_ratings=1, max_ratings=2)


def post(program, path, **body):
    return program.post(API + path, body, content_type="application/json")


def logged(campaign):
    """What was done, and by whom, since the campaign stood."""
    rows = AuditEntry.objects.filter(slug=campaign.slug, actor__isnull=False).order_by("id")
    return list(rows.values_list("actor_name", "action"))


def test_a_campaign_is_opened_paused_and_closed(program, campaign):
    Campaign.objects.update(state=Campaign.State.DRAFT)
    for path, state in [("open/", "open"), ("pause/", "paused"), ("close/", "closed")]:
        answer = program.post(API + path)
        assert (answer.status_code, answer.json()["state"]) == (200, state)
        campaign.refresh_from_db()
        assert campaign.state == state
    assert answer.json()["link"].endswith("/rate/boats/")
    assert logged(campaign) == [
        ("lead", f"{verb} campaign") for verb in ("open", "pause", "close")
    ]


def test_what_its_state_does_not_allow_is_refused(program, campaign):
    Campaign.objects.update(state=Campaign.State.CLOSED)
    answer = program.post(API + "pause/")
    assert (answer.status_code, answer.json()["code"]) == (409, "campaign_state")
    assert answer.json()["detail"] == "boats is closed; it cannot be paused."


@pytest.mark.postgresql
def test_a_sitting_is_left_out_listed_and_taken_back(program, campaign):
    sitting = sit(join(campaign))
    given = counting_ratings(campaign).count()
    made = post(program, "exclusions/", sitting=sitting.id, reason="Too fast.")
    assert made.status_code == 201
    row = made.json()
    assert (row["sitting"], row["annotator"]) == (sitting.id, sitting.annotator_id)
    assert (row["reason"], row["excluded_by"], row["undone_at"]) == ("Too fast.", "lead", None)
    assert counting_ratings(campaign).count() == 0
    assert program.get(API + "exclusions/?only=in_force").json()["rows"] == [row]

    undone = program.delete(f"{API}exclusions/{row['id']}/")
    assert (undone.status_code, undone.json()) == (200, {"restored": 1})
    assert counting_ratings(campaign).count() == given > 0
    assert program.get(API + "exclusions/?only=in_force").json()["rows"] == []
    [past] = program.get(API + "exclusions/?only=undone").json()["rows"]
    assert past["undone_by"] == "lead"
    assert logged(campaign) == [
        ("lead", "exclude sitting"),
        ("lead", "undo exclusion of sitting"),
    ]


@pytest.mark.postgresql
def test_an_annotator_is_left_out_as_a_whole(program, campaign):
    sitting = sit(join(campaign))
    made = post(program, "exclusions/", annotator=sitting.annotator_id, reason="A robot.")
    assert made.json()["sitting"] is None
    assert counting_ratings(campaign).count() == 0
    listed = program.get(f"{API}exclusions/?annotator={sitting.annotator_id}").json()
    assert [row["id"] for row in listed["rows"]] == [made.json()["id"]]
    assert program.get(f"{API}exclusions/?annotator=999").json()["rows"] == []


def test_leaving_out_twice_and_undoing_twice_are_refused(program, campaign):
    sitting = sit(join(campaign))
    exclusion = post(program, "exclusions/", sitting=sitting.id, reason="x").json()["id"]
    again = post(program, "exclusions/", sitting=sitting.id, reason="x")
    assert (again.status_code, again.json()["detail"]) == (
        409,
        "This has already been excluded.",
    )
    program.delete(f"{API}exclusions/{exclusion}/")
    assert program.delete(f"{API}exclusions/{exclusion}/").status_code == 409
    assert Exclusion.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, ["reason"]),
        ({"reason": "x"}, ["body"]),  # of whom?
        ({"reason": "x", "annotator": 1, "sitting": 1}, ["body"]),
        ({"reason": "x", "annotator": 999_999}, ["annotator"]),
        ({"reason": "x", "sitting": 10**30}, ["sitting"]),
        ({"reason": "x\x00", "sitting": 1}, ["reason"]),
        ({"reason": "x", "siting": 1}, ["body", "siting"]),
        ({"reason": " ", "annotator": "one"}, ["annotator", "reason"]),
    ],
)
def test_an_exclusion_that_is_not_right_leaves_nothing_out(program, campaign, body, fields):
    sit(join(campaign))
    answer = post(program, "exclusions/", **body)
    assert answer.status_code == 400
    assert sorted(error["field"] for error in answer.json()["errors"]) == fields
    assert not Exclusion.objects.exists()


def test_another_campaigns_annotators_cannot_be_left_out(program):
    elsewhere = sit(join(make_campaign("ships", subsets=1)))
    for body in ({"sitting": elsewhere.id}, {"annotator": elsewhere.annotator_id}):
        assert post(program, "exclusions/", reason="x", **body).status_code == 400
    exclusion = exclude(elsewhere, reason="x", by=None)
    assert program.delete(f"{API}exclusions/{exclusion.id}/").status_code == 404
    exclusion.refresh_from_db()
    assert exclusion.undone_at is None


@pytest.mark.postgresql
def test_a_remark_is_answered(program, campaign):
    remark = Remark.objects.create(
        annotator=join(campaign), item=campaign.items.get(key="1"), comment="Glad?"
    )
    answer = post(program, f"remarks/{remark.id}/answer/", answer="Mended.")
    assert answer.status_code == 200
    assert (answer.json()["key"], answer.json()["answer"]) == ("1", "Mended.")
    remark.refresh_from_db()
    assert (remark.answer, remark.answered_at is None) == ("Mended.", False)
    assert logged(campaign) == [("lead", "answer remark")]
    assert post(program, f"remarks/{remark.id}/answer/").status_code == 400
    assert post(program, "remarks/999/answer/", answer="x").status_code == 404


@pytest.mark.postgresql
def test_a_sentence_is_hidden_and_shown_again(program, campaign):
    sit(join(campaign))
    sentence = campaign.items.get(key="1")
    everything = counting_ratings(campaign).count()
    theirs = Candidate.objects.filter(item=sentence).count()
    hidden = program.post(f"{API}sentences/{sentence.id}/hide/")
    assert hidden.json() == {"id": sentence.id, "hidden": True}
    assert counting_ratings(campaign).count() == everything - theirs
    shown = program.post(f"{API}sentences/{sentence.id}/show/")
    assert shown.json() == {"id": sentence.id, "hidden": False}
    assert counting_ratings(campaign).count() == everything
    assert logged(campaign) == [("lead", "hide sentence"), ("lead", "show sentence")]


def test_a_candidate_is_hidden_and_shown_again(program, campaign):
    going_on = take(join(campaign))
    candidate = Candidate.objects.get(text="happy")
    program.post(f"{API}candidates/{candidate.id}/hide/")
    left = Assignment.objects.get(id=going_on.id).remaining
    assert left == going_on.remaining - 1
    program.post(f"{API}candidates/{candidate.id}/show/")
    assert Assignment.objects.get(id=going_on.id).remaining == left + 1
    entry = AuditEntry.objects.get(action="show candidate")
    assert entry.detail == {"sentence": "1", "candidate": "happy"}


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["sentences", "candidates"])
def test_a_sitting_begun_at_the_very_moment_of_hiding_has_less_to_answer(
    program, campaign, what
):
    annotator, candidate = join(campaign), Candidate.objects.get(text="happy")
    id = candidate.id if what == "candidates" else candidate.item_id
    with meanwhile(lambda: program.post(f"{API}{what}/{id}/hide/")):
        sitting = take(annotator)
    sitting.refresh_from_db()
    assert sitting.remaining == len(missing_candidates(sitting)) < sitting.subset.size


def test_another_campaigns_sentences_stay_as_they_are(program):
    sentence = make_campaign("ships").items.first()
    candidate = sentence.candidates.first()
    assert program.post(f"{API}sentences/{sentence.id}/hide/").status_code == 404
    assert program.post(f"{API}candidates/{candidate.id}/hide/").status_code == 404
    sentence.refresh_from_db()
    candidate.refresh_from_db()
    assert (sentence.hidden_at, candidate.hidden_at) == (None, None)


def upload(program, text):
    file = SimpleUploadedFile("theirs.csv", text.encode())
    return program.post(f"{API}ratings/import/", {"ratings": file})


@pytest.mark.postgresql
def test_ratings_collected_elsewhere_are_brought_in(program, campaign):
    answer = upload(program, HEAD + "anna,1,happy,3\nbert,1,happy,Perfect\n")
    assert answer.status_code == 200
    assert answer.json() == {
        "annotators": 2,
        "added": 2,
        "changed": 0,
        "unchanged": 0,
        "notices": [],
        "number": 1,
    }
    assert [rating.value for rating in Rating.objects.all()] == [3, 3]
    again = upload(program, HEAD + "anna,1,happy,2\n").json()
    assert (again["added"], again["changed"]) == (0, 1)
    entry = AuditEntry.objects.filter(action="import ratings").last()
    assert entry.actor_name == "lead"
    assert entry.detail["file"] == "theirs.csv"


def test_every_problem_of_the_file_is_told_with_its_line_and_nothing_is_stored(
    program, campaign
):
    answer = upload(program, HEAD + "anna,1,happy,9\nbert,8,happy,1\ncleo,1,happy,1\n")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_files")
    told = [(error["file"], error["line"]) for error in answer.json()["errors"]]
    # What a campaign does not have first: the file may be another campaign's.
    assert told == [("theirs.csv", 3), ("theirs.csv", 2)]
    assert "'9' is not on the scale" in answer.json()["errors"][1]["message"]
    assert not Rating.objects.exists()


def test_an_import_without_a_file_or_as_json_is_refused(program):
    assert program.post(f"{API}ratings/import/", {}).status_code == 400
    assert upload(program, "").status_code == 400
    assert post(program, "ratings/import/", ratings="x").status_code == 415


def test_a_token_for_looking_changes_nothing(lead, campaign):
    program = program_of(lead, scope="viewer")
    sentence = campaign.items.first()
    for path in ("open/", f"sentences/{sentence.id}/hide/", "ratings/import/"):
        answer = program.post(API + path)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope")
    sentence.refresh_from_db()
    assert sentence.hidden_at is None
    assert program.get(API + "exclusions/").status_code == 200


@pytest.mark.parametrize(
    "query", ["only=yes", "annotator=x", "annotator=1&annotator=2", "page=2", "after=me"]
)
def test_what_a_list_does_not_understand_is_refused(program, query):
    answer = program.get(f"{API}exclusions/?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["errors"][0]["field"] == query.partition("=")[0]


def test_an_error_is_in_english_whatever_page_was_asked_before(program, lead):
    signed_in(lead).get("/", headers={"Accept-Language": "fr"})
    answer = post(program, "exclusions/")
    assert answer.json()["errors"][0]["message"] == "This field is required."
