"""Add a baseline that is made here."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import go_to, lead_of, session_of, tell_asked
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import phrase_of, task_of
from campaigns.selectors.work import work_of
from core.refusals import Refused, SystemExists, said
from regild.problems import BadFiles
from scoring.forms.baselines import BaselineForm
from scoring.services.baselines import BASELINE, BaselineRefused, add_baseline
from scoring.services.requested_baselines import request_baseline


@require_safe
@login_required
def baselines(request: HttpRequest, slug: str) -> HttpResponse:
    """Those that the campaign's task has, to choose from; a task may have none."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    known = task_of(campaign).baselines
    context = {
        **workspace(request, campaign, stage="sources"),
        "known": known.items(),
        "work": work_of(campaign, BASELINE),
    }
    return render(request, "scoring/baselines.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def baseline(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    made = task_of(campaign).baselines.get(kind)
    if made is None:
        # Those that there are.
        return redirect("baselines", slug)
    if request.method != "POST":
        form = BaselineForm(made=made, session=session_of(request), initial={"name": kind})
    else:
        form = BaselineForm(request.POST, request.FILES, made=made, session=session_of(request))
        if form.is_valid() and _done(request, campaign, form, kind):
            form.forget_files()
            return go_to(request, "baselines" if made.slow else "sources", slug)
        form.keep_files()
    context = {
        **workspace(request, campaign, stage="sources"),
        "form": form,
        "made": made,
        "kind": kind,
    }
    whole = "HX-Request" not in request.headers
    template = "scoring/baseline.html" if whole else "scoring/_baseline.html"
    return render(request, template, context)


def _done(request: HttpRequest, campaign: Campaign, form: BaselineForm, kind: str) -> bool:
    """Or asked for, where it takes long; False with the form saying why not."""
    asked = {
        "name": form.cleaned_data["name"],
        "gold": form.cleaned_data.get("gold", "first"),
        "options": form.options(),
    }
    lead = lead_of(request)
    try:
        with form.opened_files() as files:
            if form.made.slow:
                job = request_baseline(
                    campaign=campaign, kind=kind, files=files, by=lead, **asked
                )
                tell_asked(request, job)
                return True
            added = add_baseline(campaign=campaign, kind=kind, files=files, by=lead, **asked)
    except BadFiles as bad:
        form.bad_files = bad.files
        return False
    except BaselineRefused as refusal:
        form.tell(refusal)
        return False
    except SystemExists:
        form.add_error("name", _("There is a system of this name."))
        return False
    except Refused as refusal:
        form.add_error(None, said(refusal.text))
        return False
    told = phrase_of(
        task_of(campaign),
        "system is added",
        system=added.system.name,
        answers=added.answers,
        count=added.attempted,
    )
    messages.success(request, told)
    return True
