"""A campaign's overview for programs, which looks into every app."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.selectors.overview import NOTHING_TO_DO, overview_facts, overview_of
from annotation_site.selectors.stages import Status
from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import Campaign
from core.api.problems import problems
from pooling.api.subsets import WaitingBlockSerializer
from regild.rating.time_left import DONE, FAR, NOBODY, NOT_OPEN


class StepSerializer(serializers.Serializer[Any]):
    words = serializers.CharField()
    page = serializers.URLField(help_text="where people do it")


class NextStepSerializer(StepSerializer):
    stage = serializers.CharField(help_text="the stage it belongs to")


class StageSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(help_text="its page: sources, pool, subsets, monitor…")
    status = serializers.ChoiceField([one.value for one in Status])
    share = serializers.FloatField(
        allow_null=True, help_text="how far it is, 0 to 1; null: nothing is counted"
    )
    facts = serializers.DictField(help_text="what it holds")
    wrong = serializers.CharField(allow_null=True, help_text="what keeps it from being right")
    next = StepSerializer(allow_null=True, help_text="what can be done next")


class DayCountSerializer(serializers.Serializer[Any]):
    day = serializers.DateField(help_text="UTC")
    count = serializers.IntegerField()


class PaceSerializer(serializers.Serializer[Any]):
    """How far and how fast: ratings, or proposals while annotators propose."""

    counted = serializers.ChoiceField(["ratings", "proposals"])
    share = serializers.FloatField(
        allow_null=True, help_text="of those wanted, 0 to 1; null: none are wanted"
    )
    missing = serializers.IntegerField(help_text="sittings; of proposals responses")
    days = DayCountSerializer(many=True, help_text="the last sixty at most, oldest first")
    a_day = serializers.FloatField(
        allow_null=True, help_text="sittings, or responses, in the last week"
    )
    expected_end = serializers.DateField(allow_null=True, help_text="at that pace")
    reason = serializers.ChoiceField(
        [NOT_OPEN, NOBODY, DONE, FAR, NOTHING_TO_DO],
        allow_null=True,
        help_text="why no end is expected",
    )


class ReportPointSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    n_ratings = serializers.IntegerField()
    value = serializers.FloatField(allow_null=True)


class AgreementNowSerializer(serializers.Serializer[Any]):
    measure = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()
    reports = ReportPointSerializer(many=True, help_text="the last twelve, oldest first")


class RemarkLineSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    annotator = serializers.IntegerField()
    name = serializers.CharField(help_text="of the annotator")
    item = serializers.CharField(help_text="its key in files")
    sentence = serializers.IntegerField(help_text="its id")
    comment = serializers.CharField(help_text="the first two hundred characters")
    answered = serializers.BooleanField()


class RemarkNewsSerializer(serializers.Serializer[Any]):
    open = serializers.IntegerField(help_text="nobody has answered them")
    newest = RemarkLineSerializer(many=True)


class ExclusionLineSerializer(serializers.Serializer[Any]):
    stage = serializers.ChoiceField(
        Campaign.Stage.choices, help_text="what is left out: proposals, or ratings"
    )
    id = serializers.IntegerField()
    excluded_at = serializers.DateTimeField()
    annotator = serializers.IntegerField()
    name = serializers.CharField(help_text="of the annotator")
    sitting = serializers.IntegerField(allow_null=True, help_text="null: all of the annotator")
    reason = serializers.CharField()
    undone = serializers.BooleanField()


class ExclusionNewsSerializer(serializers.Serializer[Any]):
    in_force = serializers.IntegerField()
    newest = ExclusionLineSerializer(many=True)


class BusyAnnotatorSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    turns = serializers.IntegerField()
    answers = serializers.IntegerField()


class WeekSerializer(serializers.Serializer[Any]):
    """The last seven days."""

    joined = serializers.IntegerField()
    annotators = serializers.IntegerField(help_text="who ended a sitting that counts")
    turns = serializers.IntegerField(help_text="these sittings")
    answers = serializers.IntegerField(help_text="in them")
    busiest = BusyAnnotatorSerializer(many=True)


class OverviewSerializer(serializers.Serializer[Any]):
    campaign = serializers.CharField()
    state = serializers.ChoiceField(Campaign.State.choices)
    stage = serializers.ChoiceField(
        Campaign.Stage.choices, help_text="what annotators are asked for"
    )
    link = serializers.URLField(help_text="to share with annotators")
    stopped_at = serializers.DateTimeField(
        allow_null=True, help_text="since when the stopping rule finds the ranking settled"
    )
    next = NextStepSerializer(allow_null=True, help_text="the one thing to do now")
    stages = StageSerializer(many=True)
    pace = PaceSerializer()
    agreement = AgreementNowSerializer(allow_null=True, help_text="null: never measured")
    waiting = WaitingBlockSerializer(many=True, help_text="blocks that are given to nobody")
    remarks = RemarkNewsSerializer()
    exclusions = ExclusionNewsSerializer()
    week = WeekSerializer()


class OverviewView(LeadView):
    @extend_schema(
        operation_id="read_overview",
        summary="How far, how fast, how good, and what to do next",
        tags=["campaigns"],
        responses={200: OverviewSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(overview_facts(overview_of(self.campaign, now=timezone.now())))
