"""Sets of utterances out of a tagged corpus."""

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
from regild.tasks.utterances.coconuts import Options
from sources.forms.coconuts import LIMITS
from sources.services.coconuts import make_sets


class CoconutsSerializer(serializers.Serializer[Any]):
    corpus = upload_field(help_text="word/tag as in Brown's, or CoNLL-U; a ZIP of such files")
    kind = serializers.ChoiceField(["word", "sentence"])
    size = serializers.IntegerField(default=8, **LIMITS["size"])
    count = serializers.IntegerField(default=46, **LIMITS["count"])
    natural = serializers.IntegerField(default=1, **LIMITS["natural"])
    tag = serializers.CharField(default="NN", max_length=20, help_text="of what is swapped")
    tags = serializers.ChoiceField(["xpos", "upos"], default="xpos")
    draw = serializers.ChoiceField(["token", "type"], default="token")
    determiners = serializers.ChoiceField(["en", "none"], default="en")
    min_sentences = serializers.IntegerField(default=2, **LIMITS["min_sentences"])
    seed = serializers.IntegerField(default=0, **LIMITS["seed"])

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        corpus, column = said.pop("corpus"), said.pop("tags")
        try:
            options = Options(**said)
        except ValueError as wrong:
            raise serializers.ValidationError(str(wrong)) from wrong
        return {"corpus": corpus, "column": column, "options": options}


class CoconutsView(LeadView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="make_coconuts",
        summary="Sets of utterances, one of them natural, out of a tagged corpus",
        tags=["campaigns"],
        request={"multipart/form-data": CoconutsSerializer},
        responses={
            (200, "application/json"): OpenApiResponse(
                OpenApiTypes.OBJECT, description="the file that a campaign is made of"
            ),
            **problems(400, 401, 403, 413, 415, 429),
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """The same corpus, options and seed make the same sets. Nothing is stored."""
        said = self.checked(CoconutsSerializer)
        made = make_sets(source_of(said["corpus"]), said["options"], column=said["column"])
        return answer_file(made.text, content_type="application/json", name="sets.json")
