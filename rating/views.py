"""The annotator's pages: from the share link to thanks, with and without JavaScript."""

import random
from collections.abc import Callable
from functools import wraps
from math import ceil
from typing import Any
from uuid import uuid4

import segno
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.db.models import Avg
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.models import Campaign
from core.markdown import render_markdown
from rating import tokens
from rating.completion import Completion, completion
from rating.forms import JoinForm, RemarkForm, read_block
from rating.joining import RECRUITING_PARAMETERS
from rating.language import direction
from rating.load_selectors import subset_left
from rating.models import Annotator, Assignment
from rating.selectors import (
    labelled_examples,
    open_assignment,
    scale_of,
    sitting_sentences,
    work_done,
)
from rating.services.annotators import (
    find_annotator,
    join_campaign,
    withdraw_annotator,
)
from rating.services.checks import failed_checks
from rating.services.practice import finish_practice
from rating.services.remarks import SentenceNotShown, make_remark
from rating.services.sittings import (
    AssignmentGone,
    CandidatesMissing,
    complete_assignment,
    take_subset,
)
from rating.services.storing import BadRatings, store_ratings
from rating.throttles import seconds_until_join
from regild.rating.batch import NewRating
from regild.rating.pace import SECONDS_PER_CANDIDATE, minutes_for


def campaign_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Find the campaign by its slug and speak its language, or the one the visitor chose."""

    @never_cache
    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        campaign = get_object_or_404(Campaign, slug=slug)
        language = _interface_language(request, campaign)
        with translation.override(language):
            response = view(request, campaign, **kwargs)
        response.headers.setdefault("Content-Language", language)
        return response

    return page


def annotator_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For annotators only; anybody else is shown the campaign's welcome."""

    @campaign_page
    @wraps(view)
    def page(request: HttpRequest, campaign: Campaign, **kwargs: Any) -> HttpResponse:
        annotator = _annotator(request, campaign)
        if annotator is None:
            return redirect("rate-welcome", campaign.slug)
        return view(request, annotator, **kwargs)

    return page


