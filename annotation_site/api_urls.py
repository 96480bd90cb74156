"""The API's addresses: a volunteer's in the order of a visit, then the leads' by stage."""

from django.urls import include, path, register_converter

from annotation_site.api import OverviewView
from annotation_site.converters import RowIdConverter
from annotation_site.summary_api import SendSummaryView, SummaryView
from annotators.api import comprehension, joining
from core.api.addresses import api_path
from proposing.api.proposals import ProposalsView
from rating.api import assignments, me, practice, site_reports
from scoring.api import published, teams
from sources.api.campaigns import CampaignsView
from sources.api.coconuts import CoconutsView
from sources.api.sampling import SamplingView

register_converter(RowIdConverter, "row")

urlpatterns = [
    api_path("campaigns/<slug:slug>/join/", joining.JoinView, "api-join"),
    api_path("assignments/", assignments.AssignmentsView, "api-take"),
    api_path("assignments/<row:id>/ratings/", assignments.RatingsView, "api-rate"),
    api_path("assignments/<row:id>/proposals/", ProposalsView, "api-propose"),
    api_path("assignments/<row:id>/complete/", assignments.CompleteView, "api-complete"),
    api_path("assignments/<row:id>/remarks/", assignments.MakeRemarkView, "api-remark"),
    api_path("comprehension/", comprehension.ComprehensionView, "api-comprehension"),
    api_path("practice/", practice.PracticeView, "api-practice"),
    api_path("me/", me.MeView, "api-me"),
    api_path("me/reminder/", me.ReminderView, "api-reminder"),
    api_path(
        "campaigns/<slug:slug>/recruiting/status/",
        site_reports.SiteReportView,
        "api-report-status",
    ),
    api_path("coconuts/", CoconutsView, "api-coconuts"),
    api_path("sample/", SamplingView, "api-sample-sentences"),
    api_path("submit/<str:token>/", teams.TeamView, "api-submit"),
    api_path("submit/<str:token>/check/", teams.CheckAnswersView, "api-check-submission"),
    api_path("golds/", published.PublicGoldsView, "api-public-golds"),
    api_path("golds/<slug:slug>/<row:number>/", published.PublicGoldView, "api-public-gold"),
    api_path(
        "golds/<slug:slug>/<row:number>/<slug:name>/",
        published.PublicEntryView,
        "api-public-entry",
    ),
    api_path("campaigns/", CampaignsView, "api-campaigns"),
    api_path("campaigns/<slug:slug>/overview/", OverviewView, "api-overview"),
    api_path("campaigns/<slug:slug>/summaries/", SummaryView, "api-summaries"),
    api_path("campaigns/<slug:slug>/summaries/send/", SendSummaryView, "api-send-summary"),
    path("campaigns/<slug:slug>/", include("campaigns.api_urls")),
    path("campaigns/<slug:slug>/", include("sources.api_urls")),
    path("campaigns/<slug:slug>/", include("proposing.api_urls")),
    path("campaigns/<slug:slug>/", include("pooling.api_urls")),
    path("campaigns/<slug:slug>/", include("rating.api_urls")),
    path("campaigns/<slug:slug>/", include("agreement.api_urls")),
    path("campaigns/<slug:slug>/", include("judging.api_urls")),
    path("campaigns/<slug:slug>/", include("scoring.api_urls")),
]
