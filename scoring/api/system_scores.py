"""Why a system scores what it does, sentence by sentence."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.selectors.task import asked_group, task_of
from core.api.items import Fields, GroupQuery, WholeItem, named_groups
from core.api.problems import problems
from scoring.api.measures import MeasureField, asked_measure
from scoring.api.rankings import LineSerializer
from scoring.selectors.system_scores import OnPart, system_on_release
from sources.selectors import systems_in_play

TAGS = ["scores"]


class WeighedSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    votes = serializers.FloatField(allow_null=True, help_text="null: not in the first gold")
    weight = serializers.FloatField(allow_null=True, help_text="null: not in the second gold")


class ChangeSerializer(WholeItem):
    item = "item"
    sentence = serializers.CharField(
        source="item.key", help_text="its id in the campaign's files"
    )
    first = serializers.FloatField(
        source="change.first", allow_null=True, help_text="null: this gold has no such"
    )
    second = serializers.FloatField(source="change.second", allow_null=True)
    difference = serializers.FloatField(source="change.difference", allow_null=True)
    answers = WeighedSerializer(source="change.answers", many=True)
    missed = WeighedSerializer(
        source="change.missed", many=True, help_text="the heaviest that it did not give"
    )


class PartLineSerializer(LineSerializer):
    part = serializers.CharField(allow_blank=True, help_text="empty: all sentences")

    def to_representation(self, on_part: OnPart) -> dict[str, Any]:
        return {"part": on_part.part, **LineSerializer(on_part.line).data}


class SystemScoresSerializer(serializers.Serializer[Any]):
    system = serializers.CharField(source="system.name")
    measure = serializers.CharField()
    lines = PartLineSerializer(many=True, help_text="how it stands")
    sentences = ChangeSerializer(many=True)

    def get_fields(self) -> Fields:
        named = named_groups(
            source="group", allow_blank=True, help_text="empty: of all of them", required=False
        )
        # Called as the campaign's task has it; the schema has the names of all tasks.
        if campaign := self.context.get("campaign"):
            name = task_of(campaign).group_filter
            named = {name: named[name]}
        return super().get_fields() | named


class SystemQuery(GroupQuery):
    group_help = "as in the files: glad.a; the first of a large campaign unless given"
    group_options = {"max_length": 100, "default": ""}

    measure = MeasureField(unless_given="the first of the task")


class SystemScoresView(LeadView):
    query = SystemQuery

    @extend_schema(
        operation_id="read_scores_of_system",
        summary="Why a system gained or lost: sentences by how much the golds differ",
        tags=TAGS,
        parameters=[SystemQuery],
        responses={200: SystemScoresSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int, id: int) -> Response:
        release = get_object_or_404(self.campaign.releases, number=number)
        system = get_object_or_404(systems_in_play(self.campaign), id=id)
        found = system_on_release(
            release,
            system,
            measure=asked_measure(release, self.asked),
            group=asked_group(self.campaign, self.asked),
        )
        context = {"campaign": self.campaign}
        return Response(SystemScoresSerializer(found, context=context).data)
