"""What is found in the ratings of a campaign whose scale are names: its categories."""

from agreement.selectors.choices import read_choices
from agreement.selectors.contents import read_policy
from agreement.services.findings import STEPS, Measured
from campaigns.models import Campaign
from campaigns.services.jobs import Progress
from core.snapshot import snapshot
from regild.agreement.levels import agreement_of_choices
from regild.agreement.report import covered_by_day
from regild.agreement.scale import Scale
from regild.agreement.sittings import annotator_facts


def find_in_choices(campaign: Campaign, *, progress: Progress) -> Measured:
    """The measures of a report are those of the leaves. What asks which of two values is higher
    is not asked: no weights, no origins, no second gold beside the first."""
    with snapshot():
        campaign = Campaign.objects.get(id=campaign.pk)
        policy = read_policy(campaign)
        read = read_choices(campaign)
    progress(1, STEPS)
    levels = agreement_of_choices(
        read.sittings.ratings,
        read.tree,
        read.leaves,
        n_documents=read.n_candidates,
        n_annotators=len(read.sittings.annotators),
        seed=campaign.seed,
    )
    progress(4, STEPS)
    places = Scale(tuple(range(max(2, len(read.leaves)))))
    _kappas, by_annotator, pairs = annotator_facts(read.sittings, places, level="nominal")
    progress(5, STEPS)
    covered = covered_by_day(read.covered)
    columns = {
        "n_candidates": read.n_candidates,
        "n_annotators": len(read.sittings.annotators),
        "measures": levels["leaf"].measures,
        "levels": {name: level.to_dict() for name, level in levels.items()},
        "by_origin": {},
        "by_grouping": {},
        "by_sentence": {},
        "by_annotator": by_annotator,
        "pairs": pairs,
        "distributions": {},
        "first_gold_without": None,
        "coverage": {"in_play": read.in_play, "days": covered},
        "comparison": {
            "min_ratings": campaign.min_ratings,
            "n": covered[-1]["covered"] if covered else 0,
        },
    }
    return Measured(campaign, read.inputs, policy, columns)
