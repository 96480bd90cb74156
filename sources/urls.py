"""What a campaign rests on, from its first files on."""

from django.urls import include, path

from sources.pages import coconuts, new, parts, sampling, sources, systems

SOURCES = [
    path("", sources.sources, name="sources"),
    path("sentences/", sources.sentences, name="sentences"),
    path("parts/", parts.parts, name="parts"),
    path("parts/add/", parts.add, name="add-part"),
    path("parts/<str:name>/remove/", parts.remove, name="remove-part"),
    path("systems/add/", sources.add, name="add-system"),
    path("systems/check/", sources.check, name="check-systems"),
    path("systems/<int:id>/answers/", systems.answers, name="system-answers"),
    path("systems/<int:id>/replace/", systems.replace, name="replace-answers"),
    path("systems/<int:id>/rename/", systems.rename, name="rename-system"),
    path("systems/<int:id>/hide/", systems.hide, name="hide-system"),
    path("systems/<int:id>/show/", systems.show, name="show-system"),
    path("systems/<int:id>/remove/", systems.remove, name="remove-system"),
]

urlpatterns = [
    path("coconuts/", coconuts.coconuts, name="coconuts"),
    path("sample/", sampling.sample, name="sample-sentences"),
    path("campaigns/new/", new.new_campaign, name="new-campaign"),
    path("campaigns/<slug:slug>/sources/", include(SOURCES)),
]
