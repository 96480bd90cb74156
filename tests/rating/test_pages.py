"""The annotator's pages as the server gives them, without a browser."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotators.models import Annotator, Remark
from annotators.selectors.standing import Fate, NextTask
from campaigns.models import Campaign
from rating.models import Assignment, Rating
from tests.factories import make_campaign
from tests.rating.volunteer import Volunteer

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PRACTICE = [
    {
        "left": "The rain has ",
        "target": "stopped",
        "right": ".",
        "substitute": "end",
        "low": 2,
        "high": 3,
        "why": "The ending does not count.",
    }
]
QUESTIONS = [
    {"key": "age", "label": "Your age", "choices": ["18–39", "40 or more"]},
    {"key": "region", "label": "Where did you grow up?", "choices": []},
]


def join(client: Client, **more: str) -> Any:
    return client.post("/rate/boats/", {"consent": "on", "native_speaker": "on", **more})


def take(client: Client) -> Assignment:
    join(client)
    client.post("/rate/boats/take/")
    return Assignment.objects.get()


def block_of(client: Client) -> dict[str, str]:
    """The radio buttons of the block shown, as a browser would send them: all at 2."""
    html = client.get("/rate/boats/sitting/").content.decode()
    shown = next(part for part in html.split("<section ")[1:] if "hidden>" not in part[:200])
    return dict.fromkeys(re.findall(r'name="(candidate-\d+)"', shown), "2")


def finish(client: Client, assignment: Assignment) -> Any:
    while True:
        answer = client.post(f"/rate/boats/sitting/{assignment.pk}/block/", block_of(client))
        if answer.url == "/rate/boats/thanks/":
            return client.get(answer.url)


@pytest.mark.parametrize("missing", ["consent", "native_speaker"])
def test_nobody_joins_without_consent_or_as_a_learner(client: Client, missing: str) -> None:
    make_campaign()
    given = {"consent": "on", "native_speaker": "on"}
    del given[missing]
    page = client.post("/rate/boats/", given)
    assert page.status_code == 200
    assert page.context["form"].errors.keys() == {missing}
    assert Annotator.objects.count() == 0


def test_joining_keeps_the_answers_and_whom_the_recruiting_site_sent(client: Client) -> None:
    make_campaign(questions=QUESTIONS)
    shown = client.get("/rate/boats/?PROLIFIC_PID=p1&STUDY_ID=s2&SESSION_ID=z3")
    assert 'name="PROLIFIC_PID" value="p1"' in shown.content.decode()
    joined = join(
        client, **{"question-age": "18–39", "question-region": "", "PROLIFIC_PID": "p1"}
    )
    assert joined.url == "/rate/boats/instructions/"
    annotator = Annotator.objects.get()
    assert annotator.answers == {"age": "18–39"}
    assert annotator.recruited == {"PROLIFIC_PID": "p1"}


def test_the_token_travels_in_a_signed_cookie_scripts_cannot_read(client: Client) -> None:
    make_campaign()
    cookie = join(client).cookies["annotator_boats"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    client.cookies["annotator_boats"] = cookie.value + "x"
    assert client.get("/rate/boats/instructions/").url == "/rate/boats/"


@pytest.mark.parametrize("state", ["draft", "paused", "closed"])
def test_a_campaign_that_is_not_open_says_so_and_lets_nobody_join(
    client: Client, state: str
) -> None:
    make_campaign(state=state)
    assert client.get("/rate/boats/").context["form"] is None
    assert join(client).status_code == 200
    assert Annotator.objects.count() == 0


def test_the_page_speaks_the_campaigns_language_unless_another_was_chosen(
    client: Client,
) -> None:
    make_campaign(language="fr")
    page = client.get("/rate/boats/", headers={"Accept-Language": "en"})
    assert page.headers["Content-Language"] == "fr"
    assert 'lang="fr"' in page.content.decode()
    client.post("/i18n/setlang/", {"language": "en", "next": "/rate/boats/"})
    assert client.get("/rate/boats/").headers["Content-Language"] == "en"


def test_a_leads_texts_are_rendered_from_markdown_and_sanitised(client: Client) -> None:
    make_campaign(welcome="Hello *you*<script>x</script>", instructions="## Judge\n\n- well")
    assert "Hello <em>you</em>&lt;script&gt;" in client.get("/rate/boats/").content.decode()
    join(client)
    shown = client.get("/rate/boats/instructions/").content.decode()
    assert "<h3>Judge</h3>" in shown


def test_practice_tells_whether_the_choice_is_in_range(client: Client) -> None:
    make_campaign(practice=PRACTICE)
    join(client)
    asked = [
        client.get(f"/rate/boats/practice/1/?value={value}").context
        for value in ("", "1", "2", "3", "9", "x")
    ]
    assert [page["value"] for page in asked] == [None, 1, 2, 3, None, None]
    assert [page["fitting"] for page in asked] == [False, False, True, True, False, False]
    assert client.get("/rate/boats/practice/2/").status_code == 404


def test_required_practice_comes_before_the_first_sitting(client: Client) -> None:
    make_campaign(practice=PRACTICE, practice_required=True)
    join(client)
    assert client.post("/rate/boats/take/").url == "/rate/boats/practice/1/"
    assert Assignment.objects.count() == 0
    done = client.post("/rate/boats/practice/done/", {"said": "1:3"})
    assert done.url == "/rate/boats/sitting/"
    assert Annotator.objects.get().practised_at is not None


def test_reading_a_page_never_takes_a_seat(client: Client) -> None:
    make_campaign()
    join(client)
    assert client.get("/rate/boats/sitting/").url == "/rate/boats/instructions/"
    assert client.get("/rate/boats/take/").status_code == 405
    assert Assignment.objects.count() == 0


def test_the_first_unanswered_block_is_the_one_shown(client: Client) -> None:
    make_campaign()
    assignment = take(client)
    first = block_of(client)
    assert client.get("/rate/boats/sitting/").context["current"] == 0
    client.post(f"/rate/boats/sitting/{assignment.pk}/block/", first)
    page = client.get("/rate/boats/sitting/")
    assert page.context["current"] == 1
    assert page.context["answered"] == len(first) == Rating.objects.count()
    assert client.get("/rate/boats/sitting/?block=1").context["current"] == 0


def test_a_block_sent_twice_is_stored_once(client: Client) -> None:
    make_campaign()
    assignment = take(client)
    first = block_of(client)
    for _time in range(2):
        client.post(f"/rate/boats/sitting/{assignment.pk}/block/", first)
    assert Rating.objects.count() == len(first)


@pytest.mark.parametrize("value", ["7", "x", ""])
def test_a_value_off_the_scale_is_refused(client: Client, value: str) -> None:
    make_campaign()
    assignment = take(client)
    name = next(iter(block_of(client)))
    sent = client.post(f"/rate/boats/sitting/{assignment.pk}/block/", {name: value})
    assert sent.status_code == 400
    assert Rating.objects.count() == 0


def test_a_block_for_an_expired_sitting_is_refused_kindly(client: Client) -> None:
    make_campaign()
    assignment = take(client)
    block = block_of(client)
    Assignment.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    Campaign.objects.update(max_ratings=1, min_ratings=1)
    while Volunteer().sit():
        continue
    answer = client.post(f"/rate/boats/sitting/{assignment.pk}/block/", block)
    assert answer.status_code == 409
    assert "others have rated all of it since" in answer.content.decode()
    assert client.get("/rate/boats/sitting/").url == "/rate/boats/thanks/"
    assert client.get("/rate/boats/thanks/").context["standing"].left_alone.fate == Fate.TAKEN


def test_nobody_rates_or_remarks_in_anothers_sitting(client: Client) -> None:
    make_campaign()
    assignment = take(client)
    block = block_of(client)
    sentence = assignment.subset.placements.first().candidate.item_id
    stranger = Client()
    join(stranger)
    path = f"/rate/boats/sitting/{assignment.pk}/"
    assert stranger.post(f"{path}block/", block).status_code == 404
    remark = {"sentence": sentence, "block": 1, "comment": "odd"}
    assert stranger.post(f"{path}remark/", remark).status_code == 404
    assert client.post(f"{path}remark/", remark).url == "/rate/boats/sitting/?block=1"
    assert Remark.objects.get().comment == "odd"


def test_thanks_counts_what_was_rated_and_offers_another(client: Client) -> None:
    make_campaign()
    assignment = take(client)
    page = finish(client, assignment)
    assert page.context["work"].sittings == 1
    assert page.context["work"].answers == assignment.subset.size
    assert page.context["standing"].offer == NextTask.TAKE


def test_when_every_subset_is_done_thanks_says_that_nothing_is_left(client: Client) -> None:
    make_campaign(subsets=1)
    finish(client, take(client))
    assert client.post("/rate/boats/take/").url == "/rate/boats/thanks/"
    page = client.get("/rate/boats/thanks/")
    assert page.context["standing"].offer == NextTask.NONE_LEFT
    assert "nothing left for you" in page.content.decode()


def test_an_unfinished_sitting_can_be_gone_on_with_although_no_other_is_left(
    client: Client,
) -> None:
    make_campaign(subsets=1)
    take(client)
    page = client.get("/rate/boats/thanks/").content.decode()
    assert "Continue rating" in page
    assert "nothing left for you" not in page


def test_a_form_sent_without_cookies_is_answered_in_words(client: Client) -> None:
    make_campaign()
    strict = Client(enforce_csrf_checks=True)
    page = join(strict)
    assert page.status_code == 403
    assert "Cookies are required" in page.content.decode()


def test_the_completion_code_is_shown_only_to_those_who_finished(client: Client) -> None:
    make_campaign(completion_code="GILT-7")
    assignment = take(client)
    assert "GILT-7" not in client.get("/rate/boats/thanks/").content.decode()
    assert "GILT-7" in finish(client, assignment).content.decode()


def test_a_failed_check_shows_the_other_code(client: Client) -> None:
    campaign = make_campaign(completion_code="GILT-7", failed_check_code="LEAD-0")
    assignment = take(client)
    finish(client, assignment)
    campaign.flag_min_ratings = 1
    campaign.save()
    Rating.objects.update(elapsed_ms=1)  # faster than anybody reads
    page = client.get("/rate/boats/thanks/").content.decode()
    assert "LEAD-0" in page
    assert "GILT-7" not in page


def test_the_personal_link_opens_the_sitting_on_another_device(client: Client) -> None:
    make_campaign()
    take(client)
    link = client.get("/rate/boats/thanks/").context["personal_link"]
    other = Client()
    answer = other.get(link)
    assert answer.url == "/rate/boats/sitting/"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert other.get("/rate/boats/sitting/").status_code == 200


def test_a_link_for_another_campaign_or_nobody_leads_nowhere(client: Client) -> None:
    make_campaign()
    make_campaign("other")
    join(client)
    link = client.get("/rate/boats/thanks/").context["personal_link"]
    assert Client().get(link.replace("boats", "other")).status_code == 404
    assert Client().get("/rate/boats/back/guessed/").status_code == 404


def test_withdrawing_asks_first_and_then_forgets(client: Client) -> None:
    make_campaign()
    take(client)
    link = client.get("/rate/boats/thanks/").context["personal_link"]
    client.get("/rate/boats/withdraw/")
    assert Annotator.objects.get().withdrawn_at is None
    assert client.post("/rate/boats/withdraw/").url == "/rate/boats/withdrawn/"
    assert Annotator.objects.get().withdrawn_at is not None
    assert Assignment.objects.get().seat is None
    assert client.get("/rate/boats/sitting/").url == "/rate/boats/"
    assert Client().get(link).status_code == 404


def test_a_paused_campaign_lets_a_begun_sitting_be_finished(client: Client) -> None:
    make_campaign()
    assignment = take(client)
    Campaign.objects.update(state=Campaign.State.PAUSED)
    page = finish(client, assignment)
    assert "is paused" in page.content.decode()


def test_a_sitting_whose_sentences_were_all_hidden_can_be_finished(client: Client) -> None:
    campaign = make_campaign()
    assignment = take(client)
    campaign.items.update(hidden_at=timezone.now())
    assert "Nothing is left to rate" in client.get("/rate/boats/sitting/").content.decode()
    answer = client.post(f"/rate/boats/sitting/{assignment.pk}/block/")
    assert answer.url == "/rate/boats/thanks/"


def test_the_rating_page_needs_few_queries_however_long_the_sitting(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    make_campaign(subsets=1)
    take(client)
    with django_assert_max_num_queries(9):
        client.get("/rate/boats/sitting/")
