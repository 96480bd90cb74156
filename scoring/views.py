"""The second gold and the scores on it: pages, and everything on them as files."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from agreement.api import answer_table
from campaigns.api.files import answer_file
from campaigns.models import Campaign, Member
from campaigns.selectors import campaign_for, may, work_of
from campaigns.services.bring_in import BadFiles
from campaigns.services.jobs import JobRefused
from campaigns.views.requests import lead_of, session_of, tell_asked, tell_notices
from regild.figures.drawing import FORMATS as FIGURE_FORMS
from regild.figures.drawing import Look, Theme
from regild.figures.rankings import slopes
from regild.scoring.measures import KEYS
from regild.scoring.two_golds import TABLE_2, TABLE_3
from scoring.forms import MultiwordsForm, ReleaseForm
from scoring.models import Release
from scoring.selectors.golds import multiword_targets
from scoring.selectors.releases import RELEASE, RESCORE, other_ratings_count
from scoring.selectors.scores import (
    changes_of,
    compared_target,
    how_scored,
    is_out_of_date,
    lines_of,
    part_rankings,
    rankings_of,
    sentences_by_key,
    table_named,
)
from scoring.services.exporting import DATASET, FORMATS, download_gold
from scoring.services.freezing import request_release
from scoring.services.multiword_targets import Marked, mark_multiword_targets
from scoring.services.rescoring import request_rescore

SENTENCES_ON_PAGE = 20


@require_safe
@login_required
def gold(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    usual = {"min_ratings": campaign.min_ratings, "list_unanimous_zeros": True}
    return _gold_page(request, campaign, ReleaseForm(initial=usual))


@require_POST
@login_required
def make_release(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = ReleaseForm(request.POST)
    if not form.is_valid():
        return _gold_page(request, campaign, form)
    job = request_release(campaign=campaign, by=lead_of(request), **form.cleaned_data)
    tell_asked(request, job)
    return redirect("gold", slug=slug)


@require_safe
@login_required
def release_status(request: HttpRequest, slug: str) -> HttpResponse:
    return _status(request, slug, RELEASE)


@require_safe
@login_required
def release(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    context = {
        "campaign": campaign,
        "stage": "gold",
        "release": _release(campaign, number),
        "formats": [*FORMATS, DATASET],
    }
    return render(request, "scoring/release.html", context)


@require_safe
@login_required
def download(request: HttpRequest, slug: str, number: int, format: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    found = _release(campaign, number)
    if format not in {*FORMATS, DATASET}:
        raise Http404
    try:
        file = download_gold(release=found, format=format)
    except JobRefused as refusal:
        return HttpResponse(str(refusal), status=409, content_type="text/plain; charset=utf-8")
    return answer_file(file.data, content_type=file.content_type, name=file.name)


@require_safe
@login_required
def scores(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The paper's two tables; above them, any other measure that was asked for."""
    campaign = campaign_for(request.user, slug=slug)
    releases = campaign.releases.defer("policy", "comparison")
    shown = releases.first() if number is None else _release(campaign, number)
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
    job = request_rescore(
        campaign=campaign, number=_release(campaign, number).number, by=lead_of(request)
    )
    tell_asked(request, job)
    return redirect("scores-release", slug=slug, number=number)


@require_safe
@login_required
def rescore_status(request: HttpRequest, slug: str) -> HttpResponse:
    return _status(request, slug, RESCORE)


@require_safe
@login_required
def table(request: HttpRequest, slug: str, number: int, name: str, form: str) -> HttpResponse:
    shown = _release(campaign_for(request.user, slug=slug), number)
    found = table_named(shown, name)
    return answer_table(found, form=form, name=f"{slug}-gold-{number}-{name}")


