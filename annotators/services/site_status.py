"""What a recruiting site says has become of somebody it sent.

Signed as Prolific signs: HMAC-SHA256 over timestamp and body, in base64.
"""

import base64
import hashlib
import hmac
from datetime import datetime, timedelta

from annotators.models import Annotator
from campaigns.models import Campaign
from core.refusals import Refused
from regild.problems import N_

# Who is in one of these takes part no more; their place is another's.
GONE = frozenset({"returned", "timed_out", "rejected"})
# Longer ago, or further ahead, than this it was signed for another moment.
FRESH = timedelta(minutes=5)


class NotSigned(Refused):
    """Whoever says it does not know the secret, or says it again later."""


def check_signature(
    campaign: Campaign, *, body: bytes, signature: str, timestamp: str, now: datetime
) -> None:
    """Raises NotSigned."""
    if not campaign.recruiting_secret:
        text = N_("This campaign has no secret for what a recruiting site reports.")
        raise NotSigned("reports_off", text)
    expected = sign(campaign.recruiting_secret, body=body, timestamp=timestamp)
    if not hmac.compare_digest(expected.encode(), signature.encode()):
        raise NotSigned("signature_wrong", N_("The signature does not fit."))
    said = int(timestamp) if timestamp.isascii() and timestamp.isdecimal() else 0
    if abs(now.timestamp() - said) > FRESH.total_seconds():
        raise NotSigned("signature_old", N_("This was signed too long ago."))


def sign(secret: str, *, body: bytes, timestamp: str) -> str:
    made = hmac.new(secret.encode(), timestamp.encode() + body, hashlib.sha256)
    return base64.b64encode(made.digest()).decode()


def status_named(text: str) -> str:
    """As we keep it: TIMED-OUT is timed_out."""
    return text.strip().lower().replace("-", "_").replace(" ", "_")


def keep_status(annotator: Annotator, *, status: str) -> None:
    annotator.site_status = status
    annotator.save(update_fields=["site_status"])
