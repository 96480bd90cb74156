"""The subsets for programs: plan them, look at a plan, take the stored one away."""

import secrets
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from campaigns.models import JobKind
from campaigns.services.jobs import ask
from core.api.files import files_of
from core.api.problems import problems
from core.downloads import answer_rows
from pooling.selectors import DISPATCH, PLANNING, PREVIEW, plan_file, stored_subsets
from pooling.selectors.anchors import waiting_blocks
from pooling.selectors.samples import drawn_of, rule_of, sample_file
from pooling.selectors.seats import MOST_SEATS, MULTIPLE
from pooling.services.calibrating import request_calibration
from regild.pooling.sampling import LONGEST_RULE, BadRule

TAGS = ["subsets"]


class SizeSerializer(serializers.Serializer[Any]):
    size = serializers.IntegerField(help_text="candidates in a subset")
    subsets = serializers.IntegerField(help_text="that have so many")
    shown = serializers.IntegerField(help_text="of them, those an annotator was given")


class DrawnSerializer(serializers.Serializer[Any]):
    wanted = serializers.IntegerField(allow_null=True, help_text="null: all that match")
    rule = serializers.CharField(allow_blank=True, help_text="what they had to meet")
    seed = serializers.IntegerField()
    in_play = serializers.IntegerField(help_text="sentences with candidates, when it was drawn")
    matching = serializers.IntegerField(help_text="of them, those that met the rule")
    drawn = serializers.IntegerField(
        help_text="with those that annotators had been shown before; no other is dispatched"
    )


class SeatsSerializer(serializers.Serializer[Any]):
    seats = serializers.IntegerField(help_text="annotators that each of them takes and wants")
    subsets = serializers.IntegerField()
    sentences = serializers.IntegerField()
    candidates = serializers.IntegerField()


class WaitingBlockSerializer(serializers.Serializer[Any]):
    """A block that is given to nobody: its sentence has no first-gold candidate left."""

    subset = serializers.IntegerField(help_text="its number")
    sentence = serializers.CharField()
    candidates = serializers.IntegerField(help_text="those of it in play")


class SubsetsSerializer(serializers.Serializer[Any]):
    subsets = serializers.IntegerField()
    shown = serializers.IntegerField(help_text="nothing in them moves any more")
    sizes = SizeSerializer(many=True)
    seats = SeatsSerializer(
        many=True, help_text="of those with a number of seats of their own, fewest first"
    )
    waiting = WaitingBlockSerializer(many=True, help_text="blocks that are given to nobody")
    grown = serializers.BooleanField(help_text="the pool has candidates that no plan holds")
    sample = DrawnSerializer(allow_null=True, help_text="null: the plan is of all sentences")
    job = JobSerializer(
        allow_null=True, help_text="the last plan, looked at or stored, or calibration round"
    )


class DispatchSerializer(serializers.Serializer[Any]):
    subsets = serializers.IntegerField(min_value=1, max_value=100_000)
    block_size = serializers.IntegerField(
        min_value=1, max_value=100, required=False, help_text="the campaign's unless given"
    )
    seed = serializers.IntegerField(
        min_value=0,
        max_value=2**63 - 1,
        required=False,
        help_text="drawn unless given; the same seed gives the same plan",
    )
    allow_unanchored = serializers.ListField(
        child=serializers.CharField(max_length=100),
        default=list,
        help_text="ids of sentences that may be shown without a first-gold candidate",
    )
    leave_unanchored_out = serializers.BooleanField(default=False)
    sample = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        allow_null=True,
        help_text="sentences to draw, by the seed; all that match unless given",
    )
    where = serializers.CharField(
        max_length=LONGEST_RULE,
        default="",
        allow_blank=True,
        help_text="what they must meet, such as `single_words > 2 and no name`",
    )
    double_share = serializers.FloatField(
        min_value=0.0001,
        max_value=1,
        required=False,
        allow_null=True,
        help_text="of the sentences: for two annotators each, the rest for one; all as the"
        " campaign says unless given",
    )
    times = serializers.IntegerField(
        min_value=MULTIPLE,
        max_value=MOST_SEATS,
        required=False,
        help_text="annotators for each sentence of `double_share`; two unless given",
    )

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        if "times" in said and said.get("double_share") is None:
            text = "Say which share is annotated so many times: double_share."
            raise serializers.ValidationError(
                {"times": [ErrorDetail(text, code="share_missing")]}
            )
        return said


