"""A message to a webhook after standardwebhooks.com: its body, its signature, its patience."""

import base64
import json
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from standardwebhooks import Webhook

# How long to wait after each failed attempt; three days in all, as the standard proposes.
PAUSES = [
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
    timedelta(hours=14),
    timedelta(hours=20),
    timedelta(hours=24),
]


def new_secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def body_of(event: str, *, at: datetime, data: Mapping[str, Any]) -> str:
    message = {"type": event, "timestamp": at.isoformat(), "data": data}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def headers_of(*, secret: str, message_id: UUID, body: str, now: datetime) -> dict[str, str]:
    """`now` is in UTC, and of this attempt: a receiver refuses what was signed long ago."""
    name = f"msg_{message_id.hex}"
    return {
        "content-type": "application/json",
        "user-agent": "Regild",
        "webhook-id": name,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign(name, now, body),
    }


def pause_after(attempts: int) -> timedelta | None:
    """None once it is time to give up."""
    return PAUSES[attempts - 1] if attempts <= len(PAUSES) else None
