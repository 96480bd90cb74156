"""What nearly every call is, in one statement: one candidate's first answer in an open sitting
that goes on. PostgreSQL only.

It does what a batch of one does (storing.py), and does nothing where there is anything to
explain, or where the sitting ends. What there is to answer in a sitting is the limit of it.
"""

from typing import Any

from django.db import IntegrityError, InterfaceError, OperationalError, connection
from django.utils import timezone

from core.prepared import Prepared
from core.tokens import hash_token
from regild.rating.batch import NewRating

# All of it is seen as it was when the statement began, the sitting that is written as it is by
# then: `xmin` differs where something became of the sitting meanwhile, as it does of those in
# which a word is hidden or shown. Then nothing is stored here. `ctid` is where the row was
# seen, and saves looking for it twice: a small table would be read whole again, with every
# version that the last ratings left of it.
FIRST_ANSWER = Prepared(
    "rating_first_answer",
    """
    WITH seen AS (
        SELECT sitting.ctid AS place, sitting.xmin AS version, placement.candidate_id,
               (candidate.hidden_at IS NULL AND item.hidden_at IS NULL)::int AS in_play,
               campaign.hold_minutes * interval '1 minute' AS hold
        FROM annotators_annotator annotator
        JOIN campaigns_campaign campaign ON campaign.id = annotator.campaign_id
        JOIN rating_assignment sitting ON sitting.annotator_id = annotator.id
        JOIN pooling_placement placement ON placement.subset_id = sitting.subset_id
        JOIN pooling_candidate candidate ON candidate.id = placement.candidate_id
        JOIN sources_item item ON item.id = candidate.item_id
        WHERE annotator.token_hash = %(token)s AND annotator.withdrawn_at IS NULL
          AND sitting.id = %(sitting)s
          AND sitting.state = 'open' AND sitting.expires_at > %(now)s
          AND sitting.remaining > 1
          AND placement.candidate_id = %(candidate)s
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
    """,
)


def store_first_answer(token: str, sitting_id: int, rating: NewRating) -> int | None:
    """What remains of the sitting; None, and nothing is stored, where it is no first answer of
    whose token this is."""
    if not connection.in_atomic_block:
        # As Django does when a request begins: it may be older than connections may grow.
        connection.close_if_unusable_or_obsolete()
    if connection.connection is None:
        # It has nothing prepared either; and where there is no database, one try is enough.
        return None
    asked = {
        **rating._asdict(),
        "token": hash_token(token),
        "sitting": sitting_id,
        # As text, which the statement says the type of: with the driver's own it is read twice.
        "key": str(rating.key),
        "now": timezone.now().isoformat(),
    }
    try:
        with connection.wrap_database_errors, _cursor() as cursor:
            FIRST_ANSWER.execute(cursor, asked)
            row = cursor.fetchone()
    except (IntegrityError, OperationalError, InterfaceError):
        if connection.in_atomic_block:
            raise
        # Its key was used before, or the database was restarted since this connection was last
        # used: whether it is stored is found out by storing it again.
        connection.close_if_unusable_or_obsolete()
        return None
    return row and int(row[0])


def _cursor() -> Any:
    """The driver's own: Django's takes half as long as the statement. Only that one writes
    down, where somebody asks for it, what was sent."""
    return connection.cursor() if connection.queries_logged else connection.connection.cursor()
