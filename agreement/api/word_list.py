"""The word list by which reports compare the two golds."""

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from agreement.api.reports import TAGS
from agreement.models import WordList
from agreement.selectors.word_list import word_list_of
from agreement.services import remove_word_list, store_word_list
from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import FilesBody, source_of, upload_field
from core.api.problems import problems


class WordListSerializer(serializers.ModelSerializer[WordList]):
    class Meta:
        model = WordList
        fields = ["name", "n_words", "stored_at"]


class WordsSerializer(FilesBody):
    words = upload_field(help_text="a table of word and frequency")


class WordListView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="read_word_list",
        summary="Which word list reports compare the golds by",
        tags=TAGS,
        responses={200: WordListSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        stored = word_list_of(self.campaign)
        if stored is None:
            raise Http404
        return Response(WordListSerializer(stored).data)

    @extend_schema(
        operation_id="store_word_list",
        summary="Store a word list; it replaces the one before",
        tags=TAGS,
        request={"multipart/form-data": WordsSerializer},
        responses={200: WordListSerializer, **problems(400, *EVERYWHERE, 413, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Reports made from now on have it."""
        body = self.checked(WordsSerializer)
        stored = store_word_list(
            campaign=self.campaign,
            words=source_of(body["words"], body["encoding"]),
            by=self.lead,
        )
        return Response(WordListSerializer(stored).data)

    @extend_schema(
        operation_id="remove_word_list",
        summary="Remove word list",
        tags=TAGS,
        responses={204: OpenApiResponse(description="removed"), **problems(400, *EVERYWHERE)},
    )
    def delete(self, request: Request, slug: str) -> Response:
        remove_word_list(campaign=self.campaign, by=self.lead)
        return Response(status=204)
