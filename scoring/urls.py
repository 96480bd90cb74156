"""The pages of the second gold and of the scores on it; `form` is a file's suffix."""

from django.urls import include, path

from scoring import release_views, views

GOLD = [
    path("", views.gold, name="gold"),
    path("status/", views.release_status, name="gold-status"),
    path("release/", views.make_release, name="gold-make"),
    path("compare/", release_views.compare, name="gold-compare"),
    path(
        "compare/<int:first>/<int:second>.csv",
        release_views.compare_file,
        name="gold-compare-file",
    ),
    path("<int:number>/", views.release, name="gold-release"),
    path("<int:number>/files/<slug:format>/", views.download, name="gold-download"),
]
SCORES = [
    path("", views.scores, name="scores"),
    path("status/", views.rescore_status, name="scores-status"),
    path("multiwords/", views.mark_multiwords, name="scores-multiwords"),
    path("<int:number>/", views.scores, name="scores-release"),
    path("<int:number>/rescore/", views.make_scores, name="scores-make"),
    path("<int:number>/tables/<str:name>.<slug:form>", views.table, name="scores-table"),
    path("<int:number>/figures/<str:name>.<slug:form>", views.figure, name="scores-figure"),
    path("<int:number>/systems/<int:id>/", views.system, name="scores-system"),
]

urlpatterns = [
    path("campaigns/<slug:slug>/gold/", include(GOLD)),
    path("campaigns/<slug:slug>/scores/", include(SCORES)),
]
