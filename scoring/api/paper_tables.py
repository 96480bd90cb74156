"""The tables of the papers, each as it is printed there."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.selectors.task import task_of
from core.api.files import files_of
from core.api.lists import Query
from core.api.problems import Problem, problems
from core.downloads import answer_file
from core.refusals import Refused
from regild.figures.drawing import FORMATS
from regild.tables.paper_forms import FORMS
from regild.tables.paper_latex import LatexChoices
from regild.tables.papers import PAPER_TABLES
from regild.tables.printed import to_dict
from scoring.models import Release
from scoring.selectors.paper_files import paper_file
from scoring.selectors.paper_tables import GOLDS, paper_tables

TAGS = ["scores"]
SUFFIXES = (*FORMS, *FORMATS)


class PaperQuery(Query):
    release = serializers.IntegerField(
        required=False, min_value=1, max_value=10**9, help_text="the newest unless given"
    )
    gold = serializers.ChoiceField(
        GOLDS, default=GOLDS[0], help_text="of tables that are of one gold"
    )


class PaperFileQuery(PaperQuery):
    column = serializers.ListField(
        child=serializers.CharField(max_length=120),
        required=False,
        default=list,
        help_text="of LaTeX, once for each, in this order; all unless given",
    )
    system = serializers.ListField(
        child=serializers.CharField(max_length=120),
        required=False,
        default=list,
        help_text="the same of its rows",
    )
    caption = serializers.CharField(required=False, default="", max_length=1_000)
    label = serializers.RegexField(  # type: ignore[assignment]
        r"^[\w:.-]+$", required=False, default="", max_length=80
    )
    digits = serializers.IntegerField(
        required=False, default=None, min_value=0, max_value=12, help_text="the paper's unless"
    )
    siunitx = serializers.BooleanField(default=False, help_text="align by that package")
    long = serializers.ChoiceField(
        ["auto", "yes", "no"], default="auto", help_text="over several pages"
    )


class PaperCellSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="as printed")
    value = serializers.FloatField(allow_null=True, help_text="in full, in the table's unit")
    reason = serializers.CharField(help_text="why it is undefined; empty where it is not")


class PaperRowSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    cells = PaperCellSerializer(many=True)


class PaperTableSerializer(serializers.Serializer[Any]):
    table = serializers.CharField(help_text="semeval2007.table_1")
    paper = serializers.CharField()
    title = serializers.CharField()
    columns = serializers.ListField(child=serializers.CharField())
    rows = PaperRowSerializer(many=True)
    notes = serializers.ListField(child=serializers.CharField())


class _PaperView(LeadView):
    query = PaperQuery

    def release(self) -> Release | None:
        if not task_of(self.campaign).scoring.has_paper_tables:
            raise Http404
        releases = self.campaign.releases.defer("policy", "comparison")
        if "release" in self.asked:
            return get_object_or_404(releases, number=self.asked["release"])
        return releases.first()


class PaperTablesView(_PaperView):
    @extend_schema(
        operation_id="read_paper_tables",
        summary="Every table of the papers, with the campaign's numbers",
        tags=TAGS,
        parameters=[PaperQuery],
        responses={200: PaperTableSerializer(many=True), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = paper_tables(self.campaign, self.release(), gold=self.asked["gold"])
        return Response([to_dict(table) for table in found])


class PaperTableFileView(_PaperView):
    query = PaperFileQuery

    @extend_schema(
        operation_id="download_paper_table",
        summary="A table of a paper, or its curve where it has one, as a file",
        tags=TAGS,
        parameters=[
            OpenApiParameter("table", str, OpenApiParameter.PATH, enum=list(PAPER_TABLES)),
            OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(SUFFIXES)),
            PaperFileQuery,
        ],
        responses={
            **files_of(*(content_type for content_type, _w in FORMS.values())),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(self, request: Request, slug: str, table: str, form: str) -> HttpResponse:
        asked = self.asked
        choices = LatexChoices(
            columns=tuple(asked["column"]),
            systems=tuple(asked["system"]),
            **{name: asked[name] for name in ("caption", "label", "digits", "siunitx", "long")},
        )
        try:
            made = paper_file(
                self.campaign,
                self.release(),
                table,
                form=form,
                gold=asked["gold"],
                choices=choices,
            )
        except Refused as refusal:
            raise Problem(status=400, code=refusal.code, detail=str(refusal)) from refusal
        if made is None:
            raise Http404
        name = f"{slug}-{table}.{form}"
        return answer_file(made.data, content_type=made.content_type, name=name)
