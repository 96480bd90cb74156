"""Sitting: the sentences and their candidates, with and without JavaScript."""

from functools import partial
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from annotators.forms import RemarkForm
from annotators.models import Annotator
from annotators.pages.visiting import annotator_page, page
from annotators.selectors.encouragements import shown_to
from annotators.services.remarks import SentenceNotShown
from annotators.services.turns import TurnGone
from campaigns.models import Campaign
from campaigns.selectors.scale import scale_of, with_keys
from core.networks import network_of
from proposing.pages import sitting as proposing
from rating.forms.annotators import read_block
from rating.models import Assignment
from rating.selectors.sittings import open_assignment, sitting_sentences
from rating.selectors.together import rated_before
from rating.services.remarks import make_remark
from rating.services.sittings import CandidatesMissing, complete_assignment
from rating.services.storing import BadRatings, store_ratings
from regild.rating.batch import NewRating
from regild.rating.pace import SECONDS_PER_CANDIDATE, minutes_for


@gzip_page
@require_safe
@annotator_page
def sitting(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    campaign = annotator.campaign
    if campaign.stage == Campaign.Stage.PROPOSE:
        return proposing.sitting(request, annotator)
    assignment = open_assignment(annotator)
    if assignment is None:
        known = annotator.assignments.exists()
        return redirect("rate-thanks" if known else "rate-instructions", campaign.slug)
    blocks = sitting_sentences(assignment)
    shown = shown_to(annotator)
    if "first_word" in shown:
        _mark_first_words(blocks, assignment)
    answered = [c["answered"] for block in blocks for c in block["candidates"]]
    scale = with_keys(scale_of(campaign))
    return page(
        request,
        "sitting",
        campaign,
        annotator,
        assignment=assignment,
        blocks=blocks,
        current=_current_block(blocks, request.GET.get("block", "")),
        scale=scale,
        last_key=scale[-1]["key"],
        halfway="halfway" in shown,
        total=len(answered),
        answered=sum(answered),
        minutes=minutes_for(len(answered) - sum(answered)),
        seconds_each=SECONDS_PER_CANDIDATE,
    )


@require_POST
@annotator_page
def store_block(request: HttpRequest, annotator: Annotator, id: int) -> HttpResponse:
    """Without JavaScript: one block's radio buttons, stored through the same service, and what
    was written beside them."""
    campaign = annotator.campaign
    if campaign.stage == Campaign.Stage.PROPOSE:
        return proposing.store_block(request, annotator, id)
    assignment = get_object_or_404(annotator.assignments, id=id)
    try:
        _store_posted(request, assignment)
        _remark_posted(request, assignment, RemarkForm(request.POST))
        complete_assignment(annotator_id=annotator.pk, assignment_id=id)
    except CandidatesMissing:
        return redirect("rate-sitting", campaign.slug)
    except SentenceNotShown as missing:
        raise Http404 from missing
    except TurnGone as gone:
        unjudged = gone.code == "too_little_judged"
        if assignment.state != Assignment.State.COMPLETE and not unjudged:
            return page(request, "gone", campaign, annotator, status=409, gone=gone)
    except (BadRatings, ValueError) as bad:
        raise BadRequest(str(bad)) from bad
    return redirect("rate-thanks", campaign.slug)


@require_POST
@annotator_page
def remark(request: HttpRequest, annotator: Annotator, id: int) -> HttpResponse:
    """Without JavaScript: what is wrong with a sentence, and the answers that stood beside it,
    which nobody has sent yet."""
    campaign = annotator.campaign
    if campaign.stage == Campaign.Stage.PROPOSE:
        return proposing.remark(request, annotator, id)
    assignment = get_object_or_404(annotator.assignments, id=id)
    form = RemarkForm(request.POST)
    if not form.is_valid():
        raise BadRequest(form.errors.as_text())
    try:
        _remark_posted(request, assignment, form)
        _store_posted(request, assignment)
    except SentenceNotShown as missing:
        raise Http404 from missing
    except TurnGone as gone:
        return page(request, "gone", campaign, annotator, status=409, gone=gone)
    except (BadRatings, ValueError) as bad:
        raise BadRequest(str(bad)) from bad
    address = reverse("rate-sitting", args=[campaign.slug])
    return redirect(f"{address}?block={form.cleaned_data['block']}")


def _store_posted(request: HttpRequest, assignment: Assignment) -> None:
    """Raises ValueError where something else was posted than radio buttons send."""
    known = {
        candidate["id"]: candidate["value"]
        for block in sitting_sentences(assignment)
        for candidate in block["candidates"]
        if candidate["answered"]
    }
    ratings = [
        NewRating(candidate, value, uuid4())
        for candidate, value in read_block(request.POST.dict()).items()
        # A block sent twice, or sent again with one change, is no change of mind.
        if candidate not in known or known[candidate] != value
    ]
    if ratings:
        store_ratings(
            annotator=assignment.annotator,
            assignment_id=assignment.pk,
            ratings=ratings,
            network=partial(network_of, request),
        )


def _remark_posted(request: HttpRequest, assignment: Assignment, form: RemarkForm) -> None:
    """Nothing where nothing was written. Raises SentenceNotShown."""
    if not form.is_valid() or not form.cleaned_data["comment"]:
        return
    make_remark(
        annotator=assignment.annotator,
        assignment_id=assignment.pk,
        sentence_id=form.cleaned_data["sentence"],
        comment=form.cleaned_data["comment"],
        network=network_of(request),
    )
    messages.success(request, _("Thank you: your remark was passed on."))


def _mark_first_words(blocks: list[dict[str, Any]], assignment: Assignment) -> None:
    """Those that nobody had rated when this sitting began."""
    rated = rated_before(assignment)
    for block in blocks:
        for candidate in block["candidates"]:
            candidate["first"] = candidate["id"] not in rated


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
