"""What a report on names is computed from."""

from typing import NamedTuple

from agreement.selectors.contents import Inputs, covered_days, read_inputs
from agreement.selectors.sittings import read_sittings
from campaigns.models import Campaign
from campaigns.selectors.categories import tree_of
from core.snapshot import snapshot
from pooling.selectors.samples import candidates_sampled
from regild.agreement.sittings import Sittings
from regild.formats.category_tree import CategoryTree


class ReadChoices(NamedTuple):
    """What annotators chose, all of one moment; `leaves` are in the order of the scale, and
    ratings hold places in them."""

    inputs: Inputs
    tree: CategoryTree
    leaves: list[str]
    sittings: Sittings
    n_candidates: int
    in_play: int  # rated or not
    covered: list[tuple[str, int]]


def read_choices(campaign: Campaign) -> ReadChoices:
    with snapshot():
        scale = list(campaign.scale.order_by("position").values_list("value", "label"))
        sittings, candidates = read_sittings(campaign, values=[code for code, _name in scale])
        return ReadChoices(
            inputs=read_inputs(campaign),
            tree=tree_of(campaign),
            leaves=[name for _code, name in scale],
            sittings=sittings,
            n_candidates=len(candidates),
            in_play=candidates_sampled(campaign),
            covered=covered_days(campaign),
        )
