"""What there is to show of two releases side by side."""

from typing import NamedTuple

from campaigns.selectors.task import task_of
from regild.scoring.release_comparison import (
    Difference,
    WeightsCompared,
    compare_rankings,
    compare_weights,
    policy_differences,
)
from regild.scoring.two_golds import TwoRankings
from scoring.models import Release
from scoring.selectors.comparing import Changed, comparison_of, most_changed
from scoring.selectors.scores import rankings_of


class ReleasesCompared(NamedTuple):
    """What changed between two releases. `rankings` are on their two second golds, None unless
    systems were scored on both; `unscored` are those they were not scored on."""

    first: Release
    second: Release
    policies: list[Difference]
    weights: WeightsCompared
    only_first: int
    only_second: int
    changes: list[Changed]
    rankings: TwoRankings | None
    unscored: list[Release]


def compare_releases(first: Release, second: Release, *, measure: str) -> ReleasesCompared:
    found = comparison_of(first, second)
    one, other = (rankings_of(release, [measure]).get(measure) for release in (first, second))
    lower = task_of(first.campaign).scoring.lower_is_better(measure)
    return ReleasesCompared(
        first=first,
        second=second,
        policies=policy_differences(first.policy, second.policy),
        weights=compare_weights(found.pairs),
        only_first=found.only_first,
        only_second=found.only_second,
        changes=most_changed(found, first, second),
        rankings=compare_rankings(one, other, lower=lower) if one and other else None,
        unscored=[
            release for release, scored in ((first, one), (second, other)) if scored is None
        ],
    )
