"""Proposals that are left out, for programs, with the effect first."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from proposing.api.stage import TAGS, ProposingView
from proposing.models import ProposalExclusion
from proposing.selectors.annotators import find_proposers
from proposing.selectors.effects import (
    ProposalEffect,
    effect_of,
    exclusion_named,
    find_exclusions,
)
from proposing.services.exclusions import exclude_proposals, undo_proposal_exclusion
from regild.formats.entries import LARGEST_ID


class ProposalExclusionSerializer(serializers.ModelSerializer[ProposalExclusion]):
    excluded_by = serializers.CharField(
        source="excluded_by.username", default=None, allow_null=True
    )
    undone_by = serializers.CharField(
        source="undone_by.username", default=None, allow_null=True
    )

    class Meta:
        model = ProposalExclusion
        fields = [
            *("id", "annotator", "reason", "excluded_by", "excluded_at"),
            *("undone_by", "undone_at"),
        ]


class NewProposalExclusionSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    reason = serializers.CharField(max_length=2000)


class ProposalExclusionsView(ProposingView):
    query = ListQuery

    @extend_schema(
        operation_id="list_proposal_exclusions",
        summary="Decisions to leave proposals out, newest first",
        tags=TAGS,
        parameters=[ListQuery],
        responses={
            200: page_of_rows(ProposalExclusionSerializer),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, find_exclusions(self.campaign), order=["-id"])
        return answer_page(request, page, ProposalExclusionSerializer)

    @extend_schema(
        operation_id="exclude_proposals",
        summary="Leave out what an annotator proposed",
        tags=TAGS,
        request=NewProposalExclusionSerializer,
        responses={201: ProposalExclusionSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The seats are free for others. It is recorded, and can be undone."""
        body = self.checked(NewProposalExclusionSerializer)
        annotator = self.campaign.annotators.filter(id=body["annotator"]).first()
        if annotator is None:
            raise serializers.ValidationError(
                {"annotator": ["There is none with this id here."]}
            )
        made = exclude_proposals(annotator=annotator, reason=body["reason"], by=self.lead)
        return Response(ProposalExclusionSerializer(made).data, status=201)


class RestoredTurnsSerializer(serializers.Serializer[Any]):
    restored = serializers.IntegerField(help_text="turns that count again")


class UndoProposalExclusionView(ProposingView):
    @extend_schema(
        operation_id="undo_proposal_exclusion",
        summary="Take back proposals that were left out",
        tags=TAGS,
        request=None,
        responses={200: RestoredTurnsSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        restored = undo_proposal_exclusion(exclusion_named(self.campaign, id), by=self.lead)
        return Response({"restored": restored})


class ChangedVotesSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField()
    text = serializers.CharField()
    before = serializers.FloatField()
    after = serializers.FloatField()


class BothSerializer(serializers.Serializer[Any]):
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)


class ProposalEffectSerializer(serializers.Serializer[Any]):
    sentences = serializers.IntegerField(help_text="that the annotator responded to")
    substitutes = serializers.SerializerMethodField()
    votes = serializers.SerializerMethodField()
    changes = ChangedVotesSerializer(source="gold.changes", many=True)
    measures = serializers.SerializerMethodField()

    @extend_schema_field(BothSerializer)
    def get_substitutes(self, effect: ProposalEffect) -> dict[str, float]:
        return dict(zip(("before", "after"), effect.gold.substitutes, strict=True))

    @extend_schema_field(BothSerializer)
    def get_votes(self, effect: ProposalEffect) -> dict[str, float]:
        return dict(zip(("before", "after"), effect.gold.votes, strict=True))

    @extend_schema_field(serializers.DictField(child=BothSerializer()))
    def get_measures(self, effect: ProposalEffect) -> dict[str, dict[str, float | None]]:
        return {
            key: {"before": before.value, "after": after.value}
            for key, (before, after) in effect.measures
        }


class ProposalEffectView(ProposingView):
    @extend_schema(
        operation_id="read_proposal_exclusion_effect",
        summary="What leaving out an annotator would do to the first gold",
        tags=TAGS,
        responses={200: ProposalEffectSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, id: int) -> Response:
        annotator = get_object_or_404(find_proposers(self.campaign), id=id)
        return Response(ProposalEffectSerializer(effect_of(annotator, way="out")).data)
