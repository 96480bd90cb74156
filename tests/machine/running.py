"""Run the machine, one seed after another, until the time is over."""

import contextlib
import logging
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator

import hypothesis
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


# As the tally calls them: all that can be done, and what must come of it now and then.
STEPS_THERE_ARE = {
    *("join", "take", "sit", "rate", "rate next", "lose the answer", "send again", "mistake"),
    *("complete", "withdraw", "time passes", "the minute strikes", "open", "pause", "close"),
    *("exclude sitting", "exclude annotator", "undo exclusion", "counts again", "import"),
    *("hide sentence", "hide candidate", "show sentence", "show candidate"),
    *("add system", "remove system", "pool again", "dispatch again"),
    *("late and reopened", "taken up again", "left alone: expired", "left alone: partial"),
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
    """What was done how often. Raises Failed. A seed gives the same steps again."""
    end = time.monotonic() + seconds
    seed = secrets.randbelow(2**32) if seed is None else seed
    machine.tally = Counter()
    with _quietly():
        while time.monotonic() < end:
            say(f"seed {seed}")
            run_seed(seed, machine=machine, shortening=shortening)
            seed += 1
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
    before = None
    while before != steps:
        before = steps
        for fewer in _one_less(steps):
            if time.monotonic() > end:
                return steps
            again = replay(fewer, machine=machine)
            if again is not None and _kind(again) == _kind(failure):
                steps = fewer
                break
    return steps


def _one_less(steps: list[Step]) -> Iterator[list[Step]]:
    """Without one of the steps, the last first; then without a part of one."""
    for index in reversed(range(1, len(steps))):
        yield steps[:index] + steps[index + 1 :]
    for index, (name, given) in enumerate(steps):
        for key, value in given.items():
            if isinstance(value, list) and len(value) > 1:
                for place in range(len(value)):
                    less = {**given, key: value[:place] + value[place + 1 :]}
                    yield [*steps[:index], (name, less), *steps[index + 1 :]]


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
