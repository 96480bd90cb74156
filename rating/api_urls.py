"""The API's addresses of what leads do about ratings, under a campaign's."""

from core.api.addresses import api_path
from rating.api import (
    annotators,
    coverage,
    deleting_tests,
    exclusions,
    hiding,
    importing,
    ledger,
    opening,
    recruiting,
    remarks,
    revisions,
    trials,
)

urlpatterns = [
    api_path("open/", opening.OpenView, "api-open"),
    api_path("pause/", opening.PauseView, "api-pause"),
    api_path("close/", opening.CloseView, "api-close"),
    api_path("ratings/import/", importing.ImportView, "api-import-ratings"),
    api_path("ratings/import/preview/", importing.PreviewImportView, "api-preview-import"),
    api_path("ratings/imports/", importing.ImportsView, "api-imports"),
    api_path(
        "ratings/imports/<row:number>/take-back/",
        importing.TakeBackImportView,
        "api-take-back-import",
    ),
    api_path("annotators/delete-tests/", deleting_tests.DeleteTestsView, "api-delete-tests"),
    api_path("exclusions/", exclusions.ExclusionsView, "api-exclusions"),
    api_path("exclusions/<row:id>/", exclusions.ExclusionView, "api-exclusion"),
    api_path("remarks/<row:id>/answer/", remarks.AnswerView, "api-answer-remark"),
    api_path("sentences/<row:id>/hide/", hiding.HideSentenceView, "api-hide-sentence"),
    api_path("sentences/<row:id>/show/", hiding.ShowSentenceView, "api-show-sentence"),
    api_path("candidates/<row:id>/hide/", hiding.HideCandidateView, "api-hide-candidate"),
    api_path("candidates/<row:id>/show/", hiding.ShowCandidateView, "api-show-candidate"),
    api_path("coverage/", coverage.CoverageView, "api-coverage"),
    api_path("coverage/subsets/", coverage.SubsetsCoverageView, "api-coverage-subsets"),
    api_path("coverage/subsets/<row:number>/", coverage.SubsetView, "api-coverage-subset"),
    api_path("coverage/candidates/", coverage.ShortCandidatesView, "api-short-candidates"),
    api_path("coverage/candidates.csv", coverage.ShortFileView, "api-short-file"),
    api_path("coverage/unjudged/", coverage.UnjudgedView, "api-unjudged"),
    api_path("ledger/", ledger.LedgerView, "api-ledger"),
    api_path("ledger.<slug:form>", ledger.LedgerFileView, "api-ledger-file"),
    api_path("annotators/", annotators.AnnotatorsView, "api-annotators"),
    api_path("annotators/check/", annotators.CheckView, "api-check"),
    api_path("annotators/<row:id>/", annotators.ReadAnnotatorView, "api-annotator"),
    api_path("exclusions/effect/", annotators.EffectView, "api-effect"),
    api_path("categories/", revisions.CategoriesView, "api-categories"),
    api_path("categories/revisions/", revisions.RevisionsView, "api-revisions"),
    api_path(
        "categories/revisions/preview/", revisions.PreviewRevisionView, "api-preview-revision"
    ),
    api_path(
        "categories/revisions/<row:number>/documents/",
        revisions.LostDocumentsView,
        "api-revision-documents",
    ),
    api_path("trials/", trials.TrialsView, "api-trials"),
    api_path("recruiting/", recruiting.RecruitingView, "api-recruiting"),
    api_path("remarks/", annotators.ListRemarksView, "api-remarks"),
]
