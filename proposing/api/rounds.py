"""Rounds of proposals, for programs."""

import secrets
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import FilesBody, NoticeSerializer, notice_json, source_of, upload_field
from core.api.problems import problems
from proposing.selectors.rounds import rounds_of
from proposing.services.dispatching import (
    MOST_ANNOTATORS,
    MOST_PER_SUBSET,
    PER_SUBSET,
    dispatch_proposals,
)
from proposing.services.importing import import_proposals
from proposing.services.taking_back import take_back_rounds

TAGS = ["first gold"]


class RoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    annotators = serializers.IntegerField(help_text="of each sentence")
    per_subset = serializers.IntegerField(help_text="sentences in a turn, at most")
    seed = serializers.IntegerField()
    subsets = serializers.IntegerField()
    sentences = serializers.IntegerField()
    turns = serializers.IntegerField(help_text="asked for in all")
    complete = serializers.IntegerField(help_text="turns that count")
    open = serializers.IntegerField(help_text="turns under way")
    responses = serializers.IntegerField(help_text="to sentences, in complete turns")
    lacking = serializers.IntegerField(
        help_text="sentences with fewer complete turns than the round asks"
    )


class DispatchProposalsSerializer(serializers.Serializer[Any]):
    annotators = serializers.IntegerField(
        min_value=1, max_value=MOST_ANNOTATORS, help_text="of each sentence"
    )
    per_subset = serializers.IntegerField(
        min_value=1,
        max_value=MOST_PER_SUBSET,
        default=PER_SUBSET,
        help_text="sentences in a turn, at most",
    )
    seed = serializers.IntegerField(
        min_value=0,
        max_value=2**63 - 1,
        required=False,
        help_text="drawn unless given; the same seed gives the same round",
    )
    dry_run = serializers.BooleanField(
        default=False, help_text="say what the round would be, and store nothing"
    )


class RepeatedSerializer(serializers.Serializer[Any]):
    subset = serializers.IntegerField(help_text="its number")
    target = serializers.CharField()


class MadeRoundSerializer(serializers.Serializer[Any]):
    stored = serializers.BooleanField()
    round = serializers.IntegerField(help_text="its number")
    annotators = serializers.IntegerField()
    per_subset = serializers.IntegerField()
    seed = serializers.IntegerField()
    sentences = serializers.IntegerField()
    subsets = serializers.IntegerField()
    smallest = serializers.IntegerField(help_text="sentences in a subset")
    largest = serializers.IntegerField()
    turns = serializers.IntegerField(help_text="asked for in all")
    repeated = RepeatedSerializer(
        many=True, help_text="subsets with more than one sentence of a target"
    )


class TakenBackRoundsSerializer(serializers.Serializer[Any]):
    rounds = serializers.IntegerField()


class RoundsView(LeadView):
    @extend_schema(
        operation_id="list_rounds",
        summary="Rounds of proposals, and how far each has come",
        tags=TAGS,
        responses={200: RoundSerializer(many=True), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(RoundSerializer(rounds_of(self.campaign), many=True).data)

    @extend_schema(
        operation_id="dispatch_proposals",
        summary="Give every sentence to so many annotators who propose",
        tags=TAGS,
        request=DispatchProposalsSerializer,
        responses={
            200: MadeRoundSerializer,
            201: MadeRoundSerializer,
            **problems(400, *EVERYWHERE, 409, 415),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """From then on annotators of this campaign are asked to propose. Another round comes
        beside those there are. 200: a dry run."""
        body = self.checked(DispatchProposalsSerializer)
        body.setdefault("seed", secrets.randbelow(2**32))
        report = dispatch_proposals(campaign=self.campaign, by=self.lead, **body)
        stored = not body["dry_run"]
        return Response({"stored": stored, **report.facts()}, status=201 if stored else 200)

    @extend_schema(
        operation_id="take_back_rounds",
        summary="Take all rounds back, while nobody has proposed in them",
        tags=TAGS,
        responses={200: TakenBackRoundsSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Annotators are asked to rate again."""
        return Response({"rounds": take_back_rounds(campaign=self.campaign, by=self.lead)})


class ProposalsFileSerializer(FilesBody):
    proposals = upload_field(
        help_text="a table of sentence, annotator, rank and substitute, or mark"
    )


class ImportedProposalsSerializer(serializers.Serializer[Any]):
    annotators = serializers.IntegerField()
    added = serializers.IntegerField(help_text="responses of an annotator to a sentence")
    changed = serializers.IntegerField(help_text="they supersede an earlier response")
    unchanged = serializers.IntegerField()
    notices = NoticeSerializer(many=True)


class ImportProposalsView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="import_proposals",
        summary="Bring in what annotators proposed elsewhere",
        tags=TAGS,
        request={"multipart/form-data": ProposalsFileSerializer},
        responses={
            200: ImportedProposalsSerializer,
            **problems(400, *EVERYWHERE, 409, 413, 415),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """Safe to send again: an equal response changes nothing."""
        body = self.checked(ProposalsFileSerializer)
        file = source_of(body["proposals"], body["encoding"])
        report = import_proposals(campaign=self.campaign, proposals=file, by=self.lead)
        notices = [notice_json(notice) for notice in report.notices]
        return Response(report._asdict() | {"notices": notices})
