"""The trials of a campaign, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.problems import problems
from rating.selectors.trials import trials_of
from regild.rating.trials import Encouragement


class TrialSideSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField(help_text="people")
    mean = serializers.FloatField(allow_null=True)


class TrialDifferenceSerializer(serializers.Serializer[Any]):
    shown = TrialSideSerializer()
    hidden = TrialSideSerializer()
    value = serializers.FloatField(allow_null=True, help_text="of the means: shown less hidden")
    low = serializers.FloatField(allow_null=True, help_text="of its 95 % interval")
    high = serializers.FloatField(allow_null=True)


class TrialSerializer(serializers.Serializer[Any]):
    encouragement = serializers.ChoiceField(
        [one.value for one in Encouragement], source="trial.encouragement"
    )
    began_at = serializers.DateTimeField(source="trial.began_at")
    ended_at = serializers.DateTimeField(
        source="trial.ended_at", allow_null=True, help_text="null: it runs"
    )
    ratings = TrialDifferenceSerializer(help_text="ratings a person, of all who were drawn")
    agreement = TrialDifferenceSerializer(
        help_text="a person's agreement with the others, where two others rated the same words"
    )


class TrialsView(LeadView):
    @extend_schema(
        operation_id="list_trials",
        summary="Trials of what annotators are told, and what they have shown; newest first",
        tags=["ratings"],
        responses={200: TrialSerializer(many=True), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(TrialSerializer(trials_of(self.campaign), many=True).data)
