"""Whose account it is that somebody from a university comes into, and who gets a new one.

An account here is theirs when they connected it while signed in, or when the provider vouches
for an address that they have shown to read here too. An address that somebody only wrote into
their account proves nothing: it would lead its true owner into a stranger's account.
"""

import logging
from typing import Any

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.shortcuts import render
from django.urls import Resolver404, resolve

from campaigns.selectors.invitations import find_invitation, is_invited

log = logging.getLogger(__name__)


def note_proven_address(user: User) -> None:
    """A letter sent there was opened."""
    address, _new = EmailAddress.objects.get_or_create(user=user, email=user.email.lower())
    # Not where another account has proven it before.
    address.set_verified()


class UniversityAccounts(DefaultSocialAccountAdapter):  # type: ignore[misc]
    def authenticate_by_email(self, sociallogin: Any) -> tuple[User, str] | None:
        for email in _vouched_for(sociallogin):
            proven = EmailAddress.objects.filter(email=email, verified=True)
            # And still the account's own.
            found = proven.filter(user__email__iexact=email).select_related("user").first()
            if found:
                return found.user, email
        return None

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        vouched = _vouched_for(sociallogin)
        if not vouched:
            _refuse(request, "unverified")
        if User.objects.filter(email__iexact=vouched[0]).exists():
            _refuse(request, "taken")
        if not (_domain_is_allowed(vouched[0]) or _is_invited(vouched[0], sociallogin)):
            _refuse(request, "uninvited")
        return True

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: Any = None,
        exception: Exception | None = None,
        extra_context: Any = None,
    ) -> None:
        # A cancelled one has no cause; of what the provider answered, nothing personal.
        log.warning("Signing in with the university failed: %s", exception or error)


def _vouched_for(sociallogin: Any) -> list[str]:
    return [one.email.lower() for one in sociallogin.email_addresses if one.verified]


def _domain_is_allowed(email: str) -> bool:
    return email.rpartition("@")[2] in settings.OIDC_ALLOWED_DOMAINS


def _is_invited(email: str, sociallogin: Any) -> bool:
    """To this address, or by the link that they came from: it makes its holder a member."""
    try:
        match = resolve(sociallogin.state.get("next") or "")
    except Resolver404:
        return is_invited(email)
    by_link = match.url_name == "invitation" and find_invitation(match.kwargs["token"])
    return bool(by_link) or is_invited(email)


def _refuse(request: HttpRequest, why: str) -> None:
    page = render(request, "accounts/university_refused.html", {"why": why}, status=403)
    raise ImmediateHttpResponse(page)
