"""What leads decide about spellings and lemmas, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from proposing.api.stage import TAGS, ProposingView
from proposing.forms import MOST_TEXT
from proposing.models import Lemma, SpellingDecision
from proposing.selectors.spellings import (
    LEMMA_ORDER,
    find_lemmas,
    item_named,
    lemma_named,
    spelling_decisions,
)
from proposing.services.spellings import decide_spelling, set_lemma_undone


class SpellingSerializer(serializers.ModelSerializer[SpellingDecision]):
    sentence = serializers.CharField(source="item.key")
    decided_by = serializers.CharField(
        source="decided_by.username", default=None, allow_null=True
    )

    class Meta:
        model = SpellingDecision
        fields = ["id", "sentence", "spelling", "into", "decided_by", "decided_at"]


class NewSpellingSerializer(serializers.Serializer[Any]):
    decision = serializers.ChoiceField(["accept", "keep", "forget"])
    sentence = serializers.CharField(max_length=100, help_text="its id in the files")
    spelling = serializers.CharField(max_length=MOST_TEXT, trim_whitespace=False)
    into = serializers.CharField(
        max_length=MOST_TEXT, required=False, help_text="of `accept`: what it counts as"
    )

    def validate(self, body: dict[str, Any]) -> dict[str, Any]:
        if ("into" in body) != (body["decision"] == "accept"):
            raise serializers.ValidationError(
                {"into": ["`accept` says it, the others do not."]}
            )
        return body


class SpellingsView(ProposingView):
    query = ListQuery

    @extend_schema(
        operation_id="list_spelling_decisions",
        summary="What was decided about spellings, newest first",
        tags=TAGS,
        parameters=[ListQuery],
        responses={200: page_of_rows(SpellingSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, spelling_decisions(self.campaign), order=["-id"])
        return answer_page(request, page, SpellingSerializer)

    @extend_schema(
        operation_id="decide_spelling",
        summary="Count a spelling as another text, keep it, or take a decision back",
        tags=TAGS,
        request=NewSpellingSerializer,
        responses={204: None, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        body = self.checked(NewSpellingSerializer)
        item = item_named(self.campaign, body.pop("sentence"))
        decide_spelling(item=item, by=self.lead, **body)
        return Response(status=204)


class LemmaSerializer(serializers.ModelSerializer[Lemma]):
    class Meta:
        model = Lemma
        fields = ["id", "form", "pos", "lemma", "by", "count", "undone_at"]


class LemmaQuery(ListQuery):
    text = serializers.CharField(required=False, help_text="a form or a lemma")
    state = serializers.ChoiceField(["applied", "undone"], required=False)


class LemmasView(ProposingView):
    query = LemmaQuery

    @extend_schema(
        operation_id="list_lemmas",
        summary="Forms that count as their lemma",
        tags=TAGS,
        parameters=[LemmaQuery],
        responses={200: page_of_rows(LemmaSerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, find_lemmas(self.campaign, **self.asked), order=LEMMA_ORDER)
        return answer_page(request, page, LemmaSerializer)


class UndoLemmaView(ProposingView):
    @extend_schema(
        operation_id="undo_lemma",
        summary="Let a form stay what it is",
        tags=TAGS,
        request=None,
        responses={204: None, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        set_lemma_undone(lemma=lemma_named(self.campaign, id), undone=True, by=self.lead)
        return Response(status=204)


class RedoLemmaView(ProposingView):
    @extend_schema(
        operation_id="redo_lemma",
        summary="Count a form as its lemma again",
        tags=TAGS,
        request=None,
        responses={204: None, **problems(400, *EVERYWHERE, 409)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        set_lemma_undone(lemma=lemma_named(self.campaign, id), undone=False, by=self.lead)
        return Response(status=204)
