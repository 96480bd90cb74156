"""The API's addresses of models that judge, under a campaign's."""

from core.api.addresses import api_path
from judging.api import judges

urlpatterns = [
    api_path("judges/", judges.JudgesView, "api-judges"),
    api_path("judges/report/", judges.JudgingView, "api-judging"),
    api_path(
        "judges/report/tables/<slug:name>.<slug:form>",
        judges.JudgingTableView,
        "api-judging-table",
    ),
    api_path(
        "judges/report/figures/<row:number>.<slug:form>",
        judges.JudgingFigureView,
        "api-judging-figure",
    ),
    api_path("judges/<row:number>/", judges.JudgeView, "api-judge"),
]
