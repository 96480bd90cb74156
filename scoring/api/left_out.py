"""Whether a release's gold holds for systems that no pool held."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.problems import problems
from scoring.selectors.left_out import left_out_of


class LeftOutSystemSerializer(serializers.Serializer[Any]):
    system = serializers.CharField()
    measure = serializers.CharField()
    unique = serializers.IntegerField(help_text="answers that it alone brought into the pool")
    value = serializers.FloatField(allow_null=True, help_text="on the whole pool")
    without = serializers.FloatField(allow_null=True, help_text="without these answers")
    difference = serializers.FloatField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    rank_without = serializers.IntegerField(allow_null=True)
    moved = serializers.IntegerField(allow_null=True, help_text="ranks that it falls")


class TestedMeasureSerializer(serializers.Serializer[Any]):
    measure = serializers.CharField()
    systems = serializers.IntegerField()
    mean_difference = serializers.FloatField(allow_null=True, help_text="without sign")
    most_difference = serializers.FloatField(allow_null=True)
    mean_moved = serializers.FloatField(allow_null=True)
    most_moved = serializers.IntegerField(allow_null=True)
    trusted_from = serializers.FloatField(
        allow_null=True,
        help_text="judged@10 from which on a late system's rank can be trusted; null: never",
    )


class LateRankSerializer(serializers.Serializer[Any]):
    system = serializers.CharField()
    judged = serializers.FloatField(allow_null=True, help_text="judged@10")
    trusted = serializers.BooleanField(
        allow_null=True, help_text="whether its rank by the first measure can be"
    )


class LeaveOneOutSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    release = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True, help_text="why there is nothing")
    systems = LeftOutSystemSerializer(many=True)
    measures = TestedMeasureSerializer(many=True)
    late = LateRankSerializer(many=True)


class LeftOutView(LeadView):
    @extend_schema(
        operation_id="read_left_out",
        summary="Each system without the answers that it alone brought into the pool",
        tags=["scores"],
        responses={200: LeaveOneOutSerializer, **problems(*EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        release = get_object_or_404(self.campaign.releases, number=number)
        return Response(left_out_of(release).told())
