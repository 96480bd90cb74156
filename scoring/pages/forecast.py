"""Whether more ratings would still change the ranking: the newest forecast and those before."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns.models import Campaign
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from core.downloads import answer_table
from regild.figures.drawing import Theme
from scoring.models import RankingForecast
from scoring.selectors.forecasts import (
    curve_line,
    forecast_facts,
    forecast_figure,
    forecast_table,
    forecasts_rankings,
    history_line,
    latest_forecast,
)


@require_safe
@login_required
def forecast(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    if not forecasts_rankings(campaign):
        raise Http404
    made = latest_forecast(campaign)
    context = {**workspace(request, campaign, stage="agreement"), "made": made}
    if made is not None:
        facts = forecast_facts(made)
        context |= {
            "facts": facts,
            "curve": [curve_line(facts, _("τ expected"))],
            "history": [history_line(facts, _("τ expected with twice the ratings"))],
        }
    return render(request, "scoring/forecast.html", context)


@require_safe
@login_required
def table(request: HttpRequest, slug: str, name: str, form: str) -> HttpResponse:
    facts = forecast_facts(_latest(campaign_for(request.user, slug=slug)))
    return answer_table(forecast_table(facts, name), form=form, name=f"{slug}-forecast-{name}")


@require_safe
@login_required
def figure(request: HttpRequest, slug: str, name: str, form: str) -> HttpResponse:
    theme: Theme = "dark" if request.GET.get("theme") == "dark" else "light"
    facts = forecast_facts(_latest(campaign_for(request.user, slug=slug)))
    drawn = forecast_figure(facts, name, form=form, theme=theme)
    if drawn is None:
        raise Http404
    return HttpResponse(drawn.data, content_type=drawn.content_type)


def _latest(campaign: Campaign) -> RankingForecast:
    made = latest_forecast(campaign)
    if made is None:
        raise Http404
    return made
