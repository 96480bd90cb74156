"""One system: its name, its answers, whether it is hidden, and taking it out."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.models import Member
from campaigns.pages.requests import being_rated, go_to, lead_of, session_of, tell_notices
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.settled import has_ratings
from campaigns.selectors.task import phrase_of, task_of
from campaigns.services.settling import RatingsExist, RatingUnderWay
from core.downloads import stream_file
from core.refusals import Refused, SystemExists, said
from regild.problems import BadFiles
from sources.forms import AnswersForm, RenameSystemForm
from sources.models import System
from sources.selectors import answers_file
from sources.services.changing_systems import hide_system, rename_system, show_system
from sources.services.systems import (
    AddedSystem,
    EndInNumbers,
    remove_system,
    replace_answers,
)

show_or_do = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@login_required
def answers(request: HttpRequest, slug: str, id: int) -> StreamingHttpResponse:
    """What a system answered, as a file that can be brought in again."""
    system = get_object_or_404(campaign_for(request.user, slug=slug).systems, id=id)
    file = answers_file(system, form=request.GET.get("form", ""))
    if file is None:
        raise Http404
    return stream_file(
        file.lines, content_type=file.content_type, name=f"{slug}-{id}.{file.suffix}"
    )


@show_or_do
@login_required
def rename(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    system = get_object_or_404(campaign.systems, id=id)
    form = RenameSystemForm(request.POST or None, initial={"name": system.name})
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        try:
            rename_system(system=system, name=name, by=lead_of(request))
        except SystemExists:
            form.add_error("name", _("There is a system of this name."))
        except Refused as refusal:
            form.add_error("name", said(refusal.text))
        else:
            told = _("%(former)s is now called %(name)s.")
            messages.success(request, told % {"former": system.name, "name": name})
            return redirect("sources", slug)
    context = {
        **workspace(request, campaign, stage="sources"),
        "system": system,
        "form": form,
        "rated": has_ratings(campaign),
    }
    return render(request, "sources/rename_system.html", context)


@show_or_do
@login_required
def replace(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    """Others in the place of a system's answers."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    system = get_object_or_404(campaign.systems, id=id)
    form = AnswersForm(
        request.POST or None,
        request.FILES or None,
        campaign=campaign,
        session=session_of(request),
    )
    if request.method == "POST":
        replaced = _replaced(request, system, form) if form.is_valid() else None
        if replaced is not None:
            form.forget_files()
            tell_notices(request, replaced.notices)
            messages.success(
                request,
                phrase_of(
                    task_of(campaign),
                    "answers are replaced",
                    system=system.name,
                    answers=replaced.answers,
                    count=replaced.attempted,
                ),
            )
            return go_to(request, "sources", slug)
        form.keep_files()
    context = {
        **workspace(request, campaign, stage="sources"),
        "system": system,
        "form": form,
        "rated": has_ratings(campaign),
    }
    if "HX-Request" in request.headers:
        return render(request, "sources/_replace_answers.html", context)
    return render(request, "sources/replace_answers.html", context)


def _replaced(request: HttpRequest, system: System, form: AnswersForm) -> AddedSystem | None:
    try:
        with form.opened_files() as files:
            return replace_answers(
                system=system,
                answers=files["answers"],
                multiwords=files.get("multiwords"),
                as_they_are=form.cleaned_data["as_they_are"],
                by=lead_of(request),
            )
    except BadFiles as bad:
        form.bad_files = bad.files
    except EndInNumbers as refusal:
        form.ask_about_numbers(refusal)
    except RatingUnderWay:
        form.add_error(None, being_rated())
    except Refused as refusal:
        form.add_error(None, said(refusal.text))
    return None


@show_or_do
@login_required
def hide(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    """Says first what it does."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    system = get_object_or_404(campaign.systems, id=id)
    if request.method == "POST":
        hide_system(system=system, by=lead_of(request))
        told = phrase_of(task_of(campaign), "system is hidden", system=system.name)
        messages.success(request, told)
        return redirect("sources", slug)
    context = {**workspace(request, campaign, stage="sources"), "system": system}
    return render(request, "sources/hide_system.html", context)


@require_POST
@login_required
def show(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    system = get_object_or_404(campaign.systems, id=id)
    show_system(system=system, by=lead_of(request))
    told = phrase_of(task_of(campaign), "system is shown", system=system.name)
    messages.success(request, told)
    return redirect("sources", slug)


@show_or_do
@login_required
def remove(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    """Asks first, for the file would have to be found again."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    system = get_object_or_404(campaign.systems, id=id)
    if request.method != "POST":
        context = {
            **workspace(request, campaign, stage="sources"),
            "system": system,
            "rated": has_ratings(campaign),
        }
        return render(request, "sources/remove_system.html", context)
    try:
        remove_system(system=system, by=lead_of(request))
    except RatingUnderWay:
        messages.error(request, being_rated())
    except RatingsExist:
        messages.error(request, _("Nothing was removed: annotators have rated its answers."))
    else:
        messages.success(
            request,
            phrase_of(task_of(campaign), "system is removed", system=system.name),
        )
    return redirect("sources", slug)
