"""Annotators come and go: join by consent, come back by token, withdraw."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction

from annotators.models import Annotator
from annotators.services.drawing import draw_for_trials
from annotators.services.join_problems import JoinProblem, join_problems
from campaigns.models import Campaign
from core.refusals import Refused
from core.tokens import hash_token, new_token
from regild.problems import N_


class CannotJoin(Refused):
    """Why this person cannot rate here."""


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
        raise CannotJoin("campaign_not_open", N_("This campaign is not open for rating."))
    if not consent:
        raise CannotJoin("consent_missing", N_("Rating needs your consent."))
    if not native_speaker:
        raise CannotJoin("not_a_native_speaker", N_("Only native speakers can rate here."))
    answers, recruited = answers or {}, recruited or {}
    problems = join_problems(campaign.questions, answers=answers, recruited=recruited)
    if problems:
        raise BadAnswers(problems)
    token = new_token()
    with transaction.atomic():
        annotator = Annotator.objects.create(
            campaign=campaign,
            token_hash=hash_token(token),
            native_speaker=native_speaker,
            answers=_said(answers),
            recruited=_said(recruited),
            source=source,
            name=name,
        )
        draw_for_trials(annotator)
    return Joined(annotator, token)


def _said(texts: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if text}
