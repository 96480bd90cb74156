"""Agreement for programs: the reports, and all that is in them as files."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agreement.models import AgreementReport
from agreement.selectors import annotator_names, report_facts, report_states
from agreement.services import request_report
from campaigns.api.files import answer_file, files_of
from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from campaigns.models import Campaign
from core.api.lists import (
    ListQuery,
    Query,
    answer_page,
    asked_page,
    page_of_rows,
)
from core.api.problems import problems
from regild.agreement.tables import tables
from regild.figures.agreement import FIGURES, draw
from regild.figures.drawing import FORMATS
from regild.tables.printing import FORMS, Table

TAGS = ["agreement"]

TABLE_FORM = OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(FORMS))
FIGURE_FORM = OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(FORMATS))
# A table of nothing but its head is a table too, so any report has all of them.
TABLES = (
    "measures",
    "by_origin",
    "by_pos",
    "by_target",
    "by_sentence",
    "annotators",
    "pairs",
    "values",
    "confusion",
    "verdicts",
    "bands",
    "boxes",
    "new",
    "rejected",
    "frequency",
    "coverage",
)


class ReportRowSerializer(serializers.ModelSerializer[AgreementReport]):
    out_of_date = serializers.SerializerMethodField(
        help_text="whether other ratings count by now"
    )

    class Meta:
        model = AgreementReport
        fields = [
            "id",
            "made_at",
            "n_ratings",
            "n_candidates",
            "n_annotators",
            "last_rated_at",
            "live_exclusions",
            "out_of_date",
        ]

    def get_out_of_date(self, report: AgreementReport) -> bool:
        return bool(report.ratings_version != report.campaign.ratings_version)


class ReportSerializer(serializers.Serializer[Any]):
    """What was found, and on what; docs/measures-agreement.md defines every measure."""

    campaign = serializers.CharField()
    report = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    last_rated_at = serializers.DateTimeField(allow_null=True)
    n_ratings = serializers.IntegerField()
    n_candidates = serializers.IntegerField()
    n_annotators = serializers.IntegerField()
    last_rating = serializers.IntegerField(allow_null=True)
    live_exclusions = serializers.IntegerField()
    policy = serializers.DictField()
    seed = serializers.IntegerField()
    rounds = serializers.IntegerField()
    measures = serializers.DictField(help_text="by key: value, n, low, high, reason")
    by_origin = serializers.DictField()
    by_pos = serializers.DictField()
    by_target = serializers.DictField()
    by_sentence = serializers.DictField()
    by_annotator = serializers.DictField()
    pairs = serializers.ListField(child=serializers.DictField())
    distributions = serializers.DictField()
    coverage = serializers.DictField()
    comparison = serializers.DictField()


class ReportsView(LeadView):
    query = ListQuery

    @extend_schema(
        operation_id="list_agreement_reports",
        summary="The reports, newest first",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(ReportRowSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, report_states(self.campaign), order=["-id"])
        return answer_page(request, page, ReportRowSerializer)

    @extend_schema(
        operation_id="measure_agreement",
        summary="Measure agreement on the ratings as they are now",
        tags=TAGS,
        request=None,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The job's result names the report."""
        return answer_job(self.campaign, request_report(self.campaign))


class ReportView(LeadView):
    @extend_schema(
        operation_id="read_agreement_report",
        summary="A whole report",
        tags=TAGS,
        responses={200: ReportSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, id: int) -> Response:
        report = get_object_or_404(self.campaign.agreement_reports, id=id)
        return Response(report_facts(report))


class ReportTableView(LeadView):
    @extend_schema(
        operation_id="download_agreement_table",
        summary="A table of a report, as CSV or LaTeX",
        tags=TAGS,
        parameters=[
            OpenApiParameter("name", str, OpenApiParameter.PATH, enum=TABLES),
            TABLE_FORM,
        ],
        responses={
            **files_of(*(content_type for content_type, _writes in FORMS.values())),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(self, request: Request, slug: str, id: int, name: str, form: str) -> HttpResponse:
        report = _report(self.campaign, id)
        facts = report_facts(report, sentences=name == "by_sentence")
        found = tables(facts, annotators=annotator_names(self.campaign)).get(name)
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
        theme = self.asked["theme"]
        report = _report(self.campaign, id)
        if name not in FIGURES or form not in FORMATS:
            raise Http404
        drawn = draw(
            name,
            report_facts(report, sentences=False),
            format=form,
            theme=theme,
            _=gettext,
        )
        return answer_file(drawn, content_type=FORMATS[form], name=f"{slug}-{name}.{form}")


def answer_table(table: Table | None, *, form: str, name: str) -> HttpResponse:
    """`name` is the file's, without the suffix."""
    if table is None or form not in FORMS:
        raise Http404
    content_type, written = FORMS[form]
    return answer_file(
        written(table),
        content_type=f"{content_type}; charset=utf-8",
        name=f"{name}.{form}",
    )


def _report(campaign: Campaign, id: int) -> AgreementReport:
    return get_object_or_404(campaign.agreement_reports.defer("by_sentence"), id=id)
