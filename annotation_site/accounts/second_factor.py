"""A second factor beside the password, or a passkey in its place: allauth's flows, our limits.

What switches them on is SECOND_FACTOR; while it is off nobody is asked for one.
"""

import base64
import secrets
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from core.throttling import address_of

# Said where leads have always seen that they are signed in: in the header.
_UNSAID = {"account/messages/logged_in.txt", "account/messages/logged_out.txt"}


def sign_in_by_password(request: HttpRequest, user: User, *, onward: str) -> HttpResponse:
    """The password was right. Whoever has a second factor is asked for it now."""
    name = {"username": user.get_username()}
    answer: HttpResponse = perform_password_login(
        request, name, Login(user=user, redirect_url=onward)
    )
    return answer


def forget_second_factor(user: User) -> int:
    """How many there were. For whoever has lost them all; an operator is asked."""
    gone: int
    gone, _by_model = Authenticator.objects.filter(user=user).delete()
    return gone


class LeadAccounts(DefaultAccountAdapter):  # type: ignore[misc]
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        return address_of(request)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *rest: Any,
        **more: Any,
    ) -> None:
        if message_template not in _UNSAID:
            super().add_message(request, level, message_template, *rest, **more)


class SecondFactors(DefaultMFAAdapter):  # type: ignore[misc]
    def is_mfa_enabled(self, user: User, types: Any = None) -> bool:
        return settings.SECOND_FACTOR and super().is_mfa_enabled(user, types)

    def get_totp_issuer(self) -> str:
        return f"Regild ({urlsplit(settings.SITE_URL).hostname})"

    def _get_site_name(self) -> str:
        return self.get_totp_issuer()

    def get_totp_label(self, user: User) -> str:
        return user.get_username()

    def build_totp_svg(self, url: str) -> str:
        picture = BytesIO()
        segno.make(url).save(picture, kind="svg", scale=5, border=4, light="#fff")
        return picture.getvalue().decode()

    def encrypt(self, text: str) -> str:
        """A backup alone opens no account; it would need the site's SECRET_KEY too."""
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _fernet().decrypt(encrypted_text).decode()
        except InvalidToken:
            # The SECRET_KEY is another. Nobody can say what is drawn here, so no code fits.
            return base64.b32encode(secrets.token_bytes(20)).decode()


def _fernet() -> Fernet:
    key = salted_hmac("second factor", "key", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))
