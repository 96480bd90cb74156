"""'Something is wrong with this sentence', said in a sitting."""

from annotators.models import Annotator, Remark
from annotators.services.remarks import keep_remark
from rating.models import Assignment


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
    return keep_remark(
        annotator=annotator,
        shown=shown,
        sentence_id=sentence_id,
        comment=comment,
        network=network,
    )
