"""The front door and a campaign's overview: pages that look into every app."""

import re

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from annotation_site.accounts.services import accounts_exist
from annotation_site.selectors.front import MOST_LISTED, asking_campaigns, campaign_cards
from annotation_site.selectors.overview import Overview, overview_of, share_link
from campaigns.models import Campaign, Job
from campaigns.pages.requests import lead_of
from campaigns.pages.workspace import workspace
from campaigns.selectors.creations import creations_of
from campaigns.selectors.permission import campaign_for, campaigns_of
from campaigns.selectors.work import work_around
from core.downloads import answer_file
from core.languages import direction, interface_language
from core.paging import page_of
from core.qr_codes import inline_qr, qr_file
from rating.services.stages import visits
from regild.figures.charts import ChartDay, ChartLine, Point
from scoring.selectors.published import published_golds


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """A lead's campaigns; to a stranger, what this place is."""
    if isinstance(request.user, User):
        return _campaigns(request, request.user)
    if not accounts_exist():
        return redirect("first-run")
    context = {"asking": asking_campaigns(), "golds": published_golds()[:MOST_LISTED]}
    return render(request, "annotation_site/front.html", context)


def _campaigns(request: HttpRequest, lead: User) -> HttpResponse:
    page = page_of(campaigns_of(lead), request.GET, order=["title", "id"])
    context = {
        "page": page,
        "cards": campaign_cards(page.rows),
        "archived": campaigns_of(lead, archived=True),
    }
    return render(request, "annotation_site/home.html", context)


@require_safe
@login_required
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """A campaign's stages in the order data moves: what each holds, lacks and needs next. Of
    one that a worker makes, how far it is or why it was not made."""
    try:
        campaign = campaign_for(request.user, slug=slug)
    except Http404:
        creation = creations_of(lead_of(request), slug=slug).first()
        if creation is None:
            raise
        return _creation(request, slug, creation)
    found = overview_of(campaign, now=timezone.now())
    return render(
        request,
        "annotation_site/overview.html",
        {
            **workspace(request, campaign, stage="overview"),
            **found._asdict(),
            "qr": inline_qr(found.link),
            "days": [ChartDay(day, n) for day, n in found.pace.days],
            "trend": _trend(campaign, found),
        },
    )


def _creation(request: HttpRequest, slug: str, job: Job) -> HttpResponse:
    context = {
        "campaign": {"slug": slug},
        "title": job.campaign.title,
        "task": job.campaign.task,
        "work": work_around(job),
        "problems": job.why.parameters.get("problems") or [job.why],
    }
    return render(request, "sources/creation.html", context)


def _trend(campaign: Campaign, found: Overview) -> list[ChartLine]:
    if found.agreement is None:
        return []
    points = [
        Point(
            report.made_at,
            report.value,
            href=reverse("agreement-report", args=[campaign.slug, report.id]),
        )
        for report in found.agreement.reports
    ]
    return [ChartLine(found.agreement.title, points)]


@require_safe
@login_required
def link_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The link to share as a QR code, to put on a slide or a poster."""
    link = share_link(campaign_for(request.user, slug=slug))
    return answer_file(qr_file(link), content_type="image/svg+xml", name=f"{slug}-link.svg")


@require_safe
@login_required
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """A sheet to print, in the language of those who are to read it."""
    campaign = campaign_for(request.user, slug=slug)
    link = share_link(campaign)
    context = {
        "campaign": campaign,
        "direction": direction(campaign.language),
        "link": link,
        "qr": inline_qr(link),
        "minutes": visits(campaign).minutes(campaign),
    }
    with translation.override(interface_language(campaign.language)):
        return render(request, "annotation_site/poster.html", context)


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Every element that pages are made of, for those who build them."""
    sprite = (settings.BASE_DIR / "static/img/icons.svg").read_text()
    return render(
        request,
        "annotation_site/styleguide.html",
        {
            "icons": re.findall(r'symbol id="([\w-]+)"', sprite),
            "parts": [
                "Type",
                "Colours",
                "Figures",
                "Cards",
                "Pipeline",
                "Tables",
                "Forms",
                "Empty",
                "Icons",
            ],
        },
    )
