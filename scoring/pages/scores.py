"""The scores on both golds of a release."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of, session_of, tell_asked, tell_notices
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.work import work_of
from core.refusals import Refused, said
from regild.problems import BadFiles
from scoring.forms.releases import MultiwordsForm
from scoring.models import Release
from scoring.selectors.figures import figure_tables, figures_on_page
from scoring.selectors.golds import multiword_targets
from scoring.selectors.left_out import left_out_of
from scoring.selectors.releases import RESCORE
from scoring.selectors.scores import part_rankings, scores_of
from scoring.services.multiword_targets import Marked, mark_multiword_targets
from scoring.services.rescoring import request_rescore


@require_safe
@login_required
def scores(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The paper's two tables; above them, any other measure that was asked for."""
    campaign = campaign_for(request.user, slug=slug)
    releases = campaign.releases.defer("policy", "comparison")
    shown = (
        releases.first()
        if number is None
        else get_object_or_404(campaign.releases, number=number)
    )
    return _scores_page(request, campaign, shown, MultiwordsForm(session=session_of(request)))


@require_POST
@login_required
def mark_multiwords(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = MultiwordsForm(request.POST, request.FILES, session=session_of(request))
    marked = _mark(request, campaign, form) if form.is_valid() else None
    if marked is None:
        return _scores_page(request, campaign, campaign.releases.first(), form)
    tell_notices(request, marked.notices)
    messages.success(
        request,
        ngettext(
            "The target of %(n)s sentence is part of a multiword. Score again to see NMWT.",
            "The targets of %(n)s sentences are part of a multiword. Score again to see NMWT.",
            marked.sentences,
        )
        % {"n": marked.sentences},
    )
    return redirect("scores", slug=slug)


@require_POST
@login_required
def make_scores(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    release = get_object_or_404(campaign.releases, number=number)
    job = request_rescore(campaign=campaign, number=release.number, by=lead_of(request))
    tell_asked(request, job)
    return redirect("scores-release", slug=slug, number=number)


def _scores_page(
    request: HttpRequest, campaign: Campaign, shown: Release | None, form: MultiwordsForm
) -> HttpResponse:
    work = work_of(campaign, RESCORE)
    context: dict[str, Any] = {
        **workspace(request, campaign, stage="scores"),
        "release": shown,
        "releases": campaign.releases.defer("policy", "comparison"),
        "work": work,
        "form": form,
        "multiword_targets": len(multiword_targets(campaign)),
    }
    if shown is not None and (found := scores_of(shown)).rankings:
        asked = request.GET.get("measure")
        first = [asked] if asked in found.rankings else []
        keys = list(dict.fromkeys([*first, *found.headline]))
        parts = part_rankings(shown, keys, parts=found.parts)
        beside = found.beside
        context |= {
            "evaluation": found.evaluation,
            "out_of_date": found.out_of_date,
            "multiwords": found.multiwords,
            "left_out": left_out_of(shown),
            "rankings": [
                (
                    found.rankings[key],
                    parts[key],
                    figures_on_page(found.rankings[key], beside.get(key, {})),
                )
                for key in keys
            ],
            "tables": figure_tables(found.measures, beside) if beside else [],
            "every": found.rankings.values(),
            "keys": [*found.rankings],
            "asked": asked or keys[0],
        }
    return render(request, "scoring/scores.html", context)


def _mark(request: HttpRequest, campaign: Campaign, form: MultiwordsForm) -> Marked | None:
    try:
        with form.opened_files() as files:
            return mark_multiword_targets(
                campaign=campaign, gold=files["multiwords"], by=lead_of(request)
            )
    except BadFiles as bad:
        form.bad_files = bad.files
    except Refused as refusal:
        form.add_error("multiwords", said(refusal.text))
    return None
