"""First golds as they were frozen, for programs."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE
from core.api.files import files_of
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from core.downloads import answer_file
from proposing.api.stage import TAGS, ProposingView
from proposing.models import FirstGold
from proposing.selectors.golds import FORMS, frozen_gold, frozen_golds, gold_file
from proposing.services.freezing import freeze_first_gold


class FirstGoldRowSerializer(serializers.ModelSerializer[FirstGold]):
    frozen_by = serializers.CharField(
        source="frozen_by.username", default=None, allow_null=True
    )
    facts = serializers.DictField(help_text="how it was made, and of how much")

    class Meta:
        model = FirstGold
        fields = ["number", "origin", "sha256", "facts", "frozen_at", "frozen_by"]


class FrozenSerializer(FirstGoldRowSerializer):
    new = serializers.BooleanField(help_text="false: nothing has changed since this one")

    class Meta(FirstGoldRowSerializer.Meta):
        fields = [*FirstGoldRowSerializer.Meta.fields, "new"]


class FreezeSerializer(serializers.Serializer[Any]):
    name_code = serializers.ChoiceField(
        ["NAME", "pn"], default="NAME", help_text="how names are written in its file"
    )


class FreezeView(ProposingView):
    @extend_schema(
        operation_id="freeze_first_gold",
        summary="Freeze what annotators proposed as the first gold",
        tags=TAGS,
        request=FreezeSerializer,
        responses={200: FrozenSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Open turns end, and the campaign is being prepared again, for rating."""
        asked = self.checked(FreezeSerializer)
        frozen = freeze_first_gold(campaign=self.campaign, by=self.lead, **asked)
        gold = FirstGoldRowSerializer(frozen.gold).data
        return Response({**gold, "new": frozen.new})


class FirstGoldsView(ProposingView):
    query = ListQuery

    @extend_schema(
        operation_id="list_first_golds",
        summary="Frozen first golds, newest first",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(FirstGoldRowSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, frozen_golds(self.campaign), order=["-number"])
        return answer_page(request, page, FirstGoldRowSerializer)


class FirstGoldFileView(ProposingView):
    @extend_schema(
        operation_id="download_first_gold",
        summary="A frozen first gold: its lines, or a table with who gave what",
        tags=TAGS,
        parameters=[OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(FORMS))],
        responses={**files_of("text/plain", "text/csv"), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int, form: str) -> HttpResponse:
        if form not in FORMS:
            raise Http404
        return answer_file(
            gold_file(frozen_gold(self.campaign, number), form),
            content_type=FORMS[form],
            name=f"{slug}-first-gold-{number}.{form}",
        )
