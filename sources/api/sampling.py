"""Sentences drawn from a corpus."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from campaigns.api.leads import LeadView
from core.api.files import source_of, upload_field
from core.api.problems import problems
from core.downloads import answer_file
from sources.forms.sampling import LIMITS, PARTS_OF_SPEECH
from sources.services.sampling import UnfitOption, draw_sentences, sample_options


def _number(name: str, **more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(**LIMITS[name], **more)


class SamplingSerializer(serializers.Serializer[Any]):
    corpus = upload_field(help_text="CoNLL-U or plain text; a ZIP of such files")
    lexicon = upload_field(
        required=False,
        help_text="a table word,pos,senses, or a ZIP of WordNet's own files; for plain text",
    )
    pos = serializers.ListField(
        child=serializers.ChoiceField([code for code, _label in PARTS_OF_SPEECH]),
        default=["n", "v", "a"],
        allow_empty=False,
        help_text="once for each",
    )
    groups = _number("groups", default=30, help_text="targets in all, as many of each pos")
    sentences = _number("sentences", default=10, help_text="of each target")
    min_frequency = _number("min_frequency", default=1, help_text="in the corpus")
    max_frequency = _number("max_frequency", required=False)
    min_senses = _number("min_senses", required=False, help_text="needs a lexicon")
    max_senses = _number("max_senses", required=False, help_text="needs a lexicon")
    min_words = _number("min_words", default=5, help_text="in a sentence")
    max_words = _number("max_words", default=60)
    language = serializers.ChoiceField(["en", "fr"], default="en", help_text="of plain text")
    seed = _number("seed", default=0)

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        try:
            options = sample_options(said, has_lexicon="lexicon" in said)
        except UnfitOption as unfit:
            raise serializers.ValidationError({unfit.field: [str(unfit)]}) from unfit
        return {**said, "options": options}


class SamplingView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="sample_sentences",
        summary="Targets and sentences of each, drawn from a corpus, with its lemmas",
        tags=["campaigns"],
        request={"multipart/form-data": SamplingSerializer},
        responses={
            (200, "application/zip"): OpenApiResponse(
                OpenApiTypes.BINARY,
                description="`sentences.xml`, which a campaign is made of,"
                " `sentences.lemmas.csv`, and `sample.json`: how they were drawn",
            ),
            **problems(400, 401, 403, 413, 415, 429),
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """The same corpus, options and seed draw the same. Nothing is stored."""
        said = self.checked(SamplingSerializer)
        drawn = draw_sentences(
            source_of(said["corpus"]),
            said["options"],
            lexicon=source_of(said["lexicon"]) if "lexicon" in said else None,
            language=said["language"],
        )
        return answer_file(drawn.archive, content_type="application/zip", name="sample.zip")
