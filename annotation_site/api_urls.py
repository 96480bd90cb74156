"""The API's addresses, in the order of a volunteer's visit."""

from django.urls import path, register_converter

from annotation_site.converters import RowIdConverter
from rating import api as rating

register_converter(RowIdConverter, "row")

urlpatterns = [
    path("campaigns/<slug:slug>/join/", rating.JoinView.as_view(), name="api-join"),
    path("assignments/", rating.AssignmentsView.as_view(), name="api-take"),
    path("assignments/<row:id>/ratings/", rating.RatingsView.as_view(), name="api-rate"),
    path("assignments/<row:id>/complete/", rating.CompleteView.as_view(), name="api-complete"),
    path("assignments/<row:id>/remarks/", rating.RemarksView.as_view(), name="api-remark"),
    path("me/", rating.MeView.as_view(), name="api-me"),
]
