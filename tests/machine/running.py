"""Run the machine, one seed after another, until the time is over."""

import contextlib
import inspect
import itertools
import logging
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import hypothesis
from django.db import connection
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.machine.annotating import Annotating
from tests.machine.leading import Leading
from tests.machine.machine import Machine, Step

STEPS = 40
WORLDS_A_SEED = 5
SHORTENING_SECONDS = 60.0


class Campaigning(Annotating, Leading):
    """Everybody at once."""


# All that can be done, as the tally calls it.
STEPS_THERE_ARE = {
    name for name, method in inspect.getmembers(Campaigning) if hasattr(method, "when")
}


class Failed(AssertionError):  # noqa: N818
    """What did not hold, and the steps that lead there."""

    def __init__(self, reason: BaseException, steps: list[Step], *, seed: int) -> None:
        self.steps = steps
        told = "\n".join(
            f"    {name}({', '.join(f'{key}={value!r}' for key, value in given.items())})"
            for name, given in steps
        )
        super().__init__(f"seed {seed}: {type(reason).__name__}: {reason}\nafter\n{told}")


def run_until(
    seconds: float,
    *,
    seed: int | None = None,
    machine: type[Machine] = Campaigning,
    shortening: float = SHORTENING_SECONDS,
    say: Callable[[str], object] = print,
) -> Counter[str]:
    """Run seed after seed, from `seed` on, until the time is over. Otherwise as run_seeds."""
    end = time.monotonic() + seconds
    seeds = itertools.takewhile(
        lambda _seed: time.monotonic() < end, itertools.count(drawn_unless_given(seed))
    )
    return run_seeds(seeds, machine=machine, shortening=shortening, say=say)


def drawn_unless_given(seed: int | None) -> int:
    return secrets.randbelow(2**32) if seed is None else seed


def run_seeds(
    seeds: Iterable[int],
    *,
    machine: type[Machine] = Campaigning,
    shortening: float = SHORTENING_SECONDS,
    say: Callable[[str], object] = print,
) -> Counter[str]:
    """What was done how often. Raises Failed. A seed gives the same steps again."""
    machine.tally = Counter()
    with _quietly(), _without_waiting_for_the_disk():
        for seed in seeds:
            say(f"seed {seed}")
            run_seed(seed, machine=machine, shortening=shortening)
    return machine.tally


def run_seed(seed: int, *, machine: type[Machine], shortening: float) -> None:
    last: list[Machine] = []

    @hypothesis.seed(seed)
    def begin() -> Machine:
        last[:] = [machine()]
        return last[0]

    try:
        run_state_machine_as_test(
            begin,
            settings=settings(
                max_examples=WORLDS_A_SEED,
                stateful_step_count=STEPS,
                deadline=None,
                database=None,
                # Its own way to shorten takes minutes for what ours does in seconds.
                phases=[Phase.generate],
                print_blob=False,
                report_multiple_bugs=False,
                suppress_health_check=list(HealthCheck),
            ),
        )
    except Exception as failure:
        steps = shortened(last[0].steps, failure, machine=machine, seconds=shortening)
        reason = replay(steps, machine=machine) or failure
        raise Failed(reason, steps, seed=seed) from failure


def shortened(
    steps: list[Step], failure: BaseException, *, machine: type[Machine], seconds: float
) -> list[Step]:
    """As few as still lead to the same failure, or as few as there was time for."""
    end = time.monotonic() + seconds

    def still_fails(fewer: list[Step]) -> bool:
        again = replay(fewer, machine=machine) if time.monotonic() < end else None
        return again is not None and _kind(again) == _kind(failure)

    # Many at once first: of forty steps hardly five matter.
    for size in (16, 8, 4, 2, 1, 1):
        for start in reversed(range(1, len(steps), size)):
            fewer = steps[:start] + steps[start + size :]
            if still_fails(fewer):
                steps = fewer
    for index, (name, given) in enumerate(steps):
        for key in [key for key, value in given.items() if isinstance(value, list)]:
            for place in reversed(range(len(given[key]))):
                less = {**given, key: given[key][:place] + given[key][place + 1 :]}
                fewer = [*steps[:index], (name, less), *steps[index + 1 :]]
                if less[key] and still_fails(fewer):
                    steps, given = fewer, less
    return steps


def replay(steps: list[Step], *, machine: type[Machine]) -> Exception | None:
    """Do these steps, those that can be done; what did not hold."""
    run = machine()
    try:
        for name, given in steps:
            method = getattr(run, name)
            if not hasattr(method, "when") or method.when(run):
                method(**given)
                run.everything_holds()
    except Exception as failure:
        return failure
    finally:
        run.teardown()
    return None


def _kind(failure: BaseException) -> tuple[type[BaseException], str]:
    """Ids and counts are others each time."""
    return type(failure), re.sub(r"[\d\W]+", " ", str(failure))[:40]


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """Every refusal would be a warning in the log."""
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


@contextlib.contextmanager
def _without_waiting_for_the_disk() -> Iterator[None]:
    """No power fails here, and PostgreSQL is several times as fast."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO off")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET synchronous_commit")
