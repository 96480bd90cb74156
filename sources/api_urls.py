"""The API's addresses of what a campaign rests on, under its own."""

from core.api.addresses import api_path
from sources.api import parts, sources, systems

urlpatterns = [
    api_path("sentences/", sources.SentencesView, "api-sentences"),
    api_path("systems/", systems.SystemsView, "api-systems"),
    api_path("systems/batch/", systems.SystemBatchView, "api-system-batch"),
    api_path("systems/<row:id>/", systems.SystemView, "api-system"),
    api_path("systems/<row:id>/hide/", systems.HideSystemView, "api-hide-system"),
    api_path("systems/<row:id>/show/", systems.ShowSystemView, "api-show-system"),
    api_path("systems/<row:id>/answers/", systems.AnswersView, "api-answers"),
    api_path("parts/", parts.PartsView, "api-parts"),
    api_path("parts/<str:name>/", parts.PartView, "api-part"),
]
