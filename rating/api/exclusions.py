"""Exclusions, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotators.models import Annotator
from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from rating.models import Assignment, Exclusion
from rating.selectors.exclusions import exclusion_named, find_exclusions
from rating.services.exclusions import exclude, undo_exclusion
from regild.formats.entries import LARGEST_ID

TAGS = ["ratings"]


class ExclusionSerializer(serializers.ModelSerializer[Exclusion]):
    sitting = serializers.IntegerField(
        source="assignment_id", allow_null=True, help_text="null: all the annotator rated"
    )
    excluded_by = serializers.CharField(
        source="excluded_by.username", default=None, allow_null=True
    )
    undone_by = serializers.CharField(
        source="undone_by.username", default=None, allow_null=True
    )

    class Meta:
        model = Exclusion
        fields = [
            "id",
            "annotator",
            "sitting",
            "reason",
            "rule",
            "excluded_by",
            "excluded_at",
            "undone_by",
            "undone_at",
        ]


class NewExclusionSerializer(serializers.Serializer[Any]):
    """Of an annotator, or of one sitting."""

    annotator = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    sitting = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    reason = serializers.CharField(max_length=2000)

    def validate(self, body: dict[str, Any]) -> dict[str, Any]:
        if ("annotator" in body) == ("sitting" in body):
            raise serializers.ValidationError("Name an annotator or a sitting, and not both.")
        return body


class ExclusionQuery(ListQuery):
    annotator = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    only = serializers.ChoiceField(["in_force", "undone"], required=False)


class ExclusionsView(LeadView):
    query = ExclusionQuery

    @extend_schema(
        operation_id="list_exclusions",
        summary="Decisions to leave ratings out, newest first",
        tags=TAGS,
        parameters=[ExclusionQuery],
        responses={200: page_of_rows(ExclusionSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = find_exclusions(self.campaign, **self.asked)
        page = asked_page(request, found, order=["-id"])
        return answer_page(request, page, ExclusionSerializer)

    @extend_schema(
        operation_id="exclude",
        summary="Leave out what an annotator, or a sitting, rated",
        tags=TAGS,
        request=NewExclusionSerializer,
        responses={201: ExclusionSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The seats are free for others. It is recorded, and can be undone."""
        body = self.checked(NewExclusionSerializer)
        exclusion = exclude(self._subject(body), reason=body["reason"], by=self.lead)
        return Response(ExclusionSerializer(exclusion).data, status=201)

    def _subject(self, body: dict[str, Any]) -> Annotator | Assignment:
        subject: Annotator | Assignment | None
        if "annotator" in body:
            name = "annotator"
            subject = self.campaign.annotators.filter(id=body[name]).first()
        else:
            name = "sitting"
            subject = (
                Assignment.objects.select_related("annotator")
                .filter(id=body[name], annotator__campaign=self.campaign)
                .first()
            )
        if subject is None:
            raise serializers.ValidationError({name: ["There is none with this id here."]})
        return subject


class RestoredSerializer(serializers.Serializer[Any]):
    restored = serializers.IntegerField(help_text="sittings that count again")


class ExclusionView(LeadView):
    @extend_schema(
        operation_id="undo_exclusion",
        summary="Take back what was left out",
        tags=TAGS,
        responses={200: RestoredSerializer, **problems(400, *EVERYWHERE, 409)},
    )
    def delete(self, request: Request, slug: str, id: int) -> Response:
        """The exclusion stays in the list, as undone."""
        exclusion = exclusion_named(self.campaign, id)
        return Response({"restored": undo_exclusion(exclusion, by=self.lead)})
