"""The practice, for programs: read it, answer all of it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotators.api.authentication import AnnotatorView, _checked, annotator_of
from annotators.services.practice import PracticeMissing, finish_practice
from campaigns.models import Campaign
from campaigns.selectors.scale import scale_of
from campaigns.selectors.task import task_of
from core.api.items import ShownItem
from core.api.problems import Problem, problems
from rating.selectors.practice import practice_blocks


class PracticeItemSerializer(ShownItem):
    number = serializers.IntegerField(help_text="from 1")
    substitute = serializers.CharField()
    fits = serializers.BooleanField(required=False, help_text="whether we see it so too")
    why = serializers.CharField(required=False)


class PracticedSerializer(serializers.Serializer[Any]):
    practice = PracticeItemSerializer(many=True)


class PracticeAnswersSerializer(serializers.Serializer[Any]):
    answers = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        help_text="the value for each example's number; null: cannot judge this",
    )


class PracticeView(AnnotatorView):
    @extend_schema(
        operation_id="read_practice",
        responses={200: PracticedSerializer, **problems(401, 403)},
    )
    def get(self, request: Request) -> Response:
        """The examples to practise with."""
        return Response({"practice": _told(annotator_of(request).campaign, {})})

    @extend_schema(
        operation_id="practise",
        request=PracticeAnswersSerializer,
        responses={200: PracticedSerializer, **problems(400, 401, 403, 415)},
    )
    def post(self, request: Request) -> Response:
        """Answer every example. Right or not, the practice is done then; nothing is kept."""
        annotator = annotator_of(request)
        said = _checked(PracticeAnswersSerializer, request.data)["answers"]
        answers = {int(key): value for key, value in said.items() if _is_number(key)}
        try:
            finish_practice(annotator=annotator, campaign=annotator.campaign, answers=answers)
        except PracticeMissing as missing:
            raise Problem(status=400, code=missing.code, detail=str(missing)) from missing
        return Response({"practice": _told(annotator.campaign, answers)})


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def _told(campaign: Campaign, answers: dict[int, int | None]) -> list[dict[str, Any]]:
    scale, task = scale_of(campaign), task_of(campaign)
    told = []
    for number, item in enumerate(campaign.practice, start=1):
        substitute = task.worded(item, item["substitute"])
        entry = {"number": number, **task.shown(item), "substitute": substitute}
        if number in answers:
            value = answers[number]
            chosen = "null" if value is None else str(value)
            blocks = practice_blocks(campaign, scale, number=number, chosen=chosen)
            entry |= {"fits": blocks[number - 1]["fits"], "why": item["why"]}
        told.append(entry)
    return told
