"""Words before there is any gold: a campaign in its first stage, to be looked through."""

from contextlib import ExitStack
from itertools import groupby
from operator import attrgetter
from random import Random
from uuid import UUID

from annotation_site.demo.finishing import DATA, SEED, given
from annotators.models import Annotator
from annotators.services.joining import join_campaign
from campaigns.models import Campaign
from proposing.services.dispatching import dispatch_proposals
from proposing.services.reporting import report_first_gold
from proposing.services.storing import store_proposals
from proposing.services.taking import take_turn
from rating.services.opening import open_campaign
from regild.formats.proposals import read_proposals
from regild.formats.records import ProposalRecord
from regild.proposing.batch import NewProposal, new_proposal
from sources.services.creating import create_campaign

FOLDER = DATA / "first"
TITLE = "Words before any gold"
ANNOTATORS = 5


def load_first_words() -> Campaign:
    """One round is complete and nothing frozen; the next has a seat for whoever looks."""
    campaign = _created()
    campaign.instructions = (FOLDER / "instructions.md").read_text(encoding="utf-8")
    campaign.save(update_fields=["instructions"])
    dispatch_proposals(campaign=campaign, annotators=ANNOTATORS, seed=SEED)
    open_campaign(campaign=campaign)
    campaign.refresh_from_db()
    with (FOLDER / "proposals.csv").open("rb") as file:
        records = read_proposals(file, name="proposals.csv").records
    by_annotator = sorted(records, key=attrgetter("annotator"))
    for name, said in groupby(by_annotator, key=attrgetter("annotator")):
        _propose(campaign, name, {record.sentence: record for record in said})
    report_first_gold(campaign=campaign)
    dispatch_proposals(campaign=campaign, annotators=1, seed=SEED)
    return campaign


def _created() -> Campaign:
    with ExitStack() as stack:
        return create_campaign(
            slug="demo-first",
            title=TITLE,
            language="en",
            files={
                "sentences": given(stack, FOLDER / "sentences.xml"),
                "lemmas": given(stack, FOLDER / "lemmas.csv"),
            },
        ).campaign


def _propose(campaign: Campaign, name: str, said: dict[str, ProposalRecord]) -> None:
    annotator = join_campaign(
        campaign=campaign,
        consent=True,
        native_speaker=True,
        source=Annotator.Source.SIMULATED,
        name=name,
    ).annotator
    rng = Random(f"{SEED} {name}")  # noqa: S311  # nosec B311 # drawn anew by its seed
    keys = dict(campaign.items.values_list("key", "id"))
    while taken := take_turn(annotator=annotator, rng=rng):
        proposals = [_proposal(keys[key], record, rng) for key, record in said.items()]
        store_proposals(annotator=annotator, turn_id=taken.turn.pk, proposals=proposals)


def _proposal(sentence: int, record: ProposalRecord, rng: Random) -> NewProposal:
    return new_proposal(
        sentence=sentence,
        answers=record.answers,
        mark=record.mark,
        phrase=record.phrase,
        key=UUID(int=rng.getrandbits(128), version=4),
        elapsed_ms=record.elapsed_ms,
    )
