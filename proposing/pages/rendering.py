"""What all pages of the first stage are rendered with."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.models import Campaign, Member
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.settled import has_ratings
from campaigns.selectors.task import task_of
from campaigns.selectors.work import work_of
from proposing.models import FIRST_GOLD, FirstGoldReport
from proposing.selectors.reports import is_old, report_of

# Which entry of the pages' own navigation, by its address's name, each page belongs to.
PARTS = {
    "overview": "first-gold",
    "take_back": "first-gold",
    "sentences": "first-gold-sentences",
    "merges": "first-gold-merges",
    "spellings": "first-gold-spellings",
    "lemmas": "first-gold-lemmas",
    "lemma_table": "first-gold-lemmas",
    "unclear": "first-gold-unclear",
    "annotators": "first-gold-annotators",
    "exclude": "first-gold-annotators",
    "undo": "first-gold-annotators",
    "agreement": "first-gold-agreement",
    "freeze": "freeze-first-gold",
}


def proposing_campaign(
    request: HttpRequest, slug: str, *, least: Member.Role = Member.Role.VIEWER
) -> Campaign:
    """Raises Http404 where annotators are never asked for a first gold."""
    campaign = campaign_for(request.user, slug=slug, least=least)
    if not task_of(campaign).proposes:
        raise Http404
    return campaign


def stage_page(
    request: HttpRequest, campaign: Campaign, name: str, context: dict[str, Any]
) -> HttpResponse:
    shared = {
        **workspace(request, campaign, stage="first-gold"),
        "part": PARTS[name],
        "rated": has_ratings(campaign) and campaign.stage == Campaign.Stage.RATE,
    }
    return render(request, f"proposing/{name}.html", {**shared, **context})


def report_context(campaign: Campaign) -> tuple[FirstGoldReport | None, dict[str, Any]]:
    """The newest report, and what a page or its fragment says of it."""
    # First: what a job stored that has ended is there for whatever is read after it.
    work = work_of(campaign, FIRST_GOLD)
    report = report_of(campaign)
    return report, {
        "work": work,
        "report": report,
        "old": report is not None and is_old(report, campaign),
        "shown": shown_of(report),
    }


def shown_of(report: FirstGoldReport | None) -> int:
    """By it a page knows that another was made."""
    return 0 if report is None else int(report.made_at.timestamp() * 1000)
