"""Everything at once, on real processes that are killed: the books are right afterwards."""

import random

import pytest

from tests.storm.storm import Weather, everybody, storm

pytestmark = pytest.mark.django_db(transaction=True)


def weather(seconds: float, **more: int) -> Weather:
    return Weather(seconds=seconds, seed=random.randrange(10**6), **more)


@pytest.mark.postgresql
@pytest.mark.redis
def test_after_a_storm_nothing_acknowledged_is_lost_and_everything_adds_up() -> None:
    over(weather(60))


@pytest.mark.sqlite
def test_so_it_is_on_one_machine() -> None:
    over(weather(15, web_processes=1, people=4, sentences=30, subsets=10))


def over(drawn: Weather) -> None:
    after = storm(drawn, everybody(drawn))
    print(after.report)
    assert not after.faults, "\n".join(after.faults)
