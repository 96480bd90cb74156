"""The API's addresses of releases and the scores on them, under a campaign's."""

from django.urls import include, path

from core.api.addresses import api_path
from scoring.api import (
    baselines,
    comparisons,
    forecast,
    left_out,
    multiwords,
    paper_tables,
    published,
    releases,
    score_files,
    scores,
    soft_systems,
    submissions,
    system_scores,
)

SCORES = [
    api_path("", scores.ScoresView, "api-scores"),
    api_path("tables/<path:name>.<slug:form>", score_files.ScoreTableView, "api-score-table"),
    api_path(
        "figures/<path:name>.<slug:form>", score_files.ScoreFigureView, "api-score-figure"
    ),
    api_path("left-out/", left_out.LeftOutView, "api-left-out"),
    api_path("systems/<row:id>/", system_scores.SystemScoresView, "api-system-scores"),
]

urlpatterns = [
    api_path("ranking-forecast/", forecast.ForecastView, "api-forecast"),
    api_path(
        "ranking-forecast/tables/<slug:name>.<slug:form>",
        forecast.ForecastTableView,
        "api-forecast-table",
    ),
    api_path(
        "ranking-forecast/figures/<slug:name>.<slug:form>",
        forecast.ForecastFigureView,
        "api-forecast-figure",
    ),
    api_path("baselines/", baselines.BaselinesView, "api-baselines"),
    api_path("releases/", releases.ReleasesView, "api-releases"),
    api_path("releases/<row:number>/", releases.ReleaseView, "api-release"),
    api_path(
        "releases/<row:number>/files/<slug:format>/",
        releases.ReleaseFileView,
        "api-release-file",
    ),
    api_path("releases/<row:number>/publish/", published.PublishView, "api-publish-release"),
    api_path(
        "releases/<row:number>/unpublish/", published.UnpublishView, "api-unpublish-release"
    ),
    api_path("releases/<row:number>/doi/", published.DoiView, "api-release-doi"),
    path("releases/<row:number>/scores/", include(SCORES)),
    api_path(
        "releases/<row:number>/distributions/",
        soft_systems.SoftSystemsView,
        "api-soft-systems",
    ),
    api_path(
        "releases/<row:number>/distributions/<row:id>/",
        soft_systems.SoftSystemView,
        "api-soft-system",
    ),
    api_path(
        "releases/<row:first>/compare/<row:second>/",
        comparisons.ComparisonView,
        "api-compare-releases",
    ),
    api_path(
        "releases/<row:first>/compare/<row:second>.csv",
        comparisons.ComparisonFileView,
        "api-comparison-file",
    ),
    api_path("paper-tables/", paper_tables.PaperTablesView, "api-paper-tables"),
    api_path(
        "paper-tables/<str:table>.<slug:form>",
        paper_tables.PaperTableFileView,
        "api-paper-table",
    ),
    api_path("multiwords/", multiwords.MultiwordsView, "api-multiwords"),
    api_path("submission-links/", submissions.LinksView, "api-submission-links"),
    api_path(
        "submission-links/<row:id>/close/",
        submissions.CloseLinkView,
        "api-close-submission-link",
    ),
    api_path("leaderboard/", submissions.LeaderboardView, "api-leaderboard"),
    api_path("leaderboard/show/", submissions.ShowLeaderboardView, "api-show-leaderboard"),
    api_path("leaderboard/hide/", submissions.HideLeaderboardView, "api-hide-leaderboard"),
]
