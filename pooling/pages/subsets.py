"""The subsets of a campaign: a plan looked at before it is stored, its sizes, its rows."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Job, JobKind, Member
from campaigns.pages.requests import lead_of, tell_asked
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import task_of
from campaigns.selectors.work import work_of
from campaigns.services.jobs import ask
from core.downloads import answer_rows
from pooling.forms import DispatchForm, LookedAtForm, first_plan
from pooling.selectors import (
    DISPATCH,
    PREVIEW,
    last_asked_plan,
    origin_counts,
    plan_file,
    pooled_after,
    stored_subsets,
)
from pooling.selectors.samples import drawn_of, sample_file


@require_safe
@login_required
def subsets(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    candidates = sum(origin_counts(campaign).values())
    return _page(request, campaign, None, candidates=candidates)


@require_POST
@login_required
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    return _dispatch(request, slug, kind=PREVIEW)


@require_POST
@login_required
def store(request: HttpRequest, slug: str) -> HttpResponse:
    return _dispatch(request, slug, kind=DISPATCH)


@require_safe
@login_required
def plan(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    return answer_rows(plan_file(campaign_for(request.user, slug=slug)))


@require_safe
@login_required
def sample(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    return answer_rows(sample_file(campaign_for(request.user, slug=slug)))


def _dispatch(request: HttpRequest, slug: str, *, kind: JobKind) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = DispatchForm(campaign, request.POST)
    if not form.is_valid():
        candidates = sum(origin_counts(campaign).values())
        return _page(request, campaign, form, candidates=candidates)
    looked_at: dict[str, Any] = {} if kind == PREVIEW else LookedAtForm(request.POST).plan()
    job = ask(
        kind,
        campaign=campaign,
        by=lead_of(request).pk,
        dry_run=kind == PREVIEW,
        **form.cleaned_data,
        **looked_at,
    )
    tell_asked(request, job)
    return redirect("subsets", slug)


def _still_holds(campaign: Campaign, job: Job) -> bool:
    """Whether storing would give the plan that was looked at."""
    return (
        job.kind == PREVIEW.name
        and job.state == Job.State.DONE
        and not pooled_after(campaign, job.result.get("pool_version"))
    )


def _fields(job: Job) -> list[tuple[str, str]]:
    """What the form must say to plan the same again."""
    asked = job.arguments
    fields = [(name, str(asked[name])) for name in ("subsets", "block_size", "seed")]
    fields.append(("allow_unanchored", " ".join(asked["allow_unanchored"])))
    fields += [(name, str(asked[name])) for name in ("sample", "where") if asked.get(name)]
    if asked["leave_unanchored_out"]:
        fields.append(("leave_unanchored_out", "on"))
    # One looked at by an earlier version has none.
    if plan := job.result.get("plan"):
        fields.append(("plan", plan))
    return fields


def _page(
    request: HttpRequest, campaign: Campaign, form: DispatchForm | None, *, candidates: int
) -> HttpResponse:
    # First: what a job stored that has ended is there for whatever is read after it.
    work = work_of(campaign, PREVIEW, DISPATCH)
    drawn = drawn_of(campaign)
    asked = last_asked_plan(campaign) or first_plan(
        campaign, candidates=candidates, drawn=drawn
    )
    facts = task_of(campaign).facts
    context = {
        **workspace(request, campaign, stage="subsets"),
        "form": form or DispatchForm(campaign, initial=asked),
        "candidates": candidates,
        "stored": stored_subsets(campaign),
        "sample": drawn,
        "facts": [*facts.items()],
        "rule_example": " and no ".join([f"{next(iter(facts), '')} > 2", *[*facts][-1:]]),
        "work": work,
    }
    if work.job is not None and _still_holds(campaign, work.job):
        context |= {"looked_at": work.job, "looked_at_again": _fields(work.job)}
    return render(request, "pooling/subsets.html", context)
