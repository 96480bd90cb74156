"""Reading the gold, for programs: the lists of candidates and items, and one item."""

from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agreement.selectors.read_facts import (
    as_of_facts,
    candidate_facts,
    item_facts,
    whole_item_facts,
)
from agreement.selectors.read_files import candidates_file, items_file
from agreement.selectors.read_item import read_item
from agreement.selectors.read_lists import (
    NUMBERS,
    NUMBERS_OF_NAMES,
    STATES,
    ListAsked,
    ReadPage,
    asked_of,
    candidate_search,
    candidates_page,
    item_search,
    items_page,
    orders_of,
)
from agreement.services.summing import request_sums
from campaigns.api.leads import EVERYWHERE, JobSerializer, LeadView, answer_job
from campaigns.selectors.task import task_of
from core.api.files import files_of
from core.api.items import Fields, GroupQuery, fields_behind, group_fields
from core.api.lists import ListQuery, Query, answer_scanned, scanned_page
from core.api.problems import problems
from core.downloads import answer_rows
from core.scanning import Search
from pooling.api.pool import GivenSerializer
from pooling.models import Candidate
from regild.tasks import TASKS

TAGS = ["reading"]
_ALL = sorted({*NUMBERS, *NUMBERS_OF_NAMES})


def _sorts(*, items: bool) -> list[str]:
    """Of every task; one that a campaign's own lacks is refused."""
    return sorted({name for task in TASKS.values() for name in orders_of(task, items=items)})


class InGroup(serializers.Serializer[Any]):
    """A row whose group stands behind the item's key, as the campaign's task calls it."""

    def get_fields(self) -> Fields:
        return fields_behind("sentence", super().get_fields(), group_fields(None))


class ReadNumbersSerializer(serializers.Serializer[Any]):
    """What a task has no use for is not answered."""

    n = serializers.IntegerField(help_text="ratings that count")
    mean = serializers.FloatField(required=False, allow_null=True)
    sd = serializers.FloatField(required=False, allow_null=True, help_text="of two or more")
    share = serializers.FloatField(
        required=False, allow_null=True, help_text="of the value given most often"
    )
    differ = serializers.FloatField(
        allow_null=True, help_text="share of pairs of annotators who gave different values"
    )
    top = serializers.IntegerField(
        required=False, allow_null=True, help_text="the value given most often"
    )


class ReadCandidateSerializer(ReadNumbersSerializer, InGroup):
    id = serializers.IntegerField()
    item = serializers.IntegerField()
    sentence = serializers.CharField(help_text="its item's id in the files")
    text = serializers.CharField()
    origin = serializers.ChoiceField(Candidate.Origin.choices)
    votes = serializers.FloatField(allow_null=True)
    systems = GivenSerializer(many=True)
    hidden = serializers.BooleanField(help_text="it, its item or its group is out of play")
    values = serializers.ListField(child=serializers.IntegerField(), help_text="rising")
    not_judged = serializers.IntegerField()


class ReadItemRowSerializer(ReadNumbersSerializer, InGroup):
    id = serializers.IntegerField()
    sentence = serializers.CharField(help_text="its id in the files")
    hidden = serializers.BooleanField()
    candidates = serializers.IntegerField(help_text="in play")
    rated = serializers.IntegerField(help_text="of them")


class ReadRatingSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField()
    value = serializers.IntegerField(allow_null=True, help_text="null: cannot be judged")
    label = serializers.CharField()  # type: ignore[assignment]


class ReadItemCandidateSerializer(ReadNumbersSerializer):
    id = serializers.IntegerField()
    text = serializers.CharField()
    origin = serializers.ChoiceField(Candidate.Origin.choices)
    votes = serializers.FloatField(allow_null=True)
    systems = GivenSerializer(many=True)
    merged = serializers.ListField(child=serializers.CharField(), help_text="other spellings")
    hidden = serializers.BooleanField()
    ratings = ReadRatingSerializer(many=True)
    not_judged = serializers.IntegerField()


class ReadRemarkSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField()
    comment = serializers.CharField()


class ReadItemSerializer(ReadNumbersSerializer, InGroup):
    id = serializers.IntegerField()
    sentence = serializers.CharField(help_text="its id in the files")
    content = serializers.DictField(help_text="as the campaign's task has it")
    hidden = serializers.BooleanField()
    candidates = ReadItemCandidateSerializer(many=True)
    remarks = ReadRemarkSerializer(many=True)


class AsOfSerializer(serializers.Serializer[Any]):
    read_at = serializers.DateTimeField(allow_null=True, help_text="null: nothing is summed up")
    out_of_date = serializers.BooleanField()
    changes = serializers.ListField(child=serializers.ChoiceField(["ratings", "pool"]))


class _Numbers(serializers.Serializer[Any]):
    def get_fields(self) -> Fields:
        ends = {
            f"{name}_{end}": serializers.FloatField(required=False, min_value=0)
            for name in _ALL
            for end in ("min", "max")
        }
        return super().get_fields() | ends


