"""Getting in, in the order a lead meets these pages."""

from django.conf import settings
from django.contrib.auth.views import LogoutView
from django.urls import path

from annotation_site.accounts import token_views, views

urlpatterns = [
    path("first-run/", views.first_run, name="first-run"),
    path("sign-in/", views.sign_in, name="sign-in"),
    path("admin/login/", views.sign_in_to_admin, name="sign-in-to-admin"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("new-password/", views.ask_password, name="ask-password"),
    path(
        "new-password/<uidb64>/<token>/",
        views.choose_password,
        name="choose-password",
    ),
    path("invitation/<str:token>/", views.invitation, name="invitation"),
    path("invitation/<str:token>/accept/", views.accept, name="accept-invitation"),
    path("account/", views.account, name="account"),
    path("account/password/", views.change_password, name="change-password"),
    path("account/tokens/", token_views.tokens, name="tokens"),
    path("account/tokens/<int:id>/take-back/", token_views.take_back, name="take-back-token"),
]

if settings.SECOND_FACTOR or settings.OIDC_ISSUER:
    # Here, not above: a site without them loads nothing of it.
    from annotation_site.accounts.stronger_urls import patterns

    urlpatterns += patterns(
        second_factor=settings.SECOND_FACTOR, university=bool(settings.OIDC_ISSUER)
    )
