"""How far an annotator has come, and their campaign."""

from django.db.models import Avg

from annotators.models import Annotator
from annotators.selectors.progress import OwnProgress
from campaigns.models import Campaign
from pooling.models import Candidate
from rating.models import Assignment, Rating
from rating.selectors.counting import counting
from rating.selectors.coverage import subset_coverage
from rating.selectors.sittings import placements_in_play
from regild.rating.coverage import share_rated
from regild.rating.pace import SECONDS_PER_CANDIDATE, minutes_for


def own_progress(annotator: Annotator) -> OwnProgress:
    """Over the words that count; 'I cannot judge this' is done as well."""
    pooled = Candidate.Role.POOLED
    done = Rating.objects.filter(counting(), annotator=annotator, candidate__role=pooled)
    in_play = placements_in_play().filter(
        subset__campaign=annotator.campaign_id, candidate__role=pooled
    )
    words, goal = done.count(), annotator.goal
    left = max(0, (goal or 0) - words)
    minutes = minutes_for(left, seconds=seconds_of(annotator))
    return OwnProgress(words, max(words, in_play.count()), goal, minutes)


def seconds_of(annotator: Annotator) -> float:
    """A word, at their own pace; at the usual one where they were never timed."""
    complete = annotator.assignments.filter(state=Assignment.State.COMPLETE)
    median_ms = complete.aggregate(ms=Avg("median_ms"))["ms"]
    return SECONDS_PER_CANDIDATE if median_ms is None else median_ms / 1000


def campaign_share(campaign: Campaign) -> float | None:
    return share_rated(subset_coverage(campaign))


def minutes_of_a_turn(campaign: Campaign) -> int:
    return minutes_for(campaign.subsets.aggregate(size=Avg("size"))["size"] or 0)
