"""Models as judges, for programs."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from agreement.api.files import FIGURE_FORM, FigureQuery
from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from core.api.files import NoticeSerializer, files_of, notice_json, source_of, upload_field
from core.api.problems import problems
from core.downloads import answer_file, answer_table
from judging.models import MAX_NAME
from judging.selectors.judges import find_judges, judge_facts, judge_named
from judging.selectors.reports import (
    TABLES,
    judging_facts,
    judging_figure,
    judging_tables,
    latest_judging,
)
from judging.services.importing import import_judgements, remove_judge
from judging.services.measuring import EPSILON, request_judging
from regild.figures.drawing import FORMATS
from regild.tables.printing import FORMS

TAGS = ["judging"]


class JudgeSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    model_version = serializers.CharField()
    prompt = serializers.CharField()
    file = serializers.CharField()
    sha256 = serializers.CharField()
    judged = serializers.IntegerField(help_text="candidates")
    related = serializers.ListField(
        child=serializers.CharField(), help_text="systems of the same model or its family"
    )
    imported_at = serializers.DateTimeField()


class ImportedJudgeSerializer(JudgeSerializer):
    notices = NoticeSerializer(many=True)


class JudgeFileSerializer(serializers.Serializer[Any]):
    judgements = upload_field(help_text="a table as for ratings, of one annotator: the model")
    name = serializers.CharField(max_length=MAX_NAME)
    model_version = serializers.CharField(max_length=MAX_NAME)
    prompt = serializers.CharField(help_text="what the model was asked, word for word")
    related = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="names of systems"
    )


class EpsilonSerializer(serializers.Serializer[Any]):
    epsilon = serializers.FloatField(
        default=EPSILON,
        min_value=0,
        max_value=0.99,
        help_text="0.2 beside experts, 0.15 beside skilled people, 0.1 beside a crowd",
    )


class JudgeBesidePeopleSerializer(serializers.Serializer[Any]):
    judge = serializers.DictField()
    unjudged = serializers.IntegerField(help_text="candidates of the pool it said nothing of")
    alternative = serializers.DictField(
        help_text="by score, match or neg-rmse: the alternative annotator test"
    )
    among = serializers.DictField(help_text="the judge in each annotator's place")
    by = serializers.DictField(help_text="the same by origin and by the task's groupings")
    measure = serializers.CharField(allow_null=True, help_text="by which systems are scored")
    favour = serializers.DictField(allow_null=True, help_text="by system")
    powered = serializers.DictField(
        allow_null=True, help_text="by system: people alone, and with the judge's help"
    )
    not_scored = serializers.CharField(
        allow_null=True, help_text="why systems are not scored with it"
    )


class JudgingSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    report = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    out_of_date = serializers.BooleanField()
    epsilon = serializers.FloatField()
    release = serializers.IntegerField(allow_null=True)
    n_annotators = serializers.IntegerField()
    n_ratings = serializers.IntegerField()
    seed = serializers.IntegerField()
    judges = JudgeBesidePeopleSerializer(many=True)


class JudgesView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="list_judges",
        summary="The models that judge beside people",
        tags=TAGS,
        responses={200: JudgeSerializer(many=True), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response([judge_facts(judge) for judge in find_judges(self.campaign)])

    @extend_schema(
        operation_id="add_judge",
        summary="Bring in what a model judged",
        tags=TAGS,
        request={"multipart/form-data": JudgeFileSerializer},
        responses={201: ImportedJudgeSerializer, **problems(400, *EVERYWHERE, 409, 413, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """A judge is never an annotator, and never counts in a release."""
        body = self.checked(JudgeFileSerializer)
        judgements = source_of(body.pop("judgements"))
        read = import_judgements(
            campaign=self.campaign, judgements=judgements, by=self.lead, **body
        )
        notices = [notice_json(notice) for notice in read.notices]
        judge = judge_named(self.campaign, read.judge.number)
        return Response({**judge_facts(judge), "notices": notices}, status=201)


class JudgeView(LeadView):
    @extend_schema(
        operation_id="read_judge",
        summary="A model that judges beside people",
        tags=TAGS,
        responses={200: JudgeSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(judge_facts(judge_named(self.campaign, number)))

    @extend_schema(
        operation_id="remove_judge",
        summary="Remove a judge with all it judged",
        tags=TAGS,
        responses={204: None, **problems(400, *EVERYWHERE, 409)},
    )
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Reports stay as they are."""
        judge = judge_named(self.campaign, number)
        remove_judge(campaign=self.campaign, number=judge.number, by=self.lead)
        return Response(status=204)


class JudgingView(LeadView):
    @extend_schema(
        operation_id="read_judging_report",
        summary="The newest report on judges beside people",
        tags=TAGS,
        responses={200: JudgingSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """404 where there is none yet."""
        report = latest_judging(self.campaign)
        if report is None:
            raise Http404
        return Response(judging_facts(report))

    @extend_schema(
        operation_id="measure_judges",
        summary="Set the judges beside people as they are now",
        tags=TAGS,
        request=EpsilonSerializer,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The job's result names the report."""
        body = self.checked(EpsilonSerializer)
        return answer_job(self.campaign, request_judging(self.campaign, **body))


class JudgingTableView(LeadView):
    @extend_schema(
        operation_id="download_judging_table",
        summary="A table of the newest report on judges, as CSV or LaTeX",
        tags=TAGS,
        parameters=[
            OpenApiParameter("name", str, OpenApiParameter.PATH, enum=list(TABLES)),
            OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(FORMS)),
        ],
        responses={
            **files_of(*(content_type for content_type, _writes in FORMS.values())),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(self, request: Request, slug: str, name: str, form: str) -> HttpResponse:
        report = latest_judging(self.campaign)
        if report is None:
            raise Http404
        tables = judging_tables(judging_facts(report))
        return answer_table(tables.get(name), form=form, name=f"{slug}-{name}")


class JudgingFigureView(LeadView):
    query = FigureQuery

    @extend_schema(
        operation_id="download_judging_figure",
        summary="Each annotator and a judge in their place, drawn: SVG, PDF or PNG",
        tags=TAGS,
        parameters=[
            FIGURE_FORM,
            FigureQuery,
        ],
        responses={**files_of(*FORMATS.values()), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int, form: str) -> HttpResponse:
        """Of the newest report."""
        report = latest_judging(self.campaign)
        drawn = report and judging_figure(report, number, form=form, theme=self.asked["theme"])
        if not drawn:
            raise Http404
        return answer_file(
            drawn.data, content_type=drawn.content_type, name=f"{slug}-judge-{number}.{form}"
        )
