"""A team's own link, for its programs: the token in the address is all it takes."""

from typing import Any

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.files import NoticeSerializer, notice_json, source_of, upload_field
from core.api.lists import Query, asked_of
from core.api.problems import Problem, problems, unknown_fields
from scoring.api.submissions import BoardScoreSerializer
from scoring.models import SubmissionLink
from scoring.selectors.submissions import find_link, leaderboard_of
from scoring.selectors.teams import HistoryRow, example_of, history_of
from scoring.services.submitting import seconds_to_next_check, takes_systems
from sources.services.checking import CheckedSystem, check_system

TAGS = ["scores"]


class HistorySerializer(serializers.Serializer[HistoryRow]):
    system = serializers.CharField()
    added_at = serializers.DateTimeField()
    attempted = serializers.IntegerField(help_text="items with an answer")
    hidden = serializers.BooleanField(help_text="by the organisers: it is not scored")
    scores = serializers.SerializerMethodField(help_text="by measure; null: not scored yet")

    def get_scores(self, row: HistoryRow) -> dict[str, Any]:
        return {
            key: score and BoardScoreSerializer(score).data
            for key, score in zip(self.context["measures"], row.scores, strict=True)
        }


class TeamSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    title = serializers.CharField()
    team = serializers.CharField()
    visibility = serializers.ChoiceField(SubmissionLink.Visibility.choices)
    open = serializers.BooleanField()
    open_until = serializers.DateTimeField()
    items = serializers.URLField(help_text="what systems are given to answer, as CSV")
    example = serializers.ListField(
        child=serializers.CharField(), help_text="the first lines of a file, without sense"
    )
    history = HistorySerializer(many=True, help_text="what was submitted, the newest first")


class CheckedFileSerializer(serializers.Serializer[Any]):
    answers = upload_field()
    multiwords = upload_field(required=False, help_text="where the campaign asks for them")


class CheckedSubmissionSerializer(serializers.Serializer[Any]):
    can_be_stored = serializers.BooleanField()
    items = serializers.IntegerField(help_text="that can be answered")
    attempted = serializers.IntegerField(help_text="of these, with an answer")
    answers = serializers.IntegerField()
    missing = serializers.ListField(
        child=serializers.CharField(), help_text="ids of items without an answer"
    )
    problems = NoticeSerializer(many=True, help_text="each has to be corrected first")
    notices = NoticeSerializer(many=True)
    refusal = serializers.CharField(allow_blank=True)


class _TeamView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    def link(self, token: str) -> SubmissionLink:
        link = find_link(token)
        if link is None:
            raise Http404
        return link


class TeamView(_TeamView):
    @extend_schema(
        operation_id="read_submission_link",
        summary="What a team finds behind its link: what to answer, how, and its history",
        tags=TAGS,
        responses={200: TeamSerializer, **problems(400, 404)},
    )
    def get(self, request: Request, token: str) -> Response:
        asked_of(request, Query)
        link = self.link(token)
        boards = leaderboard_of(link).boards
        there = settings.SITE_URL + reverse("submit-items", args=[token])
        told = {
            "campaign": link.campaign.slug,
            "title": link.campaign.title,
            "team": link.label,
            "visibility": link.visibility,
            "open": takes_systems(link),
            "open_until": link.open_until,
            "items": there,
            "example": example_of(link.campaign),
            "history": history_of(link, boards),
        }
        context = {"measures": [board.measure for board in boards]}
        return Response(TeamSerializer(told, context=context).data)


class CheckAnswersView(_TeamView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="check_submission",
        summary="Look at a system's file before it is submitted; nothing is stored",
        tags=TAGS,
        request={"multipart/form-data": CheckedFileSerializer},
        responses={200: CheckedSubmissionSerializer, **problems(400, 404, 413, 415, 429)},
    )
    def post(self, request: Request, token: str) -> Response:
        link = self.link(token)
        if wait := seconds_to_next_check(link):
            raise Problem(
                status=429, code="too_often", detail="Check again in a few minutes.", wait=wait
            )
        body = CheckedFileSerializer(data=request.data)
        unknown = unknown_fields(body, request.data)
        if not body.is_valid() or unknown:
            raise serializers.ValidationError({**body.errors, **unknown})
        said = body.validated_data
        found = check_system(
            campaign=link.campaign,
            answers=source_of(said["answers"]),
            multiwords=source_of(said["multiwords"]) if "multiwords" in said else None,
        )
        return Response(check_json(found))


def check_json(found: CheckedSystem) -> dict[str, Any]:
    return {
        "can_be_stored": found.can_be_stored,
        "items": found.items,
        "attempted": found.attempted,
        "answers": found.answers,
        "missing": [*found.missing],
        "problems": [
            {"file": file.name, **problem._asdict()}
            for file in found.problems
            for problem in file.problems
        ],
        "notices": [notice_json(notice) for notice in found.notices],
        "refusal": "" if found.refusal is None else str(found.refusal),
    }
