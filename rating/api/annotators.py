"""The rating contract over HTTP; the annotator's page is built on it."""

import random
from dataclasses import asdict
from typing import Any, cast

from django.db.models import F
from django.http import HttpRequest
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import get_object_or_404
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.models import Campaign
from core.api.problems import Problem, problems
from rating import tokens
from rating.joining import LONGEST_ANSWER, LONGEST_PARAMETER
from rating.models import Annotator, Assignment
from rating.selectors import scale_of, sitting_sentences
from rating.services.annotators import (
    BadAnswers,
    CannotJoin,
    find_annotator,
    join_campaign,
    withdraw_annotator,
)
from rating.services.remarks import SentenceNotShown, make_remark
from rating.services.sittings import (
    AssignmentGone,
    CandidatesMissing,
    complete_assignment,
    take_subset,
)
from rating.services.storing import BadRatings, store_ratings
from rating.throttles import JoinThrottle
from regild.rating import batch


class AnnotatorAuthentication(BaseAuthentication):
    """`Authorization: Annotator T`, or the page's signed cookie with a CSRF token."""

    def authenticate(self, request: Request) -> tuple[Annotator, str] | None:
        token = tokens.token_from_header(request)
        if token is None:
            slug = tokens.campaign_of_cookie(request)
            token = slug and tokens.token_from_cookie(request, slug=slug)
            if not token:
                return None
            _refuse_forged(request)
        annotator = find_annotator(token)
        if annotator is None:
            raise AuthenticationFailed("This token is not known, or was withdrawn.")
        return annotator, token

    def authenticate_header(self, request: Request) -> str:
        return "Annotator"


def _refuse_forged(request: Request) -> None:
    """A cookie goes with requests from anywhere; the CSRF token only with our own pages'."""

    class Check(CsrfViewMiddleware):
        def _reject(self, request: HttpRequest, reason: str) -> str:
            return reason

    check = Check(lambda _request: None)  # type: ignore[arg-type]
    check.process_request(request._request)
    reason = check.process_view(request._request, None, (), {})  # type: ignore[arg-type]
    if reason:
        raise PermissionDenied(f"The CSRF check failed: {reason}")


class AnnotatorScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = AnnotatorAuthentication
    name = "annotator"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Annotator T`, where T is the token that joining answered",
        }


class IsAnnotator(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        return isinstance(request.user, Annotator)


def annotator_of(request: Request) -> Annotator:
    """Who calls; IsAnnotator has made sure of it."""
    return cast(Annotator, request.user)


class AnnotatorView(APIView):
    authentication_classes = (AnnotatorAuthentication,)
    permission_classes = (IsAnnotator,)


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
        help_text="PROLIFIC_PID, STUDY_ID, SESSION_ID as the recruiting site gave them, at most"
        f" {LONGEST_PARAMETER} characters each",
    )


class JoinedSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField()
    token = serializers.CharField(help_text="shown once; stored only as a hash")


class JoinView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (JoinThrottle,)

    @extend_schema(
        operation_id="join",
        request=JoinSerializer,
        responses={201: JoinedSerializer, **problems(400, 403, 404, 415, 429)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Join a campaign as an annotator, without an account."""
        campaign = get_object_or_404(Campaign, slug=slug)
        body = _checked(JoinSerializer, request.data)
        try:
            joined = join_campaign(campaign=campaign, **body)
        except CannotJoin as refused:
            raise Problem(status=403, code=refused.code, detail=str(refused)) from refused
        except BadAnswers as bad:
            raise _bad_answers(bad) from bad
        return Response({"annotator": joined.annotator.pk, "token": joined.token}, status=201)


class OptionSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]


class SittingCandidateSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    text = serializers.CharField()
    value = serializers.IntegerField(allow_null=True, help_text="what was answered so far")
    answered = serializers.BooleanField(
        help_text="true with a null value: the annotator could not judge it"
    )


class SittingSentenceSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    left = serializers.CharField()
    target = serializers.CharField()
    right = serializers.CharField()
    candidates = SittingCandidateSerializer(many=True)


class AssignmentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    subset = serializers.IntegerField()
    expires_at = serializers.DateTimeField()
    scale = OptionSerializer(many=True)
    sentences = SittingSentenceSerializer(many=True)


class TakeSerializer(serializers.Serializer[Any]):
    """Nothing is asked: which subset is next is not the client's choice."""


class AssignmentsView(AnnotatorView):
    @extend_schema(
        operation_id="take",
        request=TakeSerializer,
        responses={
            200: OpenApiResponse(AssignmentSerializer, description="the open assignment"),
            201: OpenApiResponse(AssignmentSerializer, description="a new assignment"),
            204: OpenApiResponse(description="nothing is left for this annotator"),
            **problems(400, 401, 403, 415),
        },
    )
    def post(self, request: Request) -> Response:
        """The annotator's open assignment, or a new one."""
        # Tie-breaking between equally covered subsets; no seed, for nothing is drawn twice.
        annotator = annotator_of(request)
        taken = take_subset(annotator=annotator, rng=random.SystemRandom())
        if taken is None:
            return Response(status=204)
        return Response(
            assignment_json(taken.assignment, annotator), status=201 if taken.new else 200
        )


def assignment_json(assignment: Assignment, annotator: Annotator) -> dict[str, Any]:
    return {
        "id": assignment.pk,
        "subset": assignment.subset_id,
        "expires_at": assignment.expires_at.isoformat().replace("+00:00", "Z"),
        "scale": scale_of(annotator.campaign),
        "sentences": sitting_sentences(assignment),
    }


class RatingSerializer(serializers.Serializer[Any]):
    """For the schema; `batch.read_batch` is what reads it."""

    candidate = serializers.IntegerField(min_value=1, max_value=batch.LARGEST_ID)
    value = serializers.IntegerField(
        min_value=0,
        max_value=batch.LARGEST_VALUE,
        allow_null=True,
        help_text="null: cannot judge this",
    )
    key = serializers.UUIDField(help_text="the client's own, new for every rating")
    elapsed_ms = serializers.IntegerField(
        min_value=0, max_value=batch.LARGEST_ELAPSED_MS, required=False, allow_null=True
    )


class BatchSerializer(serializers.Serializer[Any]):
    ratings = serializers.ListField(
        child=RatingSerializer(), min_length=1, max_length=batch.MOST_RATINGS
    )


class StoredSerializer(serializers.Serializer[Any]):
    stored = serializers.IntegerField()
    remaining = serializers.IntegerField()


class RatingsView(AnnotatorView):
    @extend_schema(
        operation_id="rate",
        request=BatchSerializer,
        responses={200: StoredSerializer, **problems(400, 401, 403, 404, 409, 415)},
    )
    def put(self, request: Request, id: int) -> Response:
        """Store ratings; sending one again changes nothing. One bad entry stores none."""
        try:
            stored = store_ratings(
                annotator=annotator_of(request),
                assignment_id=id,
                ratings=batch.read_batch(request.data),
            )
        except AssignmentGone as gone:
            raise _gone(gone) from gone
        except (batch.MalformedBatch, BadRatings) as bad:
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
        responses={200: TakeSerializer, **problems(400, 401, 403, 404, 409, 415)},
    )
    def post(self, request: Request, id: int) -> Response:
        """Close an assignment in which everything is answered."""
        try:
            complete_assignment(annotator_id=annotator_of(request).pk, assignment_id=id)
        except AssignmentGone as gone:
            raise _gone(gone) from gone
        except CandidatesMissing as lacking:
            raise Problem(
                status=409,
                code="candidates_missing",
                detail=str(lacking),
                missing=list(lacking.candidates),
            ) from lacking
        return Response({})


class RemarkSerializer(serializers.Serializer[Any]):
    sentence = serializers.IntegerField(min_value=1, max_value=batch.LARGEST_ID)
    comment = serializers.CharField(max_length=1000)


class RemarksView(AnnotatorView):
    @extend_schema(
        operation_id="remark",
        request=RemarkSerializer,
        responses={201: RemarkSerializer, **problems(400, 401, 403, 404, 415)},
    )
    def post(self, request: Request, id: int) -> Response:
        """Say that something is wrong with a sentence."""
        body = _checked(RemarkSerializer, request.data)
        try:
            make_remark(
                annotator_id=annotator_of(request).pk,
                assignment_id=id,
                sentence_id=body["sentence"],
                comment=body["comment"],
            )
        except SentenceNotShown as not_shown:
            raise Problem(
                status=404,
                code="sentence_not_in_assignment",
                detail="This sentence is not part of the assignment.",
            ) from not_shown
        return Response(body, status=201)


class OwnRatingSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField(help_text="its id in the campaign's files")
    left = serializers.CharField()
    target = serializers.CharField()
    right = serializers.CharField()
    substitute = serializers.CharField()
    value = serializers.IntegerField(allow_null=True, help_text="null: could not judge it")
    elapsed_ms = serializers.IntegerField(allow_null=True)
    rated_at = serializers.DateTimeField()
    superseded_at = serializers.DateTimeField(allow_null=True, help_text="when changed")


class OwnRemarkSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField()
    comment = serializers.CharField()
    made_at = serializers.DateTimeField()


class MeSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField()
    campaign = serializers.CharField()
    joined_at = serializers.DateTimeField()
    native_speaker = serializers.BooleanField()
    answers = serializers.DictField(help_text="to the campaign's optional questions")
    recruited = serializers.DictField(help_text="what the recruiting site said")
    ratings = OwnRatingSerializer(many=True)
    remarks = OwnRemarkSerializer(many=True)


class MeView(AnnotatorView):
    @extend_schema(operation_id="export", responses={200: MeSerializer, **problems(401, 403)})
    def get(self, request: Request) -> Response:
        """All that is kept of this annotator."""
        return Response(kept_of(annotator_of(request).pk))

    @extend_schema(
        operation_id="withdraw",
        responses={204: OpenApiResponse(description="withdrawn"), **problems(401, 403)},
    )
    def delete(self, request: Request) -> Response:
        """Withdraw: these ratings leave every later statistic and release."""
        withdraw_annotator(annotator_id=annotator_of(request).pk)
        return Response(status=204)


def kept_of(annotator_id: int) -> dict[str, Any]:
    annotator = Annotator.objects.select_related("campaign").get(id=annotator_id)
    told = ("joined_at", "native_speaker", "answers", "recruited")
    return {
        "annotator": annotator.pk,
        "campaign": annotator.campaign.slug,
        **{name: getattr(annotator, name) for name in told},
        "ratings": annotator.ratings.order_by("id").values(
            *("value", "elapsed_ms", "rated_at", "superseded_at"),
            sentence=F("candidate__sentence__key"),
            left=F("candidate__sentence__left"),
            target=F("candidate__sentence__target"),
            right=F("candidate__sentence__right"),
            substitute=F("candidate__text"),
        ),
        "remarks": [
            {"sentence": key, "comment": comment, "made_at": made_at}
            for key, comment, made_at in annotator.remarks.order_by("id").values_list(
                "sentence__key", "comment", "made_at"
            )
        ],
    }


def _checked(serializer: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    checked = serializer(data=data)
    checked.is_valid(raise_exception=True)
    values: dict[str, Any] = checked.validated_data
    return values


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


def _gone(gone: AssignmentGone) -> Problem:
    status = 404 if gone.code == "assignment_not_found" else 409
    return Problem(status=status, code=gone.code, detail=str(gone))
