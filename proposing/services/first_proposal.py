"""What nearly every call to propose is, in one statement: one sentence's first answer in an
open turn that goes on (annotators/services/first_answers.py). PostgreSQL only."""

import json

from annotators.services.first_answers import store_alone
from core.prepared import Prepared
from regild.proposing.batch import NewProposal, faults

FIRST_PROPOSAL = Prepared(
    "proposing_first_proposal",
    """
    WITH seen AS (
        SELECT turn.ctid AS place, turn.xmin AS version, placement.item_id,
               campaign.hold_minutes * interval '1 minute' AS hold
        FROM annotators_annotator annotator
        JOIN campaigns_campaign campaign ON campaign.id = annotator.campaign_id
        JOIN proposing_proposalturn turn ON turn.annotator_id = annotator.id
        JOIN proposing_proposalplacement placement ON placement.subset_id = turn.subset_id
        JOIN sources_item item ON item.id = placement.item_id
        WHERE annotator.token_hash = %(token)s AND annotator.withdrawn_at IS NULL
          AND campaign.stage = 'propose' AND campaign.state IN ('open', 'paused')
          AND campaign.most_proposals >= %(many)s
          AND turn.id = %(turn)s
          AND turn.state = 'open' AND turn.expires_at > %(now)s
          AND turn.remaining > 1
          AND placement.item_id = %(sentence)s AND item.hidden_at IS NULL
          AND NOT EXISTS (
              SELECT 1 FROM proposing_proposal
              WHERE annotator_id = annotator.id
                AND item_id = placement.item_id AND superseded_at IS NULL
          )
    ), kept AS (
        UPDATE proposing_proposalturn turn
        SET remaining = remaining - 1, expires_at = %(now)s + seen.hold
        FROM seen
        WHERE turn.ctid = seen.place AND turn.xmin = seen.version
        RETURNING turn.id, turn.annotator_id, seen.item_id, turn.remaining
    )
    INSERT INTO proposing_proposal (turn_id, annotator_id, item_id, answers, mark, phrase, key,
                                    elapsed_ms, proposed_at)
    SELECT id, annotator_id, item_id, %(answers)s, %(mark)s, '', %(key)s, %(elapsed_ms)s,
           %(now)s
    FROM kept
    RETURNING (SELECT remaining FROM kept)
    """,
)


def store_first_proposal(token: str, turn_id: int, proposal: NewProposal) -> int | None:
    """What remains of the turn; None, and nothing is stored, where it is no first answer of
    whose token this is, or not certainly right: a phrase is looked for in its sentence."""
    many = len(proposal.answers)
    if proposal.phrase or faults(proposal, most=many, sentence=None):
        return None
    answer = {**proposal._asdict(), "answers": json.dumps(proposal.answers), "many": many}
    return store_alone(FIRST_PROPOSAL, answer, token=token, turn_id=turn_id)
