"""Annotators come and go: join by consent, come back by token, withdraw."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign, ratings_changed
from core.prepared import Prepared
from core.tokens import hash_token, new_token
from rating.joining import JoinProblem, join_problems
from rating.models import Annotator, Assignment


class CannotJoin(Exception):  # noqa: N818
    """Why this person cannot rate here; `code` is stable, the message is for people."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class BadAnswers(Exception):  # noqa: N818
    """Somebody said what the campaign did not ask, or not as it asked; nobody joined."""

    def __init__(self, problems: Sequence[JoinProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))


class Joined(NamedTuple):
    annotator: Annotator
    token: str


def join_campaign(
    *,
    campaign: Campaign,
    consent: bool,
    native_speaker: bool,
    answers: dict[str, str] | None = None,
    recruited: dict[str, str] | None = None,
    source: str = Annotator.Source.ONLINE,
    name: str = "",
) -> Joined:
    """A new annotator and the token only they will ever hold. Questions left empty are not
    kept. Raises CannotJoin or BadAnswers."""
    if campaign.state != Campaign.State.OPEN:
        raise CannotJoin("campaign_not_open", "This campaign is not open for rating.")
    if not consent:
        raise CannotJoin("consent_missing", "Rating needs your consent.")
    if not native_speaker:
        raise CannotJoin("not_a_native_speaker", "Only native speakers can rate here.")
    answers, recruited = answers or {}, recruited or {}
    problems = join_problems(campaign.questions, answers=answers, recruited=recruited)
    if problems:
        raise BadAnswers(problems)
    token = new_token()
    annotator = Annotator.objects.create(
        campaign=campaign,
        token_hash=hash_token(token),
        native_speaker=native_speaker,
        answers=_said(answers),
        recruited=_said(recruited),
        source=source,
        name=name,
    )
    return Joined(annotator, token)


def _said(texts: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if text}


FIND = Prepared(
    "rating_find_annotator",
    "SELECT id, campaign_id FROM rating_annotator"
    " WHERE token_hash = %s AND withdrawn_at IS NULL",
)


def _find(token: str) -> tuple[int, int] | None:
    with connection.cursor() as cursor:
        FIND.run(cursor, [hash_token(token)])
        row: tuple[int, int] | None = cursor.fetchone()
        return row


def find_annotator(token: str) -> Annotator | None:
    """Whose token this is; None for a token nobody has or whose annotator withdrew."""
    # By hand, because every rating asks this and building the query costs more than running it.
    # It is a request's first query and repeatable, so it needs no look at the connection first.
    connection.health_check_done = True  # type: ignore[attr-defined]
    try:
        row = _find(token)
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block:
            raise
        # The database was restarted since this connection was last used.
        connection.close()
        row = _find(token)
    return Annotator.from_db(connection.alias, ["id", "campaign_id"], row) if row else None


@transaction.atomic
def withdraw_annotator(*, annotator_id: int) -> None:
    """Their ratings leave every later statistic and release; their seats are free again."""
    # No lead takes an exclusion back meanwhile, which would make their ratings count again.
    campaign = lock_campaign(
        Annotator.objects.values_list("campaign_id", flat=True).get(id=annotator_id)
    )
    now = timezone.now()
    Annotator.objects.filter(id=annotator_id, withdrawn_at__isnull=True).update(
        withdrawn_at=now
    )
    Assignment.objects.filter(
        annotator_id=annotator_id,
        state__in=[Assignment.State.OPEN, Assignment.State.COMPLETE],
    ).update(state=Assignment.State.RELEASED, seat=None)
    ratings_changed(campaign.pk)
