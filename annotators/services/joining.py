"""Annotators come and go: join by consent, come back by token, withdraw."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.comprehension import MOST_TRIES
from annotators.services.drawing import draw_for_trials
from annotators.services.join_problems import JoinProblem, join_problems
from annotators.services.proposing import PROPOSED, has_proposed
from annotators.services.quotas import asked_by_quotas, count_turned_away, full_quotas
from annotators.services.recruiting import find_recruited, known_as, person_of, returning_token
from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from core.tokens import hash_token, new_token
from regild.problems import N_


class CannotJoin(Refused):
    """Why this person cannot rate here."""


class QuotaFull(CannotJoin):
    def __init__(self, quotas: Sequence[Mapping[str, Any]]) -> None:
        self.quotas = tuple(quotas)
        text = N_("There are enough people with your answers already.")
        super().__init__("quota_full", text)


class BadAnswers(Exception):  # noqa: N818
    """Somebody said what the campaign did not ask, or not as it asked; nobody joined."""

    def __init__(self, problems: Sequence[JoinProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))


class Joined(NamedTuple):
    """`new` is false for whom a recruiting site sent before."""

    annotator: Annotator
    token: str
    new: bool = True


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
    """A new annotator and the token only they will ever hold; who comes under the recruiting id
    of another is that other. Questions left empty are not kept. Raises CannotJoin, BadAnswers.
    """
    if campaign.state != Campaign.State.OPEN:
        raise CannotJoin("campaign_not_open", N_("This campaign is not open for rating."))
    if not consent:
        raise CannotJoin("consent_missing", N_("Rating needs your consent."))
    if not native_speaker:
        raise CannotJoin("not_a_native_speaker", N_("Only native speakers can rate here."))
    answers, recruited = answers or {}, recruited or {}
    asked = asked_by_quotas(campaign) if source == Annotator.Source.ONLINE else ()
    problems = join_problems(
        campaign.questions, required=asked, answers=answers, recruited=recruited
    )
    if problems:
        raise BadAnswers(problems)
    newcomer = Annotator(
        campaign=campaign,
        native_speaker=native_speaker,
        answers=_said(answers),
        recruited=_said(recruited),
        person=person_of(recruited),
        source=source,
        name=name,
        keeps_number=campaign.stable_numbers,
    )
    if (back := _back(newcomer)) is not None:
        return back
    if has_proposed(campaign, newcomer.person):
        raise CannotJoin("proposed_before", PROPOSED)
    try:
        return _join(newcomer)
    except QuotaFull as full:
        count_turned_away(campaign, full.quotas)
        raise
    except IntegrityError:
        # The same person's other request was faster.
        if (back := _back(newcomer)) is None:
            raise
        return back


def _back(newcomer: Annotator) -> Joined | None:
    """Whom their recruiting site sent before."""
    known = newcomer.person and find_recruited(newcomer.campaign, newcomer.person)
    return Joined(known, returning_token(known), new=False) if known else None


@transaction.atomic
def _join(newcomer: Annotator) -> Joined:
    campaign = newcomer.campaign
    if campaign.quotas and newcomer.source == Annotator.Source.ONLINE:
        # Exact, whoever else arrives at this moment.
        campaign = lock_campaign(campaign.pk)
        if full := full_quotas(campaign, newcomer.answers, now=timezone.now()):
            raise QuotaFull(full)
    if newcomer.person and _failed_before(newcomer):
        text = N_("The questions about the instructions were answered wrongly twice.")
        raise CannotJoin("comprehension_failed", text)
    token = new_token()
    newcomer.token_hash = hash_token(token)
    newcomer.save()
    if newcomer.person:
        token = returning_token(newcomer)
    draw_for_trials(newcomer)
    return Joined(newcomer, token)


def _failed_before(newcomer: Annotator) -> bool:
    """Whoever withdraws and joins anew has no two tries more."""
    before = Annotator.objects.filter(known_as(newcomer.person), campaign=newcomer.campaign)
    failed = before.filter(comprehension_tries__gte=MOST_TRIES, comprehended_at__isnull=True)
    return bool(newcomer.campaign.comprehension) and failed.exists()


def _said(texts: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if text}
