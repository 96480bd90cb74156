"""Whoever checks the books finds what is wrong in them."""

import random
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.joining import join_campaign
from campaigns.models import Campaign, Job, ScaleOption
from pooling.models import Candidate, Placement, Subset
from rating.models import Assignment, Omission, Rating
from rating.selectors.sittings import missing_candidates
from rating.services.sittings import take_subset
from rating.services.storing import store_ratings
from regild.rating.batch import NewRating
from scoring.models import Release, ReleaseEntry
from scoring.services.freezing import freeze_gold
from tests.factories import make_campaign
from tests.storm import calm, checks, releases
from tests.storm.books import Books
from tests.storm.calls import Tally
from tests.storm.world import Sitting, World


@pytest.fixture
def world(db: None) -> World:
    """One annotator has answered a sitting, another has begun one; there is a release."""
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=2)
    world = World(port=0, slug=campaign.slug, seed=0, tally=Tally())
    for most in (20, 5):
        rate(world, campaign, most=most)
    freeze_gold(campaign=campaign)
    return world


def rate(world: World, campaign: Campaign, *, most: int) -> None:
    annotator = join_campaign(campaign=campaign, consent=True, native_speaker=True).annotator
    ledger = world.ledger(campaign.slug, annotator.pk)
    taken = take_subset(annotator=annotator, rng=random.Random(0))
    assert taken is not None
    shown = missing_candidates(taken.assignment)
    subset = taken.assignment.subset_id or 0
    sitting = Sitting(taken.assignment.pk, subset, tuple(shown), frozenset(), top=3)
    ledger.shown[sitting.id] = sitting
    for candidate in shown[:most]:
        sent = ledger.sending(sitting.id, candidate, candidate % 4)
        rating = NewRating(candidate, sent.value, uuid.UUID(sent.key), 1000)
        store_ratings(annotator=annotator, assignment_id=sitting.id, ratings=[rating])
        ledger.acknowledge(sent)


def found(world: World) -> str:
    read = Books()
    return "\n".join([*checks.faults(world, read), *releases.faults(read), *calm.broken_jobs()])


def test_nothing_is_wrong_in_books_that_are_right(world: World) -> None:
    assert found(world) == ""


def first() -> Rating:
    return Rating.objects.filter(assignment__state="complete").earliest("id")


def lose() -> None:
    first().delete()


def change() -> None:
    Rating.objects.filter(id=first().pk).update(value=(first().value or 0) + 1)


def supersede() -> None:
    rating = first()
    Rating.objects.filter(id=rating.pk).update(superseded_at=timezone.now())
    rating.pk, rating.key, rating.value = None, uuid.uuid4(), 0
    rating.save()


def displace() -> None:
    placed = Placement.objects.filter(candidate=first().candidate_id)
    Subset.objects.update(size=19)
    placed.delete()


def count_down() -> None:
    Assignment.objects.filter(state="open").update(remaining=1)


def end_early() -> None:
    Assignment.objects.filter(state="open").update(
        state="complete", completed_at=timezone.now(), remaining=0, rated=5, median_ms=1000
    )


def ask_for_fewer() -> None:
    Campaign.objects.update(max_ratings=1)


def add_up_wrong() -> None:
    Assignment.objects.filter(state="complete").update(rated=7)


def leave_uncounted() -> None:
    Rating.objects.filter(id=first().pk).update(counts=False)
    Assignment.objects.filter(state="complete").update(rated=19)


def shorten() -> None:
    ScaleOption.objects.filter(value=3).delete()


def grow() -> None:
    Subset.objects.update(size=21)


def weigh() -> None:
    entry = ReleaseEntry.objects.earliest("id")
    ReleaseEntry.objects.filter(id=entry.pk).update(weight=9)


def miscount() -> None:
    release = Release.objects.get()
    Release.objects.update(counts={**release.counts, "ratings": 7})


def withdraw() -> None:
    early = Release.objects.get().made_at - timedelta(seconds=1)
    Annotator.objects.filter(assignments__state="complete").update(withdrawn_at=early)


def rate_later() -> None:
    Rating.objects.update(rated_at=timezone.now() + timedelta(seconds=1))


def omit_the_anchors() -> None:
    gold = Candidate.objects.filter(votes__isnull=False)
    sitting = Assignment.objects.get(state="open")
    Omission.objects.bulk_create(
        Omission(assignment=sitting, candidate=candidate) for candidate in gold
    )


def break_down() -> None:
    Job.objects.create(
        campaign=Campaign.objects.get(),
        kind="pool",
        task="pool",
        state="failed",
        error="IntegrityError: duplicate key",
        finished_at=timezone.now(),
    )


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lose, "stored: nothing"),
        (change, "acknowledged in boats"),
        (supersede, "what counts is"),
        (displace, "is not in its subset"),
        (count_down, "lacks 15"),
        (end_early, "which nobody ever hid"),
        (ask_for_fewer, "1 ratings that count and 1 seats of open sittings, of at most 1"),
        (add_up_wrong, "keeps other sums than its ratings"),
        (leave_uncounted, "does not count"),
        (shorten, "the top of its scale"),
        (grow, "says it has 21 candidates"),
        (omit_the_anchors, "shows no first-gold candidate"),
        (weigh, "weighs 9"),
        (miscount, "says"),
        (withdraw, "are nobody's"),
        (rate_later, "are nobody's"),
        (break_down, "IntegrityError"),
    ],
)
def test_what_is_wrong_is_told(world: World, spoil: Callable[[], None], told: str) -> None:
    spoil()
    assert told in found(world)


def test_a_release_that_lacks_what_counts_is_told(world: World) -> None:
    release = Release.objects.get()
    assert not list(releases.not_what_counts(release, Books()))
    Candidate.objects.filter(id=first().candidate_id).update(hidden_at=timezone.now())
    assert len(list(releases.not_what_counts(release, Books()))) == 1
