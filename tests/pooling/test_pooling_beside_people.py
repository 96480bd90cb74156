"""A lead pools again while annotators rate, a team hands in, another lead looks at merges."""

import random
import time
from uuid import uuid4

import pytest
from django.db import OperationalError, transaction

from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign, sources_changed
from core.refusals import Refused
from pooling.models import Candidate, Merge
from pooling.services import fill_pool
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import FREE_READINGS, pool_campaign
from pooling.services.merges import confirm_merges, undo_merge
from pooling.services.starting_over import delete_campaign
from rating.models import Rating
from rating.selectors.sittings import missing_candidates
from rating.services.storing import store_ratings
from regild.rating.batch import NewRating
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.factories import make_campaign, source
from tests.rating.sitting import join, take
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def beside(work):
    """Do it on a connection of its own; raises what it raised."""
    [outcome] = at_once(work)
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def after_reading(*works):
    """A progress that does the next of `works` each time the sources have all been read."""
    waiting = iter(works)

    def progress(done, total):
        if 2 * done == total and (work := next(waiting, None)):
            beside(work)

    return progress


def once_stored(work):
    """A progress that does it when the new candidates are stored, the first time they are."""
    waiting = [work]

    def progress(done, total):
        if done == total and waiting:
            beside(waiting.pop())

    return progress


def remove_systems(campaign):
    """As remove_system did while nobody rated; it refuses once somebody does."""
    with transaction.atomic():
        lock_campaign(campaign.id)
        campaign.systems.all().delete()
        sources_changed(campaign.id)


def add(campaign, name, text):
    add_system(campaign=campaign, name=name, answers=source(text))


class TestWhileAnnotatorsRate:
    def test_what_they_were_given_after_the_sources_were_read_is_kept(self):
        campaign = make_campaign(subsets=1)
        annotator = join(campaign)
        campaign.systems.all().delete()
        confirmed = []

        def rate_all():
            confirmed.extend(rated_by(annotator))

        report = pool_campaign(campaign=campaign, progress=after_reading(rate_all))

        assert len(confirmed) > 0
        assert Rating.objects.filter(key__in=confirmed).count() == len(confirmed)
        assert report.gone_deleted == 0
        assert report.gone_kept > 0
        assert campaign.subsets.get().size == len(confirmed)

    def test_nothing_that_was_confirmed_is_lost_in_several_rounds(self):
        for number in range(4):
            campaign = wide_campaign(f"round-{number}")
            people = [join(campaign) for _person in range(6)]
            remove_systems(campaign)

            pooled, *rated = at_once(
                lambda campaign=campaign: pool_campaign(campaign=campaign),
                *(lambda person=person: rated_by(person, late=0.15) for person in people),
            )

            assert [each for each in (pooled, *rated) if isinstance(each, Exception)] == []
            confirmed = {key for keys in rated for key in keys}
            stored = Rating.objects.filter(annotator__campaign=campaign)
            assert {*stored.values_list("key", flat=True)} == confirmed
            for subset in campaign.subsets.all():
                assert subset.size == subset.placements.count()


class TestWhileTheSourcesChange:
    def test_a_system_that_comes_after_they_were_read_is_pooled_too(self):
        campaign = make_campaign(subsets=None)
        late = after_reading(lambda: add(campaign, "late", "glad.a 1 :: elated\n"))
        assert pool_campaign(campaign=campaign, progress=late).added == 1
        assert Candidate.objects.filter(text="elated").exists()
        now = Campaign.objects.get()
        assert now.pooled_version == now.sources_version == 2

    @pytest.mark.postgresql
    def test_new_candidates_are_stored_before_anybody_has_to_wait(self):
        campaign = make_campaign(subsets=None)
        add(campaign, "late", "glad.a 1 :: elated\n")
        found = []

        def look():
            with transaction.atomic():
                Campaign.objects.select_for_update(nowait=True).get()
                found.append(Candidate.objects.filter(text="elated").exists())

        assert pool_campaign(campaign=campaign, progress=once_stored(look)).added == 1
        assert found == [False]
        assert Candidate.objects.filter(text="elated").exists()

    @pytest.mark.postgresql
    def test_a_system_that_comes_while_they_are_stored_is_pooled_too(self):
        campaign = make_campaign(subsets=None)
        add(campaign, "late", "glad.a 1 :: elated\n")

        def come():
            add(campaign, "later", "glad.a 1 :: thrilled\n")

        assert pool_campaign(campaign=campaign, progress=once_stored(come)).added == 2
        assert Candidate.objects.filter(text="elated").count() == 1
        now = Campaign.objects.get()
        assert now.pooled_version == now.sources_version == 3

    @pytest.mark.postgresql
    def test_that_never_rest_they_are_held_while_they_are_read_for_the_last_time(self):
        campaign = make_campaign(subsets=None)
        changes = [
            lambda n=n: add(campaign, f"late {n}", f"glad.a 1 :: elated{n}\n")
            for n in range(FREE_READINGS)
        ]

        def cannot_change():
            with transaction.atomic(), pytest.raises(OperationalError):
                Campaign.objects.select_for_update(nowait=True).get()

        progress = after_reading(*changes, cannot_change)
        assert pool_campaign(campaign=campaign, progress=progress).added == FREE_READINGS
        now = Campaign.objects.get()
        assert now.pooled_version == now.sources_version == 1 + FREE_READINGS

    def test_two_who_pool_at_once_make_each_candidate_once(self):
        campaign = make_campaign(subsets=None)
        add(campaign, "late", "glad.a 1 :: elated;tickled_pink\n")
        reports = at_once(*[lambda: pool_campaign(campaign=campaign)] * 3)
        assert sorted(report.added for report in reports) == [0, 0, 2]
        assert [report.merges for report in reports] == [1, 1, 1]
        assert Candidate.objects.filter(text="elated").count() == 1
        assert Merge.objects.count() == 1

    def test_a_campaign_deleted_meanwhile_is_not_pooled(self):
        campaign = make_campaign(subsets=None)
        add(campaign, "late", "glad.a 1 :: elated\n")
        deleted = after_reading(lambda: delete_campaign(campaign=Campaign.objects.get()))
        with pytest.raises(Refused, match="The campaign was deleted"):
            pool_campaign(campaign=campaign, progress=deleted)
        assert not Candidate.objects.filter(text="elated").exists()


