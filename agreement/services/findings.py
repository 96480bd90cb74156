"""What is found in the ratings of a campaign whose scale has an order."""

from typing import Any, NamedTuple

from agreement.selectors.contents import Contents, Inputs, read_contents, read_policy
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services.jobs import Progress
from core.refusals import Refused
from core.snapshot import snapshot
from regild.agreement import report
from regild.agreement.devices import by_device
from regild.agreement.first_gold import first_gold_measures, without_each
from regild.agreement.measure_tables import hardest_first
from regild.agreement.origins import verdict_rule
from regild.agreement.scale import Scale
from regild.agreement.second_gold import compare_golds
from regild.agreement.sittings import annotator_facts
from regild.arrays import np
from regild.problems import N_
from regild.scoring.severity_weights import adjusted_weights

STEPS = 6
HARDEST = 12


class Measured(NamedTuple):
    """`columns` are those of a report; the campaign is as it was when its ratings were read."""

    campaign: Campaign
    inputs: Inputs
    policy: dict[str, Any]
    columns: dict[str, Any]


def find_in_ratings(campaign: Campaign, *, progress: Progress) -> Measured:
    """Raises Refused when the scale's weights cannot order its values."""
    with snapshot():
        campaign = Campaign.objects.get(id=campaign.pk)
        policy = read_policy(campaign)
        try:
            scale = Scale(tuple(option["weight"] for option in policy["scale"]))
        except ValueError as error:
            text = N_("The scale cannot be measured on: %(reason)s.", reason=error.args[0])
            raise Refused("scale_not_measurable", text) from error
        contents = read_contents(
            campaign, values=[option["value"] for option in policy["scale"]]
        )
    seed, task = campaign.seed, task_of(campaign)
    rated, sentences = contents.rated, contents.sentences
    progress(1, STEPS)
    measures = report.overall(rated, scale, n_sentences=len(sentences), seed=seed)
    progress(2, STEPS)
    groups = report.breakdowns(
        rated, scale, sentences=sentences, groupings=task.groupings, seed=seed
    )
    progress(3, STEPS)
    kappas, by_annotator, pairs = annotator_facts(contents.sittings, scale)
    progress(4, STEPS)
    comparison = compare_golds(
        rated,
        scale,
        sentences=sentences,
        group_name=task.group_filter,
        min_ratings=campaign.min_ratings,
        needed=contents.needed,
        frequencies=contents.frequencies,
        first_gold=contents.gold,
    )
    progress(5, STEPS)
    asked = campaign.gold_annotators
    first_gold = report.facts(first_gold_measures(contents.gold, annotators=asked))
    without = without_each(contents.gold, annotators=asked)
    columns = {
        "n_candidates": len(rated.text),
        "n_annotators": len(contents.sittings.annotators),
        "measures": measures | kappas | first_gold,
        **groups._asdict(),
        "hardest": list(hardest_first(groups.by_sentence).items())[:HARDEST],
        "by_annotator": by_annotator,
        "pairs": pairs,
        "distributions": report.distributions(rated, verdict_rule(campaign.verdict_rule)),
        "severity": _severity(contents, policy),
        "devices": by_device(
            contents.sittings.ratings,
            contents.sittings.seconds,
            contents.sittings.device,
            weights=np.array([option["weight"] for option in policy["scale"]]),
        ),
        "first_gold_without": {name: report.facts(found) for name, found in without.items()},
        "coverage": {
            "in_play": contents.in_play,
            "days": report.covered_by_day(contents.covered),
        },
        "comparison": comparison,
    }
    return Measured(campaign, contents.inputs, policy, columns)


def _severity(contents: Contents, policy: dict[str, Any]) -> dict[str, Any]:
    """The strictest first, by their ids; and what adjusted means would change."""
    sittings, n_candidates = contents.sittings, len(contents.rated.text)
    weights = [option["weight"] for option in policy["scale"]]
    found = adjusted_weights(sittings.ratings, weights, n_candidates=n_candidates)
    told = found.to_dict()
    for one in told["annotators"]:
        one["annotator"] = sittings.annotators[one["annotator"]]
    return told
