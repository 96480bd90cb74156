"""What nearly every call to rate is, in one statement: one candidate's first answer in an open
sitting that goes on (annotators/services/first_answers.py). Not of an anchor that is shown once
more: it may be answered already. PostgreSQL only."""

from annotators.services.first_answers import store_alone
from core.prepared import Prepared
from pooling.selectors.anchors import WAITS
from regild.rating.batch import NewRating

FIRST_ANSWER = Prepared(
    "rating_first_answer",
    f"""
    WITH seen AS (
        SELECT sitting.ctid AS place, sitting.xmin AS version, placement.candidate_id,
               (candidate.hidden_at IS NULL AND item.hidden_at IS NULL
                AND NOT {WAITS})::int AS in_play,
               campaign.hold_minutes * interval '1 minute' AS hold
        FROM annotators_annotator annotator
        JOIN campaigns_campaign campaign ON campaign.id = annotator.campaign_id
        JOIN rating_assignment sitting ON sitting.annotator_id = annotator.id
        JOIN pooling_placement placement ON placement.subset_id = sitting.subset_id
        JOIN pooling_candidate candidate ON candidate.id = placement.candidate_id
        JOIN sources_item item ON item.id = candidate.item_id
        WHERE annotator.token_hash = %(token)s AND annotator.withdrawn_at IS NULL
          AND sitting.id = %(turn)s
          AND sitting.state = 'open' AND sitting.expires_at > %(now)s
          AND sitting.remaining > 1
          AND placement.candidate_id = %(candidate)s
          AND (candidate.repeat_of_id IS NULL OR NOT placement.anchor)
          AND (%(value)s::smallint IS NULL OR EXISTS (
              SELECT 1 FROM campaigns_scaleoption
              WHERE campaign_id = annotator.campaign_id AND value = %(value)s
          ))
          AND NOT EXISTS (
              SELECT 1 FROM rating_rating
              WHERE annotator_id = annotator.id
                AND candidate_id = placement.candidate_id AND superseded_at IS NULL
          )
          AND NOT EXISTS (
              SELECT 1 FROM rating_omission
              WHERE assignment_id = sitting.id AND candidate_id = placement.candidate_id
          )
    ), kept AS (
        UPDATE rating_assignment sitting
        SET remaining = remaining - seen.in_play, expires_at = %(now)s + seen.hold
        FROM seen
        WHERE sitting.ctid = seen.place AND sitting.xmin = seen.version
        RETURNING sitting.id, sitting.annotator_id, seen.candidate_id, sitting.remaining
    )
    INSERT INTO rating_rating (assignment_id, annotator_id, candidate_id, value, key,
                               elapsed_ms, rated_at)
    SELECT id, annotator_id, candidate_id, %(value)s, %(key)s, %(elapsed_ms)s, %(now)s FROM kept
    RETURNING (SELECT remaining FROM kept)
    """,  # noqa: S608  # nosec B608 # a constant
)


def store_first_answer(token: str, sitting_id: int, rating: NewRating) -> int | None:
    """What remains of the sitting; None, and nothing is stored, where it is no first answer of
    whose token this is."""
    return store_alone(FIRST_ANSWER, rating._asdict(), token=token, turn_id=sitting_id)
