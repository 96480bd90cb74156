"""A campaign's own pages: its settings, who may work on it, what was done."""

from django.urls import include, path

from campaigns.pages import archiving, audit, jobs, people, settings, webhooks

PEOPLE = [
    path("", people.people, name="people"),
    path("invite/", people.invite, name="invite"),
    path("<int:id>/role/", people.change, name="change-role"),
    path("<int:id>/remove/", people.remove, name="remove-member"),
    path("invitations/<int:id>/cancel/", people.cancel, name="cancel-invitation"),
    path("tokens/<int:id>/take-back/", people.take_back, name="take-back-campaign-token"),
]
WEBHOOKS = [
    path("", webhooks.webhooks, name="webhooks"),
    path("make/", webhooks.make, name="make-webhook"),
    path("<int:id>/test/", webhooks.test, name="test-webhook"),
    path("<int:id>/remove/", webhooks.remove, name="remove-webhook"),
    path("messages/<int:id>/again/", webhooks.again, name="send-webhook-again"),
]

urlpatterns = [
    path("campaigns/<slug:slug>/settings/", settings.settings, name="settings"),
    path(
        "campaigns/<slug:slug>/settings/<slug:name>/",
        settings.settings,
        name="settings-section",
    ),
    path(
        "campaigns/<slug:slug>/settings/quality/preview/",
        settings.preview_thresholds,
        name="preview-thresholds",
    ),
    path("campaigns/<slug:slug>/archive/", archiving.archive, name="archive-campaign"),
    path("campaigns/<slug:slug>/jobs/<int:id>/", jobs.job, name="job"),
    path("campaigns/<slug:slug>/people/", include(PEOPLE)),
    path("campaigns/<slug:slug>/audit/", audit.audit, name="audit"),
    path("campaigns/<slug:slug>/webhooks/", include(WEBHOOKS)),
]
