"""Count once what two releases have in common."""

from scoring.models import Release, ReleaseComparison
from scoring.selectors.comparing import count_comparison


def compare_with_earlier(release: Release) -> None:
    """Safe to run again: releases never change."""
    for earlier in Release.objects.filter(
        campaign=release.campaign_id, number__lt=release.number
    ):
        ReleaseComparison.objects.update_or_create(
            first=earlier,
            second=release,
            defaults=count_comparison(earlier, release)._asdict(),
        )
