"""Give sentences to annotators who propose: a round."""

from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services.archiving import refuse_archived
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign, lock_plan
from campaigns.services.settling import refuse_once_settled
from core.refusals import Refused
from proposing.models import ProposalPlacement, ProposalRound, ProposalSubset
from regild.problems import N_, Text
from regild.proposing.plan import ProposePlan, propose_plan
from sources.selectors import sentences_in_play

PER_SUBSET = 20
MOST_ANNOTATORS = 99
MOST_PER_SUBSET = 2**15 - 1
ROWS_AT_A_TIME = 2_000

_OUT_OF_RANGE: tuple[tuple[str, Text, int, int], ...] = (
    (
        "annotators",
        N_("annotators must be from %(least)s to %(most)s, not %(value)s"),
        1,
        MOST_ANNOTATORS,
    ),
    (
        "per_subset",
        N_("sentences in a turn must be from %(least)s to %(most)s, not %(value)s"),
        1,
        MOST_PER_SUBSET,
    ),
    ("seed", N_("seed must be from %(least)s to %(most)s, not %(value)s"), 0, 2**63 - 1),
)


class RoundReport(NamedTuple):
    """`turns` are what is asked of annotators in all. `repeated` are (subset, target) where a
    subset has two sentences of one, which no round of such subsets avoids."""

    round: int
    annotators: int
    per_subset: int
    seed: int
    sentences: int
    subsets: int
    smallest: int
    largest: int
    turns: int
    repeated: tuple[tuple[int, str], ...]

    def facts(self) -> dict[str, Any]:
        """As JSON holds them."""
        repeated = [{"subset": number, "target": target} for number, target in self.repeated]
        return self._asdict() | {"repeated": repeated}


def dispatch_proposals(
    *,
    campaign: Campaign,
    annotators: int,
    per_subset: int = PER_SUBSET,
    seed: int,
    dry_run: bool = False,
    by: User | None = None,
) -> RoundReport:
    """Every sentence in play is to be given to so many annotators, beside what earlier rounds
    ask. From now on annotators of this campaign are asked to propose.

    The round is stored without the lock of the campaign, which is taken to let annotators in.
    Raises Refused, RatingsExist or RatingUnderWay, having changed nothing.
    """
    _refuse_out_of_range(annotators=annotators, per_subset=per_subset, seed=seed)
    _refuse_impossible(campaign)
    with transaction.atomic():
        lock_plan(campaign.pk)
        read = Campaign.objects.get(id=campaign.pk)
        plan = propose_plan(
            sentences_in_play(read).values_list("key", "group"),
            per_subset=per_subset,
            annotators=annotators,
            seed=seed,
        )
        if not plan.subsets:
            raise Refused(
                "no_sentences",
                N_("There is no sentence to dispatch: all are hidden or left out."),
            )
        number = 1 + (read.proposal_rounds.aggregate(last=Max("number"))["last"] or 0)
        if not dry_run:
            made = ProposalRound.objects.create(
                campaign=read,
                number=number,
                annotators=annotators,
                per_subset=per_subset,
                seed=seed,
                made_by=by,
            )
            _store(made, plan)
            _ask_for_proposals(made, by=by)
    campaign.refresh_from_db(fields=["stage"])
    sizes = [len(subset) for subset in plan.subsets]
    return RoundReport(
        round=number,
        annotators=annotators,
        per_subset=per_subset,
        seed=seed,
        sentences=sum(sizes),
        subsets=len(sizes),
        smallest=min(sizes),
        largest=max(sizes),
        turns=plan.sittings,
        repeated=tuple((place + 1, target) for place, target in plan.repeated),
    )


def _ask_for_proposals(made: ProposalRound, *, by: User | None) -> None:
    now = lock_campaign(made.campaign_id)
    _refuse_impossible(now)
    Campaign.objects.filter(id=now.pk).update(stage=Campaign.Stage.PROPOSE)
    record(
        campaign=now,
        by=by,
        action="dispatch proposals",
        round=made.number,
        annotators=made.annotators,
        per_subset=made.per_subset,
        seed=made.seed,
    )


def _refuse_impossible(campaign: Campaign) -> None:
    refuse_archived(campaign)
    if not task_of(campaign).proposes:
        text = N_("Annotators propose nothing in a campaign of this task.")
        raise Refused("task_proposes_nothing", text)
    refuse_once_settled(campaign)


def _store(made: ProposalRound, plan: ProposePlan) -> None:
    ids = dict(made.campaign.items.values_list("key", "id"))
    numbers = range(1, len(plan.subsets) + 1)
    subsets = ProposalSubset.objects.bulk_create(
        (ProposalSubset(round=made, number=number) for number in numbers),
        batch_size=ROWS_AT_A_TIME,
    )
    ProposalPlacement.objects.bulk_create(
        (
            ProposalPlacement(subset=subset, item_id=ids[key], position=position)
            for subset, keys in zip(subsets, plan.subsets, strict=True)
            for position, key in enumerate(keys)
        ),
        batch_size=ROWS_AT_A_TIME,
    )


def _refuse_out_of_range(**asked: int) -> None:
    """What the round's columns cannot hold."""
    for name, text, least, most in _OUT_OF_RANGE:
        value = asked[name]
        if not least <= value <= most:
            raise Refused("out_of_range", text.filled(least=least, most=most, value=value))
