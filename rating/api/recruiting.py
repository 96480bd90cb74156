"""How full the quotas are, for programs."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.problems import problems
from rating.selectors.recruiting import recruiting_of


class QuotaStandingSerializer(serializers.Serializer[Any]):
    question = serializers.CharField(help_text="the question's key")
    answer = serializers.CharField()
    most = serializers.IntegerField(help_text="people at most")
    held = serializers.IntegerField(
        help_text="places: of who has a sitting, and of who has just joined"
    )
    sitting = serializers.IntegerField(help_text="of them with a sitting")
    free = serializers.IntegerField()
    turned_away = serializers.IntegerField(
        help_text="how often somebody was told that it is full; who tried twice counts twice"
    )
    offered = serializers.BooleanField(help_text="whether the answer can still be given")


class ComprehensionStandingSerializer(serializers.Serializer[Any]):
    passed = serializers.IntegerField(help_text="people, those who withdrew too")
    failed = serializers.IntegerField(help_text="answered wrongly twice, and not let in")
    pending = serializers.IntegerField(help_text="have not answered rightly yet")


class RecruitingSerializer(serializers.Serializer[Any]):
    quotas = QuotaStandingSerializer(many=True)
    check = ComprehensionStandingSerializer(
        allow_null=True, help_text="null: there are no questions about the instructions"
    )


class RecruitingView(LeadView):
    @extend_schema(
        operation_id="read_recruiting",
        summary="How full the quotas are, and how many were turned away",
        tags=["ratings"],
        responses={200: RecruitingSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = recruiting_of(self.campaign, now=timezone.now())
        return Response(RecruitingSerializer(found).data)
