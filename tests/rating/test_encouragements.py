"""What makes annotators finish and come back: true, in its time, and switched by leads."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotators.models import Annotator
from annotators.selectors.encouragements import shown_to
from campaigns.models import Campaign
from campaigns.services.trials import switch_encouragements
from rating.models import Assignment, Rating
from rating.selectors.together import rated_before, together
from rating.services.ending import expire_assignments
from regild.rating.trials import Encouragement
from tests.factories import make_campaign
from tests.rating.sitting import by_length, join, rate, sit, take
from tests.rating.test_pages import finish
from tests.rating.test_pages import join as join_by_page

pytestmark = pytest.mark.django_db

THANKS = "/rate/boats/thanks/"
SITTING = "/rate/boats/sitting/"
TOLD = ("were the same as yours", "divided people most")


def switch(campaign, **states):
    switch_encouragements(campaign=campaign, changes=states, by=None)
    campaign.refresh_from_db()


def text_of(client, path=THANKS):
    return client.get(path).content.decode()


def take_by_page(client):
    join_by_page(client)
    client.post("/rate/boats/take/")
    return Assignment.objects.order_by("-id").first()


def always(value):
    return lambda candidate: value


# ---- words and goals


def test_thanks_tells_words_done_of_words_in_all(client):
    campaign = make_campaign()
    assignment = take_by_page(client)
    finish(client, assignment)
    words = sum(campaign.subsets.values_list("size", flat=True))
    assert f"{assignment.subset.size} words of {words} in all" in text_of(client)
    assert f"{assignment.subset.size} words of {words} in all" in text_of(
        client, "/rate/boats/"
    )


def test_a_goal_is_set_in_one_tap_and_its_progress_is_shown(client):
    make_campaign()
    assignment = take_by_page(client)
    finish(client, assignment)
    Assignment.objects.update(median_ms=6000)
    assert client.post("/rate/boats/goal/", {"words": "50"}).url == THANKS
    left = 50 - assignment.subset.size
    text = text_of(client)
    assert f"Your goal: {assignment.subset.size} of 50 words" in text
    assert f"about {-(-left * 6 // 60)} min left at your pace" in text
    client.post("/rate/boats/goal/", {"words": ""})
    assert "Your goal" not in text_of(client)


@pytest.mark.parametrize("words", ["7", "-50", "x", "9" * 5000])
def test_no_other_goal_is_taken(client, words):
    make_campaign()
    take_by_page(client)
    assert client.post("/rate/boats/goal/", {"words": words}).status_code == 400
    assert Annotator.objects.get().goal is None


def test_a_goal_reached_says_so_and_no_minutes(client):
    make_campaign()
    finish(client, take_by_page(client))
    Annotator.objects.update(goal=1)
    text = text_of(client)
    assert "reached" in text
    assert "at your pace" not in text


# ---- the first to rate a word


def test_a_word_is_new_where_nobody_rated_it_before_the_sitting_began(client):
    campaign = make_campaign(subsets=1)
    take_by_page(client)
    assert text_of(client, SITTING).count("data-first") == campaign.subsets.get().size
    # Whoever comes meanwhile takes nothing from it: nobody had rated it when it began.
    sit(join(campaign))
    assert text_of(client, SITTING).count("data-first") == campaign.subsets.get().size


def test_no_word_is_new_that_anybody_rated_counted_or_not(client):
    campaign = make_campaign(subsets=1)
    rate(take(join(campaign)), by_length, but=2)
    take_by_page(client)
    assert text_of(client, SITTING).count("data-first") == 2


def test_ones_own_earlier_answers_do_not_make_a_word_old():
    campaign = make_campaign(subsets=1)
    sitting = take(join(campaign))
    rate(sitting, by_length, but=1)
    Rating.objects.update(rated_at=timezone.now() - timedelta(days=1))
    assert rated_before(sitting) == set()


# ---- what others said


def test_nothing_of_what_others_said_is_told_before_the_sitting_is_done(client):
    campaign = make_campaign(subsets=1)
    for value in (0, 3, 1):
        sit(join(campaign), always(value))
    assignment = take_by_page(client)
    rate(assignment, always(2), but=1)
    for path in (THANKS, SITTING, "/rate/boats/", "/rate/boats/instructions/"):
        assert not any(told in text_of(client, path) for told in TOLD)
    assert together(assignment.annotator).agreement == (None, 0)
    finish(client, assignment)
    assert all(told in text_of(client) for told in TOLD)


def test_nor_where_it_was_left_unfinished_and_its_finished_sentences_count(client):
    campaign = make_campaign(subsets=1, count_unfinished=True)
    for value in (0, 3):
        sit(join(campaign), always(value))
    assignment = take_by_page(client)
    rate(assignment, always(2), but=1)
    Assignment.objects.filter(id=assignment.pk).update(
        expires_at=timezone.now() - timedelta(minutes=1)
    )
    expire_assignments()
    assignment.refresh_from_db()
    assert assignment.state == "complete"
    assert not any(told in text_of(client) for told in TOLD)


def test_agreement_is_the_share_of_others_who_gave_the_same_answer(client):
    campaign = make_campaign(subsets=1)
    for value in (2, 2, 1):
        sit(join(campaign), always(value))
    finish(client, take_by_page(client))  # all at 2
    annotator = Annotator.objects.order_by("-id").first()
    found = together(annotator)
    assert found.agreement == (pytest.approx(2 / 3), campaign.subsets.get().size)
    assert "66 % of the others’ answers" in text_of(client)
    assert (found.divided.others, found.divided.own[0]) == (3, "2")
    assert (found.divided.lowest[0], found.divided.highest[0]) == ("1", "2")


def test_one_other_alone_is_never_told_of(client):
    campaign = make_campaign(subsets=1)
    sit(join(campaign), always(0))
    finish(client, take_by_page(client))
    assert not any(told in text_of(client) for told in TOLD)


def test_how_far_the_campaign_is(client):
    make_campaign(subsets=2, min_ratings=2)
    finish(client, take_by_page(client))
    assert client.get(THANKS).context["share"] in range(20, 31)  # a quarter, of two subsets


# ---- switched on, off, or tried


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("goal", "Set yourself a goal"),
        ("agreement_told", "were the same as yours"),
        ("divided_word", "divided people most"),
        ("campaign_progress", "of the ratings needed"),
    ],
)
def test_each_can_be_switched_off_on_the_thanks_page(client, name, text):
    campaign = make_campaign(subsets=1)
    for value in (0, 3):
        sit(join(campaign), always(value))
    finish(client, take_by_page(client))
    assert text in text_of(client)
    switch(campaign, **{name: "off"})
    assert text not in text_of(client)


@pytest.mark.parametrize(
    ("name", "text"), [("first_word", "data-first"), ("halfway", "data-half=")]
)
def test_each_can_be_switched_off_in_the_sitting(client, name, text):
    campaign = make_campaign(subsets=1)
    take_by_page(client)
    assert text in text_of(client, SITTING)
    switch(campaign, **{name: "off"})
    assert text not in text_of(client, SITTING)


def test_what_is_tried_is_shown_by_the_draw_alone():
    campaign = make_campaign()
    early = join(campaign)
    switch(campaign, goal="trial")
    late = [join(campaign) for _one in range(40)]
    assert "goal" not in shown_to(early)
    assert not early.draws.exists()
    sides = [one.draws.get().shown for one in late]
    assert [("goal" in shown_to(one)) for one in late] == sides
    assert 8 < sum(sides) < 32  # both within 1 in 10,000
    switch(campaign, goal="on")
    assert all("goal" in shown_to(one) for one in [early, *late])


def test_a_new_trial_draws_anew_and_the_old_draws_say_nothing():
    campaign = make_campaign()
    switch(campaign, goal="trial")
    first = join(campaign)
    switch(campaign, goal="off")
    switch(campaign, goal="trial")
    assert campaign.trials.filter(ended_at=None).count() == 1
    assert campaign.trials.count() == 2
    assert "goal" not in shown_to(first)
    assert join(campaign).draws.get().trial.ended_at is None


def test_switching_stands_in_the_log_and_switching_to_the_same_does_not():
    campaign = make_campaign()
    switch(campaign, goal="trial", halfway="off", first_word="on")
    entries = campaign.audit.filter(action="switch encouragement").order_by("id")
    assert [entry.detail for entry in entries] == [
        {"encouragement": "goal", "shown_before": "on", "shown": "trial"},
        {"encouragement": "halfway", "shown_before": "on", "shown": "off"},
    ]
    switch(campaign, goal="trial")
    assert campaign.trials.count() == 1


def test_a_campaign_has_a_setting_for_every_encouragement():
    assert all(hasattr(Campaign, one) for one in Encouragement)
