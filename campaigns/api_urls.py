"""The API's addresses of what a campaign rests on and who works on it, under its own."""

from django.urls import path

from campaigns.api import audit, jobs, people, sources, webhooks

urlpatterns = [
    path("sentences/", sources.SentencesView.as_view(), name="api-sentences"),
    path("systems/", sources.SystemsView.as_view(), name="api-systems"),
    path("systems/<row:id>/", sources.SystemView.as_view(), name="api-system"),
    path("systems/<row:id>/answers/", sources.AnswersView.as_view(), name="api-answers"),
    path("members/", people.MembersView.as_view(), name="api-members"),
    path("members/<row:id>/", people.MemberView.as_view(), name="api-member"),
    path("invitations/", people.InvitationsView.as_view(), name="api-invitations"),
    path("invitations/<row:id>/", people.InvitationView.as_view(), name="api-invitation"),
    path("webhooks/", webhooks.WebhooksView.as_view(), name="api-webhooks"),
    path("webhooks/<row:id>/", webhooks.OneWebhookView.as_view(), name="api-webhook"),
    path(
        "webhooks/<row:id>/test/", webhooks.TestWebhookView.as_view(), name="api-test-webhook"
    ),
    path(
        "webhooks/messages/",
        webhooks.WebhookMessagesView.as_view(),
        name="api-webhook-messages",
    ),
    path(
        "webhooks/messages/<row:id>/again/",
        webhooks.SendAgainView.as_view(),
        name="api-send-webhook-again",
    ),
    path("audit/", audit.AuditView.as_view(), name="api-audit"),
    path("jobs/", jobs.JobsView.as_view(), name="api-jobs"),
    path("jobs/<row:id>/", jobs.JobView.as_view(), name="api-job"),
]
