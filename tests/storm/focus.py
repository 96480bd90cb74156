"""Storms around one race each, for a fault that the broad one hits by luck alone."""

from tests.storm.annotators import Person
from tests.storm.auditor import Auditor
from tests.storm.leads import Lead
from tests.storm.sources import Desk
from tests.storm.storm import Cast, Weather
from tests.storm.world import Actor, World
from tests.storm.young import Race, YoungCampaigns


class PoolRaces(YoungCampaigns):
    """A pool so large that reading it takes as long as annotators need to begin."""

    COUNT, SUBSETS, ANNOTATORS = 400, 60, 8
    WINDOW, MOST, AT_ONCE = 1.2, 400, 100

    def deck(self) -> list[Race]:
        return [self.remove_and_pool]


class ScaleRaces(YoungCampaigns):
    COUNT, SUBSETS, ANNOTATORS = 6, 2, 6
    WINDOW, MOST, AT_ONCE = 0.1, 3, 1

    def deck(self) -> list[Race]:
        return [self.shorten]


class TakenBack(YoungCampaigns):
    COUNT, SUBSETS, ANNOTATORS = 6, 2, 6
    WINDOW, MOST, AT_ONCE = 0.15, 3, 1

    def deck(self) -> list[Race]:
        return [self.delete, self.start_over, self.dispatch]


class Hider(Lead):
    """Hides what somebody is about to answer, again and again."""

    PACE = 0.05

    def act(self) -> None:
        self.hide_candidate()
        self.pause(self.PACE)
        if len(self.hidden) > 10:
            self.show()


class Hasty(Person):
    PACE = 0.0


def _only(kind: type[YoungCampaigns]) -> Cast:
    def cast(world: World, desks: tuple[Desk, Desk]) -> list[Actor]:
        return [kind(world, f"young{number}", desk) for number, desk in enumerate(desks)]

    return cast


def _hiding(world: World, desks: tuple[Desk, Desk]) -> list[Actor]:
    return [
        *(Hasty(world, f"person{number}") for number in range(12)),
        *(Hider(world, f"lead{number}", desk) for number, desk in enumerate(desks * 2)),
        Auditor(world),
    ]


# By the name of the race; of most, that of a mend that can be taken out too.
CASTS: dict[str, Cast] = {
    "pool": _only(PoolRaces),
    "settings": _only(ScaleRaces),
    "hide": _hiding,
    "back": _only(TakenBack),
}


def focused(weather: Weather, race: str) -> tuple[Weather, Cast]:
    """Nothing is killed in it: only what happens at the same moment is wrong."""
    # In few subsets, with seats for all, hiding something means counting many sittings again.
    return weather._replace(subsets=6, max_ratings=90, kills=False), CASTS[race]
