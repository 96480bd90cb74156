"""Tell other programs what happened: make a webhook, announce to it, deliver until it hears."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Webhook, WebhookMessage
from campaigns.public_posts import post
from campaigns.services.audit import record
from campaigns.services.workers import tell_worker
from campaigns.webhook_messages import body_of, headers_of, new_secret, pause_after

TASK = "campaigns.tasks.deliver_webhook_message"
TEST = "test"
# Longer than one attempt can last; then the worker that made it is dead.
ATTEMPT = timedelta(minutes=2)
KEPT = timedelta(days=30)
GONE = 410


class BadAddress(Exception):  # noqa: N818
    """Nothing can be sent to this address; the message says why."""


@transaction.atomic
def make_webhook(*, campaign: Campaign, url: str, events: list[str], by: User) -> Webhook:
    if not (url.startswith("https://") or settings.WEBHOOKS_TO_PRIVATE_ADDRESSES):
        raise BadAddress("The address must begin with https://.")
    webhook = Webhook.objects.create(
        campaign=campaign, url=url, events=sorted(events), secret=new_secret()
    )
    record(campaign=campaign, by=by, action="make webhook", events=webhook.events)
    return webhook


@transaction.atomic
def remove_webhook(*, webhook: Webhook, by: User) -> None:
    webhook.delete()
    record(campaign=webhook.campaign, by=by, action="remove webhook", events=webhook.events)


def announce(campaign: Campaign, event: Webhook.Event, *, key: str, **data: Any) -> None:
    """To every webhook that listens, once a key. Within the transaction of what happened."""
    for webhook in campaign.webhooks.filter(gone_at__isnull=True):
        if event in webhook.events:
            _announce(webhook, event, key, {"campaign": campaign.slug, **data})


def listened_to(event: Webhook.Event) -> Iterator[Campaign]:
    """Campaigns with a webhook that wants to know of this."""
    live = Webhook.objects.filter(gone_at__isnull=True).select_related("campaign")
    seen = {hook.campaign for hook in live if event in hook.events}
    yield from sorted(seen, key=lambda campaign: campaign.pk)


def send_test(webhook: Webhook) -> WebhookMessage:
    """A message about nothing, to see whether it arrives."""
    now = timezone.now()
    return _announce(webhook, TEST, f"test:{now}", {"campaign": webhook.campaign.slug})


def send_again(message: WebhookMessage) -> None:
    """From the first attempt on; one that is on its way is tried now."""
    WebhookMessage.objects.filter(id=message.pk).update(
        state=WebhookMessage.State.WAITING,
        attempts=0,
        next_at=timezone.now(),
        finished_at=None,
    )
    Webhook.objects.filter(id=message.webhook_id).update(gone_at=None)
    tell_worker(TASK, message_id=message.pk)


def deliver(*, message_id: int, now: datetime) -> None:
    """One attempt, where one is due: two workers make one, and what a dead one began is due
    anew."""
    due = WebhookMessage.objects.filter(
        id=message_id, state=WebhookMessage.State.WAITING, next_at__lte=now
    )
    if not due.update(next_at=now + ATTEMPT):
        return
    message = WebhookMessage.objects.select_related("webhook").get(id=message_id)
    webhook = message.webhook
    answer = post(
        webhook.url,
        body=message.body,
        headers=headers_of(
            secret=webhook.secret, message_id=message.message_id, body=message.body, now=now
        ),
        private=settings.WEBHOOKS_TO_PRIVATE_ADDRESSES,
    )
    message.attempts += 1
    message.status, message.error = answer
    pause = pause_after(message.attempts)
    if answer.status is not None and 200 <= answer.status < 300:
        message.state, message.finished_at = WebhookMessage.State.DELIVERED, now
    elif pause is None or answer.status == GONE:
        message.state, message.finished_at = WebhookMessage.State.FAILED, now
    else:
        message.next_at = now + pause
    message.save()
    if answer.status == GONE:
        Webhook.objects.filter(id=webhook.pk).update(gone_at=now)


def due_messages(*, now: datetime) -> list[int]:
    """What is to be tried now: first attempts whose announcement was lost, and later ones."""
    due = WebhookMessage.objects.filter(state=WebhookMessage.State.WAITING, next_at__lte=now)
    return list(due.order_by("next_at").values_list("id", flat=True)[:1000])


def forget_old_messages(*, now: datetime) -> int:
    """What was settled long ago. Keys go with it, so those that could come again stay."""
    old = WebhookMessage.objects.filter(finished_at__lt=now - KEPT)
    return old.exclude(event=Webhook.Event.COVERAGE).delete()[0]


def _announce(webhook: Webhook, event: str, key: str, data: dict[str, Any]) -> WebhookMessage:
    now = timezone.now()
    message, new = WebhookMessage.objects.get_or_create(
        webhook=webhook,
        key=key,
        defaults={"event": event, "body": body_of(event, at=now, data=data), "next_at": now},
    )
    if new:
        tell_worker(TASK, message_id=message.pk)
    return message
