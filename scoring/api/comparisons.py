"""Two releases of a campaign side by side."""

from typing import Any

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.files import files_of
from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.lists import Query
from core.api.problems import problems
from regild.scoring.measures import KEYS
from regild.scoring.release_comparison import (
    compare_rankings,
    compare_weights,
    policy_differences,
)
from regild.scoring.two_golds import TABLE_2, facts
from scoring.api.scores import RankingsSerializer
from scoring.release_views import comparison_file
from scoring.selectors.comparing import comparison_of, most_changed
from scoring.selectors.scores import rankings_of

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


class ChangedSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField(source="sentence.key")
    lexelt = serializers.CharField(source="sentence.lexelt")
    text = serializers.CharField()
    first = serializers.FloatField()
    second = serializers.FloatField()
    difference = serializers.FloatField()
    first_ratings = serializers.IntegerField()
    second_ratings = serializers.IntegerField()


class ReleasesComparedSerializer(serializers.Serializer[Any]):
    first = serializers.IntegerField()
    second = serializers.IntegerField()
    policies = DifferenceSerializer(many=True)
    weights = WeightsComparedSerializer()
    only_first = serializers.IntegerField(help_text="candidates the second does not hold")
    only_second = serializers.IntegerField(help_text="candidates the first does not hold")
    changes = ChangedSerializer(many=True, help_text="the furthest apart, furthest first")
    rankings = RankingsSerializer(
        allow_null=True, help_text="on the two second golds; null: not scored on both"
    )


class ComparisonQuery(Query):
    measure = serializers.ChoiceField(KEYS, default=TABLE_2)


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
        measure = self.asked["measure"]
        one, other = (
            get_object_or_404(self.campaign.releases, number=number)
            for number in (first, second)
        )
        compared = comparison_of(one, other)
        ranked = [rankings_of(release, [measure]).get(measure) for release in (one, other)]
        rankings = None
        if ranked[0] and ranked[1]:
            [rankings] = facts({measure: compare_rankings(ranked[0], ranked[1])})
        found = {
            "first": first,
            "second": second,
            "policies": policy_differences(one.policy, other.policy),
            "weights": compare_weights(compared.pairs),
            "only_first": compared.only_first,
            "only_second": compared.only_second,
            "changes": most_changed(compared),
            "rankings": rankings,
        }
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
        return comparison_file(self.campaign, first, second)
