"""The API's addresses of what a campaign rests on, under its own."""

from core.api.addresses import api_path
from sources.api import parts, sources

urlpatterns = [
    api_path("sentences/", sources.SentencesView, "api-sentences"),
    api_path("systems/", sources.SystemsView, "api-systems"),
    api_path("systems/<row:id>/", sources.SystemView, "api-system"),
    api_path("systems/<row:id>/hide/", sources.HideSystemView, "api-hide-system"),
    api_path("systems/<row:id>/show/", sources.ShowSystemView, "api-show-system"),
    api_path("systems/<row:id>/answers/", sources.AnswersView, "api-answers"),
    api_path("parts/", parts.PartsView, "api-parts"),
    api_path("parts/<str:name>/", parts.PartView, "api-part"),
]
