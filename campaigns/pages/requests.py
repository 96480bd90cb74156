"""What views of several apps ask of a request."""

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from campaigns.models import Job
from campaigns.selectors.work import waits_for_another
from core.refusals import said_notice
from regild.problems import Notice

NOTICES_TOLD = 5


def lead_of(request: HttpRequest) -> User:
    """Who is signed in, where `login_required` has seen to it."""
    return cast(User, request.user)


def go_to(request: HttpRequest, page: str, *args: Any) -> HttpResponse:
    """After a change. A form sent by script is told; the answer would land in its place."""
    if "HX-Request" in request.headers:
        return HttpResponseClientRedirect(resolve_url(page, *args))
    return redirect(page, *args)


def session_of(request: HttpRequest) -> str:
    """The key of the session; whoever is signed in has one."""
    return cast(str, request.session.session_key)


def being_rated() -> str:
    """Why what ratings settle cannot be changed at this moment."""
    return _(
        "Nothing was changed: somebody is rating right now. Try again when no sitting is open;"
        " once there are ratings, this cannot be changed."
    )


def tell_notices(request: HttpRequest, notices: Sequence[Notice]) -> None:
    """What the readers mended or passed over: the first few in full, of the rest the number."""
    for notice in notices[:NOTICES_TOLD]:
        messages.warning(request, said_notice(notice))
    if len(notices) > NOTICES_TOLD:
        hidden = len(notices) - NOTICES_TOLD
        messages.warning(request, _("%d more notices are not shown.") % hidden)


def tell_asked(request: HttpRequest, job: Job) -> None:
    """What becomes of the job that was asked for."""
    if waits_for_another(job):
        told = _("Queued. It starts when the present job is done.")
    else:
        told = _("The job is running.")
    messages.success(request, told)
