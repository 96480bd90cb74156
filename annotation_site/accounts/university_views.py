"""To the university and back."""

from typing import Any

from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView, OAuth2LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from requests import RequestException

from annotation_site.accounts.university import UniversityClient


@require_POST
@never_cache
def go(request: HttpRequest, provider_id: str) -> HttpResponse:
    """By a page in between: a form may lead nowhere but to our own pages, and a provider may
    lead on to others."""
    answer = _done_by(OAuth2LoginView, request, provider_id)
    if answer.status_code != 302:
        return answer
    there = answer["Location"]
    page = render(request, "accounts/university_onward.html", {"there": there})
    page.headers["Refresh"] = f"0; url={there}"
    return page


@require_safe
@never_cache
def back(request: HttpRequest, provider_id: str) -> HttpResponse:
    return _done_by(OAuth2CallbackView, request, provider_id)


def _done_by(view: Any, request: HttpRequest, provider_id: str) -> HttpResponse:
    client = UniversityClient(request, provider_id)
    answer: HttpResponse
    try:
        answer = view.adapter_view(client)(request)
    except SocialApp.DoesNotExist as missing:
        raise Http404 from missing
    except (OAuth2Error, RequestException, KeyError, ValueError) as trouble:
        # The provider is away, or talks nonsense about itself.
        answer = render_authentication_error(request, client.get_provider(), exception=trouble)
    return answer
