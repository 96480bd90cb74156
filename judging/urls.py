"""The pages of models that judge; `name` is a table's, `form` its file's suffix."""

from django.urls import include, path

from judging.pages import judges as views

JUDGES = [
    path("", views.judges, name="judges"),
    path("add/", views.add, name="add-judge"),
    path("measure/", views.measure, name="measure-judges"),
    path("status/", views.status, name="judges-status"),
    path("<int:number>/remove/", views.remove, name="remove-judge"),
    path("reports/<int:id>/report.json", views.report_json, name="judging-json"),
    path("reports/<int:id>/tables/<slug:name>.<slug:form>", views.table, name="judging-table"),
    path(
        "reports/<int:id>/figures/<int:number>.<slug:form>", views.figure, name="judging-figure"
    ),
]

urlpatterns = [path("campaigns/<slug:slug>/judges/", include(JUDGES))]
