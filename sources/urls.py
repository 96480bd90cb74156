"""What a campaign rests on, from its first files on."""

from django.urls import include, path

from sources.pages import new, parts, sources

SOURCES = [
    path("", sources.sources, name="sources"),
    path("sentences/", sources.sentences, name="sentences"),
    path("parts/", parts.parts, name="parts"),
    path("parts/add/", parts.add, name="add-part"),
    path("parts/<str:name>/remove/", parts.remove, name="remove-part"),
    path("systems/add/", sources.add, name="add-system"),
    path("systems/<int:id>/remove/", sources.remove, name="remove-system"),
]

urlpatterns = [
    path("campaigns/new/", new.new_campaign, name="new-campaign"),
    path("campaigns/<slug:slug>/sources/", include(SOURCES)),
]
