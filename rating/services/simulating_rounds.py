"""What rounds would save in a campaign: tried on its own candidates and systems, with made-up
ratings. Nothing is stored."""

import random
from typing import Any, NamedTuple

from campaigns.models import Campaign
from campaigns.selectors.scale import places_of
from campaigns.selectors.task import task_of
from core.refusals import Refused
from pooling.models import Candidate
from pooling.selectors import in_play
from pooling.selectors.rounds import DEPTH
from rating.services.simulating import pooled_values, read_truth
from regild.arrays import np
from regild.problems import N_, Source
from regild.scoring.round_saving import SHARES, RatedWorld, RuleTried, try_rules


class SavingReport(NamedTuple):
    """`first` ratings of each candidate were there, and each may have the `most`."""

    candidates: int
    systems: int
    first: int
    most: int
    runs: int
    shares: tuple[float, ...]
    rules: list[RuleTried]

    def facts(self) -> dict[str, Any]:
        """As JSON holds them."""
        return {**self._asdict(), "rules": [rule._asdict() for rule in self.rules]}


def simulate_saving(
    *,
    campaign: Campaign,
    runs: int,
    seed: int,
    depth: int = DEPTH,
    truth: Source | None = None,
) -> SavingReport:
    """Raises Refused where there are no two systems to rank, BadFiles for the truth."""
    world = world_of(campaign, depth=depth, seed=seed, truth=truth)
    first, most = campaign.min_ratings, campaign.max_ratings
    if most <= first:
        text = N_("No candidate may have more than the ratings wanted: change the settings.")
        raise Refused("no_further_ratings", text)
    rules = try_rules(world, first=first, most=most, runs=runs, seed=seed)
    return SavingReport(len(world.worth), len(world.answers), first, most, runs, SHARES, rules)


def world_of(campaign: Campaign, *, depth: int, seed: int, truth: Source | None) -> RatedWorld:
    systems = [*campaign.systems.filter(hidden_at__isnull=True).values_list("id", flat=True)]
    pooled = Candidate.objects.filter(in_play(campaign)).order_by("item__position", "text")
    rows = [*pooled.values_list("id", "item_id", "origin", "votes", "answers")]
    if not task_of(campaign).pools_answers or len(systems) < 2 or not rows:
        text = N_("It takes a pool of what at least two systems answered.")
        raise Refused("no_rounds_here", text)
    places = places_of(campaign)
    given = {} if truth is None else read_truth(campaign, truth, places=places)
    rng = random.Random(seed)  # noqa: S311  # nosec B311 # reproducible by design, not a secret
    worth = pooled_values(campaign, given, top=len(places) - 1, rng=rng)
    numbers = {item: n for n, item in enumerate(dict.fromkeys(row[1] for row in rows))}
    answers = {system: np.full((len(numbers), depth), -1) for system in systems}
    strata = []
    for n, (_id, item, origin, votes, gave) in enumerate(rows):
        ranks = {system: rank for system, rank in gave if system in answers}
        strata.append((origin, min(ranks.values(), default=None), votes))
        for system, rank in ranks.items():
            if rank <= depth:
                answers[system][numbers[item], rank - 1] = n
    weights = campaign.scale.order_by("position").values_list("weight", flat=True)
    return RatedWorld(
        items=np.array([numbers[row[1]] for row in rows]),
        worth=np.array([worth[row[0]] for row in rows]),
        strata=strata,
        answers=[*answers.values()],
        weights=np.array([*weights], dtype=np.float64),
    )
