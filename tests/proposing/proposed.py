"""Campaigns in their first stage, with what annotators proposed elsewhere."""

import uuid
from io import BytesIO
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign, ratings_changed
from proposing.models import Proposal, ProposalTurn
from proposing.services.reporting import report_first_gold
from regild.formats.gold import read_gold
from sources.services.rows import replace_gold
from tests.proposing.turn import first_stage

# By annotator and sentence. The gold of sentence 1: happy 3, pleased 2, Glad is the target.
ANSWERS = {
    "ann": {"1": ["happy", "pleased"], "2": ["cheerful"], "3": ["space"], "4": ["chamber"]},
    "bob": {"1": ["happy"], "2": ["merry", "cheerfull"], "3": ["space"], "4": ["chambers"]},
    "eve": {"1": ["happy", "pleased", "Glad"], "2": ["cheerful"], "3": ["place"], "4": []},
}


def make_first_stage(slug: str = "boats", *, gold: str = "", **columns: Any) -> Campaign:
    """A campaign of five sentences in its first stage, with or without a gold to begin with."""
    columns = {"stage": Campaign.Stage.PROPOSE, **columns}
    campaign = first_stage(slug, annotators=None, **columns)
    if gold:
        replace_gold(campaign, read_gold(BytesIO(gold.encode()), name="gold.txt").records)
    return campaign


def proposed_campaign(slug: str = "boats", **options: Any) -> Campaign:
    """The same with ANSWERS."""
    campaign = make_first_stage(slug, **options)
    for name, answers in ANSWERS.items():
        for key, texts in answers.items():
            propose(campaign, name, key, *texts)
    campaign.refresh_from_db()
    return campaign


@transaction.atomic
def propose(
    campaign: Campaign,
    name: str,
    key: str,
    *answers: str,
    mark: str = "",
    phrase: str = "",
    elapsed_ms: int | None = None,
) -> Proposal:
    """A response that counts, in the one turn of an annotator who was imported."""
    lock_campaign(campaign.pk)
    annotator, _new = Annotator.objects.get_or_create(
        campaign=campaign,
        name=name,
        source=Annotator.Source.IMPORTED,
        defaults={"token_hash": f"{campaign.slug} {name}", "native_speaker": True},
    )
    now = timezone.now()
    turn, _new = ProposalTurn.objects.get_or_create(
        annotator=annotator,
        defaults={
            "state": ProposalTurn.State.COMPLETE,
            "expires_at": now,
            "completed_at": now,
        },
    )
    made = Proposal.objects.create(
        turn=turn,
        annotator=annotator,
        item=campaign.items.get(key=key),
        answers=list(answers),
        mark=mark,
        phrase=phrase,
        key=uuid.uuid4(),
        elapsed_ms=elapsed_ms,
    )
    ratings_changed(campaign.pk)
    return made


def was_proposed(campaign: Campaign) -> dict[str, str]:
    """What is left of a first stage in a campaign that is being rated, by the words of the
    permission table. Without a service, which would refuse: ratings rest on the gold."""
    keys = list(campaign.items.order_by("position").values_list("key", flat=True)[:2])
    for key in keys:
        propose(campaign, "proposer", key, "cheerful", "Cheerfull")
        propose(campaign, "another proposer", key, mark="nil")
    proposer, other = campaign.annotators.filter(name__endswith="proposer").order_by("-name")
    exclusion = other.proposal_exclusions.create(reason="Nothing ever fits.")
    lemma = campaign.lemmas.create(form="happier", pos="a", lemma="happy", by="corpus", count=2)
    gold = campaign.first_golds.create(
        number=1,
        origin="proposed",
        sha256="0" * 64,
        lines="",
        facts={"counts": {"sentences": 0, "substitutes": 0}},
    )
    report_first_gold(campaign=campaign)
    return {
        "proposer": str(proposer.pk),
        "proposal exclusion": str(exclusion.pk),
        "lemma": str(lemma.pk),
        "first gold": str(gold.number),
    }
