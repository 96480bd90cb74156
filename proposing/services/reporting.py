"""Look at the first gold as it would be, and keep what was found."""

from typing import Any

from django.utils import timezone

from campaigns.models import Campaign, Job
from campaigns.services.jobs import Progress, ask, unobserved
from core.refusals import kept
from core.snapshot import snapshot
from proposing.models import FIRST_GOLD, FirstGoldReport
from proposing.selectors.counting import proposal_records
from proposing.selectors.draft import (
    GoldDraft,
    draft_gold,
    drafted_items,
    rules_of,
    texts_itself,
)
from proposing.selectors.reports import counted
from regild.agreement.first_stage import measure_first_stage
from regild.proposing.quality import (
    ProposalThresholds,
    find_proposal_flaws,
    proposed_by_annotator,
)
from regild.proposing.report import StageReport
from regild.proposing.spellings import close_spellings
from regild.proposing.unclear import unclear_groups, unclear_sentences

STEPS = 3


def request_first_gold_report(campaign: Campaign) -> Job:
    """A job for a new report; one that waits is shared."""
    return ask(FIRST_GOLD, campaign=campaign)


def report_first_gold(
    *, campaign: Campaign, progress: Progress = unobserved
) -> FirstGoldReport:
    """In the place of the one before. Safe to run again. The campaign's one seed makes the
    intervals, so that the same proposals give the same report."""
    began = timezone.now()
    progress(0, STEPS)
    with snapshot():
        campaign = Campaign.objects.get(id=campaign.pk)
        items = drafted_items(campaign)
        proposals = proposal_records(campaign)
        draft = draft_gold(campaign, proposals, items, rules=rules_of(campaign))
    progress(1, STEPS)
    made = draft.made
    flaws = proposed_by_annotator(proposals, made.records, itself=texts_itself(campaign, items))
    report = StageReport(
        made,
        close=close_spellings(made.records),
        unclear=unclear_sentences(proposals),
        unclear_groups=unclear_groups(proposals),
        findings={
            name: find_proposal_flaws(proposed, thresholds=ProposalThresholds())
            for name, proposed in flaws.items()
        },
        multiwords=draft.majority,
    )
    progress(2, STEPS)
    agreement = measure_first_stage(
        made.records,
        phrases=draft.phrases if draft.multiwords else None,
        multiword_sentences=draft.majority,
        seed=campaign.seed,
    )
    row, _new = FirstGoldReport.objects.update_or_create(
        campaign=campaign,
        defaults={
            "began_at": began,
            "made_at": timezone.now(),
            "ratings_version": campaign.ratings_version,
            "sources_version": campaign.sources_version,
            "counts": counted(proposals, draft.phrases) | {"distinct": _distinct(draft)},
            "lists": _lists(report),
            "agreement": agreement.to_dict(),
        },
    )
    progress(STEPS, STEPS)
    return row


def _distinct(draft: GoldDraft) -> int:
    return sum(len(record.substitutes) for record in draft.records)


def _lists(report: StageReport) -> dict[str, Any]:
    """With each finding's reason as it can be said in other languages."""
    return report.to_dict() | {
        "findings": {
            name: [one._asdict() | {"said": kept(one.reason)} for one in found]
            for name, found in report.findings.items()
        }
    }
