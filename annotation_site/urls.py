from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from annotation_site import health, views

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("api/v1/", include("annotation_site.api_urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path(
        "api/docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"
    ),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("", views.home, name="home"),
    path(
        "sign-in/",
        LoginView.as_view(
            template_name="annotation_site/sign_in.html", redirect_authenticated_user=True
        ),
        name="sign-in",
    ),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("campaigns/<slug:slug>/", views.overview, name="overview"),
    path("", include("rating.urls")),
]

handler400 = "annotation_site.errors.bad_request"
handler403 = "annotation_site.errors.permission_denied"
handler404 = "annotation_site.errors.page_not_found"
handler500 = "annotation_site.errors.server_error"
