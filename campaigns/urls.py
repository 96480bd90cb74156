"""A campaign's own pages: what it rests on, its settings, who may work on it."""

from django.urls import path

from campaigns.views import audit, jobs, new, people, settings, sources, webhooks

urlpatterns = [
    path("campaigns/new/", new.new_campaign, name="new-campaign"),
    path("campaigns/<slug:slug>/sources/", sources.sources, name="sources"),
    path("campaigns/<slug:slug>/sources/sentences/", sources.sentences, name="sentences"),
    path("campaigns/<slug:slug>/sources/systems/add/", sources.add, name="add-system"),
    path(
        "campaigns/<slug:slug>/sources/systems/<int:id>/remove/",
        sources.remove,
        name="remove-system",
    ),
    path("campaigns/<slug:slug>/settings/", settings.settings, name="settings"),
    path(
        "campaigns/<slug:slug>/settings/<slug:name>/",
        settings.settings,
        name="settings-section",
    ),
    path("campaigns/<slug:slug>/jobs/<int:id>/", jobs.job, name="job"),
    path("campaigns/<slug:slug>/people/", people.people, name="people"),
    path("campaigns/<slug:slug>/people/invite/", people.invite, name="invite"),
    path("campaigns/<slug:slug>/people/<int:id>/role/", people.change, name="change-role"),
    path("campaigns/<slug:slug>/people/<int:id>/remove/", people.remove, name="remove-member"),
    path(
        "campaigns/<slug:slug>/people/invitations/<int:id>/cancel/",
        people.cancel,
        name="cancel-invitation",
    ),
    path(
        "campaigns/<slug:slug>/people/tokens/<int:id>/take-back/",
        people.take_back,
        name="take-back-campaign-token",
    ),
    path("campaigns/<slug:slug>/audit/", audit.audit, name="audit"),
    path("campaigns/<slug:slug>/webhooks/", webhooks.webhooks, name="webhooks"),
    path("campaigns/<slug:slug>/webhooks/make/", webhooks.make, name="make-webhook"),
    path("campaigns/<slug:slug>/webhooks/<int:id>/test/", webhooks.test, name="test-webhook"),
    path(
        "campaigns/<slug:slug>/webhooks/<int:id>/remove/",
        webhooks.remove,
        name="remove-webhook",
    ),
    path(
        "campaigns/<slug:slug>/webhooks/messages/<int:id>/again/",
        webhooks.again,
        name="send-webhook-again",
    ),
]
