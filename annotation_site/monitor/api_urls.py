"""The API's addresses of what leads watch, under a campaign's."""

from django.urls import path

from annotation_site.monitor.api import annotators, coverage

urlpatterns = [
    path("coverage/", coverage.CoverageView.as_view(), name="api-coverage"),
    path("coverage/subsets/", coverage.SubsetsView.as_view(), name="api-coverage-subsets"),
    path(
        "coverage/subsets/<row:number>/",
        coverage.SubsetView.as_view(),
        name="api-coverage-subset",
    ),
    path(
        "coverage/candidates/",
        coverage.ShortCandidatesView.as_view(),
        name="api-short-candidates",
    ),
    path("coverage/candidates.csv", coverage.ShortFileView.as_view(), name="api-short-file"),
    path("coverage/unjudged/", coverage.UnjudgedView.as_view(), name="api-unjudged"),
    path("annotators/", annotators.AnnotatorsView.as_view(), name="api-annotators"),
    path("annotators/check/", annotators.CheckView.as_view(), name="api-check"),
    path("annotators/<row:id>/", annotators.AnnotatorView.as_view(), name="api-annotator"),
    path("exclusions/effect/", annotators.EffectView.as_view(), name="api-effect"),
    path("remarks/", annotators.RemarksView.as_view(), name="api-remarks"),
]
