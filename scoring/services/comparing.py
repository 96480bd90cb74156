"""Count once what two releases have in common."""

from scoring.models import Release, ReleaseComparison
from scoring.selectors.comparing import count_comparison


def compare_with_earlier(release: Release) -> None:
    """Once each, however often it is asked for: releases never change."""
    compared = ReleaseComparison.objects.filter(second=release).values("first")
    earlier = Release.objects.filter(campaign=release.campaign_id, number__lt=release.number)
    for one in earlier.exclude(id__in=compared):
        ReleaseComparison.objects.create(
            first=one, second=release, **count_comparison(one, release)._asdict()
        )
