"""Agreement before a revision of the tree and after it, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agreement.api.measurements import AgreementAtLevel
from agreement.selectors.revisions import before_and_after
from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.selectors.categories import revision_named
from core.api.problems import problems


class BeforeAndAfterSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    n_documents = serializers.IntegerField(help_text="with two annotations then and now")
    before = serializers.DictField(child=AgreementAtLevel())
    after = serializers.DictField(child=AgreementAtLevel())


class RevisionAgreementView(LeadView):
    @extend_schema(
        operation_id="compare_revision",
        summary="Agreement before a revision and now, on the same documents, at every level",
        tags=["agreement"],
        responses={200: BeforeAndAfterSerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(before_and_after(revision_named(self.campaign, number))._asdict())
