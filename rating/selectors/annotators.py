"""Reads over annotators and their sittings."""

from collections.abc import Iterable
from typing import Any

from django.db.models import (
    Aggregate,
    Avg,
    Case,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Sum,
    When,
)
from django.db.models.functions import Cast, Coalesce
from django.shortcuts import get_object_or_404

from annotators.models import Annotator
from annotators.services.recruiting import known_as
from campaigns.models import Campaign
from core.searching import may_be_found
from rating.models import Assignment, Exclusion
from rating.selectors.crowd import attach_checks
from rating.selectors.findings import annotator_findings, quality_findings
from regild.rating.quality import Finding, Rule

# As they were last checked, whoever asks; who withdrew is in no number.
FLAGGED = ~Q(flags=[]) & Q(withdrawn_at__isnull=True)
# Sorts those who were never timed after everybody who was.
NEVER_TIMED = 2**31 - 1

# Sorts those who were never compared after everybody who was.
NEVER_COMPARED = 9.0

ORDERS: dict[str, tuple[str, ...]] = {
    "worst": ("-concern", "-furthest", "-id"),
    "newest": ("-id",),
    "oldest": ("id",),
    "most": ("-rated", "-id"),
    "fewest": ("rated", "id"),
    "fastest": ("pace", "id"),
    "slowest": ("-timed_pace", "-id"),
    "unlike": ("agreement", "id"),
    "alike": ("-known_agreement", "-id"),
}

ONLY = ("flagged", "outliers", "excluded", "withdrawn")


def annotators_with_work(campaign: Campaign) -> QuerySet[Any]:
    """Each with what their complete sittings came to.

    `median_ms` is a sitting's median; of several sittings the mean of theirs. `excluded` is
    for those who are left out as a whole. `concern` is how many findings are to be looked at,
    -1 of whom nothing is to be decided any more; `furthest` is how far their furthest outlier
    is from the crowd.
    """
    left_out = Exclusion.objects.filter(
        annotator=OuterRef("id"), assignment__isnull=True, undone_at__isnull=True
    )
    decided = Q(withdrawn_at__isnull=False) | Q(excluded=True)
    median = Cast(_over_sittings(Avg("median_ms")), IntegerField())
    return Annotator.objects.filter(campaign=campaign).annotate(
        sittings=Coalesce(_over_sittings(Count("id")), 0),
        rated=Coalesce(_over_sittings(Sum("rated")), 0),
        median_ms=median,
        pace=Coalesce(median, NEVER_TIMED),
        timed_pace=Coalesce(median, -1),
        excluded=Exists(left_out),
        concern=Case(
            When(decided, then=-1),
            default=Coalesce("check_made__findings", 0, output_field=IntegerField()),
            output_field=IntegerField(),
        ),
        furthest=Coalesce("check_made__furthest", 0.0),
        agreement=Coalesce("check_made__correlation", NEVER_COMPARED),
        known_agreement=Coalesce("check_made__correlation", -NEVER_COMPARED),
    )


def _over_sittings(total: Aggregate) -> Subquery:
    """Over an annotator's complete sittings. Of a page's rows alone where nothing is sorted by
    it; a join would add up those of everybody."""
    complete = Assignment.objects.filter(
        annotator=OuterRef("id"), state=Assignment.State.COMPLETE
    )
    return Subquery(complete.order_by().values("annotator").values_list(total))


def find_annotators(
    campaign: Campaign, *, text: str = "", source: str = "", only: str = ""
) -> QuerySet[Any]:
    """`text` is a number, a part of a name, or the id a recruiting site gave."""
    found = annotators_with_work(campaign)
    if not may_be_found(text):
        return found.none()
    if text:
        sought = Q(name__icontains=text) | known_as(text)
        # No more digits than a database's integer holds.
        if text.isdecimal() and len(text) <= 18:
            sought |= Q(id=int(text))
        found = found.filter(sought)
    if source:
        found = found.filter(source=source)
    match only:
        case "flagged":
            return found.filter(FLAGGED)
        case "outliers":
            return found.filter(furthest__gt=0, concern__gte=0)
        case "excluded":
            return found.filter(excluded=True)
        case "withdrawn":
            return found.filter(withdrawn_at__isnull=False)
    return found


def sittings_of(annotator: Annotator) -> QuerySet[Any]:
    """Newest first, each with its exclusions that are in force as `left_out`."""
    in_force = Exclusion.objects.filter(undone_at__isnull=True)
    return (
        annotator.assignments.select_related("subset")
        .prefetch_related(Prefetch("exclusions", in_force, to_attr="left_out"))
        .order_by("-id")
    )


def annotator_at_work(campaign: Campaign, id: int) -> Any:
    """One of `annotators_with_work` with `each_sitting`, each with its `findings`, the
    `findings` over all together, as of now and not as they were kept, and `all_exclusions`.

    Raises Http404.
    """
    found = get_object_or_404(annotators_with_work(campaign), id=id)
    found.each_sitting = list(sittings_of(found))
    by_sitting = quality_findings(found)
    for sitting in found.each_sitting:
        sitting.findings = by_sitting.get(sitting.id, [])
    found.findings = annotator_findings(found).get(found.id, [])
    attach_checks([found])
    found.all_exclusions = exclusions_of(found)
    return found


def exclusions_of(annotator: Annotator) -> QuerySet[Exclusion]:
    """All there ever were, newest first."""
    return annotator.exclusions.select_related(
        "assignment__subset", "excluded_by", "undone_by"
    ).order_by("-id")


def findings_kept(flags: Iterable[dict[str, Any]]) -> list[Finding]:
    return [Finding(**{**flag, "rule": Rule(flag["rule"])}) for flag in flags]
