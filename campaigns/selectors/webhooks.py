"""What was sent to a campaign's webhooks, and how it fared."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from campaigns.models import Campaign, WebhookMessage

MESSAGE_ORDER = ["-id"]


def find_messages(campaign: Campaign, *, state: str = "") -> QuerySet[WebhookMessage]:
    sent = WebhookMessage.objects.filter(webhook__campaign=campaign).select_related("webhook")
    return sent.filter(state=state) if state else sent


def message_named(campaign: Campaign, id: int) -> WebhookMessage:
    """Raises Http404."""
    return get_object_or_404(find_messages(campaign), id=id)
