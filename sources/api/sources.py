"""What a campaign rests on: its sentences, each with its gold."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.selectors.task import asked_group
from core.api.items import GroupQuery, WholeItem
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems
from sources.models import GoldAnswer, Item
from sources.selectors import find_sentences

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
