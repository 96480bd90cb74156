"""A worker killed in the middle of a release or of a rescoring: the work is done, and once."""

import pytest

from campaigns.models import AuditEntry
from scoring.models import Evaluation, Release, Score
from scoring.services.freezing import STEPS, freeze_gold, request_release
from scoring.services.rescoring import request_rescore, rescore
from tests.dying_workers import die_over, finish_elsewhere, is_half_done
from tests.scoring.released import add_late_system

pytestmark = pytest.mark.django_db(transaction=True)


def ask_for_a_release(campaign, lead):
    return request_release(
        campaign=campaign,
        by=lead,
        rule="mean",
        min_ratings=3,
        list_unanimous_zeros=True,
        notes="",
    )


def assert_one_release(campaign, job):
    [release] = Release.objects.all()
    assert (job.attempts, job.result) == (2, {"release": 1})
    assert (release.number, release.job) == (1, job)
    # Undisturbed, the same ratings make the same file.
    assert freeze_gold(campaign=campaign).sha256 == release.sha256
    assert AuditEntry.objects.filter(action="release gold", actor_name="lead").count() == 1


def test_a_release_whose_worker_was_killed_is_made_by_the_next_and_once(campaign, lead):
    job = ask_for_a_release(campaign, lead)
    die_over(job, when=is_half_done(job))
    assert not Release.objects.exists()
    finish_elsewhere(job)
    assert_one_release(campaign, job)


def test_a_release_stored_by_a_worker_that_died_before_it_could_say_so_is_not_made_again(
    campaign, lead
):
    job = ask_for_a_release(campaign, lead)
    die_over(job, when=Release.objects.exists, step=STEPS)
    finish_elsewhere(job)
    assert_one_release(campaign, job)


def numbers(release):
    return set(
        Score.objects.filter(evaluation__release=release).values_list(
            "evaluation__gold", "evaluation__system__name", "measure", "value", "high", "rank"
        )
    )


def test_scores_stand_until_the_worker_after_the_killed_one_has_all_of_them_anew_and_once(
    campaign, lead
):
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    before = set(Evaluation.objects.values_list("id", flat=True))
    # Two systems, two golds.
    assert len(before) == 4
    add_late_system(campaign)
    job = request_rescore(campaign=campaign, number=release.number, by=lead)
    die_over(job, when=is_half_done(job))
    assert set(Evaluation.objects.values_list("id", flat=True)) == before

    finish_elsewhere(job)
    assert (job.attempts, job.result) == (2, {"release": 1})
    after = set(Evaluation.objects.values_list("id", flat=True))
    assert len(after) == 6
    assert not before & after
    assert AuditEntry.objects.filter(action="rescore", actor_name="lead").count() == 1
    found = numbers(release)
    campaign.refresh_from_db()
    rescore(campaign=campaign)
    assert numbers(release) == found
