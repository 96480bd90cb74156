"""The questions about the instructions, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotators.api.authentication import AnnotatorView, _checked, annotator_of
from annotators.models import Annotator
from annotators.services.comprehension import MOST_TRIES, AnswersMissing, try_comprehension
from core.api.problems import Problem, problems


class CheckQuestionSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="from 1")
    question = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField())


class CheckSerializer(serializers.Serializer[Any]):
    questions = CheckQuestionSerializer(many=True)
    passed = serializers.BooleanField()
    tries_left = serializers.IntegerField()


class CheckAnswersSerializer(serializers.Serializer[Any]):
    answers = serializers.DictField(
        child=serializers.CharField(), help_text="one of its choices for each question's number"
    )


class TriedSerializer(serializers.Serializer[Any]):
    passed = serializers.BooleanField()
    wrong = serializers.ListField(
        child=serializers.IntegerField(), help_text="numbers of the questions"
    )
    tries_left = serializers.IntegerField()


class ComprehensionView(AnnotatorView):
    @extend_schema(
        operation_id="read_comprehension",
        responses={200: CheckSerializer, **problems(401, 403)},
    )
    def get(self, request: Request) -> Response:
        """The questions about the instructions, and how often they may still be tried."""
        annotator = Annotator.objects.select_related("campaign").get(
            id=annotator_of(request).pk
        )
        questions = enumerate(annotator.campaign.comprehension, start=1)
        passed = annotator.comprehended_at is not None
        left = 0 if passed else max(0, MOST_TRIES - annotator.comprehension_tries)
        told = [
            {"number": number, "question": one["question"], "choices": one["choices"]}
            for number, one in questions
        ]
        return Response({"questions": told, "passed": passed, "tries_left": left})

    @extend_schema(
        operation_id="try_comprehension",
        request=CheckAnswersSerializer,
        responses={200: TriedSerializer, **problems(400, 401, 403, 415)},
    )
    def post(self, request: Request) -> Response:
        """Answer all of them; twice at most."""
        annotator = annotator_of(request)
        said = _checked(CheckAnswersSerializer, request.data)["answers"]
        answers = {
            int(key): text
            for key, text in said.items()
            if key.isascii() and key.isdecimal() and len(key) < 10
        }
        try:
            tried = try_comprehension(
                annotator=annotator, campaign=annotator.campaign, answers=answers
            )
        except AnswersMissing as missing:
            raise Problem(status=400, code=missing.code, detail=str(missing)) from missing
        return Response({**tried._asdict(), "wrong": list(tried.wrong)})
