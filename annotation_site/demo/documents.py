"""Documents with categories: a rowing club's e-mails, some for one annotator, some for two, and
a few for as many as come."""

from contextlib import ExitStack

from annotation_site.demo import finishing
from annotation_site.demo.finishing import DATA, SEED, given
from campaigns.models import Campaign
from pooling.services.calibrating import calibrate_campaign
from pooling.services.fill_pool import pool_campaign
from regild.rating.simulation import AnnotatorKind
from scoring.services.baselines import add_baseline
from sources.services.creating import create_campaign
from sources.services.systems import add_system

FOLDER = DATA / "mail"
TITLE = "A rowing club's mail"
SYSTEMS = ("careful", "hasty")
DOUBLE_SHARE = 0.4
CALIBRATED = 5
# Of the calibration round. Only five of these seats are taken: others are left for visitors.
SEATS, ANNOTATORS = 12, 5
# One in ten of so few would be half an annotator at random.
SHARES = {AnnotatorKind.CAREFUL: 0.8, AnnotatorKind.HASTY: 0.2}


def load_mail() -> Campaign:
    campaign = _created()
    finishing.instruct(campaign, FOLDER)
    with ExitStack() as stack:
        for name in SYSTEMS:
            add_system(
                campaign=campaign, name=name, answers=given(stack, FOLDER / f"{name}.csv")
            )
    add_baseline(campaign=campaign, name="words", kind="words")
    pool_campaign(campaign=campaign)
    finishing.dispatch(campaign, subsets=5, block_size=1, double_share=DOUBLE_SHARE)
    calibrate_campaign(campaign=campaign, items=CALIBRATED, annotators=SEATS, seed=SEED)
    with ExitStack() as stack:
        truth = given(stack, FOLDER / "truth.csv")
        finishing.rate(campaign, annotators=ANNOTATORS, shares=SHARES, truth=truth)
    # Most documents are for one annotator.
    finishing.release_and_score(campaign, min_ratings=1)
    return campaign


def _created() -> Campaign:
    with ExitStack() as stack:
        names = ("documents", "categories", "gold")
        return create_campaign(
            slug="demo-mail",
            title=TITLE,
            task="categories",
            language="en",
            files={name: given(stack, FOLDER / f"{name}.csv") for name in names},
        ).campaign
