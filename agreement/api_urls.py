"""The API's addresses of agreement, under a campaign's."""

from agreement.api import documents, files, reading, reports, revisions, word_list
from core.api.addresses import api_path

urlpatterns = [
    api_path("read/candidates/", reading.ReadCandidatesView, "api-read-candidates"),
    api_path("read/candidates.csv", reading.ReadCandidatesFileView, "api-read-candidates-file"),
    api_path("read/items/", reading.ReadItemsView, "api-read-items"),
    api_path("read/items.csv", reading.ReadItemsFileView, "api-read-items-file"),
    api_path("read/items/<row:id>/", reading.ReadItemView, "api-read-item"),
    api_path("read/update/", reading.UpdateReadView, "api-read-update"),
    api_path("agreement/", reports.ReportsView, "api-reports"),
    api_path("word-list/", word_list.WordListView, "api-word-list"),
    api_path("documents/disagreements/", documents.DocumentsView, "api-disagreements"),
    api_path("documents/<row:id>/themes/", documents.DocumentThemesView, "api-document-themes"),
    api_path(
        "categories/revisions/<row:number>/agreement/",
        revisions.RevisionAgreementView,
        "api-revision-agreement",
    ),
    api_path("themes/", documents.ThemesView, "api-themes"),
    api_path("themes.<slug:form>", documents.ThemesFileView, "api-themes-file"),
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
