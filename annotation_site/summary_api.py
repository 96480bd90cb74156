"""What a member is sent of a campaign by e-mail, for programs of theirs."""

from typing import Any, ClassVar

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.summaries import preview_of, send_one_now
from campaigns.api.leads import EVERYWHERE, LeadView
from campaigns.models import Member
from campaigns.selectors.summaries import languages_of_letters, wish_of
from campaigns.services.summaries import NotAMember, change_summaries
from core.api.problems import problems


class SummaryWishSerializer(serializers.Serializer[Any]):
    weekly = serializers.BooleanField(help_text="on Mondays, while it is open or paused")
    when_needed = serializers.BooleanField(
        help_text="a job failed, remarks wait, nobody came for five days, all rated, quota full"
    )
    language = serializers.ChoiceField([code for code, _name in languages_of_letters()])


class SummarySerializer(SummaryWishSerializer):
    email = serializers.CharField(help_text="where they go; empty: the account has no address")
    mail = serializers.BooleanField(help_text="whether the site can send any")
    preview = serializers.CharField(help_text="the weekly one as it would be now")


class SummaryView(LeadView):
    """Of whoever calls: each member decides for themselves, whatever their role."""

    least: ClassVar = {"PUT": Member.Role.VIEWER}
    also_archived: ClassVar = ("PUT",)

    @extend_schema(
        operation_id="read_summaries",
        summary="What you are sent of the campaign by e-mail",
        tags=["people"],
        responses={200: SummarySerializer, **problems(400, *EVERYWHERE)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(self._told())

    @extend_schema(
        operation_id="change_summaries",
        summary="Choose what you are sent of the campaign by e-mail",
        tags=["people"],
        request=SummaryWishSerializer,
        responses={200: SummarySerializer, **problems(400, *EVERYWHERE, 409, 415)},
    )
    def put(self, request: Request, slug: str) -> Response:
        said = self.checked(SummaryWishSerializer)
        change_summaries(campaign=self.campaign, user=self.lead, **said)
        return Response(self._told())

    def _told(self) -> dict[str, Any]:
        wish = wish_of(self.campaign, self.lead)
        return {
            "weekly": wish is not None and wish.weekly,
            "when_needed": wish is not None and wish.when_needed,
            "language": wish.language if wish else settings.LANGUAGE_CODE,
            "email": self.lead.email,
            "mail": settings.MAIL_IS_SET_UP,
            "preview": preview_of(self.campaign, now=timezone.now()),
        }


class SendSummaryView(LeadView):
    least: ClassVar = {"POST": Member.Role.VIEWER}
    also_archived: ClassVar = ("POST",)

    @extend_schema(
        operation_id="send_summary",
        summary="Send yourself the weekly summary now",
        tags=["people"],
        request=None,
        responses={
            204: OpenApiResponse(description="sent"),
            **problems(400, *EVERYWHERE, 409, 415),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        wish = wish_of(self.campaign, self.lead)
        if wish is None:
            raise NotAMember
        send_one_now(wish, by=self.lead, now=timezone.now())
        return Response(status=204)