@require_safe
@login_required
def figure(request: HttpRequest, slug: str, number: int, name: str, form: str) -> HttpResponse:
    """The slope chart of a measure's ranks."""
    shown = _release(campaign_for(request.user, slug=slug), number)
    rankings = rankings_of(shown, [name])
    if form not in FIGURE_FORMS or name not in rankings:
        raise Http404
    theme: Theme = "dark" if request.GET.get("theme") == "dark" else "light"
    drawn = slopes(
        rankings[name],
        Look(form, theme, x_label="", y_label=""),
        titles=(_("first gold"), _("second gold")),
    )
    return HttpResponse(drawn, content_type=FIGURE_FORMS[form])


@require_safe
@login_required
def system(request: HttpRequest, slug: str, number: int, id: int) -> HttpResponse:
    """Why a system gained or lost: its sentences, those first where the golds differ most."""
    campaign = campaign_for(request.user, slug=slug)
    shown = _release(campaign, number)
    measured = get_object_or_404(campaign.systems, id=id)
    measure = request.GET.get("measure", TABLE_2)
    if measure not in KEYS:
        raise Http404
    target = compared_target(campaign, request.GET.get("target", "").strip())
    changes = changes_of(shown, measured, measure=measure, lexelt=target)
    page = Paginator(changes, SENTENCES_ON_PAGE).get_page(request.GET.get("page"))
    sentences = sentences_by_key(shown, [change.sentence for change in page])
    context = {
        "campaign": campaign,
        "stage": "scores",
        "release": shown,
        "system": measured,
        "measure": measure,
        "target": target,
        "page": page,
        "lines": lines_of(shown, measured, measure=measure),
        "changes": [(change, sentences[change.sentence]) for change in page],
    }
    return render(request, "scoring/system.html", context)


def _scores_page(
    request: HttpRequest, campaign: Campaign, shown: Release | None, form: MultiwordsForm
) -> HttpResponse:
    work = work_of(campaign, RESCORE)
    context: dict[str, Any] = {
        "campaign": campaign,
        "stage": "scores",
        "release": shown,
        "releases": campaign.releases.defer("policy", "comparison"),
        **work._asdict(),
        "busy": work.job is not None and work.job.finished_at is None,
        "may_change": _may_change(request, campaign),
        "form": form,
        "multiword_targets": len(multiword_targets(campaign)),
    }
    if shown is not None and (rankings := rankings_of(shown)):
        asked = request.GET.get("measure")
        first = [asked] if asked in rankings else []
        keys = list(dict.fromkeys([*first, TABLE_2, TABLE_3]))
        parts = part_rankings(shown, keys)
        context |= {
            "evaluation": how_scored(shown),
            "out_of_date": is_out_of_date(shown),
            "rankings": [(rankings[key], parts[key]) for key in keys],
            "every": rankings.values(),
            "asked": asked,
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
    except JobRefused as refusal:
        form.add_error("multiwords", str(refusal))
    return None


def _gold_page(request: HttpRequest, campaign: Campaign, form: ReleaseForm) -> HttpResponse:
    context = {
        "campaign": campaign,
        "stage": "gold",
        "form": form,
        "releases": campaign.releases.defer("comparison"),
        # Before what it stores: a job that ends in between is shown as under way.
        **work_of(campaign, RELEASE)._asdict(),
        "out_of_date": other_ratings_count(campaign),
        "may_change": _may_change(request, campaign),
    }
    return render(request, "scoring/gold.html", context)


def _status(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """What a page asks while a job is under way; it is told to reload when the job it shows
    ends, whether or not the next begins."""
    campaign = campaign_for(request.user, slug=slug)
    work = work_of(campaign, kind)
    if work.job is None or work.job.finished_at or request.GET.get("shown") != str(work.job.pk):
        return HttpResponseClientRefresh()
    return render(request, "scoring/_status.html", {"campaign": campaign, **work._asdict()})


def _release(campaign: Campaign, number: int) -> Release:
    return get_object_or_404(campaign.releases, number=number)


def _may_change(request: HttpRequest, campaign: Campaign) -> bool:
    return may(cast(User, request.user), campaign, Member.Role.MANAGER)
