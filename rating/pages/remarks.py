"""What annotators said of sentences, and taking the broken ones out of play."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from annotators.models import Remark
from annotators.services.remarks import answer_remark
from campaigns.models import Campaign, Member
from campaigns.pages.requests import lead_of
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.task import task_of
from core.paging import page_of
from pooling.models import Candidate
from rating.forms.monitor import AnswerForm, HideForm, RemarkFilter
from rating.pages.rendering import monitor_page
from rating.selectors.remarks import find_remarks
from rating.services.hiding import hide_candidate, hide_sentence


@require_safe
@login_required
def remarks(request: HttpRequest, slug: str) -> HttpResponse:
    return _list(request, campaign_for(request.user, slug=slug))


@require_POST
@login_required
def answer(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    remark = get_object_or_404(Remark, id=id, item__campaign=campaign)
    form = AnswerForm(request.POST, prefix=str(id))
    if not form.is_valid():
        return _list(request, campaign, bad=form)
    answer_remark(remark=remark, answer=form.cleaned_data["answer"], by=lead_of(request))
    messages.success(request, _("Answer saved."))
    return redirect("remarks", slug)


@require_POST
@login_required
def hide_or_show_sentence(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    found = get_object_or_404(campaign.items, id=id)
    hide = _asked(request)
    hide_sentence(sentence_id=found.id, hide=hide, by=lead_of(request))
    _tell(request, hide=hide)
    return _back_to(request, slug, id)


@require_POST
@login_required
def hide_or_show_candidate(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)
    found = get_object_or_404(Candidate, id=id, item__campaign=campaign)
    hide = _asked(request)
    hide_candidate(candidate_id=found.id, hide=hide, by=lead_of(request))
    _tell(request, hide=hide)
    return _back_to(request, slug, found.item_id)


def _back_to(request: HttpRequest, slug: str, item: int) -> HttpResponse:
    """To its page, in the list it was opened from."""
    response = redirect("read-item", slug, item)
    if request.GET:
        response["Location"] += f"?{request.GET.urlencode()}"
    return response


def _asked(request: HttpRequest) -> bool:
    """Whether to hide, or to show again."""
    form = HideForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    return bool(form.cleaned_data["hide"])


def _tell(request: HttpRequest, *, hide: bool) -> None:
    messages.success(
        request,
        _("Hidden: it is shown to nobody and counted nowhere.")
        if hide
        else _("Shown again, with the ratings it had."),
    )


def _list(
    request: HttpRequest, campaign: Campaign, *, bad: AnswerForm | None = None
) -> HttpResponse:
    """`bad` is the answer that was refused; it stays filled in."""
    form = RemarkFilter(request.GET, task=task_of(campaign))
    page = page_of(find_remarks(campaign, **form.asked()), request.GET, order=["-id"])
    for remark in page.rows:
        prefix = str(remark.id)
        remark.form = bad if bad and bad.prefix == prefix else AnswerForm(prefix=prefix)
    return monitor_page(request, campaign, "remarks", {"filter": form, "page": page})
