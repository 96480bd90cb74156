"""The API's addresses, in the order of a volunteer's visit."""

from django.urls import path

from rating import api as rating

urlpatterns = [
    path("campaigns/<slug:slug>/join/", rating.JoinView.as_view(), name="api-join"),
    path("assignments/", rating.AssignmentsView.as_view(), name="api-take"),
    path("assignments/<int:id>/ratings/", rating.RatingsView.as_view(), name="api-rate"),
    path("assignments/<int:id>/complete/", rating.CompleteView.as_view(), name="api-complete"),
    path("assignments/<int:id>/remarks/", rating.RemarksView.as_view(), name="api-remark"),
    path("me/", rating.MeView.as_view(), name="api-me"),
]
