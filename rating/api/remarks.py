"""Remarks, for programs."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotators.models import Remark
from annotators.services.remarks import answer_remark
from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.items import OfItem
from core.api.problems import problems

TAGS = ["ratings"]


class AnswerSerializer(serializers.Serializer[Any]):
    answer = serializers.CharField(max_length=1000)


class MadeRemarkSerializer(OfItem, serializers.ModelSerializer[Remark]):
    behind = "key"
    sentence = serializers.IntegerField(source="item_id")
    key = serializers.CharField(source="item.key", help_text="of the sentence, in files")
    answered_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = Remark
        fields = [
            "id",
            "annotator",
            "sentence",
            "key",
            "comment",
            "made_at",
            "answer",
            "answered_at",
        ]


class AnswerView(LeadView):
    @extend_schema(
        operation_id="answer_remark",
        summary="Answer a remark, or answer it anew",
        tags=TAGS,
        request=AnswerSerializer,
        responses={200: MadeRemarkSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        remarks = Remark.objects.select_related("item__campaign")
        remark = get_object_or_404(remarks, id=id, item__campaign=self.campaign)
        body = self.checked(AnswerSerializer)
        answer_remark(remark=remark, answer=body["answer"], by=self.lead)
        return Response(MadeRemarkSerializer(remark).data)
