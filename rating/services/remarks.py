"""'Something is wrong with this sentence', kept for the lead, who answers."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.services import audit
from rating.models import Assignment, Remark


class SentenceNotShown(Exception):  # noqa: N818
    """The sentence is not part of the assignment, or the assignment is not the annotator's."""


def make_remark(
    *, annotator_id: int, assignment_id: int, sentence_id: int, comment: str
) -> Remark:
    """Raises SentenceNotShown: an annotator comments only on what they were given."""
    shown = Assignment.objects.filter(
        id=assignment_id,
        annotator_id=annotator_id,
        subset__placements__candidate__sentence_id=sentence_id,
    )
    if not shown.exists():
        raise SentenceNotShown(sentence_id)
    return Remark.objects.create(
        annotator_id=annotator_id, sentence_id=sentence_id, comment=comment
    )


@transaction.atomic
def answer_remark(*, remark: Remark, answer: str, by: User) -> None:
    """A second answer replaces the first; the audit log has both."""
    remark.answer, remark.answered_at = answer, timezone.now()
    remark.save(update_fields=["answer", "answered_at"])
    audit.record(
        campaign=remark.sentence.campaign,
        by=by,
        action="answer remark",
        sentence=remark.sentence.key,
        answer=answer,
    )
