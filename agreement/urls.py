"""The agreement pages; `name` is a table's or a figure's, `form` its file's suffix."""

from django.urls import include, path

from agreement import pages as views

REPORT = [
    path("", views.dashboard, name="agreement-report"),
    path("report.json", views.report_json, name="agreement-json"),
    path("tables/<slug:name>.<slug:form>", views.table, name="agreement-table"),
    path("figures/<slug:name>.<slug:form>", views.figure, name="agreement-figure"),
]

urlpatterns = [
    path(
        "campaigns/<slug:slug>/agreement/",
        include(
            [
                path("", views.dashboard, name="agreement"),
                path("status/", views.status, name="agreement-status"),
                path("measure/", views.measure, name="agreement-measure"),
                path("words/", views.store_words, name="agreement-words"),
                path("words/remove/", views.remove_words, name="agreement-words-remove"),
                path("<int:id>/", include(REPORT)),
            ]
        ),
    ),
]
