"""'Something is wrong with this sentence', kept for the lead, who answers."""

from annotators.models import Annotator, Remark
from rating.models import Assignment
from rating.services.limits import REMARKS, allow


class SentenceNotShown(Exception):  # noqa: N818
    """The sentence is not part of the assignment, or the assignment is not the annotator's."""


def make_remark(
    *,
    annotator: Annotator,
    assignment_id: int,
    sentence_id: int,
    comment: str,
    network: str = "",
) -> Remark:
    """Raises SentenceNotShown: an annotator comments only on what they were given; TooMany."""
    shown = Assignment.objects.filter(
        id=assignment_id,
        annotator=annotator,
        subset__placements__candidate__item_id=sentence_id,
    )
    if not shown.exists():
        raise SentenceNotShown(sentence_id)
    allow(REMARKS, annotator=annotator.pk, campaign=annotator.campaign_id, network=network)
    return Remark.objects.create(annotator=annotator, item_id=sentence_id, comment=comment)
