"""Before the first sitting: the questions about the instructions, and the practice."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotators.models import Annotator
from annotators.pages.visiting import annotator_page, page
from annotators.services.completion import Outcome, completion
from annotators.services.comprehension import (
    MOST_TRIES,
    AnswersMissing,
    TriedAnswers,
    has_failed,
    must_show,
    try_comprehension,
)
from annotators.services.practice import (
    PracticeMissing,
    finish_practice,
    must_practise,
    read_said,
    written,
)
from campaigns.models import Campaign
from campaigns.selectors.scale import scale_of, with_keys
from proposing.pages import sitting as proposing
from rating.pages.taking import taken_by
from rating.selectors.practice import practice_blocks

QUESTION_PREFIX = "check-"


@require_http_methods(["GET", "HEAD", "POST"])
@annotator_page
def check(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    """Whether they understood; two tries."""
    campaign = annotator.campaign
    questions = list(enumerate(campaign.comprehension, start=1))
    if not questions:
        raise Http404
    chosen = {
        number: request.POST.get(f"{QUESTION_PREFIX}{number}", "") for number, _one in questions
    }
    tried: TriedAnswers | None = None
    missing: tuple[int, ...] = ()
    if request.method == "POST":
        try:
            tried = try_comprehension(annotator=annotator, campaign=campaign, answers=chosen)
        except AnswersMissing as lacking:
            missing = lacking.numbers
        annotator.refresh_from_db(fields=["comprehension_tries", "comprehended_at"])
    if has_failed(annotator, campaign):
        back = completion(campaign, Outcome.FAILED_CHECK)
        return page(request, "check_failed", campaign, annotator, completion=back)
    if not must_show(annotator, campaign):
        messages.success(request, _("All of it is right. You can begin."))
        return redirect("rate-instructions", campaign.slug)
    return page(
        request,
        "check",
        campaign,
        annotator,
        questions=[
            {
                **asked,
                "number": number,
                "chosen": chosen[number],
                "missing": number in missing,
                "wrong": tried is not None and number in tried.wrong,
            }
            for number, asked in questions
        ],
        missing=missing,
        tried=tried,
        tries_left=MOST_TRIES - annotator.comprehension_tries,
    )


@require_safe
@annotator_page
def practice(request: HttpRequest, annotator: Annotator, number: int) -> HttpResponse:
    campaign = annotator.campaign
    if campaign.stage == Campaign.Stage.PROPOSE:
        return proposing.practice(request, annotator, number)
    if not 1 <= number <= len(campaign.practice):
        raise Http404
    scale = with_keys(scale_of(campaign))
    chosen = request.GET.get("value", "")
    blocks = practice_blocks(campaign, scale, number=number, chosen=chosen)
    block = blocks[number - 1]
    said = read_said(request.GET.get("said", ""))
    if block["answered"]:
        said[number] = block["value"]
    return page(
        request,
        "practice",
        campaign,
        annotator,
        practising=True,
        blocks=blocks,
        current=number - 1,
        scale=scale,
        last_key=scale[-1]["key"],
        value=block["value"],
        fitting=block["fits"],
        said=written(said),
    )


@require_POST
@annotator_page
def practised(request: HttpRequest, annotator: Annotator) -> HttpResponse:
    campaign = annotator.campaign
    if campaign.stage == Campaign.Stage.PROPOSE:
        return taken_by(request, annotator)
    said = read_said(request.POST.get("said", ""))
    try:
        finish_practice(annotator=annotator, campaign=campaign, answers=said)
    except PracticeMissing as missing:
        if must_practise(annotator, campaign):
            address = reverse("rate-practice", args=[campaign.slug, missing.number])
            query = QueryDict(mutable=True)
            if said:
                query["said"] = written(said)
            return redirect(f"{address}?{query.urlencode()}" if query else address)
    return taken_by(request, annotator)
