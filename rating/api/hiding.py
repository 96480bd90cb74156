"""Hide and show, for programs."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.problems import problems
from pooling.models import Candidate
from rating.services.hiding import hide_candidate, hide_sentence

TAGS = ["ratings"]


class HiddenSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    hidden = serializers.BooleanField()


class _SentenceView(LeadView):
    def hide(self, id: int, *, hide: bool) -> Response:
        sentence = get_object_or_404(self.campaign.items, id=id)
        hide_sentence(sentence_id=sentence.pk, hide=hide, by=self.lead)
        return Response({"id": id, "hidden": hide})


class HideSentenceView(_SentenceView):
    @extend_schema(
        operation_id="hide_sentence",
        summary="Show a sentence to nobody and count it nowhere",
        tags=TAGS,
        request=None,
        responses={200: HiddenSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.hide(id, hide=True)


class ShowSentenceView(_SentenceView):
    @extend_schema(
        operation_id="show_sentence",
        summary="Show a hidden sentence again, with the ratings it had",
        tags=TAGS,
        request=None,
        responses={200: HiddenSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.hide(id, hide=False)


class _CandidateView(LeadView):
    def hide(self, id: int, *, hide: bool) -> Response:
        candidate = get_object_or_404(Candidate, id=id, item__campaign=self.campaign)
        hide_candidate(candidate_id=candidate.pk, hide=hide, by=self.lead)
        return Response({"id": id, "hidden": hide})


class HideCandidateView(_CandidateView):
    @extend_schema(
        operation_id="hide_candidate",
        summary="Show a candidate to nobody and count it nowhere",
        tags=TAGS,
        request=None,
        responses={200: HiddenSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.hide(id, hide=True)


class ShowCandidateView(_CandidateView):
    @extend_schema(
        operation_id="show_candidate",
        summary="Show a hidden candidate again, with the ratings it had",
        tags=TAGS,
        request=None,
        responses={200: HiddenSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        return self.hide(id, hide=False)
