"""Pages of allauth's that are there only where their switch is on, at addresses of ours.

Listed one by one: whatever a later version adds has to be asked for.
"""

from allauth.account import views as account
from allauth.mfa.base import views as factors
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as apps
from allauth.mfa.webauthn import views as passkeys
from allauth.socialaccount import views as social
from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, path
from django.views.generic import TemplateView

from annotation_site.accounts import university_views, views

_INACTIVE = TemplateView.as_view(template_name="account/account_inactive.html")


def patterns(*, second_factor: bool, university: bool) -> list[URLPattern]:
    return [
        *(_COMMON if second_factor or university else []),
        *(_SECOND_FACTOR if second_factor else []),
        *(_UNIVERSITY if university else []),
    ]


_COMMON = [
    # By the names under which allauth looks for them.
    path("sign-in/", views.sign_in, name="account_login"),
    path("sign-out/", LogoutView.as_view(), name="account_logout"),
    path("sign-in/inactive/", _INACTIVE, name="account_inactive"),
    path("account/confirm/", account.reauthenticate, name="account_reauthenticate"),
]
_SECOND_FACTOR = [
    path("sign-in/second-factor/", factors.authenticate, name="mfa_authenticate"),
    path("sign-in/passkey/", passkeys.login_webauthn, name="mfa_login_webauthn"),
    path("account/confirm/code/", factors.reauthenticate, name="mfa_reauthenticate"),
    path(
        "account/confirm/passkey/",
        passkeys.reauthenticate_webauthn,
        name="mfa_reauthenticate_webauthn",
    ),
    path("account/second-factor/", factors.index, name="mfa_index"),
    path("account/second-factor/app/", apps.activate_totp, name="mfa_activate_totp"),
    path("account/second-factor/app/remove/", apps.deactivate_totp, name="mfa_deactivate_totp"),
    path(
        "account/second-factor/codes/",
        codes.view_recovery_codes,
        name="mfa_view_recovery_codes",
    ),
    path(
        "account/second-factor/codes/new/",
        codes.generate_recovery_codes,
        name="mfa_generate_recovery_codes",
    ),
    path("account/second-factor/passkeys/", passkeys.list_webauthn, name="mfa_list_webauthn"),
    path("account/second-factor/passkeys/add/", passkeys.add_webauthn, name="mfa_add_webauthn"),
    path(
        "account/second-factor/passkeys/<int:pk>/remove/",
        passkeys.remove_webauthn,
        name="mfa_remove_webauthn",
    ),
]
_UNIVERSITY = [
    path("sign-in/with/<slug:provider_id>/", university_views.go, name="openid_connect_login"),
    path(
        "sign-in/with/<slug:provider_id>/back/",
        university_views.back,
        name="openid_connect_callback",
    ),
    path("sign-in/cancelled/", social.login_cancelled, name="socialaccount_login_cancelled"),
    path("account/university/", social.connections, name="socialaccount_connections"),
]
