"""The log of a campaign, for those who may change it."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import AuditEntry, Member
from campaigns.selectors.audit import audit_entries
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems

TAGS = ["campaigns"]


class AuditEntrySerializer(serializers.ModelSerializer[AuditEntry]):
    actor = serializers.CharField(source="actor_name", help_text="empty: the site itself")
    detail = serializers.DictField()

    class Meta:
        model = AuditEntry
        fields = ["id", "at", "actor", "action", "detail"]


class AuditQuery(ListQuery):
    actor = serializers.CharField(required=False, help_text="a name as it was then")
    action = serializers.CharField(required=False, help_text="such as: release gold")


class AuditView(LeadView):
    least: ClassVar = {"GET": Member.Role.MANAGER}
    query = AuditQuery

    @extend_schema(
        operation_id="list_audit",
        summary="Who did what, newest first",
        tags=TAGS,
        parameters=[AuditQuery],
        responses={200: page_of_rows(AuditEntrySerializer), **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        page = asked_page(request, audit_entries(self.campaign, **self.asked), order=["-id"])
        return answer_page(request, page, AuditEntrySerializer)
