"""What teams see without an account, and the lead's page about it."""

from django.urls import include, path

from annotation_site.submissions import views

LEAD = [
    path("", views.submissions, name="submissions"),
    path("links/", views.make, name="make-submission-link"),
    path("links/<int:id>/close/", views.close, name="close-submission-link"),
    path("leaderboard/", views.show_or_hide, name="show-leaderboard"),
]

urlpatterns = [
    path("campaigns/<slug:slug>/submissions/", include(LEAD)),
    path("submit/<str:token>/", views.submit, name="submit"),
    path("leaderboard/<slug:slug>/", views.leaderboard, name="leaderboard"),
]
