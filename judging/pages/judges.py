"""The judges of a campaign, the newest report on them, and a new judge's form."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of, session_of, tell_asked, tell_notices
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.work import work_of
from core.downloads import answer_table
from core.refusals import Refused, said
from judging.forms import EpsilonForm, JudgeForm
from judging.models import JUDGING
from judging.selectors.judges import find_judges, judge_named, left_unjudged
from judging.selectors.reports import (
    judging_facts,
    judging_figure,
    judging_named,
    judging_tables,
    latest_judging,
)
from judging.services.importing import import_judgements, remove_judge
from judging.services.measuring import EPSILON, request_judging
from regild.figures.drawing import Theme
from regild.problems import BadFiles


@require_safe
@login_required
def judges(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    form = JudgeForm(campaign=campaign, session=session_of(request))
    return _page(request, campaign, form)


@require_POST
@login_required
def add(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = JudgeForm(
        request.POST, request.FILES, campaign=campaign, session=session_of(request)
    )
    if form.is_valid():
        told = {name: form.cleaned_data[name] for name in ("name", "model_version", "prompt")}
        try:
            with form.opened_files() as files:
                read = import_judgements(
                    campaign=campaign,
                    judgements=files["judgements"],
                    related=form.cleaned_data["related"],
                    by=lead_of(request),
                    **told,
                )
        except BadFiles as bad:
            form.bad_files = bad.files
        except Refused as refusal:
            form.add_error(None, said(refusal.text))
        else:
            form.forget_files()
            tell_notices(request, read.notices)
            messages.success(
                request,
                _("%(judge)s is stored, with %(n)s judgements.")
                % {"judge": read.judge, "n": read.judged},
            )
            return redirect("judges", slug)
    form.keep_files()
    return _page(request, campaign, form)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Asks first: what was judged goes."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    judge = judge_named(campaign, number)
    if request.method != "POST":
        context = {**workspace(request, campaign, stage="judges"), "judge": judge}
        return render(request, "judging/remove.html", context)
    remove_judge(campaign=campaign, number=number, by=lead_of(request))
    messages.success(request, _("%(judge)s is removed.") % {"judge": judge})
    return redirect("judges", slug)


@require_POST
@login_required
def measure(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = EpsilonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("ε is from 0 to below 1."))
    else:
        tell_asked(request, request_judging(campaign, epsilon=form.cleaned_data["epsilon"]))
    return redirect("judges", slug)


@require_safe
@login_required
def status(request: HttpRequest, slug: str) -> HttpResponse:
    """What the page asks again and again; it is told to reload when a report is new to it."""
    campaign = campaign_for(request.user, slug=slug)
    work, report = work_of(campaign, JUDGING), latest_judging(campaign)
    if report is not None and request.GET.get("shown") != str(report.pk):
        return HttpResponseClientRefresh()
    context = {
        **workspace(request, campaign, stage="judges"),
        "work": work,
        "report": report,
    }
    return render(request, "judging/_status.html", context)


@require_safe
@login_required
def report_json(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    return JsonResponse(judging_facts(judging_named(campaign_for(request.user, slug=slug), id)))


@require_safe
@login_required
def table(request: HttpRequest, slug: str, id: int, name: str, form: str) -> HttpResponse:
    facts = judging_facts(judging_named(campaign_for(request.user, slug=slug), id))
    return answer_table(judging_tables(facts).get(name), form=form, name=f"{slug}-{name}")


@require_safe
@login_required
def figure(request: HttpRequest, slug: str, id: int, number: int, form: str) -> HttpResponse:
    theme: Theme = "dark" if request.GET.get("theme") == "dark" else "light"
    report = judging_named(campaign_for(request.user, slug=slug), id)
    drawn = judging_figure(report, number, form=form, theme=theme)
    if drawn is None:
        raise Http404
    return HttpResponse(drawn.data, content_type=drawn.content_type)


def _page(request: HttpRequest, campaign: Campaign, form: JudgeForm) -> HttpResponse:
    work, report = work_of(campaign, JUDGING), latest_judging(campaign)
    found = find_judges(campaign)
    missing = left_unjudged(campaign, found)
    epsilon = report.epsilon if report else EPSILON
    context = {
        **workspace(request, campaign, stage="judges"),
        "form": form,
        "judges": [(judge, missing[judge.pk]) for judge in found],
        "report": report,
        "facts": judging_facts(report) if report else None,
        "work": work,
        "epsilon": EpsilonForm(initial={"epsilon": epsilon}),
    }
    return render(request, "judging/judges.html", context)
