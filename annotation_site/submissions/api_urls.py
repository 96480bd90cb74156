"""The API's addresses of submission links and the leaderboard, under a campaign's."""

from django.urls import path

from annotation_site.submissions import api

urlpatterns = [
    path("submission-links/", api.LinksView.as_view(), name="api-submission-links"),
    path(
        "submission-links/<row:id>/close/",
        api.CloseLinkView.as_view(),
        name="api-close-submission-link",
    ),
    path("leaderboard/", api.LeaderboardView.as_view(), name="api-leaderboard"),
    path("leaderboard/show/", api.ShowLeaderboardView.as_view(), name="api-show-leaderboard"),
    path("leaderboard/hide/", api.HideLeaderboardView.as_view(), name="api-hide-leaderboard"),
]
