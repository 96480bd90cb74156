"""What is kept of an annotator, and its withdrawal."""

from typing import Any

from django.db.models import F
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotators.api.authentication import AnnotatorView, annotator_of
from annotators.models import Annotator
from campaigns.selectors.task import task_of
from core.api.items import ShownItem
from core.api.problems import problems
from proposing.api.proposals import OwnProposalSerializer
from proposing.selectors.turns import own_proposals
from rating.services.withdrawing import withdraw_annotator


class OwnRatingSerializer(ShownItem):
    sentence = serializers.CharField(help_text="its id in the campaign's files")
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
    site_status = serializers.CharField(help_text="what the recruiting site reported last")
    comprehension_tries = serializers.IntegerField(
        help_text="at the questions about the instructions"
    )
    goal = serializers.IntegerField(
        allow_null=True, help_text="words that they set themselves to rate"
    )
    trials = serializers.DictField(
        child=serializers.BooleanField(),
        help_text="what is tried, and whether the draw shows it to them; of the newest trials",
    )
    ratings = OwnRatingSerializer(many=True)
    proposals = OwnProposalSerializer(many=True)
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
        """Withdraw: these ratings and proposals leave every later statistic and release."""
        withdraw_annotator(annotator_id=annotator_of(request).pk)
        return Response(status=204)


def kept_of(annotator_id: int) -> dict[str, Any]:
    annotator = Annotator.objects.select_related("campaign").get(id=annotator_id)
    task = task_of(annotator.campaign)

    def shown(rating: dict[str, Any]) -> dict[str, Any]:
        content = rating.pop("content")
        rating["substitute"] = task.worded(content, rating["substitute"])
        return task.shown(content) | rating

    told = (
        *("joined_at", "native_speaker", "answers", "recruited"),
        *("site_status", "comprehension_tries", "goal"),
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
    }
