"""A campaign's webhooks: make, look how messages fared, send again, remove."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.leads import LeadView
from campaigns.models import Member, Webhook, WebhookMessage
from campaigns.selectors.webhooks import MESSAGE_ORDER, find_messages, message_named
from campaigns.services.webhooks import (
    BadAddress,
    ask_again,
    ask_for_test,
    make_webhook,
    remove_webhook,
)
from core.api.lists import ListQuery, answer_page, asked_page, page_of_rows
from core.api.problems import problems


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    events = serializers.ListField(child=serializers.ChoiceField(Webhook.Event.choices))

    class Meta:
        model = Webhook
        fields = ["id", "url", "events", "created_at", "gone_at"]


class NewWebhookSerializer(serializers.Serializer[Any]):
    url = serializers.URLField(max_length=500)
    events = serializers.MultipleChoiceField(choices=Webhook.Event.choices, allow_empty=False)


class MadeWebhookSerializer(WebhookSerializer):
    """With the secret, this once."""

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]


class WebhookMessageSerializer(serializers.ModelSerializer[WebhookMessage]):
    webhook = serializers.IntegerField(source="webhook_id")
    body = serializers.CharField(help_text="what was signed, to the letter")

    class Meta:
        model = WebhookMessage
        fields = [
            "id",
            "webhook",
            "message_id",
            "event",
            "body",
            "state",
            "attempts",
            "status",
            "error",
            "next_at",
            "created_at",
            "finished_at",
        ]


class MessageQuery(ListQuery):
    state = serializers.ChoiceField(WebhookMessage.State.choices, required=False)


class WebhookView(LeadView):
    """Its address may hold a secret of the receiver's: not for viewers."""

    least: ClassVar = {"GET": Member.Role.MANAGER}


class WebhooksView(WebhookView):
    @extend_schema(
        operation_id="list_webhooks",
        summary="Where the campaign's news goes",
        tags=["webhooks"],
        responses={200: WebhookSerializer(many=True), **problems(401, 403, 404, 429)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(WebhookSerializer(self.campaign.webhooks.all(), many=True).data)

    @extend_schema(
        operation_id="make_webhook",
        summary="Tell an address from now on; the answer holds the secret, this once",
        tags=["webhooks"],
        request=NewWebhookSerializer,
        responses={201: MadeWebhookSerializer, **problems(400, 401, 403, 404, 415, 429)},
    )
    def post(self, request: Request, slug: str) -> Response:
        said = self.checked(NewWebhookSerializer)
        try:
            webhook = make_webhook(
                campaign=self.campaign,
                by=self.lead,
                url=said["url"],
                events=list(said["events"]),
            )
        except BadAddress as bad:
            raise serializers.ValidationError({"url": [str(bad)]}) from bad
        return Response(MadeWebhookSerializer(webhook).data, status=201)


class OneWebhookView(WebhookView):
    @extend_schema(
        operation_id="remove_webhook",
        summary="Tell an address nothing more",
        tags=["webhooks"],
        responses={204: OpenApiResponse(description="removed"), **problems(401, 403, 404, 429)},
    )
    def delete(self, request: Request, slug: str, id: int) -> Response:
        webhook = get_object_or_404(self.campaign.webhooks, id=id)
        remove_webhook(webhook=webhook, by=self.lead)
        return Response(status=204)


class TestWebhookView(WebhookView):
    @extend_schema(
        operation_id="test_webhook",
        summary="Send a message about nothing, to see whether it arrives",
        tags=["webhooks"],
        request=None,
        responses={202: WebhookMessageSerializer, **problems(401, 403, 404, 429)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        webhook = get_object_or_404(self.campaign.webhooks, id=id)
        sent = ask_for_test(webhook, by=self.lead)
        return Response(WebhookMessageSerializer(sent).data, status=202)


class WebhookMessagesView(WebhookView):
    query = MessageQuery

    @extend_schema(
        operation_id="list_webhook_messages",
        summary="What was sent and how it fared, newest first",
        tags=["webhooks"],
        parameters=[MessageQuery],
        responses={
            200: page_of_rows(WebhookMessageSerializer),
            **problems(400, 401, 403, 404, 429),
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        sent = find_messages(self.campaign, **self.asked)
        page = asked_page(request, sent, order=MESSAGE_ORDER)
        return answer_page(request, page, WebhookMessageSerializer)


class SendAgainView(WebhookView):
    @extend_schema(
        operation_id="send_webhook_message_again",
        summary="Try a message again, from its first attempt on",
        tags=["webhooks"],
        request=None,
        responses={202: WebhookMessageSerializer, **problems(401, 403, 404, 429)},
    )
    def post(self, request: Request, slug: str, id: int) -> Response:
        message = message_named(self.campaign, id)
        ask_again(message, by=self.lead)
        message.refresh_from_db()
        return Response(WebhookMessageSerializer(message).data, status=202)
