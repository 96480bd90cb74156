"""The rating contract over HTTP; the annotator's page is built on it."""

import random
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any, NamedTuple

from drf_spectacular.utils import (
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotators.api.authentication import AnnotatorView, _checked, annotator_of
from annotators.api.turns import StoredSerializer, TakeSerializer, gone_problem, limited
from annotators.models import Annotator
from annotators.services.remarks import SentenceNotShown
from annotators.services.turns import TurnGone, TurnUnfinished
from campaigns.models import Campaign
from campaigns.selectors.categories import categories_of
from campaigns.selectors.scale import scale_of
from core.api.items import ShownItem
from core.api.problems import Problem, problems
from core.devices import device_of
from core.networks import network_of
from proposing.api.proposals import ProposalAssignmentSerializer, turn_json
from proposing.services.remarks import make_remark as make_remark_on_sentence
from proposing.services.taking import complete_turn, take_turn
from rating.models import Assignment
from rating.selectors.sittings import sitting_sentences
from rating.services.remarks import make_remark
from rating.services.sittings import complete_assignment, take_subset
from rating.services.storing import BadRatings, store_ratings
from regild.formats.entries import (
    LARGEST_ELAPSED_MS,
    LARGEST_ID,
    MOST_ENTRIES,
    MalformedBatch,
)
from regild.rating import batch
from regild.tasks import TASKS


class OptionSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]


class CategorySerializer(serializers.Serializer[Any]):
    code = serializers.IntegerField(
        allow_null=True, help_text="the value that chooses it; null: others stand below it"
    )
    name = serializers.CharField()
    parent = serializers.CharField(  # type: ignore[assignment]
        allow_null=True, help_text="null: it stands at the top"
    )
    definition = serializers.CharField(allow_blank=True)


class SittingCandidateSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    text = serializers.CharField(help_text="what people are shown of it")
    value = serializers.IntegerField(allow_null=True, help_text="what was answered so far")
    answered = serializers.BooleanField(
        help_text="true with a null value: the annotator could not judge it"
    )


class SittingSentenceSerializer(ShownItem):
    behind = "id"
    id = serializers.IntegerField()
    candidates = SittingCandidateSerializer(many=True)


class RatingAssignmentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    subset = serializers.IntegerField()
    expires_at = serializers.DateTimeField()
    task = serializers.ChoiceField(list(TASKS), help_text="what is judged")
    stage = serializers.ChoiceField([Campaign.Stage.RATE.value])
    scale = OptionSerializer(many=True)
    categories = CategorySerializer(
        many=True,
        required=False,
        help_text="where the scale is made of categories: their tree, in the order of its file",
    )
    sentences = SittingSentenceSerializer(many=True)


# While annotators propose, an assignment is a turn at sentences.
AssignmentSerializer = PolymorphicProxySerializer(
    component_name="Assignment",
    serializers={
        Campaign.Stage.PROPOSE.value: ProposalAssignmentSerializer,
        Campaign.Stage.RATE.value: RatingAssignmentSerializer,
    },
    resource_type_field_name="stage",
)


class Calls(NamedTuple):
    """What the calls about an assignment do. `take` gives what is answered, and whether it is
    new; `complete` raises TurnGone or TurnUnfinished, `remark` SentenceNotShown."""

    take: Callable[..., tuple[dict[str, Any], bool] | None]
    complete: Callable[[int, int], object]
    remark: Callable[..., object]


def calls_of(annotator: Annotator) -> Calls:
    stage = annotator.campaign.stage
    return PROPOSING if stage == Campaign.Stage.PROPOSE else RATING


class AssignmentsView(AnnotatorView):
    @extend_schema(
        operation_id="take",
        request=TakeSerializer,
        responses={
            200: OpenApiResponse(AssignmentSerializer, description="the open assignment"),
            201: OpenApiResponse(AssignmentSerializer, description="a new assignment"),
            204: OpenApiResponse(description="nothing is left for this annotator"),
            **problems(400, 401, 403, 415, 429, 503),
        },
    )
    def post(self, request: Request) -> Response:
        """The annotator's open assignment, or a new one."""
        # Tie-breaking between equally covered subsets; no seed, for nothing is drawn twice.
        annotator = annotator_of(request)
        with limited():
            taken = calls_of(annotator).take(
                annotator=annotator,
                rng=random.SystemRandom(),
                network=network_of(request._request),
                device=device_of(request._request),
            )
        if taken is None:
            return Response(status=204)
        told, new = taken
        return Response(told, status=201 if new else 200)


