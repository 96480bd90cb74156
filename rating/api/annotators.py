"""Annotators with their work, what leaving them out would do, and their remarks."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotators.models import Annotator
from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from campaigns.models import Campaign, Member
from core.api.lists import (
    ListQuery,
    Query,
    answer_page,
    asked_page,
    page_of_rows,
)
from core.api.problems import problems
from rating.api.exclusions import ExclusionSerializer
from rating.api.remarks import MadeRemarkSerializer
from rating.models import Assignment
from rating.selectors.annotators import (
    ONLY,
    ORDERS,
    annotator_at_work,
    find_annotators,
)
from rating.selectors.crowd import attach_checks
from rating.selectors.effects import Way, effects_of
from rating.selectors.exclusions import (
    complete_sittings,
    exclusion_named,
    restorable_sittings,
    sitting_named,
)
from rating.selectors.remarks import find_remarks
from rating.services.flagging import request_check
from regild.formats.entries import LARGEST_ID
from regild.rating.outliers import Sign
from regild.rating.quality import Rule

TAGS = ["ratings"]


class FindingSerializer(serializers.Serializer[Any]):
    rule = serializers.ChoiceField([str(rule) for rule in Rule])
    reason = serializers.CharField()
    value = serializers.FloatField()
    threshold = serializers.FloatField()


class OutlierSerializer(serializers.Serializer[Any]):
    sign = serializers.ChoiceField(
        [str(sign) for sign in Sign], help_text="what annotators are compared by"
    )
    value = serializers.FloatField(help_text="the annotator's; of `pace` in milliseconds")
    crowd = serializers.FloatField(help_text="the median of all annotators")
    distance = serializers.FloatField(
        help_text="modified z-score, in median absolute deviations; 3.5 and more is an outlier"
    )
    annotators = serializers.IntegerField(help_text="compared")


class AnnotatorRowSerializer(serializers.ModelSerializer[Annotator]):
    name = serializers.CharField(help_text="in an imported file; online nobody has one")
    complete = serializers.IntegerField(source="sittings", help_text="sittings")
    rated = serializers.IntegerField(help_text="values given in them")
    median_ms = serializers.IntegerField(
        allow_null=True, help_text="of a rating; of several sittings the mean of their medians"
    )
    flags = FindingSerializer(many=True, help_text="found at `checked_at`")
    excluded = serializers.BooleanField(help_text="left out as a whole")
    correlation = serializers.FloatField(
        allow_null=True,
        help_text="with the mean of the others' ratings, at the last check",
    )
    outliers = OutlierSerializer(
        many=True, help_text="where they were far from the crowd at the last check"
    )

    class Meta:
        model = Annotator
        fields = [
            "id",
            "source",
            "name",
            "joined_at",
            "complete",
            "rated",
            "median_ms",
            "correlation",
            "flags",
            "outliers",
            "checked_at",
            "excluded",
            "withdrawn_at",
        ]


class AnnotatorQuery(ListQuery):
    text = serializers.CharField(
        required=False, max_length=100, help_text="a number, part of a name, a Prolific id"
    )
    source = serializers.ChoiceField(  # type: ignore[assignment]
        Annotator.Source.choices, required=False
    )
    only = serializers.ChoiceField([*ONLY], required=False)
    order = serializers.ChoiceField(list(ORDERS), default="newest")


class AnnotatorsView(LeadView):
    query = AnnotatorQuery

    @extend_schema(
        operation_id="list_annotators",
        summary="Annotators with what their complete sittings came to",
        tags=TAGS,
        parameters=[AnnotatorQuery],
        responses={200: page_of_rows(AnnotatorRowSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        asked = self.asked
        order = ORDERS[asked.pop("order")]
        page = asked_page(request, find_annotators(self.campaign, **asked), order=order)
        attach_checks(page.rows)
        return answer_page(request, page, AnnotatorRowSerializer)


class SittingSerializer(serializers.ModelSerializer[Assignment]):
    subset = serializers.IntegerField(
        source="subset.number",
        default=None,
        allow_null=True,
        help_text="its number; null: imported",
    )
    excluded = serializers.SerializerMethodField()
    findings = FindingSerializer(many=True)

    class Meta:
        model = Assignment
        fields = [
            "id",
            "subset",
            "state",
            "taken_at",
            "completed_at",
            "rated",
            "median_ms",
            "excluded",
            "findings",
        ]

    def get_excluded(self, sitting: Any) -> bool:
        return bool(sitting.left_out)


class AnnotatorSerializer(AnnotatorRowSerializer):
    prolific_pid = serializers.SerializerMethodField()
    findings = FindingSerializer(many=True, help_text="as of now, over all sittings together")
    sittings = SittingSerializer(many=True, source="each_sitting")
    exclusions = ExclusionSerializer(many=True, source="all_exclusions")

    class Meta(AnnotatorRowSerializer.Meta):
        fields = [
            *AnnotatorRowSerializer.Meta.fields,
            "prolific_pid",
            "findings",
            "sittings",
            "exclusions",
        ]

    def get_prolific_pid(self, annotator: Annotator) -> str | None:
        pid: str | None = annotator.recruited.get("PROLIFIC_PID")
        return pid


class ReadAnnotatorView(LeadView):
    @extend_schema(
        operation_id="read_annotator",
        summary="An annotator's sittings, what the checks find in them, and exclusions",
        tags=TAGS,
        responses={200: AnnotatorSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, id: int) -> Response:
        return Response(AnnotatorSerializer(annotator_at_work(self.campaign, id)).data)


class CheckView(LeadView):
    @extend_schema(
        operation_id="check_annotators",
        summary="Look at everybody's work again, and apply the rules that are switched on",
        tags=TAGS,
        request=None,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str) -> Response:
        return answer_job(self.campaign, request_check(self.campaign))


class EffectQuery(Query):
    """Exactly one of them."""

    annotator = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, required=False, help_text="to leave out"
    )
    sitting = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, required=False, help_text="to leave out"
    )
    exclusion = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, required=False, help_text="to take back"
    )

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        if len(asked) != 1:
            raise serializers.ValidationError("Name one annotator, sitting or exclusion.")
        return asked


class EffectMeasureSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField(help_text="candidates")
    n_ratings = serializers.IntegerField()
    reason = serializers.CharField(allow_null=True, help_text="why it is undefined")


class NumbersSerializer(serializers.Serializer[Any]):
    candidates = serializers.IntegerField(help_text="with a rating")
    ratings = serializers.IntegerField()
    enough = serializers.IntegerField(help_text="candidates with the ratings wanted")
    measures = serializers.DictField(
        child=EffectMeasureSerializer(),
        allow_null=True,
        help_text="null: the scale's weights cannot order its values",
    )


class EffectSerializer(serializers.Serializer[Any]):
    before = NumbersSerializer()
    after = NumbersSerializer()


class EffectsSerializer(serializers.Serializer[Any]):
    sittings = serializers.IntegerField(help_text="complete ones it is about")
    rated = EffectSerializer(help_text="over the candidates that they rated")
    whole = EffectSerializer(
        allow_null=True, help_text="over the campaign; null: too large to be measured at once"
    )


class EffectView(LeadView):
    query = EffectQuery

    least = {"GET": Member.Role.MANAGER}

    @extend_schema(
        operation_id="preview_exclusion",
        summary="What leaving ratings out, or taking them back, would do to the numbers",
        tags=TAGS,
        parameters=[EffectQuery],
        responses={200: EffectsSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        sittings, way = _sittings_asked(self.campaign, self.asked)
        return Response(EffectsSerializer(effects_of(self.campaign, sittings, way=way)).data)


def _sittings_asked(
    campaign: Campaign, asked: dict[str, int]
) -> tuple[QuerySet[Assignment], Way]:
    [(what, id)] = asked.items()
    match what:
        case "exclusion":
            return restorable_sittings(exclusion_named(campaign, id)), "back"
        case "annotator":
            return complete_sittings(get_object_or_404(campaign.annotators, id=id)), "out"
        case _:
            return complete_sittings(sitting_named(campaign, id)), "out"


class RemarkQuery(ListQuery):
    text = serializers.CharField(
        required=False, max_length=200, help_text="words of it, a sentence's group or its key"
    )
    only = serializers.ChoiceField(["open", "answered"], required=False)


class ListRemarksView(LeadView):
    query = RemarkQuery

    @extend_schema(
        operation_id="list_remarks",
        summary="What annotators remarked about sentences, newest first",
        tags=TAGS,
        parameters=[RemarkQuery],
        responses={200: page_of_rows(MadeRemarkSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = find_remarks(self.campaign, **self.asked)
        page = asked_page(request, found, order=["-id"])
        return answer_page(request, page, MadeRemarkSerializer)
