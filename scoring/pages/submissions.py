"""Teams submit systems through a link, and see what they scored; leads give the links out."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.models import Campaign, Member
from campaigns.pages.requests import go_to, lead_of, session_of, tell_notices
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import phrase_of, task_of
from core.downloads import answer_file
from core.refusals import Refused, SystemExists, said
from regild.problems import BadFiles
from scoring.forms.submissions import LeaderboardForm, LinkForm
from scoring.models import SubmissionLink
from scoring.selectors.published import page_of_public
from scoring.selectors.submissions import (
    AS_RANKED,
    find_link,
    leaderboard_of,
    public_leaderboard,
    submission_links,
)
from scoring.selectors.teams import example_of, history_of, items_to_answer
from scoring.services.rescoring import request_rescore
from scoring.services.submitting import (
    MOST_SYSTEMS,
    close_link,
    make_link,
    seconds_to_next_check,
    show_leaderboard,
    submit_system,
    systems_of,
    takes_systems,
)
from sources.forms import SystemForm
from sources.services.checking import CheckedSystem, check_system
from sources.services.systems import AddedSystem, EndInNumbers

# Where a new link waits for the page that shows it: it can be shown only once.
LINK = "submission_link"


@require_safe
@login_required
@never_cache
def submissions(request: HttpRequest, slug: str) -> HttpResponse:
    return _lead_page(request, campaign_for(request.user, slug=slug), LinkForm())


@require_POST
@login_required
def make(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = LinkForm(request.POST)
    if not form.is_valid():
        return _lead_page(request, campaign, form)
    token = make_link(campaign=campaign, by=lead_of(request), **form.cleaned_data)
    request.session[LINK] = {
        "team": form.cleaned_data["label"],
        "link": settings.SITE_URL + reverse("submit", args=[token]),
    }
    return redirect("submissions", slug)


@require_POST
@login_required
def close(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    link = get_object_or_404(campaign.submission_links, id=id)
    close_link(link=link, by=lead_of(request))
    messages.success(request, _("The link takes no more systems."))
    return redirect("submissions", slug)


@require_POST
@login_required
def show_or_hide(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = LeaderboardForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    show_leaderboard(campaign=campaign, show=form.cleaned_data["show"], by=lead_of(request))
    return redirect("submissions", slug)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def submit(request: HttpRequest, token: str) -> HttpResponse:
    """A team's own page: what to answer, submit, and what was scored so far."""
    link = find_link(token)
    if link is None:
        raise Http404
    if not request.session.session_key:
        # A file is kept for correction in the session of whoever brought it.
        request.session.create()
    if request.method != "POST":
        form = SystemForm(campaign=link.campaign, session=session_of(request))
        return _team_page(request, link, form)
    form = SystemForm(
        request.POST, request.FILES, campaign=link.campaign, session=session_of(request)
    )
    if "check" in request.POST:
        return _checked(request, link, form)
    added = _submitted(link, form) if form.is_valid() else None
    if added is None:
        form.keep_files()
        return _team_page(request, link, form)
    form.forget_files()
    _score(link.campaign)
    tell_notices(request, added.notices)
    messages.success(
        request,
        phrase_of(
            task_of(link.campaign),
            "system is handed in",
            system=added.system.name,
            answers=added.answers,
            count=added.attempted,
        ),
    )
    return go_to(request, "submit", token)


def _checked(request: HttpRequest, link: SubmissionLink, form: SystemForm) -> HttpResponse:
    """What the file has and lacks; it is kept, so that it need not be chosen again."""
    form.fields["name"].required = False
    checked = None
    if seconds_to_next_check(link):
        form.add_error(None, _("Check again in a few minutes."))
    elif form.is_valid():
        with form.opened_files() as files:
            checked = check_system(
                campaign=link.campaign,
                answers=files["answers"],
                multiwords=files.get("multiwords"),
            )
        form.bad_files = [*checked.problems]
        if isinstance(checked.refusal, EndInNumbers):
            form.ask_about_numbers(checked.refusal)
        elif checked.refusal is not None:
            form.add_error(None, said(checked.refusal.text))
        tell_notices(request, checked.notices)
    form.keep_files()
    return _team_page(request, link, form, checked=checked)


@require_safe
def items(request: HttpRequest, token: str) -> HttpResponse:
    """What systems are given to answer."""
    link = find_link(token)
    if link is None:
        raise Http404
    name = f"{link.campaign.slug}-items.csv"
    data = items_to_answer(link.campaign)
    return answer_file(data, content_type="text/csv; charset=utf-8", name=name)


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """For anybody, once the lead shows it; before that, for those who work on the campaign."""
    campaign = get_object_or_404(Campaign, slug=slug)
    if not campaign.leaderboard:
        campaign = campaign_for(request.user, slug=slug)
    measure, sort = request.GET.get("measure", ""), request.GET.get("sort", AS_RANKED)
    found = public_leaderboard(campaign, measure=measure, sort=sort)
    if measure and found.release and measure not in found.measures:
        raise Http404
    context = found._asdict() | {
        "asked": measure or (found.boards[0].measure if found.boards else ""),
        "chosen": measure,
        "sort": sort,
        "public": found.release and page_of_public(found.release),
    }
    return render(request, "scoring/submissions/leaderboard.html", context)


def _submitted(link: SubmissionLink, form: SystemForm) -> AddedSystem | None:
    """None, with the form saying why, when nothing was stored."""
    try:
        with form.opened_files() as files:
            return submit_system(
                link=link,
                name=form.cleaned_data["name"],
                answers=files["answers"],
                multiwords=files.get("multiwords"),
                as_they_are=form.cleaned_data["as_they_are"],
            )
    except BadFiles as bad:
        form.bad_files = bad.files
    except SystemExists:
        form.add_error("name", _("Another system of this campaign has this name."))
    except EndInNumbers as refusal:
        form.ask_about_numbers(refusal)
    except Refused as refusal:
        form.add_error(None, said(refusal.text))
    return None


def _score(campaign: Campaign) -> None:
    """On the newest release; before there is one, nothing can be scored."""
    release = campaign.releases.defer("policy", "comparison").first()
    if release is not None:
        request_rescore(campaign=campaign, number=release.number, by=None)


def _team_page(
    request: HttpRequest,
    link: SubmissionLink,
    form: SystemForm,
    *,
    checked: CheckedSystem | None = None,
) -> HttpResponse:
    board = leaderboard_of(link)
    context = {
        **board._asdict(),
        "link": link,
        "token": request.resolver_match.kwargs["token"] if request.resolver_match else "",
        "form": form,
        "open": takes_systems(link),
        "places": MOST_SYSTEMS - systems_of(link).count(),
        "history": history_of(link, board.boards),
        "example": example_of(link.campaign),
        "checked": checked,
    }
    # An invalid form is shown with 200: htmx ignores other answers.
    fragment = "HX-Request" in request.headers
    name = "_submit" if fragment else "submit"
    return render(request, f"scoring/submissions/{name}.html", context)


def _lead_page(request: HttpRequest, campaign: Campaign, form: LinkForm) -> HttpResponse:
    context = {
        **workspace(request, campaign, stage="scores"),
        "form": form,
        "fresh": request.session.pop(LINK, None),
        "links": submission_links(campaign),
        "now": timezone.now(),
    }
    return render(request, "scoring/submissions/lead.html", context)
