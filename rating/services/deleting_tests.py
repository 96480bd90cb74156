"""Delete what was rated or proposed as a test, as if nobody had: before any release, and by
name.

Whoever rates in earnest is excluded or withdraws; their ratings stay stored.
"""

from collections.abc import Collection
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from annotators.services.removing import remove_annotators
from campaigns.models import Campaign
from campaigns.selectors.frozen import is_frozen
from campaigns.services import audit
from campaigns.services.archiving import refuse_archived
from campaigns.services.locking import lock_campaign, ratings_changed
from core.refusals import Refused
from proposing.services.deleting_tests import delete_proposals
from rating.models import Assignment, Rating
from regild.problems import N_


class DeletedTests(NamedTuple):
    """`sittings` are turns of both stages."""

    annotators: int
    sittings: int
    ratings: int
    proposals: int


@transaction.atomic
def delete_test_ratings(
    *, campaign: Campaign, annotators: Collection[int], by: User | None = None
) -> DeletedTests:
    """With the annotators, their sittings, remarks and exclusions.

    Raises Refused once there is a release, or a first gold of what they proposed, and where one
    of them is nobody's number here.
    """
    locked = lock_campaign(campaign.pk)
    refuse_archived(locked)
    refuse_once_frozen(locked)
    wanted = set(annotators)
    there = set(locked.annotators.filter(id__in=wanted).values_list("id", flat=True))
    if not wanted or wanted != there:
        unknown = tuple(str(id) for id in sorted(wanted - there))
        text = N_("These annotators are not in the campaign: %(ids)s.", ids=unknown)
        if not wanted:
            text = N_("Choose the annotators who rated as a test.")
        raise Refused("unknown_annotator", text)
    sittings = Assignment.objects.filter(annotator__in=wanted)
    # A rating on its way is stored under the lock of its sitting alone.
    ids = [*sittings.select_for_update().order_by("id").values_list("id", flat=True)]
    ratings = Rating.objects.filter(annotator__in=wanted)
    current = ratings.filter(superseded_at__isnull=True).count()
    ratings._raw_delete(ratings.db)
    Assignment.objects.filter(id__in=ids).delete()
    turns, proposals = delete_proposals(locked, wanted)
    remove_annotators(wanted)
    ratings_changed(locked.pk)
    deleted = DeletedTests(len(wanted), len(ids) + turns, current, proposals)
    audit.record(
        campaign=locked,
        by=by,
        action="delete test ratings",
        annotators=deleted.annotators,
        sittings=deleted.sittings,
        ratings=deleted.ratings,
        proposals=deleted.proposals,
    )
    return deleted


def refuse_once_frozen(campaign: Campaign) -> None:
    if is_frozen(campaign):
        text = N_("Nothing was deleted: there is a release, and it rests on these ratings.")
        raise Refused("released", text)
