"""Open, pause and close, for programs."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import Campaign
from core.api.problems import problems
from pooling.api.subsets import WaitingBlockSerializer
from pooling.selectors.anchors import waiting_blocks
from rating.services.opening import close_campaign, open_campaign, pause_campaign

TAGS = ["ratings"]


class CampaignStateSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    state = serializers.ChoiceField(Campaign.State.choices)
    link = serializers.URLField(help_text="to share with annotators")
    waiting = WaitingBlockSerializer(
        many=True, help_text="blocks that are given to nobody: they lost their anchor"
    )


def _state(campaign: Campaign) -> Response:
    link = settings.SITE_URL + reverse("rate-welcome", args=[campaign.slug])
    waiting = [block.facts() for block in waiting_blocks(campaign)]
    facts = {"campaign": campaign.slug, "state": campaign.state, "link": link}
    return Response({**facts, "waiting": waiting})


class OpenView(LeadView):
    @extend_schema(
        operation_id="open_campaign",
        summary="Let annotators come",
        tags=TAGS,
        request=None,
        responses={200: CampaignStateSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        open_campaign(campaign=self.campaign, by=self.lead)
        return _state(self.campaign)


class PauseView(LeadView):
    @extend_schema(
        operation_id="pause_campaign",
        summary="Give no new subset; sittings that were begun may be finished",
        tags=TAGS,
        request=None,
        responses={200: CampaignStateSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        pause_campaign(campaign=self.campaign, by=self.lead)
        return _state(self.campaign)


class CloseView(LeadView):
    @extend_schema(
        operation_id="close_campaign",
        summary="Close the campaign; it can be opened again",
        tags=TAGS,
        request=None,
        responses={200: CampaignStateSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        close_campaign(campaign=self.campaign, by=self.lead)
        return _state(self.campaign)
