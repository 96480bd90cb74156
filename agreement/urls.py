"""The agreement pages; `name` is a table's or a figure's, `form` its file's suffix."""

from django.urls import include, path

from agreement.pages import documents, reading, revisions
from agreement.pages import reports as views

REPORT = [
    path("", views.dashboard, name="agreement-report"),
    path("report.json", views.report_json, name="agreement-json"),
    path("tables/<slug:name>.<slug:form>", views.table, name="agreement-table"),
    path("figures/<slug:name>.<slug:form>", views.figure, name="agreement-figure"),
]

READ = [
    path("", reading.candidates, name="read-candidates"),
    path("candidates.csv", reading.candidates_csv, name="read-candidates-file"),
    path("items/", reading.items, name="read-items"),
    path("items.csv", reading.items_csv, name="read-items-file"),
    path("items/<int:id>/", reading.item, name="read-item"),
    path("update/", reading.sum_up, name="read-update"),
]

urlpatterns = [
    path("campaigns/<slug:slug>/read/", include(READ)),
    path(
        "campaigns/<slug:slug>/agreement/",
        include(
            [
                path("", views.dashboard, name="agreement"),
                path("status/", views.status, name="agreement-status"),
                path("measure/", views.measure, name="agreement-measure"),
                path("words/", views.store_words, name="agreement-words"),
                path("words/remove/", views.remove_words, name="agreement-words-remove"),
                path("documents/", documents.documents, name="agreement-documents"),
                path("documents/<int:id>/tag/", documents.tag, name="tag-document"),
                path("documents/<int:id>/untag/", documents.untag, name="untag-document"),
                path("revisions/<int:number>/", revisions.revision, name="agreement-revision"),
                path(
                    "revisions/<int:number>.<slug:form>",
                    revisions.revision_file,
                    name="agreement-revision-file",
                ),
                path("themes/", documents.themes, name="agreement-themes"),
                path("themes.<slug:form>", documents.themes_file, name="agreement-themes-file"),
                path("<int:id>/", include(REPORT)),
            ]
        ),
    ),
]
