"""Annotators who propose, through the services of the page."""

import random
import uuid
from datetime import timedelta

from annotators.models import Annotator
from annotators.services.joining import join_campaign
from campaigns.models import Campaign
from proposing.models import ProposalTurn
from proposing.selectors.turns import missing_sentences
from proposing.services.dispatching import dispatch_proposals
from proposing.services.storing import store_proposals
from proposing.services.taking import take_turn
from regild.proposing.batch import NewProposal, new_proposal
from sources.services.creating import create_campaign
from tests.factories import SENTENCES, source


def first_stage(
    slug: str = "boats", *, annotators: int | None = 2, per_subset: int = 2, **columns
) -> Campaign:
    """An open campaign of five bare sentences; a round is dispatched unless `annotators` is
    None."""
    campaign = create_campaign(
        slug=slug,
        title="Boats and gladness",
        files={"sentences": source(SENTENCES, "sentences.csv")},
        language=columns.pop("language", "en"),
    ).campaign
    for name, value in {"state": Campaign.State.OPEN, **columns}.items():
        setattr(campaign, name, value)
    campaign.save()
    if annotators is not None:
        dispatch_proposals(
            campaign=campaign, annotators=annotators, per_subset=per_subset, seed=1
        )
    return campaign


def join(campaign: Campaign) -> Annotator:
    return join_campaign(campaign=campaign, consent=True, native_speaker=True).annotator


def take(annotator: Annotator) -> ProposalTurn:
    """Since an hour, so that what its answers are said to have taken can be believed."""
    turn = take_turn(annotator=annotator, rng=random.Random(1)).turn
    turn.taken_at -= timedelta(hours=1)
    turn.save(update_fields=["taken_at"])
    return turn


def saying(sentence: int, *answers: str, mark="", phrase="", key=None) -> NewProposal:
    return new_proposal(
        sentence=sentence,
        answers=answers,
        mark=mark,
        phrase=phrase,
        key=key or uuid.uuid4(),
        elapsed_ms=9_000,
    )


def propose(turn: ProposalTurn, *proposals: NewProposal):
    return store_proposals(annotator=turn.annotator, turn_id=turn.pk, proposals=list(proposals))


def answer_all(turn: ProposalTurn, *answers: str, but: int = 0) -> None:
    """All that is left, `but` so many, with the same words, or with one of each sentence's."""
    missing = missing_sentences(turn)
    propose(
        turn,
        *(
            saying(sentence, *(answers or [f"word {sentence}"]))
            for sentence in missing[: len(missing) - but]
        ),
    )


def sit(annotator: Annotator, *answers: str) -> ProposalTurn:
    turn = take(annotator)
    answer_all(turn, *answers)
    turn.refresh_from_db()
    return turn
