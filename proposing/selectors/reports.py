"""What was found of a first gold when it was looked at last: lists, flags, agreement."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaigns.models import Campaign
from proposing.models import FirstGoldReport, ProposalTurn
from regild.agreement.first_stage import FirstStageAgreement
from regild.formats.records import ProposalRecord
from regild.proposing.multiwords import Phrases
from regild.tables.printing import Table

# As `StageReport.to_dict` names them, where a list is one of rows.
LISTS = ("merges", "close", "unclear", "unclear_groups", "left_out")

Row = dict[str, Any]


def report_of(campaign: Campaign) -> FirstGoldReport | None:
    return FirstGoldReport.objects.filter(campaign=campaign).first()


def is_old(report: FirstGoldReport, campaign: Campaign) -> bool:
    """Whether something counts otherwise since its proposals were read."""
    made_of = report.ratings_version, report.sources_version
    return made_of != (campaign.ratings_version, campaign.sources_version)


def reports_wanted() -> QuerySet[Campaign]:
    """Campaigns in which something was proposed, while the first gold can still change: before
    it is frozen, and until the campaign is opened for rating."""
    proposed = ProposalTurn.objects.filter(
        annotator__campaign=OuterRef("pk"), state=ProposalTurn.State.COMPLETE
    )
    changing = Q(stage=Campaign.Stage.PROPOSE) | Q(state=Campaign.State.DRAFT)
    return Campaign.objects.filter(
        changing, Exists(proposed), archived_at=None, basis_changed_at__isnull=False
    ).order_by("id")


def rows_of(report: FirstGoldReport | None, name: str) -> list[Row]:
    """One of LISTS, empty where nothing was looked at yet."""
    return [] if report is None else list(report.lists[name])


def findings_of(report: FirstGoldReport | None) -> Mapping[str, Sequence[Row]]:
    """By annotator, as `annotator_names` has them; those without any too."""
    return {} if report is None else report.lists["findings"]


def agreement_of(report: FirstGoldReport) -> FirstStageAgreement:
    return FirstStageAgreement.of_dict(report.agreement)


def report_tables(report: FirstGoldReport) -> dict[str, Table]:
    """By name, as they are downloaded."""
    return {table.name: table for table in agreement_of(report).tables()}


def report_json(report: FirstGoldReport, campaign: Campaign) -> dict[str, Any]:
    """For programs: all that the pages are made of."""
    lists: dict[str, Any] = json.loads(json.dumps(report.lists))
    for found in lists["findings"].values():
        for finding in found:
            # What translates the reason on a page.
            del finding["said"]
    return {
        "made_at": report.made_at.isoformat(),
        "old": is_old(report, campaign),
        **report.counts,
        **lists,
        "agreement": report.agreement,
    }


def counted(proposals: Sequence[ProposalRecord], phrases: Phrases) -> dict[str, int]:
    return {
        "responses": len(proposals),
        "sentences": len({one.sentence for one in proposals}),
        "annotators": len({one.annotator for one in proposals}),
        "substitutes": sum(len(one.answers) for one in proposals),
        "phrases": sum(bool(text) for said in phrases.values() for text in said.values()),
    }
