"""The first gold as it would be, and as it was frozen."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import being_rated, lead_of
from campaigns.services.settling import RatingUnderWay
from core.downloads import answer_file
from core.paging import page_of
from core.refusals import Refused, said
from proposing.forms import FreezeForm, SentenceFilter
from proposing.pages.rendering import proposing_campaign, report_context, stage_page
from proposing.selectors.golds import FORMS, frozen_gold, gold_file
from proposing.selectors.reports import rows_of
from proposing.selectors.sentences import drafted, find_drafted
from proposing.selectors.standing import standing_of
from proposing.services.freezing import freeze_first_gold

ORDER = ["position", "id"]
show_or_do = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@login_required
def sentences(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = proposing_campaign(request, slug)
    form = SentenceFilter(request.GET)
    page = page_of(find_drafted(campaign, **form.asked()), request.GET, order=ORDER)
    context = {"filter": form, "page": page, "rows": drafted(campaign, page.rows)}
    return stage_page(request, campaign, "sentences", context)


@require_safe
@login_required
def unclear(request: HttpRequest, slug: str) -> HttpResponse:
    """What annotators found unclear, what is in no gold, and what has few answers."""
    campaign = proposing_campaign(request, slug)
    report, context = report_context(campaign)
    names = ("unclear", "unclear_groups", "left_out")
    context |= {name: rows_of(report, name) for name in names}
    context["few"] = report.lists["few"] if report else []
    return stage_page(request, campaign, "unclear", context)


@show_or_do
@login_required
def freeze(request: HttpRequest, slug: str) -> HttpResponse:
    """What freezing would do; then it is done."""
    if request.method != "POST":
        campaign = proposing_campaign(request, slug)
        return _ask(request, campaign, FreezeForm())
    campaign = proposing_campaign(request, slug, least=Member.Role.MANAGER)
    form = FreezeForm(request.POST)
    if not form.is_valid():
        return _ask(request, campaign, form)
    try:
        frozen = freeze_first_gold(
            campaign=campaign, name_code=form.code(), by=lead_of(request)
        )
    except Refused as refused:
        under_way = isinstance(refused, RatingUnderWay)
        messages.error(request, being_rated() if under_way else said(refused.text))
    else:
        told = (
            _("First gold %s is frozen. Next: add systems, then pool.")
            if frozen.new
            else _("Nothing has changed since first gold %s.")
        )
        messages.success(request, told % frozen.gold.number)
    return redirect("freeze-first-gold", slug)


@require_safe
@login_required
def file(request: HttpRequest, slug: str, number: int, form: str) -> HttpResponse:
    if form not in FORMS:
        raise Http404
    gold = frozen_gold(proposing_campaign(request, slug), number)
    return answer_file(
        gold_file(gold, form),
        content_type=FORMS[form],
        name=f"{slug}-first-gold-{number}.{form}",
    )


def _ask(request: HttpRequest, campaign: Campaign, form: FreezeForm) -> HttpResponse:
    _report, context = report_context(campaign)
    context |= {"standing": standing_of(campaign), "form": form}
    return stage_page(request, campaign, "freeze", context)
