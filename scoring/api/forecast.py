"""Whether more ratings would still change the ranking."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agreement.api.files import FIGURE_FORM, TABLE_FORM, FigureQuery
from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import files_of
from core.api.problems import problems
from core.downloads import answer_file, answer_table
from regild.figures.drawing import FORMATS
from regild.tables.printing import FORMS
from scoring.models import RankingForecast
from scoring.selectors.forecasts import (
    FIGURES,
    TABLES,
    forecast_facts,
    forecast_figure,
    forecast_table,
    latest_forecast,
)

TAGS = ["agreement"]


class ExpectedSerializer(serializers.Serializer[Any]):
    times = serializers.FloatField(help_text="today's ratings")
    ratings = serializers.IntegerField()
    kendall_tau = serializers.FloatField(
        allow_null=True, help_text="expected between the ranking then and now"
    )


class NeighboursSerializer(serializers.Serializer[Any]):
    first = serializers.CharField()
    second = serializers.CharField(help_text="ranked next")
    difference = serializers.FloatField()
    keeps = serializers.FloatField(help_text="how likely twice the ratings keep their order")


class EarlierForecastSerializer(serializers.Serializer[Any]):
    report = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    n_ratings = serializers.IntegerField()
    kendall_tau = serializers.FloatField(allow_null=True)
    needed = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class RankingForecastSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    report = serializers.IntegerField(help_text="the agreement report it was made with")
    made_at = serializers.DateTimeField()
    out_of_date = serializers.BooleanField(help_text="there is a newer report")
    measure = serializers.CharField()
    reason = serializers.CharField(allow_blank=True, help_text="why it is undefined")
    n_ratings = serializers.IntegerField(help_text="of candidates with two or more")
    n_annotators = serializers.IntegerField()
    n_targets = serializers.IntegerField()
    seed = serializers.IntegerField()
    kendall_tau = serializers.FloatField(
        allow_null=True, help_text="expected between now and twice the ratings"
    )
    needed = serializers.IntegerField(
        allow_null=True, help_text="ratings until the pairs that matter are settled"
    )
    stop = serializers.BooleanField(
        allow_null=True, help_text="whether the stopping rule finds the ranking settled"
    )
    planned = serializers.IntegerField(
        allow_null=True,
        help_text="ratings at which it is sharpest, the same at all looks",
    )
    pairs = serializers.IntegerField(allow_null=True, help_text="of systems")
    open_pairs = serializers.IntegerField(
        allow_null=True, help_text="that the stopping rule does not find settled"
    )
    stopped_at = serializers.DateTimeField(
        allow_null=True,
        help_text="when the campaign said so; null: not yet",
    )
    further_apart = serializers.FloatField(allow_null=True, help_text="pairs that matter")
    doubt = serializers.FloatField(allow_null=True, help_text="in which a pair is settled")
    curve = ExpectedSerializer(many=True)
    neighbours = NeighboursSerializer(many=True)
    unsettled = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="pairs"
    )
    history = EarlierForecastSerializer(many=True, help_text="up to this one, oldest first")


class ForecastView(LeadView):
    @extend_schema(
        operation_id="read_forecast",
        summary="The newest forecast: would more ratings still change the ranking?",
        tags=TAGS,
        responses={200: RankingForecastSerializer, **problems(*EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Made with every agreement report; 404 where there is none yet."""
        return Response(forecast_facts(_latest(self)))


class ForecastTableView(LeadView):
    @extend_schema(
        operation_id="download_forecast_table",
        summary="A table of the newest forecast, as CSV or LaTeX",
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
    def get(self, request: Request, slug: str, name: str, form: str) -> HttpResponse:
        table = forecast_table(forecast_facts(_latest(self)), name)
        return answer_table(table, form=form, name=f"{slug}-forecast-{name}")


class ForecastFigureView(LeadView):
    query = FigureQuery

    @extend_schema(
        operation_id="download_forecast_figure",
        summary="A curve of the newest forecast, as SVG, PDF or PNG",
        tags=TAGS,
        parameters=[
            OpenApiParameter("name", str, OpenApiParameter.PATH, enum=list(FIGURES)),
            FIGURE_FORM,
            FigureQuery,
        ],
        responses={**files_of(*FORMATS.values()), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, name: str, form: str) -> HttpResponse:
        drawn = forecast_figure(
            forecast_facts(_latest(self)), name, form=form, theme=self.asked["theme"]
        )
        if drawn is None:
            raise Http404
        return answer_file(
            drawn.data,
            content_type=drawn.content_type,
            name=f"{slug}-forecast-{name}.{form}",
        )


def _latest(view: LeadView) -> RankingForecast:
    made = latest_forecast(view.campaign)
    if made is None:
        raise Http404
    return made
