"""The API's addresses of agreement, under a campaign's."""

from django.urls import path

from agreement import api

urlpatterns = [
    path("agreement/", api.ReportsView.as_view(), name="api-reports"),
    path("agreement/<row:id>/", api.ReportView.as_view(), name="api-report"),
    path(
        "agreement/<row:id>/tables/<slug:name>.<slug:form>",
        api.ReportTableView.as_view(),
        name="api-report-table",
    ),
    path(
        "agreement/<row:id>/figures/<slug:name>.<slug:form>",
        api.ReportFigureView.as_view(),
        name="api-report-figure",
    ),
]
