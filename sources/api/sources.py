"""What a campaign rests on: its sentences with their gold, its systems and their answers."""

from typing import Any

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.selectors.task import asked_group
from core.api.files import NoticeSerializer, files_of, notice_json, source_of, upload_field
from core.api.items import GroupQuery, WholeItem
from core.api.lists import ListQuery, Query, answer_page, asked_page, page_of_rows
from core.api.problems import Problem, problems
from core.downloads import stream_file
from sources.models import GoldAnswer, Item, System
from sources.selectors import answers_file, find_sentences, systems_with_attempts
from sources.services.changing_systems import hide_system, rename_system, show_system
from sources.services.systems import EndInNumbers, add_system, remove_system

TAGS = ["campaigns"]


class GoldSerializer(serializers.ModelSerializer[GoldAnswer]):
    class Meta:
        model = GoldAnswer
        fields = ["text", "votes"]


class SentenceSerializer(WholeItem, serializers.ModelSerializer[Item]):
    item = ""
    behind = "key"
    gold = GoldSerializer(many=True)
    gold_codes = serializers.DictField(
        child=serializers.FloatField(), help_text="how many answered pn, NIL or NAME"
    )

    class Meta:
        model = Item
        fields = [
            *("id", "key", "gold", "gold_codes", "hidden_at"),
        ]


class SentencesQuery(GroupQuery, ListQuery):
    group_help = "glad.a, or glad"
    text = serializers.CharField(required=False, help_text="in the sentence, or its whole id")


