"""The table of lemmas, from a file."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.selectors.task import task_of
from core.api.files import FilesBody, NoticeSerializer, notice_json, source_of, upload_field
from core.api.problems import problems
from proposing.services.lemmas import bring_in_lemmas


class LemmaTableSerializer(FilesBody):
    lemmas = upload_field(help_text="a table of form, pos and lemma")


class BroughtInLemmasSerializer(serializers.Serializer[Any]):
    lemmas = serializers.IntegerField()
    added = serializers.IntegerField()
    changed = serializers.IntegerField()
    removed = serializers.IntegerField()
    notices = NoticeSerializer(many=True)


class LemmaTableView(LeadView):
    """404 where nobody proposes."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="import_lemmas",
        summary="Bring in the table of lemmas, in the place of the one before",
        tags=["first gold"],
        request={"multipart/form-data": LemmaTableSerializer},
        responses={
            200: BroughtInLemmasSerializer,
            **problems(400, *EVERYWHERE, 409, 413, 415),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """What a lead undid stays undone where the table says the same again."""
        if not task_of(self.campaign).proposes:
            raise Http404
        body = self.checked(LemmaTableSerializer)
        table = source_of(body["lemmas"], body["encoding"])
        found = bring_in_lemmas(campaign=self.campaign, table=table, by=self.lead)
        notices = [notice_json(notice) for notice in found.notices]
        return Response(found._asdict() | {"notices": notices})
