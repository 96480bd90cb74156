"""Where the campaign's news goes, for those who may change the campaign."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Campaign, Member, Webhook
from campaigns.pages.requests import lead_of
from campaigns.pages.workspace import workspace
from campaigns.selectors.permission import campaign_for
from campaigns.selectors.webhooks import MESSAGE_ORDER, find_messages, message_named
from campaigns.services.webhooks import (
    BadAddress,
    ask_again,
    ask_for_test,
    make_webhook,
    remove_webhook,
)
from core.paging import page_of
from core.refusals import TooOften, said

# Where a new secret waits for the page that shows it: it can be shown only once.
FRESH = "fresh_webhook"


class WebhookForm(forms.Form):
    url = forms.URLField(label=gettext_lazy("Address"), max_length=500, assume_scheme="https")
    events = forms.MultipleChoiceField(
        label=gettext_lazy("When"),
        choices=Webhook.Event.choices,
        initial=Webhook.Event.values,
        widget=forms.CheckboxSelectMultiple,
    )


@require_safe
@login_required
@never_cache
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, _campaign(request, slug), WebhookForm())


@require_POST
@login_required
def make(request: HttpRequest, slug: str) -> HttpResponse:
    campaign = _campaign(request, slug)
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            made = make_webhook(campaign=campaign, by=lead_of(request), **form.cleaned_data)
        except BadAddress as bad:
            form.add_error("url", said(bad.text))
        else:
            request.session[FRESH] = {"url": made.url, "secret": made.secret}
            return redirect("webhooks", slug)
    return _page(request, campaign, form)


@require_POST
@login_required
def test(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = _campaign(request, slug)
    try:
        ask_for_test(get_object_or_404(campaign.webhooks, id=id), by=lead_of(request))
    except TooOften as refusal:
        return _too_often(request, campaign, refusal)
    messages.success(request, _("Test message sent. See its delivery below."))
    return redirect("webhooks", slug)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    webhook = get_object_or_404(_campaign(request, slug).webhooks, id=id)
    remove_webhook(webhook=webhook, by=lead_of(request))
    messages.success(request, _("Webhook %s removed.") % webhook.url)
    return redirect("webhooks", slug)


@require_POST
@login_required
def again(request: HttpRequest, slug: str, id: int) -> HttpResponse:
    campaign = _campaign(request, slug)
    try:
        ask_again(message_named(campaign, id), by=lead_of(request))
    except TooOften as refusal:
        return _too_often(request, campaign, refusal)
    messages.success(request, _("Message resent."))
    return redirect("webhooks", slug)


def _campaign(request: HttpRequest, slug: str) -> Campaign:
    return campaign_for(request.user, slug=slug, least=Member.Role.MANAGER)


def _too_often(request: HttpRequest, campaign: Campaign, refusal: TooOften) -> HttpResponse:
    messages.error(request, said(refusal.text))
    page = _page(request, campaign, WebhookForm())
    page.status_code = 429
    page.headers["Retry-After"] = str(refusal.seconds)
    return page


def _page(request: HttpRequest, campaign: Campaign, form: WebhookForm) -> HttpResponse:
    context = {
        **workspace(request, campaign, stage="settings"),
        "webhooks": campaign.webhooks.all(),
        "events": Webhook.Event.choices,
        "page": page_of(find_messages(campaign), request.GET, order=MESSAGE_ORDER),
        "form": form,
        "fresh": request.session.pop(FRESH, None),
    }
    return render(request, "campaigns/webhooks.html", context)
