"""Systems and their answers: brought in one or many at once, read, changed, downloaded."""

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
from core.api.files import (
    FilesBody,
    NoticeSerializer,
    UploadField,
    files_of,
    notice_json,
    source_of,
    upload_field,
)
from core.api.lists import ListQuery, Query, answer_page, asked_page, page_of_rows
from core.api.problems import Problem, problems
from core.downloads import stream_file
from regild.problems import BadFile, Source
from sources.models import System
from sources.selectors import answers_file, systems_with_attempts
from sources.services.adding_systems import NewSystem, add_systems
from sources.services.changing_systems import hide_system, rename_system, show_system
from sources.services.systems import (
    AddedSystem,
    EndInNumbers,
    add_system,
    remove_system,
    replace_answers,
)

TAGS = ["campaigns"]


class SystemSerializer(serializers.ModelSerializer[System]):
    attempted = serializers.IntegerField(help_text="sentences it answered")
    team = serializers.SerializerMethodField(help_text="who handed it in; null: a lead did")

    class Meta:
        model = System
        fields = ["id", "name", "kind", "team", "attempted", "added_at", "sha256", "hidden_at"]

    def get_team(self, system: System) -> str | None:
        return system.team or None


class AnswersSerializer(FilesBody):
    answers = upload_field()
    multiwords = upload_field(
        required=False, help_text="the multiwords that it names: take.v 1 :: take off"
    )
    as_they_are = serializers.BooleanField(
        default=False, help_text="take answers that end in numbers, as a gold's do"
    )


class NewSystemSerializer(AnswersSerializer):
    name = serializers.CharField(max_length=100)
    kind = serializers.ChoiceField(System.Kind.choices, default=System.Kind.PARTICIPANT)


class SystemBatchSerializer(FilesBody):
    answers = serializers.ListField(
        child=UploadField(allow_empty_file=True),
        min_length=1,
        help_text="a file per system, each in a part `answers` of its own",
    )
    names = serializers.ListField(
        child=serializers.CharField(max_length=100, allow_blank=True),
        required=False,
        help_text="of each file in turn; empty or left out: named after the file, with a "
        "number where another system is called so",
    )
    kind = serializers.ChoiceField(System.Kind.choices, default=System.Kind.PARTICIPANT)
    as_they_are = serializers.BooleanField(
        default=False, help_text="take answers that end in numbers, as a gold's do"
    )
    good_only = serializers.BooleanField(
        default=False, help_text="add the files without problems, and leave the others out"
    )

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        names = said.setdefault("names", [""] * len(said["answers"]))
        if len(names) != len(said["answers"]):
            told = "There are not as many names as files."
            raise serializers.ValidationError({"names": [told]})
        return said


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


class LeftOutSerializer(serializers.Serializer[Any]):
    file = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    remedy = serializers.CharField()


class AddedSystemsSerializer(serializers.Serializer[Any]):
    systems = AddedSystemSerializer(many=True)
    left_out = LeftOutSerializer(
        many=True, help_text="problems of the files that `good_only` left out"
    )


def _added_json(added: AddedSystem) -> dict[str, Any]:
    return {
        "id": added.system.pk,
        "name": added.system.name,
        "attempted": added.attempted,
        "answers": added.answers,
        "multiwords": added.multiwords,
        "notices": [notice_json(notice) for notice in added.notices],
    }


def _left_out_json(bad: BadFile) -> list[dict[str, Any]]:
    return [{"file": bad.name, **problem._asdict()} for problem in bad.problems]


def _asked_again(ends: EndInNumbers) -> Problem:
    """Of what was sent, not of what is stored."""
    return Problem(status=400, code=ends.code, detail=str(ends))


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
        encoding = said["encoding"]
        try:
            added = add_system(
                campaign=self.campaign,
                name=said["name"],
                kind=said["kind"],
                answers=source_of(said["answers"], encoding),
                multiwords=_multiwords_of(said),
                as_they_are=said["as_they_are"],
                by=self.lead,
            )
        except EndInNumbers as ends:
            raise _asked_again(ends) from ends
        there = reverse("api-system", args=[slug, added.system.pk])
        return Response(_added_json(added), status=201, headers={"Location": there})


def _multiwords_of(said: dict[str, Any]) -> Source | None:
    if "multiwords" not in said:
        return None
    return source_of(said["multiwords"], said["encoding"])


class SystemBatchView(LeadView):
    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="add_systems",
        summary="Many systems at once: all of them, or none where a file has a problem",
        tags=TAGS,
        request={"multipart/form-data": SystemBatchSerializer},
        responses={
            201: OpenApiResponse(AddedSystemsSerializer, description="added"),
            **problems(400, *EVERYWHERE, 409, 413, 415),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """The problems of all files are answered together."""
        said = self.checked(SystemBatchSerializer)
        systems = [
            NewSystem(source_of(file, said["encoding"]), name)
            for file, name in zip(said["answers"], said["names"], strict=True)
        ]
        try:
            found = add_systems(
                campaign=self.campaign,
                systems=systems,
                kind=said["kind"],
                as_they_are=said["as_they_are"],
                good_only=said["good_only"],
                by=self.lead,
            )
        except EndInNumbers as ends:
            raise _asked_again(ends) from ends
        body = {
            "systems": [_added_json(one) for one in found.added],
            "left_out": [one for bad in found.left_out for one in _left_out_json(bad)],
        }
        return Response(body, status=201)


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
    parser_classes = [MultiPartParser]
    query = AnswersQuery

    @extend_schema(
        operation_id="replace_answers",
        summary="Others in the place of a system's answers, while no ratings exist",
        tags=TAGS,
        request={"multipart/form-data": AnswersSerializer},
        responses={
            200: AddedSystemSerializer,
            **problems(400, *EVERYWHERE, 409, 413, 415),
        },
    )
    def put(self, request: Request, slug: str, id: int) -> Response:
        """It keeps its name, kind and team. Pool again to have the new answers rated."""
        said = self.checked(AnswersSerializer)
        try:
            replaced = replace_answers(
                system=get_object_or_404(self.campaign.systems, id=id),
                answers=source_of(said["answers"], said["encoding"]),
                multiwords=_multiwords_of(said),
                as_they_are=said["as_they_are"],
                by=self.lead,
            )
        except EndInNumbers as ends:
            raise _asked_again(ends) from ends
        return Response(_added_json(replaced))

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
