"""A campaign's overview for programs, which looks into every app."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.selectors import overview_stages
from annotation_site.selectors.stages import OverviewStage
from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import Campaign
from core.api.problems import problems


class StepSerializer(serializers.Serializer[Any]):
    words = serializers.CharField()
    page = serializers.URLField(help_text="where people do it")


class StageSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(help_text="its page: sources, pool, subsets, monitor…")
    facts = serializers.DictField(help_text="what it holds")
    wrong = serializers.CharField(allow_null=True, help_text="what keeps it from being right")
    next = StepSerializer(allow_null=True, help_text="what to do next")


class OverviewSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    state = serializers.ChoiceField(Campaign.State.choices)
    stages = StageSerializer(many=True)


class OverviewView(LeadView):
    @extend_schema(
        operation_id="read_overview",
        summary="Each stage: what it holds, what is wrong, what to do next",
        tags=["campaigns"],
        responses={200: OverviewSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(
            {
                "campaign": slug,
                "state": self.campaign.state,
                "stages": [_stage(slug, stage) for stage in overview_stages(self.campaign)],
            }
        )


def _stage(slug: str, stage: OverviewStage) -> dict[str, Any]:
    step = stage.then
    return {
        "stage": stage.page,
        "facts": {fact.key: fact.value for fact in stage.facts},
        "wrong": stage.wrong or None,
        "next": step
        and {
            "words": step.words,
            "page": settings.SITE_URL + reverse(step.page, args=[slug]),
        },
    }
