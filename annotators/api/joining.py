"""Join a campaign."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from annotators.api.authentication import _checked
from annotators.services.join_limits import JoinThrottle
from annotators.services.join_problems import LONGEST_ANSWER, LONGEST_PARAMETER
from annotators.services.joining import BadAnswers, CannotJoin, join_campaign
from annotators.services.recruiting import PARAMETERS
from campaigns.models import Campaign
from core.api.impatient import ImpatientView
from core.api.problems import Problem, problems


class JoinSerializer(serializers.Serializer[Any]):
    consent = serializers.BooleanField()
    native_speaker = serializers.BooleanField()
    answers = serializers.DictField(
        child=serializers.CharField(allow_blank=True),
        required=False,
        help_text="to the campaign's optional questions, by key: one of its choices, or of a"
        f" question without choices at most {LONGEST_ANSWER} characters",
    )
    recruited = serializers.DictField(
        child=serializers.CharField(allow_blank=True),
        required=False,
        help_text=f"{', '.join(PARAMETERS)} as the recruiting site gave them, at most"
        f" {LONGEST_PARAMETER} characters each",
    )


class JoinedSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField()
    token = serializers.CharField(help_text="shown once; stored only as a hash")


class JoinView(ImpatientView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (JoinThrottle,)

    @extend_schema(
        operation_id="join",
        request=JoinSerializer,
        responses={
            200: OpenApiResponse(JoinedSerializer, description="who joined before"),
            201: JoinedSerializer,
            **problems(400, 403, 404, 415, 429, 503),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """Join a campaign as an annotator, without an account. Who has joined with the same
        recruiting id before is answered as who they are."""
        campaign = get_object_or_404(Campaign, slug=slug)
        body = _checked(JoinSerializer, request.data)
        try:
            joined = join_campaign(campaign=campaign, **body)
        except CannotJoin as refused:
            raise Problem(status=403, code=refused.code, detail=str(refused)) from refused
        except BadAnswers as bad:
            raise _bad_answers(bad) from bad
        told = {"annotator": joined.annotator.pk, "token": joined.token}
        return Response(told, status=201 if joined.new else 200)


def _bad_answers(bad: BadAnswers) -> Problem:
    return Problem(
        status=400,
        code="answers_invalid",
        detail="Nobody joined.",
        errors=[
            {
                "field": f"{problem.field}.{problem.name}",
                "code": problem.code,
                "message": problem.message,
            }
            for problem in bad.problems
        ],
    )
