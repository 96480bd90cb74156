"""What a campaign rests on, from its first files on."""

from django.urls import include, path

from sources.pages import new, sources

SOURCES = [
    path("", sources.sources, name="sources"),
    path("sentences/", sources.sentences, name="sentences"),
    path("systems/add/", sources.add, name="add-system"),
    path("systems/<int:id>/remove/", sources.remove, name="remove-system"),
]

urlpatterns = [
    path("campaigns/new/", new.new_campaign, name="new-campaign"),
    path("campaigns/<slug:slug>/sources/", include(SOURCES)),
]
