"""Signing in with one's university: what allauth's OpenID Connect leaves open is closed here.

A token is believed when it is signed by a key of the provider, issued by whom the operator
named and meant for us, even though it came over TLS; what the provider says beside it has to be
about the same person. Of what it tells no more is kept than an account needs.
"""

from typing import Any

from allauth.socialaccount.internal import jwtkit
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse

PROVIDER = "university"
KEPT = (
    *("sub", "email", "email_verified"),
    *("preferred_username", "name", "given_name", "family_name"),
)
# Signed with a key that only the provider has. One that both sides know is our own secret, or
# worse, their public key.
_ALGORITHMS = {
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "EdDSA"),
}
_CONFIGURATION_SECONDS = 300


class UniversityClient(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]
    @property
    def openid_config(self) -> dict[str, Any]:
        key = f"university:{settings.OIDC_ISSUER}"
        config: dict[str, Any] | None = cache.get(key)
        if config is None:
            config = super().openid_config
            cache.set(key, config, _CONFIGURATION_SECONDS)
        if str(config.get("issuer")).rstrip("/") != settings.OIDC_ISSUER:
            raise OAuth2Error("The provider calls itself otherwise than OIDC_ISSUER.")
        return config

    def get_callback_url(self, request: HttpRequest, app: Any) -> str:
        # Not the request's host: the provider knows one address.
        there = reverse("openid_connect_callback", args=[PROVIDER])
        return f"{settings.SITE_URL}{there}"

    def complete_login(self, request: HttpRequest, app: Any, token: Any, **kwargs: Any) -> Any:
        try:
            said = self._person(app, token, kwargs["response"]["id_token"])
        except (KeyError, TypeError, ValueError) as unread:
            raise OAuth2Error("The provider's answer could not be read.") from unread
        return self.get_provider().sociallogin_from_response(request, {"userinfo": said})

    def _person(self, app: Any, token: Any, id_token: str) -> dict[str, Any]:
        header = jwtkit.jwt.get_unverified_header(id_token)
        if header["alg"] not in _ALGORITHMS:
            raise OAuth2Error("The token is signed by nobody, or by anybody.")
        claims = jwtkit.verify_and_decode(
            credential=id_token,
            keys_url=self.openid_config["jwks_uri"],
            issuer=self.openid_config["issuer"],
            audience=app.client_id,
            lookup_kid=jwtkit.lookup_kid_jwk,
        )
        if "userinfo_endpoint" in self.openid_config:
            further = self._fetch_user_info(token.token)
            if further["sub"] != claims["sub"]:
                raise OAuth2Error("The provider speaks of two people.")
            claims |= further
        said = {name: claims[name] for name in KEPT if name in claims}
        # Some say "false", which is true to Python.
        said["email_verified"] = claims.get("email_verified") in (True, "true")
        return said


class UniversityProvider(OpenIDConnectProvider):  # type: ignore[misc]
    oauth2_adapter_class = UniversityClient

    def get_scope_from_request(self, request: HttpRequest) -> list[str]:
        # What is asked for is settled here, whatever the address says.
        return list(self.get_scope())

    def get_auth_params_from_request(self, request: HttpRequest, action: Any) -> dict[str, Any]:
        return dict(self.get_auth_params())
