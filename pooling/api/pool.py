"""The pool for programs: fill it, look it through, decide about merges."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from campaigns.selectors.task import asked_group
from campaigns.services.jobs import ask
from core.api.items import GroupQuery, OfItem
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from pooling.models import Candidate, Merge
from pooling.selectors import (
    CANDIDATE_ORDERS,
    MERGE_ORDER,
    MERGE_STATES,
    POOL,
    STEP_NAMES,
    find_candidates,
    find_merges,
    merge_named,
    pool_state,
)
from pooling.selectors.samples import with_not_drawn
from pooling.services.merges import confirm_merges, redo_merge, undo_merge

TAGS = ["pool"]


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
        job = self.campaign.jobs.filter(kind=POOL.name).first()
        pool = {**pool_state(self.campaign)._asdict(), "job": job}
        return Response(PoolSerializer(pool).data)

    @extend_schema(
        operation_id="run_pool",
        summary="Pool gold and answers; what is there keeps its ratings",
        tags=TAGS,
        request=None,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str) -> Response:
        job = ask(POOL, campaign=self.campaign, by=self.lead.pk)
        return answer_job(self.campaign, job)


class GivenSerializer(serializers.Serializer[Any]):
    system = serializers.IntegerField()
    rank = serializers.IntegerField()


class CandidateSerializer(OfItem, serializers.ModelSerializer[Candidate]):
    sentence = serializers.CharField(source="item.key", help_text="its id in the files")
    answers = serializers.SerializerMethodField(help_text="the systems that gave it")
    not_drawn = serializers.BooleanField(
        help_text="its sentence is in no subset, for others were drawn"
    )

    class Meta:
        model = Candidate
        fields = [
            *("id", "sentence", "text", "origin", "votes", "answers", "hidden_at"),
            "not_drawn",
        ]

    @extend_schema_field(GivenSerializer(many=True))
    def get_answers(self, candidate: Candidate) -> list[dict[str, int]]:
        return [{"system": system, "rank": rank} for system, rank in candidate.answers]


class CandidatesQuery(GroupQuery, ListQuery):
    group_help = "such as glad.a"
    text = serializers.CharField(required=False, help_text="within the substitute")
    origin = serializers.ChoiceField(Candidate.Origin.choices, required=False)
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
            group=asked_group(self.campaign, self.asked),
        )
        order = CANDIDATE_ORDERS[self.asked["sort"]]
        return answer_page(
            request,
            asked_page(request, with_not_drawn(found), order=order),
            CandidateSerializer,
        )


class MergeSerializer(OfItem, serializers.ModelSerializer[Merge]):
    sentence = serializers.CharField(source="item.key")
    state = serializers.SerializerMethodField()

    class Meta:
        model = Merge
        fields = [
            *("id", "sentence", "spelling", "text"),
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

    def answer(self, id: int) -> Response:
        return Response(MergeSerializer(merge_named(self.campaign, id)).data)


class ConfirmMergeView(MergeView):
    @extend_schema(
        operation_id="confirm_merge",
        summary="These spellings are rightly the same",
        tags=TAGS,
        request=None,
        responses={200: MergeSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        merge_named(self.campaign, id)
        merges = find_merges(self.campaign).filter(id=id)
        confirm_merges(campaign=self.campaign, merges=merges, by=self.lead)
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
        undo_merge(merge=merge_named(self.campaign, id), by=self.lead)
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
        redo_merge(merge=merge_named(self.campaign, id), by=self.lead)
        return self.answer(id)
