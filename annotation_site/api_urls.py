"""The API's addresses: a volunteer's in the order of a visit, then the leads' by stage."""

from django.urls import include, path, register_converter

from annotation_site.api import OverviewView
from annotation_site.converters import RowIdConverter
from campaigns.api.campaigns import CampaignsView
from rating.api import annotators as rating

register_converter(RowIdConverter, "row")

urlpatterns = [
    path("campaigns/<slug:slug>/join/", rating.JoinView.as_view(), name="api-join"),
    path("assignments/", rating.AssignmentsView.as_view(), name="api-take"),
    path("assignments/<row:id>/ratings/", rating.RatingsView.as_view(), name="api-rate"),
    path("assignments/<row:id>/complete/", rating.CompleteView.as_view(), name="api-complete"),
    path("assignments/<row:id>/remarks/", rating.RemarksView.as_view(), name="api-remark"),
    path("me/", rating.MeView.as_view(), name="api-me"),
    path("campaigns/", CampaignsView.as_view(), name="api-campaigns"),
    path("campaigns/<slug:slug>/overview/", OverviewView.as_view(), name="api-overview"),
    path("campaigns/<slug:slug>/", include("campaigns.api_urls")),
    path("campaigns/<slug:slug>/", include("pooling.api_urls")),
    path("campaigns/<slug:slug>/", include("rating.api_urls")),
    path("campaigns/<slug:slug>/", include("annotation_site.monitor.api_urls")),
    path("campaigns/<slug:slug>/", include("agreement.api_urls")),
    path("campaigns/<slug:slug>/", include("scoring.api_urls")),
    path("campaigns/<slug:slug>/", include("annotation_site.submissions.api_urls")),
]
