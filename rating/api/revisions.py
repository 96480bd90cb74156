"""Revising the tree of categories, for programs."""

import io
import json
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import TreeRevision
from campaigns.selectors.categories import coded_categories, next_revision, revision_named
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from rating.selectors.revisions import documents_left, with_lost
from rating.services.revising import preview_revision, revise_categories
from regild.formats.category_changes import CHANGES
from regild.problems import Source

TAGS = ["categories"]


class CodedCategorySerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    # Of fields, not of the serializer, whose own parent it is not.
    parent = serializers.CharField(help_text="empty at the top")  # type: ignore[assignment]
    definition = serializers.CharField()
    code = serializers.IntegerField(allow_null=True, help_text="null: others stand below it")


class FateSerializer(serializers.Serializer[Any]):
    code = serializers.IntegerField()
    name = serializers.CharField()
    fate = serializers.CharField(help_text="kept, renamed, moved, merged, split or removed")
    into = serializers.ListField(child=serializers.CharField())
    to = serializers.IntegerField(allow_null=True, help_text="null: annotations stop counting")


class CategoryEffectSerializer(FateSerializer):
    annotations = serializers.IntegerField()
    labels = serializers.IntegerField(help_text="of the first gold and of systems")


class RevisionEffectSerializer(serializers.Serializer[Any]):
    categories = CategoryEffectSerializer(many=True)
    kept = serializers.IntegerField(help_text="annotations that keep their code")
    carried = serializers.IntegerField(help_text="annotations that get another code")
    dropped = serializers.IntegerField(help_text="annotations that stop counting")
    labels_carried = serializers.IntegerField()
    labels_left = serializers.IntegerField()


class TreeRevisionSerializer(serializers.ModelSerializer[TreeRevision]):
    fates = FateSerializer(many=True)

    class Meta:
        model = TreeRevision
        fields = [
            *("number", "made_at", "note", "fates", "carried", "dropped"),
            *("labels_carried", "labels_left"),
        ]


class TreeSerializer(serializers.Serializer[Any]):
    next_revision = serializers.IntegerField()
    categories = CodedCategorySerializer(many=True)


class CategoryChangeSerializer(serializers.Serializer[Any]):
    change = serializers.ChoiceField(CHANGES)
    category = serializers.CharField()
    to = serializers.CharField(required=False, allow_blank=True, default="")
    parent = serializers.CharField(  # type: ignore[assignment]
        required=False, allow_blank=True, default=""
    )
    definition = serializers.CharField(required=False, allow_blank=True, default="")


class CategoryChangesSerializer(serializers.Serializer[Any]):
    changes = CategoryChangeSerializer(
        many=True, help_text="in the order in which they are made"
    )


class RevisionSerializer(CategoryChangesSerializer):
    note = serializers.CharField(required=False, allow_blank=True, default="")
    number = serializers.IntegerField(
        required=False, help_text="refused where the next revision has another number"
    )


class LostDocumentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="item.pk")
    document = serializers.CharField(source="item.key", help_text="its id in files")
    lost = serializers.ListField(child=serializers.CharField(), help_text="categories")
    again = serializers.IntegerField(help_text="annotations that it has by now")


class CategoriesView(LeadView):
    @extend_schema(
        operation_id="read_categories",
        summary="The tree of categories as it is now",
        tags=TAGS,
        responses={200: TreeSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = coded_categories(self.campaign)
        tree = {"next_revision": next_revision(self.campaign), "categories": found}
        return Response(TreeSerializer(tree).data)


class RevisionsView(LeadView):
    query = ListQuery

    @extend_schema(
        operation_id="list_revisions",
        summary="The revisions of the tree, newest first",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(TreeRevisionSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, self.campaign.revisions.all(), order=["-number"])
        return answer_page(request, page, TreeRevisionSerializer)

    @extend_schema(
        operation_id="revise_categories",
        summary="Revise the tree, and carry annotations over",
        tags=TAGS,
        request=RevisionSerializer,
        responses={201: TreeRevisionSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        body = self.checked(RevisionSerializer)
        made = revise_categories(
            campaign=self.campaign,
            changes=_source(body),
            note=body["note"],
            number=body.get("number"),
            by=self.lead,
        )
        return Response(TreeRevisionSerializer(made).data, status=201)


class PreviewRevisionView(LeadView):
    @extend_schema(
        operation_id="preview_revision",
        summary="What a revision would do now; nothing is stored",
        tags=TAGS,
        request=CategoryChangesSerializer,
        responses={200: RevisionEffectSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        source = _source(self.checked(CategoryChangesSerializer))
        effect = preview_revision(campaign=self.campaign, changes=source)
        return Response(RevisionEffectSerializer(effect).data)


class LostDocumentsView(LeadView):
    query = ListQuery

    @extend_schema(
        operation_id="list_documents_without_category",
        summary="Documents with annotations that a revision could not carry over",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(LostDocumentSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        revision = revision_named(self.campaign, number)
        page = asked_page(request, documents_left(revision), order=["position", "id"])
        page = page._replace(rows=with_lost(revision, page.rows))
        return answer_page(request, page, LostDocumentSerializer)


def _source(body: dict[str, Any]) -> Source:
    """As a file of the same changes would be read: one check for all."""
    return Source(io.BytesIO(json.dumps(body["changes"]).encode()), "changes")
