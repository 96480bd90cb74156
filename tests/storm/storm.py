"""Everything at once, for a while; then the books."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from django.db import connection

from tests.processes import PATIENCE
from tests.storm import calm
from tests.storm.annotators import Person
from tests.storm.auditor import Auditor
from tests.storm.calls import Tally
from tests.storm.clock import Clock
from tests.storm.killer import Killer
from tests.storm.leads import Lead
from tests.storm.site import Site
from tests.storm.sources import Desk, make_campaign, words_of
from tests.storm.world import Actor, World
from tests.storm.young import YoungCampaigns

SLUG = "storm"


class Weather(NamedTuple):
    """How large a storm is."""

    seconds: float
    seed: int
    web_processes: int = 2
    people: int = 10
    sentences: int = 60
    subsets: int = 24
    max_ratings: int = 3
    without: str = ""
    # Starting again takes a web server seconds, of which a short storm has few.
    web_dies: bool = True
    kills: bool = True


class Aftermath(NamedTuple):
    faults: list[str]
    acts: Counter[str]
    report: str


Cast = Callable[[World, tuple[Desk, Desk]], list[Actor]]


def everybody(weather: Weather) -> Cast:
    def cast(world: World, desks: tuple[Desk, Desk]) -> list[Actor]:
        return [
            *(Person(world, f"person{number}") for number in range(weather.people)),
            *(Lead(world, f"lead{number}", desk) for number, desk in enumerate(desks)),
            YoungCampaigns(world, "young", desks[0]),
            Clock(world),
            Auditor(world),
        ]

    return cast


def storm(weather: Weather, cast: Cast) -> Aftermath:
    """On the database and the broker of this process's settings, which hold nothing else."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(
            Path(folder), web_processes=weather.web_processes, STORM_WITHOUT=weather.without
        )
        world = World(port=site.port, slug=SLUG, seed=weather.seed, tally=tally)
        desks = Desk("olga"), Desk("peter")
        campaign = make_campaign(
            SLUG,
            leads=[desk.lead for desk in desks],
            count=weather.sentences,
            subsets=weather.subsets,
            min_ratings=1,
            max_ratings=weather.max_ratings,
        )
        world.words = words_of(campaign)
        with site.running():
            with at_work(world, cast(world, desks)):
                if weather.kills:
                    Killer(world, site, web_dies=weather.web_dies).rage(weather.seconds)
                else:
                    world.over.wait(weather.seconds)
            faults = calm.faults(world, desks[0])
        return Aftermath([*tally.wrong, *faults], tally.acts, told(weather, tally, site))


@contextmanager
def at_work(world: World, actors: list[Actor]) -> Iterator[None]:
    # None takes along a connection that is not theirs.
    connection.close()
    for actor in actors:
        actor.start()
    try:
        yield
    finally:
        world.over.set()
        for actor in actors:
            actor.join(timeout=PATIENCE)
    for actor in actors:
        if actor.is_alive():
            world.tally.fault(f"{actor.name} came to no end in {PATIENCE} s")


def told(weather: Weather, tally: Tally, site: Site) -> str:
    lines = [f"{connection.vendor}: {weather}"]
    lines += [f"{times:7} {act}" for act, times in sorted(tally.acts.items())]
    lines += [
        f"{times:7} × {status} to {call}"
        for (call, status), times in sorted(tally.answers.items())
    ]
    lines.append(f"{tally.unanswered:7} calls without an answer")
    lines.append("slowest: {:.1f} s, {}".format(*tally.slowest))
    lines += [f"{times:7} × {line}" for line, times in site.raised().most_common(12)]
    return "\n".join(lines)
