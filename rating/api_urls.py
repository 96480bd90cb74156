"""The API's addresses of what leads do about ratings, under a campaign's."""

from django.urls import path

from rating.api import leads

urlpatterns = [
    path("open/", leads.OpenView.as_view(), name="api-open"),
    path("pause/", leads.PauseView.as_view(), name="api-pause"),
    path("close/", leads.CloseView.as_view(), name="api-close"),
    path("ratings/import/", leads.ImportView.as_view(), name="api-import-ratings"),
    path("exclusions/", leads.ExclusionsView.as_view(), name="api-exclusions"),
    path("exclusions/<row:id>/", leads.ExclusionView.as_view(), name="api-exclusion"),
    path("remarks/<row:id>/answer/", leads.AnswerView.as_view(), name="api-answer-remark"),
    path(
        "sentences/<row:id>/hide/", leads.HideSentenceView.as_view(), name="api-hide-sentence"
    ),
    path(
        "sentences/<row:id>/show/", leads.ShowSentenceView.as_view(), name="api-show-sentence"
    ),
    path(
        "candidates/<row:id>/hide/",
        leads.HideCandidateView.as_view(),
        name="api-hide-candidate",
    ),
    path(
        "candidates/<row:id>/show/",
        leads.ShowCandidateView.as_view(),
        name="api-show-candidate",
    ),
]
