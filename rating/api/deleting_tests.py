"""Delete what was rated as a test, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import Member
from core.api.problems import problems
from rating.services.deleting_tests import delete_test_ratings


class TestersSerializer(serializers.Serializer[Any]):
    annotators = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1), min_length=1
    )


class DeletedTestsSerializer(serializers.Serializer[Any]):
    annotators = serializers.IntegerField()
    sittings = serializers.IntegerField(help_text="of both stages")
    ratings = serializers.IntegerField()
    proposals = serializers.IntegerField(help_text="of the first stage")


class DeleteTestsView(LeadView):
    least = {"POST": Member.Role.OWNER}

    @extend_schema(
        operation_id="delete_test_ratings",
        summary="Delete annotators who rated as a test, with all they rated and proposed",
        tags=["ratings"],
        request=TestersSerializer,
        responses={200: DeletedTestsSerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Until there is a release, or a first gold that rests on what they proposed."""
        said = self.checked(TestersSerializer)
        deleted = delete_test_ratings(
            campaign=self.campaign, annotators=said["annotators"], by=self.lead
        )
        return Response(deleted._asdict())
