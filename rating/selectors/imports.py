"""Files of ratings that were brought in, newest first."""

from django.db.models import Max, QuerySet
from django.shortcuts import get_object_or_404

from campaigns.models import Campaign
from rating.models import Rating, RatingImport

IMPORT_ORDER = ["-number"]


def find_imports(campaign: Campaign) -> QuerySet[RatingImport]:
    return RatingImport.objects.filter(campaign=campaign).select_related(
        "imported_by", "taken_back_by"
    )


def import_named(campaign: Campaign, number: int) -> RatingImport:
    """Raises Http404."""
    return get_object_or_404(find_imports(campaign), number=number)


def next_number(campaign: Campaign) -> int:
    """Under the lock."""
    last: int = RatingImport.objects.filter(campaign=campaign).aggregate(
        last=Max("number", default=0)
    )["last"]
    return last + 1


def counting_of(stored: RatingImport) -> int:
    """How many of its ratings are not superseded and not taken back; one may still not count,
    where its annotator was excluded."""
    return Rating.objects.filter(
        imported=stored, superseded_at__isnull=True, counts=True
    ).count()
