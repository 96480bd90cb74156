"""Going back while no ratings exist: other sentences for a campaign, or no campaign."""

from typing import ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import Member
from core.api.files import FilesBody, source_of, upload_fields
from core.api.items import Fields
from core.api.problems import problems
from pooling.services.starting_over import delete_campaign, start_over
from regild.tasks import campaign_files
from sources.api import campaigns
from sources.api.campaigns import (
    TAGS,
    BroughtInSerializer,
    brought_in_json,
    told_by_field,
)
from sources.services.creating import read_other_sources


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


class SourcesSerializer(FilesBody):
    def get_fields(self) -> Fields:
        """The files of every task; which of them are needed is the campaign's own to say."""
        return {**super().get_fields(), **upload_fields(campaign_files())}


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
        encoding = said.pop("encoding")
        files = {name: source_of(file, encoding) for name, file in said.items()}
        with told_by_field():
            sources = read_other_sources(self.campaign, files)
        made, _job = start_over(campaign=self.campaign, sources=sources, by=self.lead)
        return Response(brought_in_json(made))
