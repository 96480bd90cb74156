"""What a recruiting site reports, signed; Prolific's webhooks can be pointed here."""

import json
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotators.api.authentication import _checked
from annotators.services.site_status import NotSigned, check_signature, status_named
from campaigns.models import Campaign
from core.api.problems import Problem, problems
from rating.services.site_reports import take_report

SIGNATURE = "X-Prolific-Request-Signature"
TIMESTAMP = "X-Prolific-Request-Timestamp"
EVENT = "submission.status.change"


class SiteReportSerializer(serializers.Serializer[Any]):
    participant_id = serializers.CharField(
        max_length=100, required=False, help_text="PROLIFIC_PID, participantId or workerId"
    )
    status = serializers.CharField(
        max_length=20,
        required=False,
        help_text="RETURNED, TIMED-OUT and REJECTED free the seat; any other is kept",
    )
    resource_id = serializers.CharField(
        max_length=100, required=False, help_text="the SESSION_ID that is meant"
    )
    event_type = serializers.CharField(max_length=100, required=False)


class ReportedSerializer(serializers.Serializer[Any]):
    known = serializers.BooleanField(help_text="whether somebody of this campaign is meant")


class SiteReportView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="report_status",
        parameters=[
            OpenApiParameter(
                SIGNATURE,
                str,
                OpenApiParameter.HEADER,
                description="base64 of HMAC-SHA256 over the timestamp and the body",
            ),
            OpenApiParameter(
                TIMESTAMP,
                str,
                OpenApiParameter.HEADER,
                description="seconds since 1970; five minutes off at most",
            ),
        ],
        request=SiteReportSerializer,
        responses={200: ReportedSerializer, **problems(400, 403, 404, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """A recruiting site says what has become of somebody it sent."""
        campaign = get_object_or_404(Campaign, slug=slug)
        body = request._request.body
        try:
            check_signature(
                campaign,
                body=body,
                signature=request.headers.get(SIGNATURE, ""),
                timestamp=request.headers.get(TIMESTAMP, ""),
                now=timezone.now(),
            )
        except NotSigned as refused:
            raise Problem(status=403, code=refused.code, detail=str(refused)) from refused
        said = _checked(SiteReportSerializer, _read(body))
        if said.get("event_type", EVENT) != EVENT or not said.get("status"):
            # Of its studies, not of a person.
            return Response({"known": False})
        annotator = take_report(
            campaign=campaign,
            person=said.get("participant_id", ""),
            status=status_named(said["status"]),
            submission=said.get("resource_id", ""),
        )
        return Response({"known": annotator is not None})


def _read(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError as error:
        raise Problem(status=400, code="parse_error", detail="The body is no JSON.") from error
