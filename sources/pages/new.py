"""A new campaign: its files and first choices, all problems at once, nothing lost by one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.pages.requests import go_to, lead_of, session_of, tell_notices
from core.refusals import CampaignExists
from regild.problems import BadFiles
from sources.forms import NewCampaignForm
from sources.services.creating import BroughtIn, create_campaign


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_campaign(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        form = NewCampaignForm(
            session=session_of(request), initial={"language": get_language()}
        )
    else:
        form = NewCampaignForm(request.POST, request.FILES, session=session_of(request))
        made = _create(request, form) if form.is_valid() else None
        if made is not None:
            form.forget_files()
            tell_notices(request, made.notices)
            messages.success(
                request,
                _("The campaign is made: %(sentences)s sentences, %(gold)s gold substitutes.")
                % {"sentences": made.sentences, "gold": made.gold_substitutes},
            )
            return go_to(request, "sources", made.campaign.slug)
        form.keep_files()
    template = "sources/_new.html" if "HX-Request" in request.headers else "sources/new.html"
    return render(request, template, {"form": form})


def _create(request: HttpRequest, form: NewCampaignForm) -> BroughtIn | None:
    data = form.cleaned_data
    try:
        with form.opened_files() as files:
            return create_campaign(
                slug=data["slug"],
                title=data["title"],
                sentences=files["sentences"],
                gold=files["gold"],
                mapping=files.get("mapping"),
                language=data["language"],
                scale=data["scale"],
                multiwords=data["multiwords"],
                excluded_targets=data["excluded_targets"],
                by=lead_of(request),
            )
    except BadFiles as bad:
        form.bad_files = bad.files
    except CampaignExists:
        form.add_error("slug", _("This address is taken."))
    return None
