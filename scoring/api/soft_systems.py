"""Systems that answer with distributions, for programs."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import FilesBody, NoticeSerializer, notice_json, source_of, upload_field
from core.api.problems import problems
from scoring.selectors.soft_systems import soft_system_facts, soft_systems_facts
from scoring.services.soft_systems import (
    LONGEST_NAME,
    add_soft_system,
    remove_soft_system,
)

TAGS = ["scores"]


class SoftSystemFileSerializer(FilesBody):
    name = serializers.CharField(max_length=LONGEST_NAME)
    answers = upload_field(help_text="as the format `shares` of a release, or as `ratings`")


class SoftSystemSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    by_person = serializers.BooleanField(
        help_text="whether it says what each annotator gave, and not shares"
    )
    file = serializers.CharField()
    sha256 = serializers.CharField()
    added_at = serializers.DateTimeField()
    n_items = serializers.IntegerField(help_text="rated candidates of the release")
    unanswered = serializers.IntegerField(help_text="of these, or of what annotators gave them")
    measures = serializers.DictField(help_text="value, n and reason of each; lower is better")


class AddedSoftSystemSerializer(SoftSystemSerializer):
    notices = NoticeSerializer(many=True)


class SoftSystemsView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="list_soft_systems",
        summary="Systems that answer with distributions, scored on a release",
        tags=TAGS,
        responses={200: SoftSystemSerializer(many=True), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        release = get_object_or_404(self.campaign.releases, number=number)
        return Response(soft_systems_facts(release))

    @extend_schema(
        operation_id="score_soft_system",
        summary="Score a system that answers with distributions, or for each annotator",
        tags=TAGS,
        request={"multipart/form-data": SoftSystemFileSerializer},
        responses={
            201: AddedSoftSystemSerializer,
            **problems(400, *EVERYWHERE, 409, 413, 415),
        },
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """The file is not kept: the release, and so its scores, never change."""
        release = get_object_or_404(self.campaign.releases, number=number)
        body = self.checked(SoftSystemFileSerializer)
        added = add_soft_system(
            release=release,
            name=body["name"],
            answers=source_of(body["answers"], body["encoding"]),
            by=self.lead,
        )
        notices = [notice_json(notice) for notice in added.notices]
        return Response({**soft_system_facts(added.system), "notices": notices}, status=201)


class SoftSystemView(LeadView):
    @extend_schema(
        operation_id="remove_soft_system",
        summary="Remove a system that answers with distributions",
        tags=TAGS,
        responses={204: None, **problems(400, *EVERYWHERE, 409)},
    )
    def delete(self, request: Request, slug: str, number: int, id: int) -> Response:
        release = get_object_or_404(self.campaign.releases, number=number)
        system = get_object_or_404(release.soft_systems, id=id)
        remove_soft_system(campaign=self.campaign, system=system, by=self.lead)
        return Response(status=204)
