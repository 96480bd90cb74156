"""Tell other programs what happened: make a webhook, announce to it, deliver until it hears."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Webhook, WebhookMessage
from campaigns.services.audit import record
from campaigns.services.webhook_messages import body_of, headers_of, new_secret, pause_after
from core.public_posts import PostAnswer, post
from core.refusals import Refused, TooOften
from core.throttling import Limit, Try, count, seconds_to_wait
from core.workers import tell_worker
from regild.problems import N_

TASK = "campaigns.jobs.deliver_webhook_message"
TEST = "test"
# Longer than one attempt can last; then the worker that made it is dead.
ATTEMPT = timedelta(minutes=2)
KEPT = timedelta(days=30)
# In five minutes: each address of a campaign a few times, and a page of given up messages.
TESTS = Limit("webhook-tests", 20), Limit("webhook-tests-of-lead", 20)
AGAIN = Limit("webhooks-again", 100), Limit("webhooks-again-of-lead", 100)
GONE = 410
# What is looked at again and again, and would be told anew.
TOLD_ONCE = (Webhook.Event.COVERAGE, Webhook.Event.ROUND, Webhook.Event.ROUND_RATED)
# What stands of an attempt until its end.
UNSEEN = PostAnswer(None, "no answer was seen")


class BadAddress(Refused):
    """Nothing can be sent to this address."""


@transaction.atomic
def make_webhook(*, campaign: Campaign, url: str, events: list[str], by: User) -> Webhook:
    if not (url.startswith("https://") or settings.WEBHOOKS_TO_PRIVATE_ADDRESSES):
        raise BadAddress("bad_address", N_("The address must begin with https://."))
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
    """A message about nothing, to see whether it arrives; switches the webhook on again."""
    now = timezone.now()
    Webhook.objects.filter(id=webhook.pk).update(gone_at=None)
    return _announce(webhook, TEST, f"test:{now}", {"campaign": webhook.campaign.slug})


def ask_for_test(webhook: Webhook, *, by: User) -> WebhookMessage:
    """Raises TooOften: each is an attempt that somebody else's machine may keep waiting."""
    _limit(TESTS, campaign=webhook.campaign, by=by)
    return send_test(webhook)


def ask_again(message: WebhookMessage, *, by: User) -> None:
    """Raises TooOften."""
    _limit(AGAIN, campaign=message.webhook.campaign, by=by)
    send_again(message)


def send_again(message: WebhookMessage) -> None:
    """From the first attempt on; one that is on its way is tried now. Switches its webhook on
    again."""
    WebhookMessage.objects.filter(id=message.pk).update(
        state=WebhookMessage.State.WAITING,
        attempts=0,
        next_at=timezone.now(),
        finished_at=None,
    )
    Webhook.objects.filter(id=message.webhook_id).update(gone_at=None)
    tell_worker(TASK, message_id=message.pk)


def deliver(*, message_id: int, now: datetime) -> None:
    """One attempt, where one is due: of two workers one makes it.

    It counts from its beginning on. Where no worker lives to see its end, the next one comes in
    its time all the same, and after the last the message is given up.
    """
    due = WebhookMessage.objects.filter(
        id=message_id, state=WebhookMessage.State.WAITING, next_at__lte=now
    )
    message = due.select_related("webhook").first()
    if message is None:
        return
    begun = _after(message.attempts + 1, UNSEEN, at=now)
    begun["next_at"] = max(begun["next_at"], now + ATTEMPT)
    if not due.filter(attempts=message.attempts).update(**begun):
        return
    webhook = message.webhook
    answer = post(
        webhook.url,
        body=message.body,
        headers=headers_of(
            secret=webhook.secret, message_id=message.message_id, body=message.body, now=now
        ),
        private=settings.WEBHOOKS_TO_PRIVATE_ADDRESSES,
        seconds=settings.WEBHOOK_SECONDS,
    )
    # Unless somebody asked meanwhile that it be sent again, or removed it.
    held = WebhookMessage.objects.filter(id=message_id, **begun)
    if held.update(**_after(message.attempts + 1, answer, at=now)) and answer.status == GONE:
        _switch_off(webhook, at=now)


def due_messages(*, now: datetime) -> list[int]:
    """What is to be tried now: first attempts whose announcement was lost, and later ones."""
    due = WebhookMessage.objects.filter(state=WebhookMessage.State.WAITING, next_at__lte=now)
    return list(due.order_by("next_at").values_list("id", flat=True)[:1000])


def forget_old_messages(*, now: datetime) -> int:
    """What was settled long ago. Keys go with it, so those that could come again stay."""
    old = WebhookMessage.objects.filter(finished_at__lt=now - KEPT)
    return old.exclude(event__in=TOLD_ONCE).delete()[0]


def _limit(limits: tuple[Limit, Limit], *, campaign: Campaign, by: User) -> None:
    of_campaign, of_lead = limits
    tries = [Try(of_campaign, str(campaign.pk)), Try(of_lead, str(by.pk))]
    seconds = seconds_to_wait(tries)
    if seconds:
        text = N_(
            "Too many messages at once. Try again in %(minutes)s min.",
            minutes=ceil(seconds / 60),
        )
        raise TooOften("too_many_messages", text, seconds=seconds)
    count(tries)


def _after(attempts: int, answer: PostAnswer, *, at: datetime) -> dict[str, Any]:
    """The columns of a message that was answered this at its latest attempt."""
    pause = pause_after(attempts)
    columns = {
        "attempts": attempts,
        "status": answer.status,
        "error": answer.error,
        "state": WebhookMessage.State.WAITING,
        "next_at": at + (pause or timedelta()),
        "finished_at": None,
    }
    if answer.status is not None and 200 <= answer.status < 300:
        columns |= {"state": WebhookMessage.State.DELIVERED, "finished_at": at}
    elif pause is None or answer.status == GONE:
        columns |= {"state": WebhookMessage.State.FAILED, "finished_at": at}
    return columns


@transaction.atomic
def _switch_off(webhook: Webhook, *, at: datetime) -> None:
    """Nothing more is sent, not what was on its way either."""
    Webhook.objects.filter(id=webhook.pk).update(gone_at=at)
    webhook.messages.filter(state=WebhookMessage.State.WAITING).update(
        state=WebhookMessage.State.FAILED, finished_at=at, error="the address is gone"
    )


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
