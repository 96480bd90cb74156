"""The API's addresses of agreement, under a campaign's."""

from agreement.api import files, reports, word_list
from core.api.addresses import api_path

urlpatterns = [
    api_path("agreement/", reports.ReportsView, "api-reports"),
    api_path("word-list/", word_list.WordListView, "api-word-list"),
    api_path("agreement/<row:id>/", reports.ReportView, "api-report"),
    api_path(
        "agreement/<row:id>/tables/<slug:name>.<slug:form>",
        files.ReportTableView,
        "api-report-table",
    ),
    api_path(
        "agreement/<row:id>/figures/<slug:name>.<slug:form>",
        files.ReportFigureView,
        "api-report-figure",
    ),
]
