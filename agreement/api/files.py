"""Tables and figures of a report."""

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from agreement.selectors.reports import (
    FIGURES,
    TABLES,
    report_figure,
    report_named,
    report_table,
)
from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import files_of
from core.api.lists import Query
from core.api.problems import problems
from core.downloads import answer_file, answer_table
from regild.figures.drawing import FORMATS
from regild.tables.printing import FORMS

TAGS = ["agreement"]

TABLE_FORM = OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(FORMS))
FIGURE_FORM = OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(FORMATS))


class ReportTableView(LeadView):
    @extend_schema(
        operation_id="download_agreement_table",
        summary="A table of a report, as CSV or LaTeX",
        tags=TAGS,
        parameters=[
            OpenApiParameter("name", str, OpenApiParameter.PATH, enum=list(TABLES)),
            TABLE_FORM,
        ],
        responses={
            **files_of(*(content_type for content_type, _writes in FORMS.values())),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(self, request: Request, slug: str, id: int, name: str, form: str) -> HttpResponse:
        found = report_table(report_named(self.campaign, id), name)
        return answer_table(found, form=form, name=f"{slug}-{name}")


class FigureQuery(Query):
    theme = serializers.ChoiceField(["light", "dark"], default="light")


class ReportFigureView(LeadView):
    query = FigureQuery

    @extend_schema(
        operation_id="download_agreement_figure",
        summary="A figure of a report, as SVG, PDF or PNG",
        tags=TAGS,
        parameters=[
            OpenApiParameter("name", str, OpenApiParameter.PATH, enum=list(FIGURES)),
            FIGURE_FORM,
            FigureQuery,
        ],
        responses={**files_of(*FORMATS.values()), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, id: int, name: str, form: str) -> HttpResponse:
        report = report_named(self.campaign, id)
        drawn = report_figure(report, name, form=form, theme=self.asked["theme"])
        if drawn is None:
            raise Http404
        return answer_file(
            drawn.data, content_type=drawn.content_type, name=f"{slug}-{name}.{form}"
        )
