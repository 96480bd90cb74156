"""The API's addresses of releases and the scores on them, under a campaign's."""

from django.urls import include, path

from scoring.api import comparisons, releases, scores

SCORES = [
    path("", scores.ScoresView.as_view(), name="api-scores"),
    path(
        "tables/<str:name>.<slug:form>",
        scores.ScoreTableView.as_view(),
        name="api-score-table",
    ),
    path(
        "figures/<str:name>.<slug:form>",
        scores.ScoreFigureView.as_view(),
        name="api-score-figure",
    ),
    path("systems/<row:id>/", scores.SystemScoresView.as_view(), name="api-system-scores"),
]

urlpatterns = [
    path("releases/", releases.ReleasesView.as_view(), name="api-releases"),
    path("releases/<row:number>/", releases.ReleaseView.as_view(), name="api-release"),
    path(
        "releases/<row:number>/files/<slug:format>/",
        releases.ReleaseFileView.as_view(),
        name="api-release-file",
    ),
    path("releases/<row:number>/scores/", include(SCORES)),
    path(
        "releases/<row:first>/compare/<row:second>/",
        comparisons.ComparisonView.as_view(),
        name="api-compare-releases",
    ),
    path(
        "releases/<row:first>/compare/<row:second>.csv",
        comparisons.ComparisonFileView.as_view(),
        name="api-comparison-file",
    ),
    path("multiwords/", scores.MultiwordsView.as_view(), name="api-multiwords"),
]
