"""Everything at once, on real processes that are killed: the books are right afterwards."""

import pytest

from tests import SECONDS, SEED
from tests.storm.storm import Weather, everybody, storm

pytestmark = pytest.mark.django_db(transaction=True)

# From so many seconds on annotators and leads come to everything.
LONG = 60

# Nearly each must have been done at least once, or the storm was none. Not every one: a busy
# machine comes to less, and what annotators have done by then may have a lead refused.
ANYWHERE = {
    *("join", "take", "rate", "send again", "change one's mind", "leave a sitting alone"),
    *("hide a candidate", "show candidates", "pool", "dispatch", "begin a campaign"),
    *("kill a web process", "kill the worker", "what beat sends", "look at the books"),
}
WITH_TIME = ANYWHERE | {
    *("take again", "complete", "vanish", "come back late", "withdraw", "kill the web"),
    *("hide a sentence", "show sentences", "look at a plan"),
    *("exclude sittings", "exclude annotators"),
    *("release", "measure agreement", "rescore", "pause", "close", "change settings"),
    *("weigh the scale", "change a settled setting, refused", "remove a rated system, refused"),
    *("add a system", "make a link", "hand in a system", "look at a page"),
    *("pool while the first rate", "shorten a scale", "change a pool's setting"),
    *("start over", "delete a campaign", "dispatch while the first rate"),
    *("undo an exclusion", "undo or redo a merge", "import ratings"),
    "draw a calibration round",
}


@pytest.mark.postgresql
@pytest.mark.redis
def test_after_a_storm_nothing_acknowledged_is_lost_and_everything_adds_up() -> None:
    over(Weather(seconds=SECONDS, seed=SEED), acts=WITH_TIME if SECONDS >= LONG else ANYWHERE)


@pytest.mark.sqlite
def test_so_it_is_on_one_machine() -> None:
    weather = Weather(
        seconds=SECONDS,
        seed=SEED,
        web_processes=1,
        people=4,
        sentences=30,
        subsets=10,
        web_dies=False,
    )
    over(weather, acts=ANYWHERE)


def over(weather: Weather, *, acts: set[str]) -> None:
    after = storm(weather, everybody(weather))
    print(after.report)
    assert not after.faults, "\n".join(after.faults)
    tried = {act.removesuffix(", refused") for act in after.acts} | after.acts.keys()
    missing = acts - tried
    assert len(missing) <= len(acts) // 5, missing
