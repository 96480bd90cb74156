"""The second gold and the scores on it: pages, and everything on them as files."""

import io
import zipfile
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from agreement.figures import FORMATS as FIGURE_FORMS
from agreement.figures import Look, Theme
from agreement.tables import as_csv, as_latex
from campaigns.models import Campaign, Member
from campaigns.selectors import campaign_for, may
from campaigns.services.jobs import JobRefused, enqueue
from scoring.figures import slopes
from scoring.forms import ReleaseForm
from scoring.measures import KEYS
from scoring.models import Release
from scoring.selectors.releases import RELEASE, RESCORE, latest_job
from scoring.selectors.scores import changes_of, rankings_of, sentences_by_key
from scoring.services.exporting import DATASET, FORMATS, export_gold
from scoring.services.freezing import request_release
from scoring.services.rescoring import request_rescore
from scoring.two_golds import TABLE_2, TABLE_3, ranking_table, score_table

FIGURE_TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}
TABLE_FORMS = {"csv": ("text/csv", as_csv), "tex": ("application/x-tex", as_latex)}

# The name of the table that has every measure's agreement of ranks.
RANKINGS = "rankings"
SENTENCES_ON_PAGE = 20
# To be put in order every sentence is scored; of a larger campaign one target is shown.
COMPARED_AT_ONCE = 2_000


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
    job, new = request_release(
        campaign=campaign, by=cast(User, request.user), **form.cleaned_data
    )
    if new:
        enqueue(job)
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
        exported = export_gold(release=found, format=format)
    except JobRefused as refusal:
        return HttpResponse(str(refusal), status=409, content_type="text/plain; charset=utf-8")
    name = f"{slug}-gold-{number}-{format}"
    if format == DATASET:
        return _file(_zipped(exported.files), "application/zip", f"{name}.zip")
    kind = FORMATS[format]
    return _file(
        exported.files[""], f"{kind.content_type}; charset=utf-8", f"{name}.{kind.suffix}"
    )


@require_safe
@login_required
def scores(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The paper's two tables; above them, any other measure that was asked for."""
    campaign = campaign_for(request.user, slug=slug)
    releases = campaign.releases.defer("policy", "comparison")
    shown = releases.first() if number is None else _release(campaign, number)
    job = latest_job(campaign, RESCORE)
    context: dict[str, Any] = {
        "campaign": campaign,
        "stage": "scores",
        "release": shown,
        "releases": releases,
        "job": job,
        "busy": job is not None and job.finished_at is None,
        "may_change": _may_change(request, campaign),
    }
    if shown is not None and (rankings := rankings_of(shown)):
        asked = request.GET.get("measure")
        keys = [asked] if asked in rankings else []
        context |= {
            "evaluation": shown.evaluations.first(),
            "rankings": [rankings[key] for key in dict.fromkeys([*keys, TABLE_2, TABLE_3])],
            "every": rankings.values(),
            "asked": asked,
        }
    return render(request, "scoring/scores.html", context)


@require_POST
@login_required
def make_scores(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    job, new = request_rescore(
        campaign=campaign,
        number=_release(campaign, number).number,
        by=cast(User, request.user),
    )
    if new:
        enqueue(job)
    return redirect("scores-release", slug=slug, number=number)


@require_safe
@login_required
def rescore_status(request: HttpRequest, slug: str) -> HttpResponse:
    return _status(request, slug, RESCORE)


@require_safe
@login_required
def table(request: HttpRequest, slug: str, number: int, name: str, form: str) -> HttpResponse:
    shown = _release(campaign_for(request.user, slug=slug), number)
    rankings = rankings_of(shown)
    if form not in TABLE_FORMS or not rankings or name not in {RANKINGS, *rankings}:
        raise Http404
    found = (
        ranking_table(rankings.values()) if name == RANKINGS else score_table(rankings[name])
    )
    content_type, written = TABLE_FORMS[form]
    return _file(
        written(found).encode(),
        f"{content_type}; charset=utf-8",
        f"{slug}-gold-{number}-{name}.{form}",
    )


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
    return HttpResponse(drawn, content_type=FIGURE_TYPES[form])


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
    target = request.GET.get("target", "").strip()
    if not target and campaign.sentences.count() > COMPARED_AT_ONCE:
        target = campaign.sentences.order_by("lexelt").values_list("lexelt", flat=True)[0]
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
        "changes": [(change, sentences[change.sentence]) for change in page],
    }
    return render(request, "scoring/system.html", context)


def _gold_page(request: HttpRequest, campaign: Campaign, form: ReleaseForm) -> HttpResponse:
    context = {
        "campaign": campaign,
        "stage": "gold",
        "form": form,
        "releases": campaign.releases.defer("comparison"),
        "job": latest_job(campaign, RELEASE),
        "may_change": _may_change(request, campaign),
    }
    return render(request, "scoring/gold.html", context)


def _status(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """What a page asks while a job is under way; it is told to reload when the job ends."""
    campaign = campaign_for(request.user, slug=slug)
    job = latest_job(campaign, kind)
    if job is None or job.finished_at:
        return HttpResponseClientRefresh()
    return render(request, "scoring/_status.html", {"campaign": campaign, "job": job})


def _release(campaign: Campaign, number: int) -> Release:
    return get_object_or_404(campaign.releases, number=number)


def _may_change(request: HttpRequest, campaign: Campaign) -> bool:
    return may(cast(User, request.user), campaign, Member.Role.MANAGER)


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(files.items()):
            # Without a time of its own, the same release gives the same archive.
            archive.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _file(data: bytes, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(
        data,
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
