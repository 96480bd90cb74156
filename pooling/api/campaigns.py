"""Going back while no ratings exist: other sentences for a campaign, or no campaign."""

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import Member
from campaigns.selectors.task import task_of
from core.api.files import source_of, upload_field
from core.api.problems import problems
from pooling.services.starting_over import delete_campaign, start_over
from sources.api import campaigns
from sources.api.campaigns import TAGS, BroughtInSerializer, brought_in_json


class CampaignView(campaigns.ReadCampaignView):
    least: ClassVar = {"DELETE": Member.Role.OWNER}
    also_archived = ("DELETE",)

    @extend_schema(
        operation_id="delete_campaign",
        summary="Delete the campaign, while no ratings exist; its log stays",
        tags=TAGS,
        responses={
            204: OpenApiResponse(description="deleted; nothing of it can be reached any more"),
            **problems(400, *EVERYWHERE, 409),
        },
    )
    def delete(self, request: Request, slug: str) -> Response:
        delete_campaign(campaign=self.campaign, by=self.lead)
        return Response(status=204)


class SourcesSerializer(serializers.Serializer[Any]):
    sentences = upload_field()
    gold = upload_field()
    mapping = upload_field(required=False)


class StartOverView(LeadView):
    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="start_over",
        summary="Other sentences and gold, while no ratings exist; systems and pool go",
        tags=TAGS,
        request={"multipart/form-data": SourcesSerializer},
        responses={
            200: BroughtInSerializer,
            **problems(400, *EVERYWHERE, 409, 413, 415),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        said = self.checked(SourcesSerializer)
        sources = task_of(self.campaign).read(
            items=source_of(said["sentences"]),
            gold=source_of(said["gold"]),
            mapping=source_of(said["mapping"]) if "mapping" in said else None,
            excluded_groups=self.campaign.excluded_targets,
        )
        made, _job = start_over(campaign=self.campaign, sources=sources, by=self.lead)
        return Response(brought_in_json(made))
