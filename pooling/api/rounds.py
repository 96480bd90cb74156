"""Rounds of further ratings and of late systems for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from core.api.problems import problems
from pooling.api.subsets import TAGS, LookedAtSerializer
from pooling.selectors.rounds import DEPTH, late_systems, rounds_drawn
from pooling.selectors.seats import MOST_SEATS
from pooling.services.drawing_rounds import request_round, take_back_round


class RatingRoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    system = serializers.CharField(
        allow_null=True, help_text="whose unjudged answers it has; null: candidates rated again"
    )
    ratings = serializers.IntegerField(
        allow_null=True, help_text="given out; null: of a late system"
    )
    candidates = serializers.IntegerField()
    subsets = serializers.IntegerField()
    begun = serializers.BooleanField(help_text="somebody sits at it or has rated in it")
    drawn_at = serializers.DateTimeField()
    taken_back_at = serializers.DateTimeField(allow_null=True)


class LateSystemSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(source="system.name")
    unjudged = serializers.IntegerField(
        help_text="candidates it gave that stand in no subset and nobody rated"
    )


class RatingRoundsSerializer(serializers.Serializer[Any]):
    rounds = RatingRoundSerializer(many=True, help_text="the newest first")
    late = LateSystemSerializer(many=True, help_text="systems that a round could be for")


class AskRatingRoundSerializer(serializers.Serializer[Any]):
    ratings = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        help_text="more, for candidates that tell most about the systems",
    )
    depth = serializers.IntegerField(
        min_value=1,
        max_value=2**15 - 1,
        default=DEPTH,
        help_text="by systems' first so many answers: 1 for a measure of the first",
    )
    system = serializers.CharField(
        max_length=100,
        required=False,
        help_text="in place of `ratings`: whose unjudged answers are to be rated, by name",
    )
    annotators = serializers.IntegerField(
        min_value=1,
        max_value=MOST_SEATS,
        required=False,
        allow_null=True,
        help_text="of each of a system's answers; as the campaign says unless given",
    )
    size = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        allow_null=True,
        help_text="candidates in a subset, about; as in the plan unless given",
    )
    seed = serializers.IntegerField(
        min_value=0, max_value=2**63 - 1, required=False, help_text="drawn unless given"
    )

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        if ("ratings" in said) == ("system" in said):
            text = "Say one of both: a number of ratings, or a system."
            raise serializers.ValidationError(
                {"ratings": [ErrorDetail(text, code="one_of_both")]}
            )
        return said


class DrawRatingRoundSerializer(LookedAtSerializer, AskRatingRoundSerializer):
    pass


class RatingRoundsView(LeadView):
    @extend_schema(
        operation_id="list_rating_rounds",
        summary="Rounds that were drawn beside the plan, and systems that came late",
        tags=TAGS,
        responses={200: RatingRoundsSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = {"rounds": rounds_drawn(self.campaign), "late": late_systems(self.campaign)}
        return Response(RatingRoundsSerializer(found).data)

    @extend_schema(
        operation_id="draw_rating_round",
        summary="Have chosen candidates rated again, or the unjudged answers of a late system",
        tags=TAGS,
        request=DrawRatingRoundSerializer,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The rest of the plan stays, and nobody rates a candidate twice."""
        said = self.checked(DrawRatingRoundSerializer)
        job = request_round(self.campaign, by=self.lead, **said)
        return answer_job(self.campaign, job)


class PreviewRatingRoundView(LeadView):
    @extend_schema(
        operation_id="preview_rating_round",
        summary="What such a round would be, and what it saves; nothing is stored",
        tags=TAGS,
        request=AskRatingRoundSerializer,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        said = self.checked(AskRatingRoundSerializer)
        job = request_round(self.campaign, by=self.lead, dry_run=True, **said)
        return answer_job(self.campaign, job)


class TakeBackRatingRoundView(LeadView):
    @extend_schema(
        operation_id="take_back_rating_round",
        summary="Take a round back, while nobody has rated in it",
        tags=TAGS,
        request=None,
        responses={200: RatingRoundsSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        take_back_round(campaign=self.campaign, number=number, by=self.lead)
        found = {"rounds": rounds_drawn(self.campaign), "late": late_systems(self.campaign)}
        return Response(RatingRoundsSerializer(found).data)
