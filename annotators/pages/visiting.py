"""What every page of a visit needs: its campaign, who visits, and the campaign's language."""

from collections.abc import Callable
from functools import wraps
from math import ceil
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache

from annotators.models import Annotator
from annotators.services.identities import annotator_in
from annotators.services.limits import TooMany
from campaigns.models import Campaign
from core.languages import direction, interface_language
from core.markdown import render_markdown
from core.patience import RETRY_AFTER_SECONDS, Busy, impatient


def campaign_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Find the campaign by its slug and speak its language, or the one the visitor chose."""

    @never_cache
    @wraps(view)
    def shown(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        campaign = get_object_or_404(Campaign, slug=slug)
        language = _interface_language(request, campaign)
        with translation.override(language):
            try:
                with impatient():
                    response = view(request, campaign, **kwargs)
            except Busy:
                # Only what changes something waits for anybody.
                response = _busy(request, campaign)
            except TooMany as many:
                response = page(
                    request, "wait", campaign, status=429, minutes=ceil(many.seconds / 60)
                )
                response.headers["Retry-After"] = str(many.seconds)
        response.headers.setdefault("Content-Language", language)
        return response

    return shown


def annotator_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For annotators only; anybody else is shown the campaign's welcome."""

    @campaign_page
    @wraps(view)
    def shown(request: HttpRequest, campaign: Campaign, **kwargs: Any) -> HttpResponse:
        annotator = annotator_in(request, campaign)
        if annotator is None:
            return redirect("rate-welcome", campaign.slug)
        return view(request, annotator, **kwargs)

    return shown


def page(
    request: HttpRequest,
    name: str,
    campaign: Campaign,
    annotator: Annotator | None = None,
    *,
    status: int = 200,
    folder: str = "rating",
    **context: Any,
) -> HttpResponse:
    """`folder`: where a stage has a template of its own."""
    shared = {
        "campaign": campaign,
        "annotator": annotator,
        "direction": direction(campaign.language),
    }
    return render(request, f"{folder}/{name}.html", shared | context, status=status)


def _busy(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """What was sent is sent again, by the page's script or by its button."""
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken"
        for value in values
    ]
    # Without a script a page can only be opened again, not sent.
    found = request.resolver_match
    is_start = found is not None and found.url_name in {"rate-take", "rate-practised"}
    response = page(
        request,
        "busy",
        campaign,
        # A page that knows no annotator has the browser forget what it kept for one.
        annotator_in(request, campaign),
        status=503,
        fields=fields,
        seconds=RETRY_AFTER_SECONDS,
        start=reverse("rate-instructions", args=[campaign.slug]) if is_start else "",
    )
    response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def markdown(text: str) -> SafeString:
    return mark_safe(render_markdown(text))  # noqa: S308  # nosec B308 B703 # sanitised by render_markdown


def _interface_language(request: HttpRequest, campaign: Campaign) -> str:
    """A volunteer's browser may speak any language; the campaign's is the one they know."""
    if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        return interface_language(campaign.language)
    return translation.get_language() or settings.LANGUAGE_CODE
