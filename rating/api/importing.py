"""Ratings from a file, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import NoticeSerializer, notice_json, source_of, upload_field
from core.api.problems import problems
from rating.services.importing import import_ratings

TAGS = ["ratings"]


class RatingsFileSerializer(serializers.Serializer[Any]):
    ratings = upload_field(help_text="a table of annotator, sentence, substitute, value")


class ImportedSerializer(serializers.Serializer[Any]):
    annotators = serializers.IntegerField()
    added = serializers.IntegerField()
    changed = serializers.IntegerField(help_text="they supersede an earlier value")
    unchanged = serializers.IntegerField()
    notices = NoticeSerializer(many=True)


class ImportView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="import_ratings",
        summary="Bring in ratings collected elsewhere",
        tags=TAGS,
        request={"multipart/form-data": RatingsFileSerializer},
        responses={200: ImportedSerializer, **problems(400, *EVERYWHERE, 409, 413, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Safe to send again: an equal rating changes nothing."""
        body = self.checked(RatingsFileSerializer)
        report = import_ratings(
            campaign=self.campaign, ratings=source_of(body["ratings"]), by=self.lead
        )
        notices = [notice_json(notice) for notice in report.notices]
        return Response({**report._asdict(), "notices": notices})
