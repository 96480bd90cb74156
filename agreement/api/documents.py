"""The documents behind a number, and the themes of those on which annotators disagree."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agreement.models import MAX_THEME
from agreement.selectors.disagreements import Asked, find_documents, with_choices
from agreement.selectors.themes import themes_of, themes_table
from agreement.services.themes import tag_document, untag_document
from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import files_of
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from core.downloads import answer_table
from rating.api.remarks import MadeRemarkSerializer
from regild.formats.category_tree import LEVELS
from regild.tables.printing import FORMS

TAGS = ["agreement"]
FORM = OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(FORMS))


class DocumentQuery(ListQuery):
    level = serializers.ChoiceField(LEVELS, default="leaf", help_text="of the tree")
    a = serializers.CharField(required=False, help_text="a category that one annotator chose")
    b = serializers.CharField(required=False, help_text="and one that another chose")
    theme = serializers.CharField(required=False)


class ChoiceSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField()
    name = serializers.CharField(help_text="of an imported annotator")
    category = serializers.CharField()


class ChosenDocumentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="item.pk")
    document = serializers.CharField(source="item.key", help_text="its id in files")
    choices = ChoiceSerializer(many=True)
    remarks = MadeRemarkSerializer(many=True)
    themes = serializers.ListField(child=serializers.CharField())


class DocumentsView(LeadView):
    query = DocumentQuery

    @extend_schema(
        operation_id="list_disagreements",
        summary="Documents on which annotators disagree, or chose the categories asked for",
        tags=TAGS,
        parameters=[DocumentQuery],
        responses={200: page_of_rows(ChosenDocumentSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = find_documents(self.campaign, Asked(**self.asked))
        page = asked_page(request, found, order=["id"])
        rows = page._replace(rows=with_choices(self.campaign, page.rows))
        return answer_page(request, rows, ChosenDocumentSerializer)


class ThemeBody(serializers.Serializer[Any]):
    theme = serializers.CharField(max_length=MAX_THEME)


class DocumentThemesView(LeadView):
    @extend_schema(
        operation_id="tag_document",
        summary="Tag a document with what the disagreement on it is about",
        tags=TAGS,
        request=ThemeBody,
        responses={200: ChosenDocumentSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        item = get_object_or_404(self.campaign.items, id=id)
        tag_document(item=item, theme=self.checked(ThemeBody)["theme"], by=self.lead)
        return Response(ChosenDocumentSerializer(with_choices(self.campaign, [item])[0]).data)

    @extend_schema(
        operation_id="untag_document",
        summary="Take a theme off a document",
        tags=TAGS,
        request=ThemeBody,
        responses={200: ChosenDocumentSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def delete(self, request: Request, slug: str, id: int) -> Response:
        item = get_object_or_404(self.campaign.items, id=id)
        theme = self.checked(ThemeBody)["theme"]
        untag_document(campaign=self.campaign, item=item, theme=theme, by=self.lead)
        return Response(ChosenDocumentSerializer(with_choices(self.campaign, [item])[0]).data)


class ThemeRowSerializer(serializers.Serializer[Any]):
    theme = serializers.CharField()
    documents = serializers.IntegerField()
    share = serializers.FloatField(help_text="of the documents on which annotators disagree")
    examples = serializers.ListField(child=serializers.CharField(), help_text="ids in files")


class ThemesSerializer(serializers.Serializer[Any]):
    disagreeing = serializers.IntegerField(help_text="documents on which annotators disagree")
    rows = ThemeRowSerializer(many=True)


class ThemesView(LeadView):
    @extend_schema(
        operation_id="list_themes",
        summary="Themes of disagreements",
        tags=TAGS,
        responses={200: ThemesSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(ThemesSerializer(themes_of(self.campaign)).data)


class ThemesFileView(LeadView):
    @extend_schema(
        operation_id="download_themes",
        summary="What disagreements are about, as CSV or LaTeX",
        tags=TAGS,
        parameters=[FORM],
        responses={
            **files_of(*(content_type for content_type, _writes in FORMS.values())),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(self, request: Request, slug: str, form: str) -> HttpResponse:
        return answer_table(themes_table(self.campaign), form=form, name=f"{slug}-themes")
