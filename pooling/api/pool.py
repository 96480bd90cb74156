"""The pool for programs: fill it, look it through, decide about merges."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from campaigns.services.jobs import ask
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from pooling.models import Candidate, Merge
from pooling.selectors import (
    MERGE_STATES,
    changed_since_pooling,
    find_candidates,
    find_merges,
    merge_counts,
    origin_counts,
    sentences_without_anchor,
)
from pooling.services.merges import confirm_merges, redo_merge, undo_merge
from pooling.tasks import POOL
from pooling.views import CANDIDATE_ORDERS, STEP_NAMES
from regild.pooling.pool import breakdown

TAGS = ["pool"]
MERGE_ORDER = ["sentence__position", "id"]


class OriginShareSerializer(serializers.Serializer[Any]):
    origin = serializers.ChoiceField(Candidate.Origin.choices)
    count = serializers.IntegerField()
    percent = serializers.FloatField(allow_null=True)


class MergeCountsSerializer(serializers.Serializer[Any]):
    open = serializers.IntegerField(help_text="to look at")
    confirmed = serializers.IntegerField()
    undone = serializers.IntegerField(help_text="kept apart by the next pooling")


class PoolSerializer(serializers.Serializer[Any]):
    candidates = serializers.IntegerField()
    by_origin = OriginShareSerializer(many=True)
    merges = MergeCountsSerializer()
    without_anchor = serializers.IntegerField(
        help_text="sentences that no first-gold candidate can stand for in a block"
    )
    changed = serializers.BooleanField(help_text="pooling again would change the pool")
    job = JobSerializer(allow_null=True, help_text="the last pooling")


class PoolView(LeadView):
    @extend_schema(
        operation_id="read_pool",
        summary="The pool by origin, its merges, what it lacks",
        tags=TAGS,
        responses={200: PoolSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        counts = origin_counts(self.campaign)
        pool = {
            "candidates": sum(counts.values()),
            "by_origin": breakdown(counts),
            "merges": merge_counts(self.campaign),
            "without_anchor": sentences_without_anchor(self.campaign).count(),
            "changed": changed_since_pooling(self.campaign),
            "job": self.campaign.jobs.filter(kind="pool").first(),
        }
        return Response(PoolSerializer(pool).data)

    @extend_schema(
        operation_id="run_pool",
        summary="Pool gold and answers; what is there keeps its ratings",
        tags=TAGS,
        request=None,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str) -> Response:
        job = ask(campaign=self.campaign, kind="pool", task=POOL, by=self.lead.pk)
        return answer_job(self.campaign, job)


class GivenSerializer(serializers.Serializer[Any]):
    system = serializers.IntegerField()
    rank = serializers.IntegerField()


class CandidateSerializer(serializers.ModelSerializer[Candidate]):
    sentence = serializers.CharField(source="sentence.key", help_text="its id in the files")
    lexelt = serializers.CharField(source="sentence.lexelt")
    answers = serializers.SerializerMethodField(help_text="the systems that gave it")

    class Meta:
        model = Candidate
        fields = ["id", "sentence", "lexelt", "text", "origin", "votes", "answers", "hidden_at"]

    @extend_schema_field(GivenSerializer(many=True))
    def get_answers(self, candidate: Candidate) -> list[dict[str, int]]:
        return [{"system": system, "rank": rank} for system, rank in candidate.answers]


class CandidatesQuery(ListQuery):
    text = serializers.CharField(required=False, help_text="within the substitute")
    origin = serializers.ChoiceField(Candidate.Origin.choices, required=False)
    target = serializers.CharField(required=False, help_text="such as glad.a")
    sort = serializers.ChoiceField(list(CANDIDATE_ORDERS), default="sentence")


class CandidatesView(LeadView):
    query = CandidatesQuery

    @extend_schema(
        operation_id="list_candidates",
        summary="The pooled candidates, hidden ones too",
        tags=TAGS,
        parameters=[CandidatesQuery],
        responses={200: page_of_rows(CandidateSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = find_candidates(
            self.campaign,
            text=self.asked.get("text", ""),
            origin=self.asked.get("origin", ""),
            lexelt=self.asked.get("target", ""),
        )
        _label, order = CANDIDATE_ORDERS[self.asked["sort"]]
        return answer_page(
            request, asked_page(request, found, order=order), CandidateSerializer
        )


class MergeSerializer(serializers.ModelSerializer[Merge]):
    sentence = serializers.CharField(source="sentence.key")
    lexelt = serializers.CharField(source="sentence.lexelt")
    state = serializers.SerializerMethodField()

    class Meta:
        model = Merge
        fields = [
            *("id", "sentence", "lexelt", "spelling", "text"),
            *("source", "steps", "times", "state"),
        ]

    def get_state(self, merge: Merge) -> str:
        return "undone" if merge.undone_at else "confirmed" if merge.confirmed_at else "open"


class MergesBody(serializers.Serializer[Any]):
    state = serializers.ChoiceField(list(MERGE_STATES), required=False)
    step = serializers.ChoiceField(list(STEP_NAMES), required=False)
    text = serializers.CharField(required=False, help_text="within either spelling")


class MergesQuery(MergesBody, ListQuery):
    pass


class MergesView(LeadView):
    query = MergesQuery

    @extend_schema(
        operation_id="list_merges",
        summary="Spellings that pooling folded into another text",
        tags=TAGS,
        parameters=[MergesQuery],
        responses={200: page_of_rows(MergeSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = find_merges(self.campaign, **self.asked)
        return answer_page(
            request, asked_page(request, found, order=MERGE_ORDER), MergeSerializer
        )


class ConfirmedSerializer(serializers.Serializer[Any]):
    confirmed = serializers.IntegerField(help_text="that were not confirmed before")


class ConfirmMergesView(LeadView):
    @extend_schema(
        operation_id="confirm_merges",
        summary="Confirm every open merge that the filters let through; {} for all",
        tags=TAGS,
        request=MergesBody,
        responses={200: ConfirmedSerializer, **problems(400, *EVERYWHERE, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        merges = find_merges(self.campaign, **self.checked(MergesBody))
        confirmed = confirm_merges(campaign=self.campaign, merges=merges, by=self.lead)
        return Response({"confirmed": confirmed})


class MergeView(LeadView):
    """Decides about one merge, and answers how it stands."""

    def merges(self, id: int) -> QuerySet[Merge]:
        found = find_merges(self.campaign).filter(id=id)
        get_object_or_404(found)
        return found

    def answer(self, id: int) -> Response:
        return Response(MergeSerializer(find_merges(self.campaign).get(id=id)).data)


class ConfirmMergeView(MergeView):
    @extend_schema(
        operation_id="confirm_merge",
        summary="These spellings are rightly the same",
        tags=TAGS,
        request=None,
        responses={200: MergeSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        confirm_merges(campaign=self.campaign, merges=self.merges(id), by=self.lead)
        return self.answer(id)


class UndoMergeView(MergeView):
    @extend_schema(
        operation_id="undo_merge",
        summary="Keep this spelling apart at the next pooling",
        tags=TAGS,
        request=None,
        responses={200: MergeSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        undo_merge(merge=self.merges(id).get(), by=self.lead)
        return self.answer(id)


class RedoMergeView(MergeView):
    @extend_schema(
        operation_id="redo_merge",
        summary="Fold the spelling in again at the next pooling",
        tags=TAGS,
        request=None,
        responses={200: MergeSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        redo_merge(merge=self.merges(id).get(), by=self.lead)
        return self.answer(id)
