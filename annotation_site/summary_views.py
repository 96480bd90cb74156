"""What a member is sent of a campaign by e-mail: their own choice, and a letter as it would be
now. And the link in each letter that ends them."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.summaries import preview_of, send_one_now
from campaigns.models import Campaign, SummaryWish
from campaigns.pages.requests import lead_of
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.summaries import is_member, languages_of_letters, wish_of
from campaigns.services.summaries import change_summaries, stop_summaries, wish_of_token
from core.refusals import Refused, said


class SummaryForm(forms.Form):
    weekly = forms.BooleanField(
        label=gettext_lazy("A weekly summary"),
        help_text=gettext_lazy(
            "On Monday mornings, while the campaign is open or paused: how far, how fast, how"
            " well annotators agree, what to do next"
        ),
        required=False,
    )
    when_needed = forms.BooleanField(
        label=gettext_lazy("When the campaign needs me"),
        help_text=gettext_lazy(
            "When a job fails, remarks wait for an answer, nobody has taken part for five"
            " days, everything is rated or a quota is full. At most one e-mail a day, and"
            " nothing twice"
        ),
        required=False,
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of the e-mails"), choices=languages_of_letters
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def summaries(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody in the campaign decides for themselves."""
    campaign = campaign_for(request.user, slug=slug)
    lead = lead_of(request)
    wish = wish_of(campaign, lead)
    form = SummaryForm(request.POST or None, initial=_chosen(wish))
    if request.method == "POST" and form.is_valid():
        try:
            change_summaries(campaign=campaign, user=lead, **form.cleaned_data)
        except Refused as refusal:
            messages.error(request, said(refusal.text))
        else:
            messages.success(request, _("Saved."))
        return redirect("summaries", slug)
    context = {
        **workspace(request, campaign, stage="people"),
        "form": form,
        "mail": settings.MAIL_IS_SET_UP,
        "member": is_member(campaign, lead),
        "wish": wish,
        "preview": preview_of(campaign, now=timezone.now()),
    }
    return render(request, "annotation_site/summaries.html", context)


@require_POST
@login_required
def send_summary(request: HttpRequest, slug: str) -> HttpResponse:
    """To oneself, now."""
    campaign = campaign_for(request.user, slug=slug)
    lead = lead_of(request)
    wish = wish_of(campaign, lead)
    if wish is None or not lead.email:
        messages.error(request, _("First choose what you want to be sent."))
        return redirect("summaries", slug)
    try:
        send_one_now(wish, by=lead, now=timezone.now())
    except Refused as refusal:
        messages.error(request, said(refusal.text))
    else:
        messages.success(request, _("Sent to %s.") % lead.email)
    return redirect("summaries", slug)


# Mail programs send what RFC 8058 says, with no cookie; whoever has the link may do it anyway.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """To look is not to stop: programs that check letters open their links."""
    wish = wish_of_token(token)
    if wish is None:
        return render(request, "annotation_site/summaries_stop.html", {}, status=404)
    campaign: Campaign = wish.member.campaign
    stopped = request.method == "POST"
    if stopped:
        stop_summaries(wish)
    context = {"wish": wish, "campaign": campaign, "stopped": stopped}
    return render(request, "annotation_site/summaries_stop.html", context)


def _chosen(wish: SummaryWish | None) -> dict[str, Any]:
    if wish is None:
        return {"language": get_language()}
    return {
        "weekly": wish.weekly,
        "when_needed": wish.when_needed,
        "language": wish.language,
    }
