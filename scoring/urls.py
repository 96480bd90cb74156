"""The pages of the second gold and of the scores on it; `form` is a file's suffix."""

from django.urls import include, path

from scoring.pages import (
    baselines,
    comparisons,
    forecast,
    left_out,
    paper_tables,
    published,
    publishing,
    releases,
    score_files,
    scores,
    soft_systems,
    status,
    submissions,
    system_scores,
)

GOLD = [
    path("", releases.gold, name="gold"),
    path("status/", status.release_status, name="gold-status"),
    path("release/", releases.make_release, name="gold-make"),
    path("compare/", comparisons.compare, name="gold-compare"),
    path(
        "compare/<int:first>/<int:second>.csv",
        comparisons.compare_file,
        name="gold-compare-file",
    ),
    path("<int:number>/", releases.release, name="gold-release"),
    path("<int:number>/files/<slug:format>/", releases.download, name="gold-download"),
    path("<int:number>/publish/", publishing.publish, name="gold-publish"),
    path("<int:number>/unpublish/", publishing.unpublish, name="gold-unpublish"),
    path("<int:number>/doi/", publishing.doi, name="gold-doi"),
]
PUBLIC = [
    path("", published.gold, name="public-gold"),
    path("files/<slug:format>/", published.download, name="public-download"),
    path("citation.<slug:form>", published.citation, name="public-citation"),
    path("<slug:name>/", published.entry, name="public-entry"),
]
SCORES = [
    path("", scores.scores, name="scores"),
    path("status/", status.rescore_status, name="scores-status"),
    path("multiwords/", scores.mark_multiwords, name="scores-multiwords"),
    path("papers/", paper_tables.tables, name="paper-tables"),
    path("papers/<str:table>.<slug:form>", paper_tables.file, name="paper-table"),
    path("<int:number>/", scores.scores, name="scores-release"),
    path("<int:number>/rescore/", scores.make_scores, name="scores-make"),
    path("<int:number>/left-out/", left_out.left_out, name="scores-left-out"),
    path("<int:number>/tables/<path:name>.<slug:form>", score_files.table, name="scores-table"),
    path(
        "<int:number>/figures/<path:name>.<slug:form>", score_files.figure, name="scores-figure"
    ),
    path("<int:number>/systems/<int:id>/", system_scores.system, name="scores-system"),
    path("<int:number>/distributions/", soft_systems.distributions, name="distributions"),
    path("<int:number>/distributions/add/", soft_systems.add, name="add-distributions"),
    path(
        "<int:number>/distributions/<int:id>/remove/",
        soft_systems.remove,
        name="remove-distributions",
    ),
    path(
        "<int:number>/distributions/tables/<slug:name>.<slug:form>",
        soft_systems.table,
        name="distributions-table",
    ),
]

FORECAST = [
    path("", forecast.forecast, name="forecast"),
    path("tables/<slug:name>.<slug:form>", forecast.table, name="forecast-table"),
    path("figures/<slug:name>.<slug:form>", forecast.figure, name="forecast-figure"),
]

SUBMISSIONS = [
    path("", submissions.submissions, name="submissions"),
    path("links/", submissions.make, name="make-submission-link"),
    path("links/<int:id>/close/", submissions.close, name="close-submission-link"),
    path("leaderboard/", submissions.show_or_hide, name="show-leaderboard"),
]

urlpatterns = [
    path("campaigns/<slug:slug>/baselines/", baselines.baselines, name="baselines"),
    path("campaigns/<slug:slug>/baselines/<slug:kind>/", baselines.baseline, name="baseline"),
    path("campaigns/<slug:slug>/agreement/forecast/", include(FORECAST)),
    path("campaigns/<slug:slug>/gold/", include(GOLD)),
    path("campaigns/<slug:slug>/scores/", include(SCORES)),
    path("campaigns/<slug:slug>/submissions/", include(SUBMISSIONS)),
    path("golds/<slug:slug>/<int:number>/", include(PUBLIC)),
    path("submit/<str:token>/", submissions.submit, name="submit"),
    path("submit/<str:token>/items.csv", submissions.items, name="submit-items"),
    path("leaderboard/<slug:slug>/", submissions.leaderboard, name="leaderboard"),
]
