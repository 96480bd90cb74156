"""Reading the gold: lists of candidates and items, one item, the way from one to the next."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from agreement.forms import ReadFilter
from agreement.models import SUMS
from agreement.selectors.read_files import candidates_file, items_file
from agreement.selectors.read_item import read_item, shown_values
from agreement.selectors.read_lists import (
    candidate_search,
    candidates_page,
    is_one_to_one,
    item_search,
    items_of,
    items_page,
    neighbours,
    numbers_of,
)
from agreement.selectors.sums import sums_as_of
from agreement.services.summing import request_sums
from campaigns.models import Campaign, Member
from campaigns.pages.requests import tell_asked
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import task_of
from campaigns.selectors.work import work_of
from core.downloads import RowFile, answer_rows

# Which list an item was opened from, and at which candidate; the rest are the list's filters.
FROM, CANDIDATE = "list", "candidate"


@require_safe
@login_required
def candidates(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    # First: what a job stored that has ended is there for whatever is read after it.
    work = work_of(campaign, SUMS)
    form = _filter(request, campaign, items=False)
    found = candidates_page(
        campaign, candidate_search(campaign, form.asked_list()), request.GET
    )
    systems = dict(campaign.systems.values_list("id", "name"))
    return _list(request, campaign, form, found, work=work, systems=systems)


@require_safe
@login_required
def items(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    work = work_of(campaign, SUMS)
    form = _filter(request, campaign, items=True)
    found = items_page(campaign, item_search(campaign, form.asked_list()), request.GET)
    return _list(request, campaign, form, found, work=work)


@require_safe
@login_required
def candidates_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    return _file(request, slug, candidates_file, items=False)


@require_safe
@login_required
def items_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    return _file(request, slug, items_file, items=True)


@require_safe
@login_required
def item(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    of_items = FROM not in request.GET
    context = {
        "one": read_item(campaign, id),
        "as_of": sums_as_of(campaign),
        "way": _way(request, campaign, id, of_items=of_items),
        "numbers": numbers_of(task_of(campaign)),
        "shown": shown_values(campaign),
        "chosen": request.GET.get(CANDIDATE, ""),
        "here": _address("", request.GET),
        "part": "read-items" if of_items else "read-candidates",
        "one_to_one": is_one_to_one(task_of(campaign)),
    }
    shared = workspace(request, campaign, stage="read-candidates")
    return render(request, "agreement/read/item.html", {**shared, **context})


@require_POST
@login_required
def sum_up(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    tell_asked(request, request_sums(campaign))
    return redirect("read-candidates", slug)


def _list(
    request: HttpRequest, campaign: Campaign, form: ReadFilter, found: Any, **more: Any
) -> HttpResponse:
    name = "items" if form.items else "candidates"
    asked = request.GET.copy()
    for key in ("after", "before"):
        asked.pop(key, None)
    if not form.items:
        asked[FROM] = "candidates"
    context = {
        "filter": form,
        "page": found.page,
        "rows": found.rows,
        "as_of": found.as_of,
        "numbers": form.numbers,
        "sort": form.asked()["sort"] or "item",
        "asked": asked,
        "filtered": any(request.GET.get(key) for key in form.fields if key != "sort"),
        "shown": shown_values(campaign),
        "part": f"read-{name}",
        "one_to_one": is_one_to_one(form.task),
        **more,
    }
    shared = workspace(request, campaign, stage="read-candidates")
    return render(request, f"agreement/read/{name}.html", {**shared, **context})


def _file(
    request: HttpRequest,
    slug: str,
    file_of: Callable[..., RowFile],
    *,
    items: bool,
) -> StreamingHttpResponse:
    campaign = campaign_for(request.user, slug=slug)
    form = _filter(request, campaign, items=items)
    return answer_rows(file_of(campaign, form.asked_list()))


def _filter(request: HttpRequest, campaign: Campaign, *, items: bool) -> ReadFilter:
    return ReadFilter(request.GET, campaign=campaign, as_of=sums_as_of(campaign), items=items)


def _way(
    request: HttpRequest, campaign: Campaign, id: int, *, of_items: bool
) -> dict[str, str]:
    """The addresses of what stands before and behind it in its list, and of the list."""
    asked = _filter(request, campaign, items=of_items).asked_list()
    page = reverse("read-items" if of_items else "read-candidates", args=[campaign.slug])
    query = request.GET.copy()
    query.pop(CANDIDATE, None)
    listed = query.copy()
    listed.pop(FROM, None)
    way = {"list": _address(page, listed)}
    if of_items:
        found = neighbours(item_search(campaign, asked).search, id)
        leads = {id: id for id in (found.before, found.after) if id is not None}
    else:
        candidate = request.GET.get(CANDIDATE, "")
        at = int(candidate) if candidate.isascii() and candidate.isdigit() else 0
        found = neighbours(candidate_search(campaign, asked).search, min(at, 2**63 - 1))
        leads = items_of([found.before, found.after])
    for name, near in (("before", found.before), ("after", found.after)):
        if near is not None and near in leads:
            there = query.copy()
            if not of_items:
                there[CANDIDATE] = str(near)
            address = reverse("read-item", args=[campaign.slug, leads[near]])
            way[name] = _address(address, there)
    if found.further:
        listed["after"] = found.further
        way["further"] = _address(page, listed)
    return way


def _address(path: str, query: QueryDict) -> str:
    return f"{path}?{query.urlencode()}" if query else path
