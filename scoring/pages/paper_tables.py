"""The tables of the papers, each as it is printed there."""

from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from campaigns.models import Campaign
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import task_of
from core.downloads import answer_file
from core.refusals import Refused, said
from regild.figures.drawing import Theme
from scoring.forms.paper_tables import LatexForm
from scoring.models import Release
from scoring.selectors.paper_files import paper_file
from scoring.selectors.paper_tables import GOLDS, paper_tables


@require_safe
@login_required
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """By paper, on the first gold unless the second is asked for."""
    campaign = _campaign(request, slug)
    release, gold = _asked(request, campaign)
    found = paper_tables(campaign, release, gold=gold, _=said)
    context: dict[str, Any] = {
        **workspace(request, campaign, stage="scores"),
        "release": release,
        "releases": campaign.releases.defer("policy", "comparison"),
        "gold": gold,
        "asked": urlencode({"gold": gold, **({"release": release.number} if release else {})}),
        "latex": LatexForm(),
        "papers": [(p, [*of]) for p, of in groupby(found, key=lambda t: t.declared.paper)],
    }
    return render(request, "scoring/paper_tables.html", context)


@require_safe
@login_required
def file(request: HttpRequest, slug: str, table: str, form: str) -> HttpResponse:
    campaign = _campaign(request, slug)
    release, gold = _asked(request, campaign)
    theme: Theme = "dark" if request.GET.get("theme") == "dark" else "light"
    asked = LatexForm(request.GET)
    if not asked.is_valid():
        raise BadRequest
    try:
        made = paper_file(
            campaign,
            release,
            table,
            form=form,
            gold=gold,
            theme=theme,
            choices=asked.choices(),
            _=said,
        )
    except Refused as refusal:
        raise BadRequest(said(refusal.text)) from refusal
    if made is None:
        raise Http404
    return answer_file(made.data, content_type=made.content_type, name=f"{slug}-{table}.{form}")


def _campaign(request: HttpRequest, slug: str) -> Campaign:
    campaign = campaign_for(request.user, slug=slug)
    if not task_of(campaign).scoring.has_paper_tables:
        raise Http404
    return campaign


def _asked(request: HttpRequest, campaign: Campaign) -> tuple[Release | None, str]:
    number = request.GET.get("release", "")
    gold = request.GET.get("gold", GOLDS[0])
    if gold not in GOLDS or not (number == "" or (number.isascii() and number.isdigit())):
        raise Http404
    releases = campaign.releases.defer("policy", "comparison")
    if number:
        # Longer numbers none of the databases could hold.
        return get_object_or_404(releases, number=int(number[:9])), gold
    return releases.first(), gold
