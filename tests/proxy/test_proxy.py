"""What annotators saw chosen is what is stored, once, through a network bad in every way.

For longer, and with every kind of fault asserted: `python -m tests.proxy --sittings 200`.
"""

import pytest

from tests import SECONDS, SEED
from tests.needs import needs
from tests.proxy.proxy import Fault
from tests.proxy.run import Weather, run

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgresql,
    pytest.mark.redis,
    needs("chromium"),
]

# Which reply another overtakes is the browsers' to say: two tabs must ask at the same moment.
CERTAIN = set(Fault) - {Fault.REPLY_OVERTAKEN}
# From so many seconds on every kind of fault and act has come about.
LONG = 60
ACTS = {
    "close a tab",
    "open a second tab",
    "offline",
    "reload",
    "reload offline",
    "undo",
    "server killed",
}


def test_what_annotators_saw_chosen_is_what_is_stored() -> None:
    weather = Weather(SEED, seconds=SECONDS)
    after = run(weather)
    print(f"seed {weather.seed}\n{after.report}")
    assert not after.faults, "\n".join(after.faults)
    assert after.sittings
    if SECONDS >= LONG:
        assert after.network.keys() >= CERTAIN, CERTAIN - after.network.keys()
        assert after.acts.keys() >= ACTS, ACTS - after.acts.keys()
