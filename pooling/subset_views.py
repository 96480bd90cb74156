"""The subsets of a campaign: a plan looked at before it is stored, its sizes, its rows."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Job, Member
from campaigns.selectors import campaign_for, may, work_of
from campaigns.services.jobs import ask
from campaigns.views.requests import lead_of, tell_asked
from pooling.forms import DispatchForm, first_plan
from pooling.selectors import (
    PlanRow,
    grown_since_dispatch,
    origin_counts,
    pooled_after,
    stored_plan,
    subset_sizes,
)
from pooling.tasks import DISPATCH
from regild.formats.rows import row_lines

# A job's kind: a plan that is only looked at, and one that is stored.
PREVIEW = "dispatch preview"
STORE = "dispatch"


@require_safe
@login_required
def subsets(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    candidates = sum(origin_counts(campaign).values())
    form = DispatchForm(initial=first_plan(campaign, candidates=candidates))
    return _page(request, campaign, form, candidates=candidates)


@require_POST
@login_required
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    return _dispatch(request, slug, kind=PREVIEW)


@require_POST
@login_required
def store(request: HttpRequest, slug: str) -> HttpResponse:
    return _dispatch(request, slug, kind=STORE)


@require_safe
@login_required
def plan(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    return plan_file(campaign_for(request.user, slug=slug))


def plan_file(campaign: Campaign) -> StreamingHttpResponse:
    rows = (row.cells() for row in stored_plan(campaign))
    return StreamingHttpResponse(
        row_lines(PlanRow._fields, rows),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{campaign.slug}-plan.csv"'},
    )


def _dispatch(request: HttpRequest, slug: str, *, kind: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = DispatchForm(request.POST)
    if not form.is_valid():
        candidates = sum(origin_counts(campaign).values())
        return _page(request, campaign, form, candidates=candidates)
    job = ask(
        campaign=campaign,
        kind=kind,
        task=DISPATCH,
        by=lead_of(request).pk,
        dry_run=kind == PREVIEW,
        **form.cleaned_data,
    )
    tell_asked(request, job)
    return redirect("subsets", slug)


def _still_holds(campaign: Campaign, job: Job) -> bool:
    """Whether storing would give the plan that was looked at."""
    return (
        job.kind == PREVIEW
        and job.state == Job.State.DONE
        and not pooled_after(campaign, job.result.get("pool_version"))
    )


def _fields(job: Job) -> list[tuple[str, str]]:
    """What the form must say to plan the same again."""
    asked = job.arguments
    fields = [(name, str(asked[name])) for name in ("subsets", "block_size", "seed")]
    fields.append(("allow_unanchored", " ".join(asked["allow_unanchored"])))
    if asked["leave_unanchored_out"]:
        fields.append(("leave_unanchored_out", "on"))
    return fields


def _page(
    request: HttpRequest, campaign: Campaign, form: DispatchForm, *, candidates: int
) -> HttpResponse:
    # First: what a job stored that has ended is there for whatever is read after it.
    work = work_of(campaign, PREVIEW, STORE)
    sizes = subset_sizes(campaign)
    context = {
        "campaign": campaign,
        "stage": "subsets",
        "manages": may(lead_of(request), campaign, Member.Role.MANAGER),
        "form": form,
        "candidates": candidates,
        "sizes": sizes,
        "n_subsets": sum(size.subsets for size in sizes),
        "n_shown": sum(size.shown for size in sizes),
        "grown": grown_since_dispatch(campaign),
        **work._asdict(),
    }
    if work.job is not None and _still_holds(campaign, work.job):
        context |= {"looked_at": work.job, "looked_at_again": _fields(work.job)}
    return render(request, "pooling/subsets.html", context)
