"""Where the ratings went, for programs."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from core.api.files import files_of
from core.api.problems import problems
from core.downloads import answer_table
from rating.selectors.ledger import campaign_ledger, campaign_ledger_table
from regild.rating.ledger import COUNTED, GIVEN, PLACES
from regild.tables.printing import FORMS

TAGS = ["ratings"]

LedgerPlaces = type(
    "LedgerPlaces",
    (serializers.Serializer,),
    {
        place.key: serializers.IntegerField(help_text=str(place.words))
        for place in (GIVEN, *PLACES, COUNTED)
    },
)


class LedgerSerializer(serializers.Serializer[Any]):
    """Every rating is in one place, the first that is true of it: `given` less all others is
    `counted`. More than 20,000 ratings are counted when agreement is measured."""

    counted_at = serializers.DateTimeField(allow_null=True, help_text="null: not yet")
    out_of_date = serializers.BooleanField(help_text="whether other ratings count by now")
    ratings = LedgerPlaces(allow_null=True)


class LedgerView(LeadView):
    @extend_schema(
        operation_id="read_ledger",
        summary="Where the ratings went, from given to counted",
        tags=TAGS,
        responses={200: LedgerSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = campaign_ledger(self.campaign, now=timezone.now())
        # None at all, rather than places without numbers.
        told = found._asdict() | {"ratings": found.ratings or None}
        return Response(LedgerSerializer(told).data)


class LedgerFileView(LeadView):
    @extend_schema(
        operation_id="download_ledger",
        summary="The same as a table",
        tags=TAGS,
        parameters=[OpenApiParameter("form", str, OpenApiParameter.PATH, enum=[*FORMS])],
        responses={
            **files_of(*(content_type for content_type, _written in FORMS.values())),
            **problems(400, *EVERYWHERE),
        },
    )
    def get(self, request: Request, slug: str, form: str) -> HttpResponse:
        table = campaign_ledger_table(self.campaign, now=timezone.now())
        return answer_table(table, form=form, name=f"{slug}-ledger")
