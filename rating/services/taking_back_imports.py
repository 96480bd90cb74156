"""Take an import of ratings back, as a whole; nothing is deleted."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services import audit
from campaigns.services.locking import lock_campaign
from core.bulk import update_rows
from core.refusals import Refused
from rating.models import Rating, RatingImport
from rating.services.imported_sittings import count_rated
from rating.services.importing import what_counts_changed
from regild.problems import N_


class TakenBack(NamedTuple):
    """`ratings`: those that count no more; `restored`: of them those in whose place the value
    counts again that the import had changed."""

    number: int
    ratings: int
    restored: int


@transaction.atomic
def take_back_import(*, campaign: Campaign, number: int, by: User | None = None) -> TakenBack:
    """Its ratings leave what counts; what they had changed is as before. Releases stay as they
    were frozen. The same file can be imported again.

    A value that a later import changed stays that import's. Raises Refused.
    """
    locked = lock_campaign(campaign.pk)
    stored = RatingImport.objects.filter(campaign=locked, number=number).first()
    if stored is None:
        text = N_("There is no import %(number)s.", number=number)
        raise Refused("no_such_import", text)
    if stored.taken_back_at is not None:
        text = N_("Import %(number)s has already been revoked.", number=number)
        raise Refused("import_taken_back_already", text)
    now = timezone.now()
    theirs = Rating.objects.filter(imported=stored, superseded_at__isnull=True)
    candidates = set(theirs.order_by().values_list("candidate", flat=True))
    count = theirs.count()
    restored = _earlier(theirs)
    # First its own: an annotator has one current rating of a candidate.
    update_rows(Rating, ["superseded_at"], [(id, now) for id, _earlier in restored])
    update_rows(Rating, ["superseded_at"], [(earlier, None) for _id, earlier in restored])
    theirs.update(counts=False)
    stored.taken_back_at, stored.taken_back_by = now, by
    stored.save(update_fields=["taken_back_at", "taken_back_by"])
    count_rated(locked)
    what_counts_changed(locked, candidates)
    audit.record(
        campaign=locked,
        by=by,
        action="take back import",
        file=stored.file,
        ratings_import=number,
        ratings=count,
        ratings_restored=len(restored),
    )
    return TakenBack(number, count, len(restored))


def _earlier(theirs: QuerySet[Rating]) -> list[tuple[int, int]]:
    """Those that changed a value which no import that was taken back had brought; each with
    the row of that value."""
    rows = Rating.objects.filter(
        Q(imported__isnull=True) | Q(imported__taken_back_at__isnull=True),
        annotator=OuterRef("annotator"),
        candidate=OuterRef("candidate"),
        superseded_at__isnull=False,
        id__lt=OuterRef("id"),
    )
    newest = rows.order_by("-id").values("id")[:1]
    found = theirs.annotate(earlier=Subquery(newest)).values_list("id", "earlier")
    return [(id, earlier) for id, earlier in found if earlier is not None]