class TestWhileMergesAreLookedAt:
    @pytest.fixture
    def campaign(self):
        campaign = make_campaign(subsets=None)
        add(campaign, "late", "glad.a 1 :: tickled_pink\n")
        pool_campaign(campaign=campaign)
        return campaign

    def test_one_confirmed_meanwhile_stays_confirmed(self, campaign):
        add(campaign, "later", "glad.a 1 :: tickled_pink\n")
        confirm = after_reading(
            lambda: confirm_merges(campaign=campaign, merges=Merge.objects.all())
        )
        pool_campaign(campaign=campaign, progress=confirm)
        merge = Merge.objects.get()
        assert merge.confirmed_at is not None
        assert merge.times == 2

    def test_one_undone_meanwhile_is_kept_apart(self, campaign):
        def undo():
            undo_merge(merge=Merge.objects.get())

        pool_campaign(campaign=campaign, progress=after_reading(undo))
        assert Merge.objects.get().undone_at is not None
        texts = Candidate.objects.filter(text__startswith="tickled")
        assert [*texts.values_list("text", flat=True)] == ["tickled_pink"]


def test_the_sources_are_read_without_keeping_anybody_from_writing():
    campaign = make_campaign(subsets=1)
    taken = []
    read = after_reading(lambda: taken.append(take(join(campaign))))
    pool_campaign(campaign=campaign, progress=read)
    assert len(taken) == 1


def test_a_step_takes_few_sentences_and_all_are_pooled(monkeypatch):
    monkeypatch.setattr(fill_pool, "SENTENCES_AT_A_TIME", 2)
    told = []
    campaign = make_campaign(subsets=None)
    add(campaign, "late", "glad.a 1 :: elated\ncalm.a 5 :: serene\n")
    report = pool_campaign(
        campaign=campaign, progress=lambda done, total: told.append((done, total))
    )
    assert report.added == 2
    assert told == [(2, 10), (4, 10), (5, 10), (7, 10), (9, 10), (10, 10)]


SENTENCES = 200
ANSWERS = 12


def wide_campaign(slug):
    """Large enough that to pool it takes as long as to answer a few candidates."""
    rows = "".join(f"{n},glad.a,She was ,glad, to see us.\n" for n in range(SENTENCES))
    campaign = create_campaign(
        slug=slug,
        files={
            "sentences": source(f"sentence,lexelt,left,target,right\n{rows}", "sentences.csv"),
            "gold": source(
                "".join(f"glad.a {n} :: happy 4;pleased 3;\n" for n in range(SENTENCES))
            ),
        },
        language="en",
    ).campaign
    words = ";".join(f"word{n}" for n in range(ANSWERS))
    answers = "".join(f"glad.a {n} :: {words}\n" for n in range(SENTENCES))
    add_system(campaign=campaign, name="first", answers=source(answers))
    pool_campaign(campaign=campaign)
    dispatch_campaign(campaign=campaign, subsets=40, block_size=7, seed=1)
    Campaign.objects.filter(id=campaign.id).update(state=Campaign.State.OPEN)
    campaign.refresh_from_db()
    return campaign


def rated_by(annotator, *, late=0.0):
    """The keys of what an annotator was told is stored: a whole sitting, in a few calls."""
    time.sleep(random.random() * late)
    sitting = take(annotator)
    shown = missing_candidates(sitting)
    confirmed = []
    for start in range(0, len(shown), 10):
        batch = [NewRating(id, 2, uuid4(), 1000) for id in shown[start : start + 10]]
        store_ratings(annotator=annotator, assignment_id=sitting.id, ratings=batch)
        confirmed += [rating.key for rating in batch]
    return confirmed
