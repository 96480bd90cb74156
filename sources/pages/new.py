"""A new campaign: its files and first choices, all problems at once, nothing lost by one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.models import Job
from campaigns.pages.requests import go_to, lead_of, session_of, tell_notices
from core.refusals import CampaignExists
from regild.problems import BadFiles
from regild.tasks import DEFAULT, TASKS
from sources.forms import NewCampaignForm
from sources.services.creating import BroughtIn, ChoicesUnfit
from sources.services.large_campaigns import create_or_request


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_campaign(request: HttpRequest) -> HttpResponse:
    """First what is judged; then what a campaign of that needs."""
    posted = request.method == "POST"
    name = request.POST.get("task", DEFAULT) if posted else request.GET.get("task", "")
    task = TASKS.get(name)
    if task is None:
        return render(request, "sources/choose_task.html", {"tasks": TASKS.values()})
    kind: dict[str, Any] = {"task": task, "session": session_of(request)}
    if not posted:
        form = NewCampaignForm(**kind, initial={"language": get_language()})
    else:
        form = NewCampaignForm(request.POST, request.FILES, **kind)
        made = _create(request, form) if form.is_valid() else None
        if isinstance(made, Job):
            form.forget_files()
            return go_to(request, "overview", made.key)
        if made is not None:
            form.forget_files()
            tell_notices(request, made.notices)
            messages.success(request, _("Campaign created: %s") % made.said)
            return go_to(request, "sources", made.campaign.slug)
        form.keep_files()
    template = "sources/_new.html" if "HX-Request" in request.headers else "sources/new.html"
    return render(request, template, {"form": form, "task": task})


def _create(request: HttpRequest, form: NewCampaignForm) -> BroughtIn | Job | None:
    try:
        with form.opened_files() as files:
            return create_or_request(
                task=form.task.name, files=files, **form.choices(), by=lead_of(request)
            )
    except BadFiles as bad:
        form.bad_files = bad.files
    except ChoicesUnfit as unfit:
        form.tell(unfit)
    except CampaignExists:
        form.add_error("slug", _("This address is taken."))
    return None