@require_http_methods(["GET", "HEAD", "POST"])
@campaign_page
def welcome(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    annotator = _annotator(request, campaign)
    form, wait = None, 0
    if campaign.state == Campaign.State.OPEN and annotator is None:
        given = {name: request.GET.get(name, "") for name in RECRUITING_PARAMETERS}
        form = JoinForm(campaign, request.POST or None, initial=given)
        if form.is_valid():
            wait = seconds_until_join(request, slug=campaign.slug)
            if not wait:
                return _join(campaign, form)
    return _page(
        request,
        "welcome",
        campaign,
        annotator,
        status=429 if wait else 200,
        form=form,
        wait_minutes=ceil(wait / 60),
        welcome=_markdown(campaign.welcome),
        minutes=_sitting_minutes(campaign),
    )


@require_safe
@campaign_page
def come_back(request: HttpRequest, campaign: Campaign, token: str) -> HttpResponse:
    annotator = find_annotator(token)
    if annotator is None or annotator.campaign_id != campaign.pk:
        return _page(request, "unknown_link", campaign, status=404)
    response = redirect("rate-sitting", campaign.slug)
    tokens.set_token_cookie(response, slug=campaign.slug, token=token)
    # The address holds the token; no other site may learn it.
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@require_safe
@annotator_page
def instructions(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    campaign = annotator.campaign
    scale = scale_of(campaign)
    return _page(
        request,
        "instructions",
        campaign,
        annotator,
        instructions=_markdown(campaign.instructions),
        scale=scale,
        examples=labelled_examples(campaign, scale),
        may_start=not _must_practise(annotator),
    )


@require_safe
@annotator_page
def practice(request: HttpRequest, annotator: Annotator, number: int) -> HttpResponse:
    campaign = annotator.campaign
    if not 1 <= number <= len(campaign.practice):
        raise Http404
    item = campaign.practice[number - 1]
    scale = scale_of(campaign)
    chosen = request.GET.get("value", "")
    value = next((o["value"] for o in scale if str(o["value"]) == chosen), None)
    return _page(
        request,
        "practice",
        campaign,
        annotator,
        item=item,
        scale=scale,
        value=value,
        fitting=value is not None and item["low"] <= value <= item["high"],
        number=number,
        next_number=number + 1,
        total=len(campaign.practice),
    )


@require_POST
@annotator_page
def practised(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    finish_practice(annotator_id=annotator.pk)
    return _take(annotator)


@require_POST
@annotator_page
def take(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    if _must_practise(annotator):
        return redirect("rate-practice", annotator.campaign.slug, 1)
    return _take(annotator)


@gzip_page
@require_safe
@annotator_page
def sitting(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    campaign = annotator.campaign
    assignment = open_assignment(annotator)
    if assignment is None:
        known = annotator.assignments.exists()
        return redirect("rate-thanks" if known else "rate-instructions", campaign.slug)
    blocks = sitting_sentences(assignment)
    answered = [c["answered"] for block in blocks for c in block["candidates"]]
    scale = scale_of(campaign)
    return _page(
        request,
        "sitting",
        campaign,
        annotator,
        assignment=assignment,
        blocks=blocks,
        current=_current_block(blocks, request.GET.get("block", "")),
        scale=scale,
        last_value=scale[-1]["value"],
        total=len(answered),
        answered=sum(answered),
        minutes=minutes_for(len(answered) - sum(answered)),
        seconds_per_candidate=SECONDS_PER_CANDIDATE,
    )


@require_POST
@annotator_page
def store_block(request: HttpRequest, annotator: Annotator, id: int) -> HttpResponse:
    """Without JavaScript: one block's radio buttons, stored through the same service."""
    campaign = annotator.campaign
    assignment = get_object_or_404(annotator.assignments, id=id)
    known = {
        candidate["id"]: candidate["value"]
        for block in sitting_sentences(assignment)
        for candidate in block["candidates"]
        if candidate["answered"]
    }
    try:
        ratings = [
            NewRating(candidate, value, uuid4())
            for candidate, value in read_block(request.POST.dict()).items()
            # A block sent twice, or sent again with one change, is no change of mind.
            if candidate not in known or known[candidate] != value
        ]
        if ratings:
            store_ratings(annotator=annotator, assignment_id=id, ratings=ratings)
        complete_assignment(annotator_id=annotator.pk, assignment_id=id)
    except CandidatesMissing:
        return redirect("rate-sitting", campaign.slug)
    except AssignmentGone as gone:
        if assignment.state != Assignment.State.COMPLETE:
            return _page(request, "gone", campaign, annotator, status=409, code=gone.code)
    except (BadRatings, ValueError) as bad:
        raise BadRequest(str(bad)) from bad
    return redirect("rate-thanks", campaign.slug)


@require_POST
@annotator_page
def remark(request: HttpRequest, annotator: Annotator, id: int) -> HttpResponse:
    form = RemarkForm(request.POST)
    if not form.is_valid():
        raise BadRequest(form.errors.as_text())
    try:
        make_remark(
            annotator_id=annotator.pk,
            assignment_id=id,
            sentence_id=form.cleaned_data["sentence"],
            comment=form.cleaned_data["comment"],
        )
    except SentenceNotShown as missing:
        raise Http404 from missing
    messages.success(request, _("Thank you: your remark was passed on."))
    address = reverse("rate-sitting", args=[annotator.campaign.slug])
    return redirect(f"{address}?block={form.cleaned_data['block']}")


@require_safe
@annotator_page
def thanks(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    campaign = annotator.campaign
    work = work_done(annotator)
    path = reverse(
        "rate-back", args=[campaign.slug, tokens.token_from_cookie(request, slug=campaign.slug)]
    )
    link = request.build_absolute_uri(path)
    return _page(
        request,
        "thanks",
        campaign,
        annotator,
        work=work,
        completion=work.last_complete and _completion(campaign, work.last_complete),
        unfinished=open_assignment(annotator),
        subset_left=subset_left(annotator),
        minutes=_sitting_minutes(campaign),
        personal_link=link,
        qr=mark_safe(segno.make(link, micro=False).svg_inline(omitsize=True, svgclass="qr")),  # noqa: S308  # nosec B308 B703 # our own drawing
    )


@require_http_methods(["GET", "HEAD", "POST"])
@annotator_page
def withdraw(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    if request.method != "POST":
        return _page(request, "withdraw", annotator.campaign, annotator)
    withdraw_annotator(annotator_id=annotator.pk)
    response = redirect("rate-withdrawn", annotator.campaign.slug)
    tokens.clear_token_cookie(response, slug=annotator.campaign.slug)
    return response


@require_safe
@campaign_page
def withdrawn(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    return _page(request, "withdrawn", campaign)


def _page(
    request: HttpRequest,
    name: str,
    campaign: Campaign,
    annotator: Annotator | None = None,
    *,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    shared = {
        "campaign": campaign,
        "annotator": annotator,
        "direction": direction(campaign.language),
    }
    return render(request, f"rating/{name}.html", shared | context, status=status)


def _interface_language(request: HttpRequest, campaign: Campaign) -> str:
    """A volunteer's browser may speak any language; the campaign's is the one they know."""
    if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        try:
            return translation.get_supported_language_variant(campaign.language)
        except LookupError:
            pass
    return translation.get_language() or settings.LANGUAGE_CODE


def _annotator(request: HttpRequest, campaign: Campaign) -> Annotator | None:
    token = tokens.token_from_cookie(request, slug=campaign.slug)
    annotator = find_annotator(token) if token else None
    if annotator is not None:
        annotator.campaign = campaign
    return annotator


def _join(campaign: Campaign, form: JoinForm) -> HttpResponse:
    joined = join_campaign(
        campaign=campaign,
        consent=form.cleaned_data["consent"],
        native_speaker=form.cleaned_data["native_speaker"],
        answers=form.answers(),
        recruited=form.recruited(),
    )
    response = redirect("rate-instructions", campaign.slug)
    tokens.set_token_cookie(response, slug=campaign.slug, token=joined.token)
    return response


def _take(annotator: Annotator) -> HttpResponse:
    taken = take_subset(annotator=annotator, rng=random.SystemRandom())
    return redirect("rate-sitting" if taken else "rate-thanks", annotator.campaign.slug)


def _must_practise(annotator: Annotator) -> bool:
    campaign = annotator.campaign
    return bool(
        campaign.practice_required and campaign.practice and annotator.practised_at is None
    )


def _current_block(blocks: list[dict[str, Any]], asked: str) -> int:
    """The block asked for, else the first with something to answer, else the last. From 0."""
    # Python refuses to read a number of thousands of digits.
    if asked.isdecimal() and len(asked) < 10 and 1 <= int(asked) <= len(blocks):
        return int(asked) - 1
    return next(
        (
            index
            for index, block in enumerate(blocks)
            if not all(candidate["answered"] for candidate in block["candidates"])
        ),
        len(blocks) - 1,
    )


def _completion(campaign: Campaign, sitting: Assignment) -> Completion:
    return completion(
        url=campaign.completion_url,
        code=campaign.completion_code,
        failed_code=campaign.failed_check_code,
        failed=bool(campaign.failed_check_code) and failed_checks(sitting),
    )


def _sitting_minutes(campaign: Campaign) -> int:
    return minutes_for(campaign.subsets.aggregate(size=Avg("size"))["size"] or 0)


def _markdown(text: str) -> SafeString:
    return mark_safe(render_markdown(text))  # noqa: S308  # nosec B308 B703 # sanitised by render_markdown