class CalibrateSerializer(serializers.Serializer[Any]):
    items = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="sentences to draw that nobody was shown"
    )
    annotators = serializers.IntegerField(
        min_value=MULTIPLE, max_value=MOST_SEATS, default=5, help_text="of each"
    )
    subsets = serializers.IntegerField(
        min_value=1,
        max_value=100_000,
        required=False,
        allow_null=True,
        help_text="to cut them into; as large as those of the plan unless given",
    )
    seed = serializers.IntegerField(
        min_value=0, max_value=2**63 - 1, required=False, help_text="drawn unless given"
    )
    allow_unanchored = serializers.ListField(
        child=serializers.CharField(max_length=100),
        default=list,
        help_text="ids of sentences that may be drawn without a first-gold candidate",
    )


class LookedAtSerializer(serializers.Serializer[Any]):
    plan = serializers.CharField(
        max_length=64,
        required=False,
        help_text="`result.plan` of one looked at: any other is refused, as plan_out_of_date",
    )


class StoreSerializer(LookedAtSerializer, DispatchSerializer):
    pass


class StoreRoundSerializer(LookedAtSerializer, CalibrateSerializer):
    pass


class DispatchView(LeadView):
    """Asks for a plan; `kind` says whether it is stored."""

    kind: JobKind
    asked_as: type[DispatchSerializer] = DispatchSerializer

    def ask(self) -> Response:
        said = self.checked(self.asked_as)
        try:
            rule_of(self.campaign, said["where"])
        except BadRule as bad:
            raise serializers.ValidationError(
                {"where": [ErrorDetail(str(bad.text), code="bad_rule")]}
            ) from bad
        job = ask(
            self.kind,
            campaign=self.campaign,
            by=self.lead.pk,
            dry_run=self.kind == PREVIEW,
            drawn={"seed": secrets.randbelow(2**32)},
            **{"block_size": self.campaign.block_size, **said},
        )
        return answer_job(self.campaign, job)


class SubsetsView(DispatchView):
    kind = DISPATCH
    asked_as = StoreSerializer

    @extend_schema(
        operation_id="read_subsets",
        summary="How many subsets there are, and of what size",
        tags=TAGS,
        responses={200: SubsetsSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        job = self.campaign.jobs.filter(kind__in=[kind.name for kind in PLANNING]).first()
        waiting = [block.facts() for block in waiting_blocks(self.campaign)]
        subsets = {
            **stored_subsets(self.campaign)._asdict(),
            "waiting": waiting,
            "job": job,
        }
        subsets["sample"] = drawn_of(self.campaign)
        return Response(SubsetsSerializer(subsets).data)

    @extend_schema(
        operation_id="dispatch",
        summary="Cut the pool into subsets; those an annotator was given stay as they are",
        tags=TAGS,
        request=StoreSerializer,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        return self.ask()


class PreviewView(DispatchView):
    kind = PREVIEW

    @extend_schema(
        operation_id="preview_dispatch",
        summary="What such a plan would be; nothing is stored",
        tags=TAGS,
        request=DispatchSerializer,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        return self.ask()


class CalibrationView(LeadView):
    @extend_schema(
        operation_id="calibrate",
        summary="Draw a calibration round of what nobody was shown; the rest of the plan stays",
        tags=TAGS,
        request=StoreRoundSerializer,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        said = self.checked(StoreRoundSerializer)
        job = request_calibration(self.campaign, by=self.lead, **said)
        return answer_job(self.campaign, job)


class PreviewCalibrationView(LeadView):
    @extend_schema(
        operation_id="preview_calibration",
        summary="What such a calibration round would be; nothing is stored",
        tags=TAGS,
        request=CalibrateSerializer,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        said = self.checked(CalibrateSerializer)
        job = request_calibration(self.campaign, by=self.lead, dry_run=True, **said)
        return answer_job(self.campaign, job)


class PlanView(LeadView):
    @extend_schema(
        operation_id="download_plan",
        summary="The stored plan, a row a candidate",
        tags=TAGS,
        responses={**files_of("text/csv"), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        return answer_rows(plan_file(self.campaign))


class SampleView(LeadView):
    @extend_schema(
        operation_id="download_sample",
        summary="Every sentence: what a rule can ask of it, and whether it was drawn",
        tags=TAGS,
        responses={**files_of("text/csv"), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        return answer_rows(sample_file(self.campaign))
