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
from pooling.forms import (
    CalibrationForm,
    DispatchForm,
    LateSystemForm,
    LookedAtForm,
    RatingRoundForm,
    first_plan,
)
from pooling.selectors import (
    DISPATCH,
    PLANNING,
    PREVIEW,
    PREVIEW_RATING_ROUND,
    PREVIEW_ROUND,
    last_asked_plan,
    origin_counts,
    plan_file,
    pooled_after,
    stored_subsets,
)
from pooling.selectors.anchors import waiting_blocks
from pooling.selectors.rounds import late_systems, rounds_drawn
from pooling.selectors.samples import drawn_of, sample_file
from pooling.services.calibrating import request_calibration

# As of Jabbari et al. (2006).
CALIBRATION = {"items": 150, "annotators": 5}


@require_safe
@login_required
def subsets(request: HttpRequest, slug: str) -> HttpResponse:
    return subsets_page(request, campaign_for(request.user, slug=slug))


@require_POST
@login_required
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    return _dispatch(request, slug, kind=PREVIEW)


@require_POST
@login_required
def store(request: HttpRequest, slug: str) -> HttpResponse:
    return _dispatch(request, slug, kind=DISPATCH)


@require_POST
@login_required
def preview_round(request: HttpRequest, slug: str) -> HttpResponse:
    return _calibrate(request, slug, dry_run=True)


@require_POST
@login_required
def calibrate(request: HttpRequest, slug: str) -> HttpResponse:
    return _calibrate(request, slug, dry_run=False)


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
        return subsets_page(request, campaign, form=form)
    looked_at: dict[str, Any] = {} if kind == PREVIEW else LookedAtForm(request.POST).plan()
    job = ask(
        kind,
        campaign=campaign,
        by=lead_of(request).pk,
        dry_run=kind == PREVIEW,
        **form.asked(),
        **looked_at,
    )
    tell_asked(request, job)
    return redirect("subsets", slug)


def _calibrate(request: HttpRequest, slug: str, *, dry_run: bool) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    form = CalibrationForm(campaign, request.POST)
    if not form.is_valid():
        return subsets_page(request, campaign, calibration=form)
    looked_at: dict[str, Any] = {} if dry_run else LookedAtForm(request.POST).plan()
    job = request_calibration(
        campaign, by=lead_of(request), dry_run=dry_run, **form.cleaned_data, **looked_at
    )
    tell_asked(request, job)
    return redirect("subsets", slug)


def _still_holds(campaign: Campaign, job: Job) -> bool:
    """Whether storing would give the plan that was looked at."""
    return (
        job.kind in _STORED_BY
        and job.state == Job.State.DONE
        and not pooled_after(campaign, job.result.get("pool_version"))
    )


# By the preview, the address that stores what it showed.
_STORED_BY = {
    PREVIEW.name: "store-dispatch",
    PREVIEW_ROUND.name: "calibrate",
    PREVIEW_RATING_ROUND.name: "draw-round",
}
_ASKED = (
    *("subsets", "block_size", "seed", "sample", "where", "double_share", "times"),
    *("items", "annotators", "ratings", "depth", "system", "size"),
)


def _fields(job: Job) -> list[tuple[str, str]]:
    """What the form must say to plan the same again."""
    asked = job.arguments
    fields = [(name, str(asked[name])) for name in _ASKED if asked.get(name) not in (None, "")]
    fields.append(("allow_unanchored", " ".join(asked.get("allow_unanchored", ()))))
    if asked.get("leave_unanchored_out"):
        fields.append(("leave_unanchored_out", "on"))
    # One looked at by an earlier version has none.
    if plan := job.result.get("plan"):
        fields.append(("plan", plan))
    return fields


def _asked_round(newest: Job | None) -> dict[str, Any]:
    """What the form begins with: the round that was looked at, or one as the paper's."""
    if newest is None or newest.kind != PREVIEW_ROUND.name:
        return CALIBRATION
    allowed = " ".join(newest.arguments.get("allow_unanchored", ()))
    return {**newest.arguments, "allow_unanchored": allowed}


def _asked_more(newest: Job | None) -> dict[str, Any]:
    """What the form of a round begins with: what was looked at."""
    looked_at = newest is not None and newest.kind == PREVIEW_RATING_ROUND.name
    return dict(newest.arguments) if newest is not None and looked_at else {}


def _late_form(campaign: Campaign, newest: Job | None) -> LateSystemForm | None:
    late = late_systems(campaign)
    return LateSystemForm(late, initial=_asked_more(newest)) if late else None


def subsets_page(
    request: HttpRequest,
    campaign: Campaign,
    *,
    form: DispatchForm | None = None,
    calibration: CalibrationForm | None = None,
    rating_round: RatingRoundForm | None = None,
    late: LateSystemForm | None = None,
) -> HttpResponse:
    """With the form that was filled in wrongly, if one was."""
    # First: what a job stored that has ended is there for whatever is read after it.
    work = work_of(campaign, *PLANNING)
    candidates = sum(origin_counts(campaign).values())
    drawn, stored = drawn_of(campaign), stored_subsets(campaign)
    asked = last_asked_plan(campaign) or first_plan(
        campaign, candidates=candidates, drawn=drawn, own_seats=bool(stored.seats)
    )
    facts = task_of(campaign).facts
    context = {
        **workspace(request, campaign, stage="subsets"),
        "anchored": task_of(campaign).anchored,
        "rounds": rounds_drawn(campaign),
        "rating_round": rating_round or RatingRoundForm(initial=_asked_more(work.job)),
        # Only a pool that has grown can have answers that stand nowhere.
        "late": late or (_late_form(campaign, work.job) if stored.grown else None),
        "pools_answers": task_of(campaign).pools_answers,
        "calibration": calibration or CalibrationForm(campaign, initial=_asked_round(work.job)),
        "form": form or DispatchForm(campaign, initial=asked),
        "candidates": candidates,
        "stored": stored,
        "waiting": waiting_blocks(campaign),
        "sample": drawn,
        "facts": [*facts.items()],
        "rule_example": " and no ".join([f"{next(iter(facts), '')} > 2", *[*facts][-1:]]),
        "work": work,
    }
    if work.job is not None and _still_holds(campaign, work.job):
        context |= {
            "looked_at": work.job,
            "looked_at_again": _fields(work.job),
            "looked_at_goes_to": _STORED_BY[work.job.kind],
        }
    return render(request, "pooling/subsets.html", context)
