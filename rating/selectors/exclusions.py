"""What was left out, and what comes back."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404

from annotators.models import Annotator
from campaigns.models import Campaign
from rating.models import Assignment, Exclusion, Rating


def is_excluded(annotator: Annotator) -> bool:
    """Whether everything this annotator rates is left out, for now."""
    return annotator.exclusions.filter(assignment__isnull=True, undone_at__isnull=True).exists()


def find_exclusions(
    campaign: Campaign, *, annotator: int | None = None, only: str = ""
) -> QuerySet[Exclusion]:
    found = Exclusion.objects.filter(annotator__campaign=campaign).select_related(
        "excluded_by", "undone_by"
    )
    if annotator is not None:
        found = found.filter(annotator=annotator)
    match only:
        case "in_force":
            return found.filter(undone_at__isnull=True)
        case "undone":
            return found.filter(undone_at__isnull=False)
    return found


def exclusion_named(campaign: Campaign, id: int) -> Exclusion:
    """Raises Http404."""
    found = Exclusion.objects.select_related("annotator", "assignment__subset")
    return get_object_or_404(found, id=id, annotator__campaign=campaign)


def sitting_named(campaign: Campaign, id: int) -> Assignment:
    """Raises Http404."""
    found = Assignment.objects.select_related("annotator__campaign", "subset")
    return get_object_or_404(found, id=id, annotator__campaign=campaign)


def complete_sittings(subject: Annotator | Assignment) -> QuerySet[Assignment]:
    """Those that an exclusion would leave out: an annotator's, or the one."""
    complete = Assignment.objects.filter(state=Assignment.State.COMPLETE)
    if isinstance(subject, Annotator):
        return complete.filter(annotator=subject)
    return complete.filter(id=subject.pk)


def restorable_sittings(exclusion: Exclusion) -> QuerySet[Assignment]:
    """The complete sittings that count again once this exclusion is undone.

    Not those that another exclusion covers, nor those of an annotator who withdrew.
    """
    covering = Exclusion.objects.filter(
        Q(assignment=OuterRef("id")) | Q(assignment=None, annotator=OuterRef("annotator")),
        undone_at__isnull=True,
    ).exclude(id=exclusion.id)
    sittings = Assignment.objects.filter(
        ~Exists(covering),
        annotator=exclusion.annotator,
        annotator__withdrawn_at__isnull=True,
        state=Assignment.State.RELEASED,
        completed_at__isnull=False,
    )
    # Of some imported ones everything was taken back.
    taken_back = Rating.objects.filter(
        assignment=OuterRef("id"), imported__taken_back_at__isnull=False
    )
    sittings = sittings.exclude(Exists(taken_back), rated=0)
    if exclusion.assignment_id is None:
        return sittings
    return sittings.filter(id=exclusion.assignment_id)