class CandidatesFileQuery(_Numbers, GroupQuery):
    group_help = "how it begins"

    text = serializers.CharField(
        required=False, max_length=200, help_text="how the candidate begins"
    )
    origin = serializers.ChoiceField(Candidate.Origin.choices, required=False)
    part = serializers.CharField(required=False, help_text="such as a part of speech")
    system = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    value = serializers.IntegerField(
        required=False, min_value=0, max_value=32_767, help_text="that somebody gave"
    )
    state = serializers.ChoiceField(STATES, required=False)
    sort = serializers.ChoiceField(_sorts(items=False), default="item")


class ReadCandidatesQuery(ListQuery, CandidatesFileQuery):
    pass


class ItemsFileQuery(_Numbers, Query):
    text = serializers.CharField(
        required=False, max_length=200, help_text="how its id or its group begins"
    )
    part = serializers.CharField(required=False, help_text="such as a part of speech")
    state = serializers.ChoiceField(
        [state for state in STATES if state != "unjudged"], required=False
    )
    sort = serializers.ChoiceField(_sorts(items=True), default="item")


class ReadItemsQuery(ListQuery, ItemsFileQuery):
    pass


class ReadingView(LeadView):
    def asked_list(self, *, items: bool) -> ListAsked:
        """What the campaign's task has no such number or order for is refused."""
        task = task_of(self.campaign)
        asked = asked_of(task, self.asked)
        ends = {
            f"{name}_{end}" for name in (*asked.least, *asked.most) for end in ("min", "max")
        }
        wrong = {
            name: ["There is no such number here."]
            for name in self.asked
            if name.endswith(("_min", "_max")) and name not in ends
        }
        if asked.sort not in orders_of(task, items=items):
            wrong["sort"] = ["Nothing is sorted by this here."]
        if wrong:
            raise serializers.ValidationError(wrong)
        return asked

    def answer(self, request: Request, found: ReadPage, rows: list[dict[str, Any]]) -> Response:
        answer = answer_scanned(request, found.page, rows)
        return Response(answer | {"as_of": as_of_facts(found.as_of)})


class ReadCandidatesView(ReadingView):
    query = ReadCandidatesQuery

    @extend_schema(
        operation_id="read_candidates",
        summary="Candidates with what their ratings come to",
        tags=TAGS,
        parameters=[ReadCandidatesQuery],
        responses={
            200: scanned_page(ReadCandidateSerializer, as_of=AsOfSerializer()),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        asked = candidate_search(self.campaign, self.asked_list(items=False))
        refuse_made_up(request, asked.search)
        found = candidates_page(self.campaign, asked, request.query_params)
        rows = [candidate_facts(self.campaign, row) for row in found.rows]
        return self.answer(request, found, rows)


class ReadCandidatesFileView(ReadingView):
    query = CandidatesFileQuery

    @extend_schema(
        operation_id="download_read_candidates",
        summary="The same list, all of it, as CSV",
        tags=TAGS,
        parameters=[CandidatesFileQuery],
        responses={**files_of("text/csv"), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        return answer_rows(candidates_file(self.campaign, self.asked_list(items=False)))


class ReadItemsView(ReadingView):
    query = ReadItemsQuery

    @extend_schema(
        operation_id="read_items",
        summary="Items with what the ratings of their candidates come to",
        tags=TAGS,
        parameters=[ReadItemsQuery],
        responses={
            200: scanned_page(ReadItemRowSerializer, as_of=AsOfSerializer()),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        asked = item_search(self.campaign, self.asked_list(items=True))
        refuse_made_up(request, asked.search)
        found = items_page(self.campaign, asked, request.query_params)
        rows = [item_facts(self.campaign, row) for row in found.rows]
        return self.answer(request, found, rows)


class ReadItemsFileView(ReadingView):
    query = ItemsFileQuery

    @extend_schema(
        operation_id="download_read_items",
        summary="The same list, all of it, as CSV",
        tags=TAGS,
        parameters=[ItemsFileQuery],
        responses={**files_of("text/csv"), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        return answer_rows(items_file(self.campaign, self.asked_list(items=True)))


class ReadItemView(LeadView):
    @extend_schema(
        operation_id="read_item",
        summary="One item: its candidates, who proposed each, every rating that counts",
        tags=TAGS,
        responses={200: ReadItemSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, id: int) -> Response:
        return Response(whole_item_facts(self.campaign, read_item(self.campaign, id)))


class UpdateReadView(LeadView):
    @extend_schema(
        operation_id="update_reading",
        summary="Bring the lists' numbers up to date now; by itself it takes a minute",
        tags=TAGS,
        request=None,
        responses={202: JobSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str) -> Response:
        return answer_job(self.campaign, request_sums(self.campaign))


def refuse_made_up(request: Request, search: Search) -> None:
    for name in ("after", "before"):
        token = request.query_params.get(name)
        if token is not None and search.place_of(token) is None:
            raise serializers.ValidationError({name: ["There is no such place in this list."]})
