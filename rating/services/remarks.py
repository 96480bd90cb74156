"""'Something is wrong with this sentence', kept for the lead, who answers."""

from annotators.models import Remark
from rating.models import Assignment


class SentenceNotShown(Exception):  # noqa: N818
    """The sentence is not part of the assignment, or the assignment is not the annotator's."""


def make_remark(
    *, annotator_id: int, assignment_id: int, sentence_id: int, comment: str
) -> Remark:
    """Raises SentenceNotShown: an annotator comments only on what they were given."""
    shown = Assignment.objects.filter(
        id=assignment_id,
        annotator_id=annotator_id,
        subset__placements__candidate__item_id=sentence_id,
    )
    if not shown.exists():
        raise SentenceNotShown(sentence_id)
    return Remark.objects.create(
        annotator_id=annotator_id, item_id=sentence_id, comment=comment
    )
