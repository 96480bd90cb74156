"""Ratings from a file, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import FilesBody, NoticeSerializer, notice_json, source_of, upload_field
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from rating.models import RatingImport
from rating.selectors.imports import IMPORT_ORDER, find_imports, import_named
from rating.services.importing import ImportReport, import_ratings, preview_import
from rating.services.taking_back_imports import take_back_import

TAGS = ["ratings"]


class RatingsFileSerializer(FilesBody):
    ratings = upload_field(help_text="a table, with the columns that the task has")


class ImportedSerializer(serializers.Serializer[Any]):
    annotators = serializers.IntegerField()
    added = serializers.IntegerField()
    changed = serializers.IntegerField(help_text="they supersede an earlier value")
    unchanged = serializers.IntegerField()
    notices = NoticeSerializer(many=True)
    number = serializers.IntegerField(
        allow_null=True, help_text="of the import; null: nothing was new, nothing was stored"
    )


class ImportView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="import_ratings",
        summary="Bring in ratings collected elsewhere",
        tags=TAGS,
        request={"multipart/form-data": RatingsFileSerializer},
        responses={200: ImportedSerializer, **problems(400, *EVERYWHERE, 409, 413, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Safe to send again: an equal rating changes nothing."""
        body = self.checked(RatingsFileSerializer)
        ratings = source_of(body["ratings"], body["encoding"])
        return _answer(import_ratings(campaign=self.campaign, ratings=ratings, by=self.lead))


class PreviewImportView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="preview_import",
        summary="What an import of this file would do",
        tags=TAGS,
        request={"multipart/form-data": RatingsFileSerializer},
        responses={200: ImportedSerializer, **problems(400, *EVERYWHERE, 409, 413, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Nothing is stored. What is wrong with the file is answered as an import would."""
        body = self.checked(RatingsFileSerializer)
        ratings = source_of(body["ratings"], body["encoding"])
        return _answer(preview_import(campaign=self.campaign, ratings=ratings))


def _answer(report: ImportReport) -> Response:
    notices = [notice_json(notice) for notice in report.notices]
    return Response({**report._asdict(), "notices": notices})


class RatingImportSerializer(serializers.ModelSerializer[RatingImport]):
    imported_by = serializers.CharField(
        source="imported_by.username", default=None, allow_null=True, read_only=True
    )
    taken_back_by = serializers.CharField(
        source="taken_back_by.username", default=None, allow_null=True, read_only=True
    )

    class Meta:
        model = RatingImport
        fields = [
            *("number", "file", "sha256", "imported_by", "imported_at"),
            *("annotators", "added", "changed", "unchanged", "noticed"),
            *("taken_back_at", "taken_back_by"),
        ]


class ImportsView(LeadView):
    query = ListQuery

    @extend_schema(
        operation_id="list_imports",
        summary="Files of ratings that were brought in, newest first",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(RatingImportSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, find_imports(self.campaign), order=IMPORT_ORDER)
        return answer_page(request, page, RatingImportSerializer)


class TakenBackSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="of the import")
    ratings = serializers.IntegerField(help_text="ratings that count no more")
    restored = serializers.IntegerField(
        help_text="of them those in whose place an earlier value counts again"
    )


class TakeBackImportView(LeadView):
    @extend_schema(
        operation_id="take_back_import",
        summary="Take back an import as a whole",
        tags=TAGS,
        request=None,
        responses={200: TakenBackSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Its ratings count no more; releases stay as they are. Nothing is deleted."""
        stored = import_named(self.campaign, number)
        taken = take_back_import(campaign=self.campaign, number=stored.number, by=self.lead)
        return Response(taken._asdict())
