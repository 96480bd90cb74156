"""The pool of a campaign: pooling it, looking it through, deciding about merges."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Job, Member
from campaigns.pages.requests import being_rated, lead_of, tell_asked
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.settled import has_ratings
from campaigns.selectors.task import task_of
from campaigns.selectors.work import work_of
from campaigns.services.jobs import ask
from campaigns.services.settling import RatingsExist, RatingUnderWay
from core.paging import page_of
from pooling.models import Merge
from pooling.selectors import (
    MERGE_ORDER,
    MERGE_STATES,
    POOL,
    STEP_NAMES,
    find_merges,
    merge_named,
    pool_state,
    sentences_without_anchor,
)
from pooling.services.merges import confirm_merges, redo_merge, undo_merge
from regild.formats.plain_text import is_plain

MERGE_STATE_NAMES = {
    "open": gettext_lazy("to review"),
    "confirmed": gettext_lazy("confirmed"),
    "undone": gettext_lazy("kept apart"),
}
UNANCHORED_SHOWN = 100


@require_safe
@login_required
def pool(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    jobs = campaign.jobs.filter(kind=POOL.name)
    # First: what a job stored that has ended is there for whatever is read after it.
    work, last = work_of(campaign, POOL), jobs.filter(state=Job.State.DONE).first()
    unanchored = sentences_without_anchor(campaign).order_by("position")
    context = {
        **workspace(request, campaign, stage="pool"),
        "pool": pool_state(campaign),
        "work": work,
        "last": last,
        "unanchored": unanchored[:UNANCHORED_SHOWN],
        "task": task_of(campaign),
    }
    return render(request, "pooling/pool.html", context)


@require_POST
@login_required
def run(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    job = ask(POOL, campaign=campaign, by=lead_of(request).pk)
    tell_asked(request, job)
    return redirect("pool", slug)


@require_safe
@login_required
def merges(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    found = _asked_merges(campaign, request.GET)
    page = page_of(found, request.GET, order=MERGE_ORDER)
    context = {
        **workspace(request, campaign, stage="pool"),
        "page": page,
        "rows": [(merge, _differed(merge)) for merge in page.rows],
        "asked": request.GET,
        "states": MERGE_STATE_NAMES.items(),
        "steps": STEP_NAMES.items(),
        "rated": has_ratings(campaign),
        "task": task_of(campaign),
    }
    return render(request, "pooling/merges.html", context)


@require_POST
@login_required
def confirm_asked(request: HttpRequest, slug: str) -> HttpResponse:
    """All that the list's filters let through."""
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    confirmed = confirm_merges(
        campaign=campaign, merges=_asked_merges(campaign, request.POST), by=lead_of(request)
    )
    messages.success(
        request,
        ngettext("%d merge is confirmed.", "%d merges are confirmed.", confirmed) % confirmed,
    )
    return redirect("merges", slug)


@require_POST
@login_required
def confirm(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    merge = _merge(request, slug, id)
    confirm_merges(
        campaign=merge.item.campaign,
        merges=Merge.objects.filter(id=merge.pk),
        by=lead_of(request),
    )
    return _back_to_merges(request, slug)


@require_POST
@login_required
def undo(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    return _decide(
        request, slug, id, undo_merge, _("%s will be kept apart. Pool again to apply this.")
    )


@require_POST
@login_required
def redo(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    return _decide(
        request, slug, id, redo_merge, _("%s will be merged again. Pool again to apply this.")
    )


def _decide(
    request: HttpRequest, slug: str, id: int, decide: Callable[..., None], told: str
) -> HttpResponse:
    """`told` is what comes of it."""
    merge = _merge(request, slug, id)
    try:
        decide(merge=merge, by=lead_of(request))
    except RatingsExist as exist:
        messages.error(request, _refusal(exist))
    else:
        messages.success(request, told % f"« {merge.spelling} »")
    return _back_to_merges(request, slug)


def _differed(merge: Merge) -> str:
    return ", ".join(str(STEP_NAMES.get(step, step)) for step in merge.steps.split(", "))


def _asked_merges(campaign: Campaign, asked: Any) -> Any:
    state, step = asked.get("state", ""), asked.get("step", "")
    if not is_plain(asked.get("text", "")):
        raise BadRequest("No database can be asked for this text.")
    return find_merges(
        campaign,
        state=state if state in MERGE_STATES else "",
        step=step if step in STEP_NAMES else "",
        text=asked.get("text", "").strip(),
    )


def _merge(request: HttpRequest, slug: str, id: int) -> Merge:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    return merge_named(campaign, id)


def _back_to_merges(request: HttpRequest, slug: str) -> HttpResponse:
    """To the same filters and page."""
    response = redirect("merges", slug)
    if request.GET:
        response["Location"] += f"?{request.GET.urlencode()}"
    return response


def _refusal(exist: RatingsExist) -> str:
    if isinstance(exist, RatingUnderWay):
        return being_rated()
    return _("Nothing was changed: annotators have rated these spellings as one.")
