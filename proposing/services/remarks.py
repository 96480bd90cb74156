"""'Something is wrong with this sentence', said in a turn of the first stage."""

from annotators.models import Annotator, Remark
from annotators.services.remarks import keep_remark
from proposing.models import ProposalTurn


def make_remark(
    *,
    annotator: Annotator,
    assignment_id: int,
    sentence_id: int,
    comment: str,
    network: str = "",
) -> Remark:
    """Raises SentenceNotShown: an annotator comments only on what they were given; TooMany."""
    shown = ProposalTurn.objects.filter(
        id=assignment_id, annotator=annotator, subset__placements__item=sentence_id
    )
    return keep_remark(
        annotator=annotator,
        shown=shown,
        sentence_id=sentence_id,
        comment=comment,
        network=network,
    )
