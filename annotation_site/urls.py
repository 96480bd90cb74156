from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerSplitView

from annotation_site import health, metrics, schema, summary_views, views

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("api/v1/", include("annotation_site.api_urls")),
    path("api/schema/", schema.SchemaView.as_view(), name="api-schema"),
    path(
        "api/docs/",
        # A page has no form in which to say what it could be asked for.
        SpectacularSwaggerSplitView.as_view(url_name="api-schema", metadata_class=None),
        name="api-docs",
    ),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("annotation_site.accounts.urls")),
    path("admin/", admin.site.urls),
    path("", views.home, name="home"),
    path("", include("campaigns.urls")),
    path("", include("sources.urls")),
    path("campaigns/<slug:slug>/", views.overview, name="overview"),
    path("campaigns/<slug:slug>/link.svg", views.link_file, name="link-file"),
    path("campaigns/<slug:slug>/poster/", views.poster, name="poster"),
    path("campaigns/<slug:slug>/summaries/", summary_views.summaries, name="summaries"),
    path(
        "campaigns/<slug:slug>/summaries/send/", summary_views.send_summary, name="send-summary"
    ),
    path("no-summaries/<str:token>/", summary_views.stop, name="stop-summaries"),
    path("", include("proposing.urls")),
    path("", include("pooling.urls")),
    path("", include("agreement.urls")),
    path("", include("scoring.urls")),
    path("", include("judging.urls")),
    path("", include("rating.urls")),
]

if settings.DEBUG:
    urlpatterns.append(path("styleguide/", views.styleguide, name="styleguide"))

handler400 = "annotation_site.errors.bad_request"
handler403 = "annotation_site.errors.permission_denied"
handler404 = "annotation_site.errors.page_not_found"
handler500 = "annotation_site.errors.server_error"
