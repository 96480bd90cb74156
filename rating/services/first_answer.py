"""What nearly every call is, in one journey to the database: one candidate's first answer in an
open sitting that goes on. PostgreSQL only.

It does what a batch of one does (storing.py), and does nothing where there is anything to
explain, or where the sitting ends.
"""

from django.db import connection
from django.utils import timezone

from annotators.models import Annotator
from core.prepared import Prepared, run_together
from regild.rating.batch import NewRating

LOCK_SITTING = Prepared(
    "rating_lock_sitting",
    "SELECT 1 FROM rating_assignment WHERE id = %s FOR NO KEY UPDATE",
)
# A statement of its own, run once the sitting is locked: in the statement that waits for the
# lock, a word hidden meanwhile would still be in play, and `remaining` count it.
FIRST_ANSWER = Prepared(
    "rating_first_answer",
    """
    WITH place AS (
        SELECT assignment.id AS assignment_id, placement.candidate_id,
               (candidate.hidden_at IS NULL AND item.hidden_at IS NULL)::int AS in_play
        FROM rating_assignment assignment
        JOIN pooling_placement placement ON placement.subset_id = assignment.subset_id
        JOIN pooling_candidate candidate ON candidate.id = placement.candidate_id
        JOIN sources_item item ON item.id = candidate.item_id
        WHERE assignment.id = %s AND assignment.annotator_id = %s
          AND assignment.state = 'open' AND assignment.expires_at > %s
          AND assignment.remaining > 1
          AND placement.candidate_id = %s
          AND (%s::smallint IS NULL OR EXISTS (
              SELECT 1 FROM campaigns_scaleoption WHERE campaign_id = %s AND value = %s
          ))
          AND NOT EXISTS (
              SELECT 1 FROM rating_rating
              WHERE annotator_id = assignment.annotator_id
                AND candidate_id = placement.candidate_id AND superseded_at IS NULL
          )
          AND NOT EXISTS (
              SELECT 1 FROM rating_omission
              WHERE assignment_id = assignment.id AND candidate_id = placement.candidate_id
          )
    ), stored AS (
        INSERT INTO rating_rating (assignment_id, annotator_id, candidate_id, value, key,
                                   elapsed_ms, rated_at)
        SELECT assignment_id, %s, candidate_id, %s, %s, %s, %s FROM place
    )
    UPDATE rating_assignment
    SET remaining = remaining - place.in_play,
        expires_at = %s::timestamptz
                     + (SELECT hold_minutes FROM campaigns_campaign WHERE id = %s)
                     * interval '1 minute'
    FROM place WHERE rating_assignment.id = place.assignment_id
    RETURNING remaining
    """,
)


def store_first_answer(
    annotator: Annotator, assignment_id: int, rating: NewRating
) -> int | None:
    """What remains of the sitting; None, and nothing is stored, where it is no first answer."""
    now = timezone.now()
    with connection.cursor() as cursor:
        run_together(
            cursor,
            (LOCK_SITTING, [assignment_id]),
            (
                FIRST_ANSWER,
                [
                    assignment_id,
                    annotator.pk,
                    now,
                    rating.candidate,
                    rating.value,
                    annotator.campaign_id,
                    rating.value,
                    annotator.pk,
                    rating.value,
                    rating.key,
                    rating.elapsed_ms,
                    now,
                    now,
                    annotator.campaign_id,
                ],
            ),
        )
        row = cursor.fetchone()
    return row and int(row[0])
