"""Archive a campaign and bring it back, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import Member
from campaigns.services.archiving import archive_campaign, bring_back_campaign
from core.api.problems import problems

TAGS = ["campaigns"]


class ArchivedSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    archived_at = serializers.DateTimeField(allow_null=True)


class ArchiveView(LeadView):
    least = {"POST": Member.Role.OWNER}
    also_archived = ("POST",)

    @extend_schema(
        operation_id="archive_campaign",
        summary="Take a closed campaign out of the lists; it can only be looked at",
        tags=TAGS,
        request=None,
        responses={200: ArchivedSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str) -> Response:
        archived = archive_campaign(campaign=self.campaign, by=self.lead)
        return Response({"campaign": slug, "archived_at": archived.archived_at})


class BringBackView(LeadView):
    least = {"POST": Member.Role.OWNER}
    also_archived = ("POST",)

    @extend_schema(
        operation_id="bring_back_campaign",
        summary="Bring an archived campaign back, in the state it had",
        tags=TAGS,
        request=None,
        responses={200: ArchivedSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str) -> Response:
        bring_back_campaign(campaign=self.campaign, by=self.lead)
        return Response({"campaign": slug, "archived_at": None})
