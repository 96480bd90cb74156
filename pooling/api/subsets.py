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
from pooling.selectors import DISPATCH, PREVIEW, plan_file, stored_subsets
from pooling.selectors.samples import drawn_of, rule_of, sample_file
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


class SubsetsSerializer(serializers.Serializer[Any]):
    subsets = serializers.IntegerField()
    shown = serializers.IntegerField(help_text="nothing in them moves any more")
    sizes = SizeSerializer(many=True)
    grown = serializers.BooleanField(help_text="the pool has candidates that no plan holds")
    sample = DrawnSerializer(allow_null=True, help_text="null: the plan is of all sentences")
    job = JobSerializer(allow_null=True, help_text="the last plan, looked at or stored")


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


class StoreSerializer(DispatchSerializer):
    plan = serializers.CharField(
        max_length=64,
        required=False,
        help_text="`result.plan` of one looked at: any other is refused, as plan_out_of_date",
    )


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
        job = self.campaign.jobs.filter(kind__in=[PREVIEW.name, DISPATCH.name]).first()
        subsets = {**stored_subsets(self.campaign)._asdict(), "job": job}
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
