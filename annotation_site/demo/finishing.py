"""What every campaign of the demo is given, whatever is judged in it."""

import io
import json
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from django.conf import settings

from agreement.services import measure_agreement
from campaigns.models import Campaign
from campaigns.services.settings import change_settings
from pooling.services.dispatching import dispatch_campaign
from rating.services.opening import open_campaign
from rating.services.simulating import simulate_campaign
from regild.problems import Source
from regild.rating.simulation import USUAL_SHARES, AnnotatorKind
from scoring.selectors.forecasts import forecasts_rankings
from scoring.services.forecasting import forecast_ranking
from scoring.services.freezing import freeze_gold
from scoring.services.publishing import publish_release
from scoring.services.rescoring import rescore

DATA = settings.BASE_DIR / "annotation_site" / "demo"
# Fewer than a candidate may have ratings, so that a seat is left for whoever tries the demo.
ANNOTATORS = 12
MOST_RATINGS = ANNOTATORS + 2
SEED = 2014
CARD = {
    "license": "MIT",
    "rationale": "To show what Regild does.",
    "source_text": "Everything was written for this project.",
    "text_authors": "The Regild maintainers.",
    "recruitment": "Nobody was asked: annotators are simulated.",
    "annotator_profile": "A program.",
    "limitations": "Votes, systems and ratings are invented.",
    "personal_data": "None: names are made up.",
}
NOTES = "Synthetic annotators: to look at, not to cite."


def given(stack: ExitStack, path: Path) -> Source:
    return Source(stack.enter_context(path.open("rb")), path.name)


def written(text: str, name: str) -> Source:
    return Source(io.BytesIO(text.encode()), name)


def instruct(campaign: Campaign, folder: Path) -> None:
    """What annotators read beforehand, with examples and practice."""
    practice = json.loads((folder / "practice.json").read_text(encoding="utf-8"))
    campaign.examples = practice["examples"]
    campaign.practice = practice["practice"]
    campaign.instructions = (folder / "instructions.md").read_text(encoding="utf-8")
    # Offered once the site can send mail.
    campaign.reminders = True
    campaign.save(update_fields=["examples", "practice", "instructions", "reminders"])


def dispatch(
    campaign: Campaign, *, subsets: int, block_size: int, double_share: float | None = None
) -> None:
    dispatch_campaign(
        campaign=campaign,
        subsets=subsets,
        block_size=block_size,
        seed=SEED,
        double_share=double_share,
    )


def rate(
    campaign: Campaign,
    *,
    annotators: int = ANNOTATORS,
    shares: Mapping[AnnotatorKind, float] = USUAL_SHARES,
    truth: Source | None = None,
) -> None:
    campaign.refresh_from_db()
    open_campaign(campaign=campaign)
    simulate_campaign(
        campaign=campaign, annotators=annotators, seed=SEED, shares=shares, truth=truth
    )


def release_and_score(campaign: Campaign, *, min_ratings: int | None = None) -> None:
    """And make it public, with what a data card can say of made-up data."""
    measure_agreement(campaign=campaign)
    if forecasts_rankings(campaign):
        forecast_ranking(campaign=campaign)
    release = freeze_gold(campaign=campaign, min_ratings=min_ratings, notes=NOTES)
    rescore(campaign=campaign)
    change_settings(campaign=campaign, changes=CARD, by=None)
    publish_release(release=release, by=None)
