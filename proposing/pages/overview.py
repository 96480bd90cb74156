"""How far the first stage is, another round of it, and a look at what it came to."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of, tell_asked
from campaigns.pages.workspace import workspace
from core.refusals import Refused, said
from proposing.forms import RoundForm
from proposing.pages.rendering import proposing_campaign, report_context, shown_of, stage_page
from proposing.selectors.annotators import flagged
from proposing.selectors.rounds import can_take_back
from proposing.selectors.standing import standing_of
from proposing.services.dispatching import dispatch_proposals
from proposing.services.reporting import request_first_gold_report
from proposing.services.taking_back import take_back_rounds


@require_safe
@login_required
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    return _overview(request, proposing_campaign(request, slug), RoundForm())


@require_POST
@login_required
def dispatch(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = proposing_campaign(request, slug, least=Member.Role.MANAGER)
    form = RoundForm(request.POST)
    if not form.is_valid():
        return _overview(request, campaign, form)
    try:
        made = dispatch_proposals(campaign=campaign, by=lead_of(request), **form.cleaned_data)
    except Refused as refused:
        messages.error(request, said(refused.text))
    else:
        messages.success(
            request,
            _(
                "Round %(round)s is dispatched: %(turns)s turns in all. Next: open the campaign"
                " and share the link."
            )
            % {"round": made.round, "turns": made.turns},
        )
    return redirect("first-gold", slug)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Says first what it does."""
    campaign = proposing_campaign(request, slug, least=Member.Role.MANAGER)
    if request.method == "POST":
        try:
            rounds = take_back_rounds(campaign=campaign, by=lead_of(request))
        except Refused as refused:
            messages.error(request, said(refused.text))
        else:
            told = ngettext("%d round is deleted.", "%d rounds are deleted.", rounds)
            messages.success(request, told % rounds)
        return redirect("first-gold", slug)
    context = {
        "rounds": campaign.proposal_rounds.count(),
        "may_take_back": can_take_back(campaign),
    }
    return stage_page(request, campaign, "take_back", context)


@require_POST
@login_required
def report(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = proposing_campaign(request, slug, least=Member.Role.MANAGER)
    tell_asked(request, request_first_gold_report(campaign))
    return redirect("first-gold", slug)


@require_safe
@login_required
def status(request: HttpRequest, slug: str) -> HttpResponse:
    """What the pages ask again and again; they are told to reload when a report is new."""
    campaign = proposing_campaign(request, slug)
    newest, context = report_context(campaign)
    if newest is not None and request.GET.get("shown") != str(shown_of(newest)):
        return HttpResponseClientRefresh()
    shared = workspace(request, campaign, stage="first-gold")
    return render(request, "proposing/_status.html", {**shared, **context})


def _overview(request: HttpRequest, campaign: Campaign, form: RoundForm) -> HttpResponse:
    newest, context = report_context(campaign)
    context |= {
        "standing": standing_of(campaign),
        "flagged": flagged(newest),
        "form": form,
        "can_take_back": can_take_back(campaign),
    }
    return stage_page(request, campaign, "overview", context)
