"""Which sentences' targets are part of a multiword."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import FilesBody, NoticeSerializer, notice_json, source_of, upload_field
from core.api.problems import problems
from scoring.services.multiword_targets import mark_multiword_targets

TAGS = ["scores"]


class MultiwordsSerializer(FilesBody):
    multiwords = upload_field(help_text="the multiwords that annotators saw, as a gold")


class MarkedSerializer(serializers.Serializer[Any]):
    sentences = serializers.IntegerField(help_text="whose target is part of a multiword")
    notices = NoticeSerializer(many=True)


class MultiwordsView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="mark_multiword_targets",
        summary="Say which sentences the part NMWT leaves out",
        tags=TAGS,
        request={"multipart/form-data": MultiwordsSerializer},
        responses={200: MarkedSerializer, **problems(400, *EVERYWHERE, 409, 413, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """It shows when systems are scored again."""
        body = self.checked(MultiwordsSerializer)
        marked = mark_multiword_targets(
            campaign=self.campaign,
            gold=source_of(body["multiwords"], body["encoding"]),
            by=self.lead,
        )
        notices = [notice_json(notice) for notice in marked.notices]
        return Response({"sentences": marked.sentences, "notices": notices})
