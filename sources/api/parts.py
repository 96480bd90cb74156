"""Named parts of the sentences, as SemEval's MAN and RAND."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.selectors.task import task_of
from core.api.files import FilesBody, NoticeSerializer, notice_json, source_of, upload_field
from core.api.problems import problems
from sources.selectors import named_parts
from sources.services.parts import name_part, remove_part

TAGS = ["campaigns"]


class PartSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    sentences = serializers.IntegerField()


class NewPartSerializer(FilesBody):
    name = serializers.CharField(max_length=40, help_text="such as MAN")
    sentences = upload_field(help_text="an id of a sentence a line")


class NamedPartSerializer(PartSerializer):
    notices = NoticeSerializer(many=True)


class _PartsView(LeadView):
    """404 where no parts can be named."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not task_of(self.campaign).scoring.of_parts:
            raise Http404


class PartsView(_PartsView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="list_parts",
        summary="The named parts of the sentences, and how many sentences each has",
        tags=TAGS,
        responses={200: PartSerializer(many=True), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        parts = named_parts(self.campaign)
        return Response([{"name": name, "sentences": len(parts[name])} for name in parts])

    @extend_schema(
        operation_id="name_part",
        summary="Name a part of the sentences, to score systems on it apart",
        tags=TAGS,
        request={"multipart/form-data": NewPartSerializer},
        responses={200: NamedPartSerializer, **problems(400, *EVERYWHERE, 409, 413, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Replaces what the name stood for. It shows when systems are scored again."""
        body = self.checked(NewPartSerializer)
        named = name_part(
            campaign=self.campaign,
            name=body["name"],
            sentences=source_of(body["sentences"], body["encoding"]),
            by=self.lead,
        )
        notices = [notice_json(notice) for notice in named.notices]
        return Response({"name": named.name, "sentences": named.sentences, "notices": notices})


class PartView(_PartsView):
    @extend_schema(
        operation_id="remove_part",
        summary="Score systems no longer on a named part",
        tags=TAGS,
        request=None,
        responses={
            204: OpenApiResponse(description="removed"),
            **problems(400, *EVERYWHERE, 409),
        },
    )
    def delete(self, request: Request, slug: str, name: str) -> Response:
        remove_part(campaign=self.campaign, name=name, by=self.lead)
        return Response(status=204)
