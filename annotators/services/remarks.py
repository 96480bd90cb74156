"""Answer what annotators remarked."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotators.models import Remark
from campaigns.services import audit


@transaction.atomic
def answer_remark(*, remark: Remark, answer: str, by: User) -> None:
    """A second answer replaces the first; the audit log has both."""
    remark.answer, remark.answered_at = answer, timezone.now()
    remark.save(update_fields=["answer", "answered_at"])
    audit.record(
        campaign=remark.item.campaign,
        by=by,
        action="answer remark",
        sentence=remark.item.key,
        answer=answer,
    )
