"""The site with every stronger way to sign in switched on, as its settings would."""

from typing import Any

from annotation_site import urls
from annotation_site.accounts.stronger_urls import patterns

STRONGER = patterns(second_factor=True, university=True)
urlpatterns = [*STRONGER, *urls.urlpatterns]
handler400, handler403, handler404, handler500 = (
    urls.handler400,
    urls.handler403,
    urls.handler404,
    urls.handler500,
)


def switch_on(settings: Any, *, issuer: str = "http://localhost:1", **app: Any) -> None:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = [
        *settings.MIDDLEWARE,
        "annotation_site.accounts.middleware.PageSignIn",
    ]
    settings.SITE_URL = "http://testserver"
    settings.SECOND_FACTOR = True
    settings.OIDC_ISSUER = issuer
    settings.OIDC_NAME = "the University of Boats"
    university = {
        "provider_id": "university",
        "name": settings.OIDC_NAME,
        "client_id": "regild",
        "secret": "a secret of ours",
        "settings": {"server_url": issuer, "verified_email": False, **app},
    }
    openid = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": openid | {"APPS": [university]}}
