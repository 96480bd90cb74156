"""Whether a report still says how a campaign stands, and what changed if it does not.

What is old is known by the versions that changes themselves move, and by the settings a report
was made with: a report has all of them beside what it found.
"""

from typing import Any, NamedTuple

from agreement.models import AgreementReport
from agreement.selectors.contents import live_exclusions, read_policy
from agreement.selectors.reports import report_facts
from campaigns.models import Campaign

# Of what a report was made with, what settings say; each is told by its name.
SETTINGS = (
    "scale",
    "min_ratings",
    "max_ratings",
    "seats",
    "excluded_targets",
    "gold_annotators",
    "verdict_rule",
    "word_list",
)
CHANGES = ("ratings", "exclusions", "sources", *SETTINGS)


# The columns of a report that say what it rests on.
MADE_WITH = (
    "ratings_version",
    "sources_version",
    "pool_version",
    "live_exclusions",
    "policy",
)


class ReportBasis(NamedTuple):
    """What a report made now would rest on."""

    ratings_version: int
    sources_version: int
    pool_version: int
    live_exclusions: int
    policy: dict[str, Any]


def basis_of(campaign: Campaign) -> ReportBasis:
    """As it is stored now, for the campaign may have changed since it was read."""
    fresh = Campaign.objects.get(id=campaign.pk)
    return ReportBasis(
        fresh.ratings_version,
        fresh.sources_version,
        fresh.pool_version,
        live_exclusions(fresh),
        read_policy(fresh),
    )


def changes_since(report: AgreementReport, basis: ReportBasis) -> list[str]:
    """What is different now, of CHANGES; nothing where the report is not out of date."""
    found = []
    if report.ratings_version != basis.ratings_version:
        found.append("ratings")
        if report.live_exclusions != basis.live_exclusions:
            found.append("exclusions")
    # Of earlier reports nobody noted them.
    if report.sources_version is not None and (
        (report.sources_version, report.pool_version)
        != (basis.sources_version, basis.pool_version)
    ):
        found.append("sources")
    told = report.policy
    return found + [name for name in SETTINGS if told.get(name) != basis.policy.get(name)]


def report_changes(report: AgreementReport) -> list[str]:
    return changes_since(report, basis_of(report.campaign))


def report_and_changes(report: AgreementReport) -> dict[str, Any]:
    """The whole report as one JSON object, and what is different now."""
    changes = report_changes(report)
    return {**report_facts(report), "out_of_date": bool(changes), "changes": changes}


def is_out_of_date(report: AgreementReport) -> bool:
    return bool(report_changes(report))