class SentencesView(LeadView):
    query = SentencesQuery

    @extend_schema(
        operation_id="list_sentences",
        summary="The sentences in the file's order, each with its first gold",
        tags=TAGS,
        parameters=[SentencesQuery],
        responses={200: page_of_rows(SentenceSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = find_sentences(
            self.campaign,
            text=self.asked.get("text", ""),
            group=asked_group(self.campaign, self.asked),
        )
        page = asked_page(request, found, order=["position", "id"])
        return answer_page(request, page, SentenceSerializer)


class SystemSerializer(serializers.ModelSerializer[System]):
    attempted = serializers.IntegerField(help_text="sentences it answered")
    team = serializers.SerializerMethodField(help_text="who handed it in; null: a lead did")

    class Meta:
        model = System
        fields = ["id", "name", "kind", "team", "attempted", "added_at", "sha256", "hidden_at"]

    def get_team(self, system: System) -> str | None:
        return system.team or None


class NewSystemSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)
    kind = serializers.ChoiceField(System.Kind.choices, default=System.Kind.PARTICIPANT)
    answers = upload_field()
    multiwords = upload_field(
        required=False, help_text="the multiwords that it names: take.v 1 :: take off"
    )
    as_they_are = serializers.BooleanField(
        default=False, help_text="take answers that end in numbers, as a gold's do"
    )


class RenameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)


class AddedSystemSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    attempted = serializers.IntegerField(help_text="sentences it answered")
    answers = serializers.IntegerField()
    multiwords = serializers.IntegerField(
        allow_null=True, help_text="sentences in which it names one; null: no file"
    )
    notices = NoticeSerializer(many=True)


class SystemsView(LeadView):
    parser_classes = [MultiPartParser]
    query = ListQuery

    @extend_schema(
        operation_id="list_systems",
        summary="The systems, in the order they were added",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(SystemSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = systems_with_attempts(self.campaign)
        page = asked_page(request, found, order=["id"])
        return answer_page(request, page, SystemSerializer)

    @extend_schema(
        operation_id="add_system",
        summary="A system and its ranked answers; pool again to have them rated",
        tags=TAGS,
        request={"multipart/form-data": NewSystemSerializer},
        responses={
            201: OpenApiResponse(AddedSystemSerializer, description="`Location` is the system"),
            **problems(400, *EVERYWHERE, 409, 413, 415),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        said = self.checked(NewSystemSerializer)
        try:
            added = add_system(
                campaign=self.campaign,
                name=said["name"],
                kind=said["kind"],
                answers=source_of(said["answers"]),
                multiwords=source_of(said["multiwords"]) if "multiwords" in said else None,
                as_they_are=said["as_they_are"],
                by=self.lead,
            )
        except EndInNumbers as ends:
            # Of what was sent, not of what is stored.
            raise Problem(status=400, code=ends.code, detail=str(ends)) from ends
        body = {
            "id": added.system.pk,
            "name": added.system.name,
            "attempted": added.attempted,
            "answers": added.answers,
            "multiwords": added.multiwords,
            "notices": [notice_json(notice) for notice in added.notices],
        }
        there = reverse("api-system", args=[slug, added.system.pk])
        return Response(body, status=201, headers={"Location": there})


class SystemView(LeadView):
    @extend_schema(
        operation_id="read_system",
        summary="A system",
        tags=TAGS,
        responses={200: SystemSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, id: int) -> Response:
        systems = systems_with_attempts(self.campaign)
        return Response(SystemSerializer(get_object_or_404(systems, id=id)).data)

    @extend_schema(
        operation_id="rename_system",
        summary="Call a system otherwise; what a release froze keeps the name it had",
        tags=TAGS,
        request=RenameSerializer,
        responses={200: SystemSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def patch(self, request: Request, slug: str, id: int) -> Response:
        system = get_object_or_404(self.campaign.systems, id=id)
        rename_system(system=system, name=self.checked(RenameSerializer)["name"], by=self.lead)
        return self.get(request, slug, id)

    @extend_schema(
        operation_id="remove_system",
        summary="Take a system out, while no ratings exist",
        tags=TAGS,
        request=None,
        responses={
            204: OpenApiResponse(description="removed"),
            **problems(400, *EVERYWHERE, 409),
        },
    )
    def delete(self, request: Request, slug: str, id: int) -> Response:
        remove_system(system=get_object_or_404(self.campaign.systems, id=id), by=self.lead)
        return Response(status=204)


class HiddenSystemSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    hidden = serializers.BooleanField()


class HideSystemView(LeadView):
    @extend_schema(
        operation_id="hide_system",
        summary="Neither pool, score nor rank a system; what was rated keeps its ratings",
        tags=TAGS,
        request=None,
        responses={200: HiddenSystemSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        hide_system(system=get_object_or_404(self.campaign.systems, id=id), by=self.lead)
        return Response({"id": id, "hidden": True})


class ShowSystemView(LeadView):
    @extend_schema(
        operation_id="show_system",
        summary="Pool and score a hidden system again",
        tags=TAGS,
        request=None,
        responses={200: HiddenSystemSerializer, **problems(400, *EVERYWHERE)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        show_system(system=get_object_or_404(self.campaign.systems, id=id), by=self.lead)
        return Response({"id": id, "hidden": False})


class AnswersQuery(Query):
    form = serializers.ChoiceField(
        ["lines", "csv"],
        required=False,
        help_text="lines where the task has such, unless asked; csv has scores too",
    )


class AnswersView(LeadView):
    query = AnswersQuery

    @extend_schema(
        operation_id="download_answers",
        summary="A system's answers, in the form in which its campaign's task takes them",
        tags=TAGS,
        parameters=[AnswersQuery],
        responses={**files_of("text/plain", "text/csv"), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, id: int) -> StreamingHttpResponse:
        """As lines, glad.a 1 :: happy;merry, or as a table; `add_system` takes both."""
        system = get_object_or_404(self.campaign.systems, id=id)
        file = answers_file(system, form=self.asked.get("form", ""))
        if file is None:
            detail = "form: the answers of this campaign have no form of lines; ask for csv"
            wrong = {"field": "form", "code": "invalid", "message": detail}
            raise Problem(status=400, code="invalid", detail=detail, errors=[wrong])
        return stream_file(
            file.lines, content_type=file.content_type, name=f"{slug}-{id}.{file.suffix}"
        )
