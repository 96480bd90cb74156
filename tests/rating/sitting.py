"""Annotators for tests that need whole sittings, through the services of the page."""

import random
import uuid
from datetime import timedelta

from django.utils import timezone

from annotators.models import Annotator
from annotators.services.joining import join_campaign
from pooling.models import Candidate
from proposing.models import Proposal, ProposalTurn
from rating.models import Assignment, Rating
from rating.selectors.sittings import missing_candidates
from rating.services.sittings import complete_assignment, take_subset
from rating.services.storing import store_ratings
from regild.rating.batch import NewRating


def join(campaign) -> Annotator:
    return join_campaign(campaign=campaign, consent=True, native_speaker=True).annotator


def take(annotator) -> Assignment:
    """Since an hour, so that what its answers are said to have taken can be believed."""
    sitting = take_subset(annotator=annotator, rng=random.Random(1)).assignment
    sitting.taken_at -= timedelta(hours=1)
    sitting.save(update_fields=["taken_at"])
    return sitting


def rate(assignment, value, *, elapsed_ms=2000, but=0) -> None:
    """Rate all that is left `but` so many; `value` gives a candidate's value."""
    ids = missing_candidates(assignment)
    del ids[len(ids) - but :]
    candidates = Candidate.objects.in_bulk(ids)
    store_ratings(
        annotator=assignment.annotator,
        assignment_id=assignment.id,
        ratings=[NewRating(id, value(candidates[id]), uuid.uuid4(), elapsed_ms) for id in ids],
    )


def by_length(candidate) -> int:
    """Values that differ between candidates, and are the same for every annotator."""
    return len(candidate.text) % 4


def sit(annotator, value=by_length, *, elapsed_ms=2000) -> Assignment:
    assignment = take(annotator)
    rate(assignment, value, elapsed_ms=elapsed_ms)
    return complete_assignment(annotator_id=annotator.id, assignment_id=assignment.id)


def delete_annotators(campaign) -> None:
    """With all they rated and proposed, in the order that keeps a rating from vanishing
    unnoticed; no service of the site does that."""
    Proposal.objects.filter(annotator__campaign=campaign).delete()
    ProposalTurn.objects.filter(annotator__campaign=campaign).delete()
    Rating.objects.filter(annotator__campaign=campaign).delete()
    Assignment.objects.filter(annotator__campaign=campaign).delete()
    campaign.annotators.all().delete()


def give_away(sitting) -> None:
    """As if it had been left alone, and its place had gone to others."""
    Assignment.objects.filter(id=sitting.id).update(state="expired", seat=None)
    campaign = sitting.annotator.campaign
    for seat in range(1, campaign.max_ratings + 1):
        Assignment.objects.create(
            subset=sitting.subset,
            annotator=join(campaign),
            seat=seat,
            remaining=sitting.remaining,
            expires_at=timezone.now() + timedelta(hours=1),
        )
