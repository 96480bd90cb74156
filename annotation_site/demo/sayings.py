"""Sets of utterances, one of each said and the others made: which does a system believe?"""

from contextlib import ExitStack
from random import Random

from annotation_site.demo import finishing
from annotation_site.demo.finishing import DATA, MOST_RATINGS, SEED, given, written
from campaigns.models import Campaign
from pooling.services.fill_pool import pool_campaign
from regild.problems import Source
from regild.tasks.utterances.coconuts import Options
from scoring.services.baselines import add_baseline
from sources.models import System
from sources.services.coconuts import make_sets
from sources.services.creating import create_campaign
from sources.services.systems import add_system

FOLDER = DATA / "utterances"
TITLE = "Which of these was said?"
SETS, SIZE = 16, 8
ORDERS = ("2", "3")


def load_sayings() -> Campaign:
    campaign = _created()
    finishing.instruct(campaign, FOLDER)
    for order in ORDERS:
        with ExitStack() as stack:
            add_baseline(
                campaign=campaign,
                name=f"{order}-grams",
                kind="ngram",
                options={"order": [order]},
                files={"train": given(stack, FOLDER / "train.txt")},
            )
    add_system(campaign=campaign, name="coin", kind=System.Kind.BASELINE, answers=_coin())
    pool_campaign(campaign=campaign)
    finishing.dispatch(campaign, subsets=4, block_size=SIZE)
    finishing.rate(campaign)
    finishing.release_and_score(campaign)
    return campaign


def _created() -> Campaign:
    with ExitStack() as stack:
        options = Options("sentence", size=SIZE, count=SETS, seed=SEED)
        made = make_sets(given(stack, FOLDER / "corpus.txt"), options)
    return create_campaign(
        slug="demo-odd",
        title=TITLE,
        task="utterances",
        language="en",
        files={"sets": written(made.text, "sets.json")},
        max_ratings=MOST_RATINGS,
    ).campaign


def _coin() -> Source:
    """Scores that know nothing; what chance gets, any system should beat."""
    toss = Random(SEED)  # noqa: S311  # nosec B311 # drawn anew by its seed
    rows = [
        f"{number},{place},{toss.random():.4f}"
        for number in range(1, SETS + 1)
        for place in range(1, SIZE + 1)
    ]
    return written("\n".join(["set,utterance,score", *rows, ""]), "coin.csv")
