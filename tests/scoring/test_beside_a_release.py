"""What happens while a release is frozen, or systems are scored."""

import pytest
from django.db import connection, transaction

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.services.locking import ratings_changed
from core.refusals import Refused
from rating.services.opening import open_campaign
from rating.services.withdrawing import withdraw_annotator
from regild.scoring.frozen_table import RatedPool
from scoring.models import Release, ReleaseComparison
from scoring.selectors.scores import is_out_of_date, scores_of
from scoring.services import freezing
from scoring.services.freezing import freeze_gold, request_release
from scoring.services.multiword_targets import mark_multiword_targets
from scoring.services.rescoring import rescore
from tests.factories import source
from tests.people import make_lead, program_of, signed_in
from tests.rating.volunteer import Volunteer
from tests.scoring.released import add_late_system
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db

# Two annotators saw a multiword in 4, two another one in 3.
IN_ROOM = "room.n 4 :: room service 2;\n"
IN_BOTH = IN_ROOM + "room.n 3 :: no room 2;\n"


def withdraw(name):
    withdraw_annotator(annotator_id=Annotator.objects.get(name=name).pk)


def at(step, happens):
    """A progress at whose step, the first time, something happens beside the work."""
    waiting = [happens]

    def progress(done, _total):
        if done == step and waiting:
            waiting.pop()()

    return progress


def frozen_by(release):
    return [
        (entry.text, [value for _annotator, value in entry.ratings])
        for entry in release.entries.order_by("id")
    ]


@pytest.mark.parametrize("step", [2, 3, 4])
def test_who_withdraws_while_a_release_is_made_is_not_in_it(campaign, step):
    def go():
        withdraw("a")

    made = freeze_gold(campaign=campaign, min_ratings=1, progress=at(step, go))
    after = freeze_gold(campaign=campaign, min_ratings=1)
    assert made.counts == after.counts
    assert made.counts["annotators"] == 3
    assert frozen_by(made) == frozen_by(after)
    assert made.sha256 == after.sha256
    assert made.comparison == after.comparison


def test_where_nobody_withdrew_ratings_are_not_gone_through_under_the_lock(
    campaign, monkeypatch
):
    withdraw("a")
    monkeypatch.delattr(RatedPool, "without")
    assert freeze_gold(campaign=campaign, min_ratings=1).counts["annotators"] == 3


def test_each_who_withdraws_in_turn_is_left_out(campaign):
    leaving = iter("ab")

    def progress(done, _total):
        if done == 4 and (name := next(leaving, None)):
            withdraw(name)

    made = freeze_gold(campaign=campaign, min_ratings=1, progress=progress)
    assert made.counts["annotators"] == 2


def test_where_too_few_stay_nothing_is_released(campaign):
    def everybody():
        for name in "abcd":
            withdraw(name)

    with pytest.raises(Refused, match="no candidate has 3 ratings yet"):
        freeze_gold(campaign=campaign, progress=at(4, everybody))
    assert not Release.objects.exists()


def test_the_gold_page_says_once_other_ratings_count(campaign, lead):
    said = "Ratings have changed since the newest release"
    freeze_gold(campaign=campaign)
    page = signed_in(lead).get("/campaigns/boats/gold/")
    assert said not in page.content.decode()
    with transaction.atomic():
        ratings_changed(campaign.pk)
    assert said in signed_in(lead).get("/campaigns/boats/gold/").content.decode()
    freeze_gold(campaign=campaign)
    assert said not in signed_in(lead).get("/campaigns/boats/gold/").content.decode()


def mark(campaign, text):
    return mark_multiword_targets(campaign=campaign, gold=source(text, "multiwords.txt"))


def test_marking_multiwords_makes_scores_old_until_they_are_made_again(campaign, lead):
    release = freeze_gold(campaign=campaign)
    assert not is_out_of_date(release)
    rescore(campaign=campaign)
    assert not is_out_of_date(release)
    mark(campaign, IN_ROOM)
    assert is_out_of_date(release)
    page = signed_in(lead).get("/campaigns/boats/scores/").content.decode()
    assert "Systems, multiwords, parts or the penalty changed" in page
    assert (
        "Systems, multiwords, parts or the penalty changed"
        in signed_in(lead).get("/campaigns/boats/").content.decode()
    )
    scores = "/api/v1/campaigns/boats/releases/1/scores/"
    assert program_of(lead).get(scores).json()["out_of_date"] is True
    rescore(campaign=campaign)
    assert program_of(lead).get(scores).json()["out_of_date"] is False
    # The same said once more changes no score.
    mark(campaign, IN_ROOM)
    assert not is_out_of_date(release)
    mark(campaign, IN_BOTH)
    assert is_out_of_date(release)


def test_another_penalty_is_another_score_once_scored_again(campaign):
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    value = scores_of(release).rankings["jabbari.F"].lines[0].second.value
    Campaign.objects.update(penalty=5)
    assert is_out_of_date(release)
    rescore(campaign=campaign)
    assert not is_out_of_date(release)
    found = scores_of(release)
    assert found.evaluation.penalty == 5
    assert found.rankings["jabbari.F"].lines[0].second.value < value


def test_what_is_marked_or_added_while_scoring_is_known_to_be_missing(campaign):
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign, progress=at(1, lambda: mark(campaign, IN_ROOM)))
    assert is_out_of_date(release)
    rescore(campaign=campaign, progress=at(1, lambda: add_late_system(campaign)))
    assert is_out_of_date(release)
    rescore(campaign=campaign)
    assert not is_out_of_date(release)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slow", ["_store", "compare_with_earlier"])
def test_nobody_waits_while_a_release_is_stored_and_compared(campaign, monkeypatch, slow):
    """SQLite has one writer, whoever it is."""
    open_campaign(campaign=campaign)
    does = getattr(freezing, slow)
    answers = []

    def come():
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '3s'")
        return Volunteer(campaign.slug).take().status_code

    def slowly(*arguments):
        # At last it is asked, under the lock, for releases published since: here are none.
        if not answers:
            answers.extend(at_once(come))
        return does(*arguments)

    monkeypatch.setattr(freezing, slow, slowly)
    freeze_gold(campaign=campaign, min_ratings=1)
    assert answers
    assert set(answers) <= {201, 204}


@pytest.mark.django_db(transaction=True)
def test_two_workers_with_one_job_release_once(campaign, monkeypatch):
    job = request_release(
        campaign=campaign,
        by=make_lead("mia"),
        rule="mean",
        min_ratings=1,
        list_unanimous_zeros=True,
        notes="",
    )

    def release():
        return freeze_gold(campaign=campaign, min_ratings=1, job=job).pk

    first, second = at_once(release, release)
    assert first == second
    assert [(release.pk, release.number) for release in Release.objects.all()] == [(first, 1)]


@pytest.mark.django_db(transaction=True)
def test_two_releases_at_once_are_numbered_one_after_the_other_and_compared(campaign):
    def release():
        return freeze_gold(campaign=campaign, min_ratings=1).number

    assert sorted(at_once(release, release)) == [1, 2]
    assert ReleaseComparison.objects.get().first.number == 1
