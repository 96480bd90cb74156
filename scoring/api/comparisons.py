"""Two releases of a campaign side by side."""

from typing import Any

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import files_of
from core.api.items import OfItem
from core.api.lists import Query
from core.api.problems import problems
from core.downloads import answer_rows
from scoring.api.measures import MeasureField, asked_measure
from scoring.api.rankings import RankingsSerializer
from scoring.selectors.comparing import comparison_file
from scoring.selectors.releases_compared import compare_releases

TAGS = ["gold"]


class DifferenceSerializer(serializers.Serializer[Any]):
    """Of a list, what the other release lacks."""

    key = serializers.CharField()
    first = serializers.JSONField(allow_null=True)
    second = serializers.JSONField(allow_null=True)


class WeightsComparedSerializer(serializers.Serializer[Any]):
    decided = serializers.IntegerField(help_text="candidates with a weight in both")
    same = serializers.IntegerField(help_text="of them, those with the same weight")
    only_first = serializers.IntegerField(help_text="in both, with a weight in the first alone")
    only_second = serializers.IntegerField()
    undecided = serializers.IntegerField(help_text="in both, without a weight in either")
    spearman = serializers.FloatField(allow_null=True)
    pearson = serializers.FloatField(allow_null=True)
    reason = serializers.CharField(allow_null=True, help_text="why nothing correlates")
    mean_difference = serializers.FloatField(allow_null=True)
    mean_absolute = serializers.FloatField(allow_null=True)


@extend_schema_field(OpenApiTypes.ANY)
class WeightField(serializers.Field[Any, Any, Any, Any]):
    """A weight; in categories the label of what most chose."""

    def to_representation(self, value: float | str) -> float | str:
        return value


class ChangedSerializer(OfItem):
    sentence = serializers.CharField(source="item.key")
    text = serializers.CharField()
    first = WeightField()
    second = WeightField()
    difference = serializers.FloatField(allow_null=True, help_text="null between categories")
    first_ratings = serializers.IntegerField()
    second_ratings = serializers.IntegerField()


class ReleasesComparedSerializer(serializers.Serializer[Any]):
    first = serializers.IntegerField(source="first.number")
    second = serializers.IntegerField(source="second.number")
    policies = DifferenceSerializer(many=True)
    weights = WeightsComparedSerializer()
    only_first = serializers.IntegerField(help_text="candidates the second does not hold")
    only_second = serializers.IntegerField(help_text="candidates the first does not hold")
    changes = ChangedSerializer(many=True, help_text="the furthest apart, furthest first")
    rankings = RankingsSerializer(
        allow_null=True, help_text="on the two second golds; null: not scored on both"
    )


class ComparisonQuery(Query):
    measure = MeasureField(unless_given="the first of the task")


class ComparisonView(LeadView):
    query = ComparisonQuery

    @extend_schema(
        operation_id="compare_releases",
        summary="What changed between two releases: policies, weights, rankings",
        tags=TAGS,
        parameters=[ComparisonQuery],
        responses={200: ReleasesComparedSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, first: int, second: int) -> Response:
        one, other = (
            get_object_or_404(self.campaign.releases, number=number)
            for number in (first, second)
        )
        found = compare_releases(one, other, measure=asked_measure(other, self.asked))
        return Response(ReleasesComparedSerializer(found).data)


class ComparisonFileView(LeadView):
    @extend_schema(
        operation_id="download_comparison",
        summary="Every candidate of either release, as CSV",
        tags=TAGS,
        responses={**files_of("text/csv"), **problems(400, *EVERYWHERE)},
    )
    def get(
        self, request: Request, slug: str, first: int, second: int
    ) -> StreamingHttpResponse:
        one, other = (
            get_object_or_404(self.campaign.releases, number=number)
            for number in (first, second)
        )
        return answer_rows(comparison_file(one, other))
