"""Where the ratings of a campaign went, as it is shown and as it is counted."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Case, Count, Exists, OuterRef, Q, Value, When

from campaigns.models import Campaign
from pooling.models import Candidate
from rating.models import Assignment, Exclusion, Ledger, Rating
from regild.rating.ledger import ledger_of, ledger_table
from regild.tables.printing import Table

# More are not counted while somebody waits for a page.
COUNTED_AT_ONCE = 20_000

State = Assignment.State


class CampaignLedger(NamedTuple):
    """`ratings` is empty, and nothing is said of when, where it was never counted."""

    ratings: dict[str, int]
    counted_at: datetime | None
    out_of_date: bool  # other ratings count by now


def campaign_ledger(campaign: Campaign, *, now: datetime) -> CampaignLedger:
    """Of few ratings as they are now; of many as they were when they were last counted."""
    given = Rating.objects.filter(annotator__campaign=campaign)
    if given[: COUNTED_AT_ONCE + 1].count() <= COUNTED_AT_ONCE:
        return CampaignLedger(count_ledger(campaign), now, False)
    kept = Ledger.objects.filter(campaign=campaign).select_related("campaign").first()
    if kept is None:
        return CampaignLedger({}, None, False)
    moved = kept.ratings_version != kept.campaign.ratings_version
    return CampaignLedger(kept.ratings, kept.counted_at, moved)


def campaign_ledger_table(campaign: Campaign, *, now: datetime) -> Table:
    return ledger_table(campaign_ledger(campaign, now=now).ratings)


def count_ledger(campaign: Campaign) -> dict[str, int]:
    """Reads every rating there is, in one statement."""
    rows = (
        Rating.objects.filter(annotator__campaign=campaign)
        .annotate(place=_place(campaign))
        .values_list("place")
        .annotate(n=Count("id"))
        .order_by()
    )
    return ledger_of(dict(rows))


def _place(campaign: Campaign) -> Case:
    """The first that is true. What is left is what `counting_ratings` counts."""
    left_out = Exclusion.objects.filter(
        Q(assignment=OuterRef("assignment"))
        | Q(assignment=None, annotator=OuterRef("annotator")),
        undone_at__isnull=True,
    )
    # One that ended before its end has no time of completion.
    released = Q(assignment__state=State.RELEASED, assignment__completed_at__isnull=False)
    finished = released | Q(assignment__state=State.COMPLETE)
    places = (
        ("taken_back", Q(imported__taken_back_at__isnull=False)),
        ("superseded", Q(superseded_at__isnull=False)),
        ("incomplete", ~finished | Q(counts=False)),
        ("excluded_by_rule", released & Exists(left_out.exclude(rule=""))),
        ("excluded_by_lead", released & Exists(left_out.filter(rule=""))),
        ("withdrawn", released),
        ("checks", ~Q(candidate__role=Candidate.Role.POOLED)),
        ("not_judged", Q(value__isnull=True)),
        (
            "out_of_play",
            Q(candidate__hidden_at__isnull=False)
            | Q(candidate__item__hidden_at__isnull=False)
            | Q(candidate__item__group__in=campaign.excluded_targets),
        ),
    )
    return Case(
        *(When(condition, then=Value(key)) for key, condition in places),
        default=Value("counted"),
    )
