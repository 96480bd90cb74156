"""The API's addresses of who works on a campaign and what was done, under its own."""

from campaigns.api import archiving, audit, jobs, people, webhooks
from core.api.addresses import api_path

urlpatterns = [
    api_path("members/", people.MembersView, "api-members"),
    api_path("members/<row:id>/", people.MemberView, "api-member"),
    api_path("invitations/", people.InvitationsView, "api-invitations"),
    api_path("invitations/<row:id>/", people.InvitationView, "api-invitation"),
    api_path("webhooks/", webhooks.WebhooksView, "api-webhooks"),
    api_path("webhooks/<row:id>/", webhooks.OneWebhookView, "api-webhook"),
    api_path("webhooks/<row:id>/test/", webhooks.TestWebhookView, "api-test-webhook"),
    api_path("webhooks/messages/", webhooks.WebhookMessagesView, "api-webhook-messages"),
    api_path(
        "webhooks/messages/<row:id>/again/", webhooks.SendAgainView, "api-send-webhook-again"
    ),
    api_path("archive/", archiving.ArchiveView, "api-archive-campaign"),
    api_path("bring-back/", archiving.BringBackView, "api-bring-back-campaign"),
    api_path("audit/", audit.AuditView, "api-audit"),
    api_path("jobs/", jobs.JobsView, "api-jobs"),
    api_path("jobs/<row:id>/", jobs.JobView, "api-job"),
]
