"""Baselines that are made here, for programs."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from core.api.files import source_of, upload_fields
from core.api.items import Fields
from core.api.problems import Problem, problems
from regild.tasks import baseline_files, baseline_kinds, baseline_options
from scoring.services.baselines import (
    GOLDS,
    BaselineRefused,
    add_baseline,
    baseline_of,
)
from scoring.services.requested_baselines import request_baseline
from sources.api.systems import AddedSystemSerializer

TAGS = ["campaigns"]
OPTIONS, FILES = baseline_options(), baseline_files()


class NewBaselineSerializer(serializers.Serializer[Any]):
    """With the options and files of every kind; which of them it takes is a kind's to say."""

    name = serializers.CharField(max_length=100)
    kind = serializers.ChoiceField(baseline_kinds())
    gold = serializers.ChoiceField(GOLDS, default=GOLDS[0], help_text="what is learnt from")

    def get_fields(self) -> Fields:
        options = {
            name: serializers.ListField(
                child=serializers.CharField(max_length=200),
                required=False,
                max_length=one.words,
                help_text=", ".join(filter(None, [one.label, " ".join(one.choices)])),
            )
            for name, one in OPTIONS.items()
        }
        return {**super().get_fields(), **options, **upload_fields(FILES)}


class BaselinesView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="add_baseline",
        summary="Add a baseline that is made here, of the campaign's own items",
        tags=TAGS,
        request={"multipart/form-data": NewBaselineSerializer},
        responses={
            201: OpenApiResponse(AddedSystemSerializer, description="it is made"),
            202: OpenApiResponse(JobSerializer, description="`Location` is its job"),
            **problems(400, *EVERYWHERE, 409, 413, 415),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """One that takes long is made by a job."""
        said = self.checked(NewBaselineSerializer)
        kind = said.pop("kind")
        files = {name: source_of(said.pop(name)) for name in FILES if name in said}
        options = {name: said.pop(name) for name in OPTIONS if name in said}
        try:
            if baseline_of(self.campaign, kind).slow:
                job = request_baseline(
                    campaign=self.campaign,
                    kind=kind,
                    options=options,
                    files=files,
                    by=self.lead,
                    **said,
                )
                return answer_job(self.campaign, job)
            added = add_baseline(
                campaign=self.campaign,
                kind=kind,
                options=options,
                files=files,
                by=self.lead,
                **said,
            )
        except BaselineRefused as refusal:
            wrong = {
                "field": refusal.field,
                "code": refusal.code,
                "message": str(refusal),
            }
            raise Problem(
                status=400, code="invalid", detail=str(refusal), errors=[wrong]
            ) from refusal
        body = {
            "id": added.system.pk,
            "name": added.system.name,
            "attempted": added.attempted,
            "answers": added.answers,
            "multiwords": None,
            "notices": [],
        }
        return Response(body, status=201)
