"""What is kept of an annotator, and its withdrawal."""

from typing import Any

from django.conf import settings
from django.db.models import F
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotators.api.authentication import AnnotatorView, _checked, annotator_of
from annotators.api.turns import limited
from annotators.models import Annotator
from annotators.services.reminders import forget_reminder
from campaigns.selectors.task import task_of
from core.api.items import ShownItem
from core.api.problems import Problem, problems
from core.networks import network_of
from proposing.api.proposals import OwnProposalSerializer
from proposing.selectors.turns import own_proposals
from rating.services.reminding import NoReminder, ask_reminder
from rating.services.withdrawing import withdraw_annotator


class OwnRatingSerializer(ShownItem):
    sentence = serializers.CharField(help_text="its id in the campaign's files")
    substitute = serializers.CharField()
    value = serializers.IntegerField(allow_null=True, help_text="null: could not judge it")
    elapsed_ms = serializers.IntegerField(allow_null=True)
    device = serializers.CharField(help_text="phone or desk, as far as it is known")
    rated_at = serializers.DateTimeField()
    superseded_at = serializers.DateTimeField(allow_null=True, help_text="when changed")


class OwnRemarkSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField()
    comment = serializers.CharField()
    made_at = serializers.DateTimeField()


class OwnReminderSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(max_length=254)
    language = serializers.CharField()
    asked_at = serializers.DateTimeField()


class AskReminderSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(max_length=254)
    language = serializers.CharField(
        default="", help_text="of the e-mail, such as fr; the campaign's, unless given"
    )

    def validate_language(self, language: str) -> str:
        if language and language not in dict(settings.LANGUAGES):
            known = ", ".join(code for code, _name in settings.LANGUAGES)
            raise serializers.ValidationError(f"No page speaks it; there are {known}.")
        return language


class MeSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField()
    campaign = serializers.CharField()
    joined_at = serializers.DateTimeField()
    native_speaker = serializers.BooleanField()
    answers = serializers.DictField(help_text="to the campaign's optional questions")
    recruited = serializers.DictField(help_text="what the recruiting site said")
    site_status = serializers.CharField(help_text="what the recruiting site reported last")
    comprehension_tries = serializers.IntegerField(
        help_text="at the questions about the instructions"
    )
    goal = serializers.IntegerField(
        allow_null=True, help_text="words that they set themselves to rate"
    )
    keeps_number = serializers.BooleanField(
        help_text="whether they agreed to have one number in every release"
    )
    number = serializers.IntegerField(
        allow_null=True, help_text="that number; null: no release has it yet"
    )
    trials = serializers.DictField(
        child=serializers.BooleanField(),
        help_text="what is tried, and whether the draw shows it to them; of the newest trials",
    )
    ratings = OwnRatingSerializer(many=True)
    proposals = OwnProposalSerializer(many=True)
    remarks = OwnRemarkSerializer(many=True)
    reminder = OwnReminderSerializer(
        allow_null=True, help_text="the address they left to be reminded once"
    )


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
        """Withdraw: these ratings and proposals leave every later statistic and release."""
        withdraw_annotator(annotator_id=annotator_of(request).pk)
        return Response(status=204)


class ReminderView(AnnotatorView):
    @extend_schema(
        operation_id="ask_for_reminder",
        request=AskReminderSerializer,
        responses={
            204: OpenApiResponse(description="one e-mail, after three days without them"),
            **problems(400, 401, 403, 409, 415, 429),
        },
    )
    def put(self, request: Request) -> Response:
        """Leave an address to be reminded once; it is deleted when the e-mail is sent."""
        said = _checked(AskReminderSerializer, request.data)
        try:
            with limited():
                ask_reminder(
                    annotator=annotator_of(request),
                    email=said["email"],
                    language=said["language"],
                    network=network_of(request._request),
                    now=timezone.now(),
                )
        except NoReminder as none:
            raise Problem(status=409, code=none.code, detail=str(none)) from none
        return Response(status=204)

    @extend_schema(
        operation_id="forget_reminder",
        responses={204: OpenApiResponse(description="deleted"), **problems(401, 403)},
    )
    def delete(self, request: Request) -> Response:
        """No reminder, and the address is deleted."""
        forget_reminder(annotator_of(request).pk)
        return Response(status=204)


def kept_of(annotator_id: int) -> dict[str, Any]:
    annotator = Annotator.objects.select_related("campaign", "reminder").get(id=annotator_id)
    task, reminder = task_of(annotator.campaign), getattr(annotator, "reminder", None)

    def shown(rating: dict[str, Any]) -> dict[str, Any]:
        content = rating.pop("content")
        rating["substitute"] = task.worded(content, rating["substitute"])
        return task.shown(content) | rating

    told = (
        *("joined_at", "native_speaker", "answers", "recruited"),
        *("site_status", "comprehension_tries", "goal", "keeps_number", "number"),
    )
    draws = annotator.draws.order_by("id").values_list("trial__encouragement", "shown")
    return {
        "annotator": annotator.pk,
        "campaign": annotator.campaign.slug,
        **{name: getattr(annotator, name) for name in told},
        "trials": dict(draws),
        "ratings": [
            shown(rating)
            for rating in annotator.ratings.order_by("id").values(
                *("value", "elapsed_ms", "rated_at", "superseded_at"),
                sentence=F("candidate__item__key"),
                content=F("candidate__item__content"),
                device=F("assignment__device"),
                substitute=F("candidate__text"),
            )
        ],
        "proposals": own_proposals(annotator),
        "remarks": [
            {"sentence": key, "comment": comment, "made_at": made_at}
            for key, comment, made_at in annotator.remarks.order_by("id").values_list(
                "item__key", "comment", "made_at"
            )
        ],
        "reminder": reminder
        and {name: getattr(reminder, name) for name in ("email", "language", "asked_at")},
    }