def assignment_json(assignment: Assignment, annotator: Annotator) -> dict[str, Any]:
    campaign = annotator.campaign
    categories = categories_of(campaign)
    return {
        "id": assignment.pk,
        "subset": assignment.subset_id,
        "expires_at": assignment.expires_at.isoformat().replace("+00:00", "Z"),
        "task": campaign.task,
        "stage": campaign.stage,
        "scale": scale_of(campaign),
        **({"categories": categories} if categories else {}),
        "sentences": sitting_sentences(assignment),
    }


def _take_sitting(*, annotator: Annotator, **how: Any) -> tuple[dict[str, Any], bool] | None:
    taken = take_subset(annotator=annotator, **how)
    return taken and (assignment_json(taken.assignment, annotator), taken.new)


def _take_turn(
    *, annotator: Annotator, device: str, **how: Any
) -> tuple[dict[str, Any], bool] | None:
    """What proposals were made on is of no use to anybody, so it is not kept."""
    taken = take_turn(annotator=annotator, **how)
    return taken and (turn_json(taken.turn, annotator), taken.new)


RATING = Calls(
    take=_take_sitting,
    complete=lambda annotator, id: complete_assignment(
        annotator_id=annotator, assignment_id=id
    ),
    remark=make_remark,
)
PROPOSING = Calls(
    take=_take_turn,
    complete=lambda annotator, id: complete_turn(annotator_id=annotator, turn_id=id),
    remark=make_remark_on_sentence,
)


class RatingSerializer(serializers.Serializer[Any]):
    """For the schema; `batch.read_batch` is what reads it."""

    candidate = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    value = serializers.IntegerField(
        min_value=0,
        max_value=batch.LARGEST_VALUE,
        allow_null=True,
        help_text="null: cannot judge this",
    )
    key = serializers.UUIDField(help_text="the client's own, new for every rating")
    elapsed_ms = serializers.IntegerField(
        min_value=0, max_value=LARGEST_ELAPSED_MS, required=False, allow_null=True
    )


class BatchSerializer(serializers.Serializer[Any]):
    ratings = serializers.ListField(
        child=RatingSerializer(), min_length=1, max_length=MOST_ENTRIES
    )


class RatingsView(AnnotatorView):
    @extend_schema(
        operation_id="rate",
        request=BatchSerializer,
        responses={200: StoredSerializer, **problems(400, 401, 403, 404, 409, 415, 429, 503)},
    )
    def put(self, request: Request, id: int) -> Response:
        """Store ratings; sending one again changes nothing. One bad entry stores none."""
        try:
            with limited():
                stored = store_ratings(
                    annotator=annotator_of(request),
                    assignment_id=id,
                    ratings=batch.read_batch(request.data),
                    network=partial(network_of, request._request),
                )
        except TurnGone as gone:
            raise gone_problem(gone) from gone
        except (MalformedBatch, BadRatings) as bad:
            raise Problem(
                status=400,
                code="ratings_invalid",
                detail="Nothing was stored.",
                errors=[asdict(problem) for problem in bad.problems],
            ) from bad
        return Response(stored._asdict())


class CompleteView(AnnotatorView):
    @extend_schema(
        operation_id="complete",
        request=TakeSerializer,
        responses={200: TakeSerializer, **problems(400, 401, 403, 404, 409, 415, 503)},
    )
    def post(self, request: Request, id: int) -> Response:
        """Close an assignment in which everything is answered."""
        annotator = annotator_of(request)
        try:
            calls_of(annotator).complete(annotator.pk, id)
        except TurnGone as gone:
            raise gone_problem(gone) from gone
        except TurnUnfinished as lacking:
            raise Problem(
                status=409,
                code=lacking.code,
                detail=str(lacking),
                missing=list(lacking.missing),
            ) from lacking
        return Response({})


class RemarkSerializer(serializers.Serializer[Any]):
    sentence = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    comment = serializers.CharField(max_length=1000)


class MakeRemarkView(AnnotatorView):
    @extend_schema(
        operation_id="remark",
        request=RemarkSerializer,
        responses={201: RemarkSerializer, **problems(400, 401, 403, 404, 415, 429)},
    )
    def post(self, request: Request, id: int) -> Response:
        """Say that something is wrong with a sentence."""
        body = _checked(RemarkSerializer, request.data)
        annotator = annotator_of(request)
        try:
            with limited():
                calls_of(annotator).remark(
                    annotator=annotator,
                    assignment_id=id,
                    sentence_id=body["sentence"],
                    comment=body["comment"],
                    network=network_of(request._request),
                )
        except SentenceNotShown as not_shown:
            raise Problem(
                status=404,
                code="sentence_not_in_assignment",
                detail="This sentence is not part of the assignment.",
            ) from not_shown
        return Response(body, status=201)
