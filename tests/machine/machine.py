"""The state machine's common part: its world, its model, and what is checked after a step."""

import functools
import uuid
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from tests.machine import invariants
from tests.machine.clock import own_time
from tests.machine.model import COMPLETE, EXPIRED, OPEN, Annotator, Model, Sitting
from tests.machine.stored import (
    Stored,
    read_anchored,
    read_candidates,
    read_own_seats,
    read_stored,
    read_subsets,
)
from tests.machine.world import Answer, World, no_chance

# A place in a list of whatever length there is by then.
ANY_MOST = 11
ANY = st.integers(min_value=0, max_value=ANY_MOST)
VALUES = st.sampled_from([0, 1, 2, 3, None])

# A rule and what it was given.
Step = tuple[str, dict[str, Any]]


def always(_machine: "Machine") -> bool:
    return True


def step(when: Callable[[Any], bool] = always, **arguments: Any) -> Callable[..., Any]:
    """A rule that is written down when it is done, so that it can be done again."""

    def decorate(function: Callable[..., None]) -> Any:
        @functools.wraps(function)
        def recorded(machine: Machine, **given: Any) -> None:
            machine.steps.append((function.__name__, given))
            machine.tally[function.__name__] += 1
            function(machine, **given)

        recorded.when = when  # type: ignore[attr-defined]
        return precondition(when)(rule(**arguments)(recorded))

    return decorate


class Machine(RuleBasedStateMachine):
    # Which steps were done, and what was answered: so that nobody trusts a machine that idles.
    tally: ClassVar[Counter[str]] = Counter()
    checks = invariants.ALL

    def __init__(self) -> None:
        super().__init__()
        self.during = ExitStack()
        self.clock = self.during.enter_context(own_time())
        self.during.enter_context(no_chance())
        self.keys = 0
        self.steps: list[Step] = []

    def teardown(self) -> None:
        self.during.close()

    @initialize(
        subsets=st.integers(2, 3),
        max_ratings=st.integers(1, 3),
        count_unfinished=st.booleans(),
        double_share=st.sampled_from([None, 0.4]),
    )
    def begin(
        self,
        subsets: int,
        max_ratings: int,
        count_unfinished: bool,
        double_share: float | None,
    ) -> None:
        given = {
            "subsets": subsets,
            "max_ratings": max_ratings,
            "count_unfinished": count_unfinished,
            "double_share": double_share,
        }
        self.steps.append(("begin", given))
        self.world = World(self.clock, **given)
        self.model = Model(
            max_ratings=max_ratings,
            hold=timedelta(minutes=self.world.campaign.hold_minutes),
            count_unfinished=count_unfinished,
        )
        self.read_plan()
        self.stored = self.read()
        self.annotators_come()

    def annotators_come(self) -> None:
        """Before anything else."""

    @invariant()
    def everything_holds(self) -> None:
        if not hasattr(self, "stored"):
            return
        before, self.stored = self.stored, self.read()
        self.take_over_choices(self.stored)
        for check in self.checks:
            check(self.model, self.stored)
        invariants.a_change_is_told(before, self.stored)

    def read(self) -> Stored:
        return read_stored(self.world.campaign.pk)

    def read_plan(self) -> None:
        self.model.candidates = read_candidates(self.world.campaign.pk)
        self.model.subsets = read_subsets(self.world.campaign.pk)
        self.model.anchored = read_anchored(self.world.campaign.pk)
        self.model.own_seats = read_own_seats(self.world.campaign.pk)

    def companions_come(self) -> None:
        """Blocks that lost their anchor may have got another, which only those sittings are
        asked for that lost it; all else stands where it stood."""
        before, omitted = self.model.subsets, self.read().omitted
        self.read_plan()
        for subset, held in before.items():
            now = self.model.subsets[subset]
            come = [one for one in now if one not in held]
            assert all(self.model.candidates[one].anchor for one in come), f"{come} came"
            assert held == tuple(one for one in now if one in held), "another order"
            self.tally["companion"] += len(come)
        for sitting in self.model.sittings.values():
            for one in omitted[sitting.id] ^ sitting.omitted:
                if self.model.candidates[one].anchor:
                    sitting.omitted ^= {one}

    def done(self, what: str, answer: Answer | None = None) -> None:
        self.tally[f"{what}: {answer.outcome}" if answer else what] += 1

    def expect(self, step: str, answer: Answer, allowed: set[str]) -> None:
        self.done(step, answer)
        assert answer.outcome in allowed, (
            f"{step} was answered with {answer.outcome}, not {' or '.join(sorted(allowed))}:"
            f" {answer.body}"
        )

    def new_key(self) -> str:
        self.keys += 1
        return str(uuid.UUID(int=self.keys, version=4))

    def online(self, who: int) -> Annotator:
        """Seldom one who can do nothing any more."""
        everybody = [one for one in self.model.annotators.values() if not one.imported]
        active = self.active()
        annotators = active if active and who < ANY_MOST else everybody
        return annotators[who % len(annotators)]

    def active(self) -> list[Annotator]:
        return [
            one
            for one in self.model.annotators.values()
            if not (one.imported or one.withdrawn or self.model.is_excluded(one.id))
        ]

    def take_over_choices(self, stored: Stored) -> None:
        """Where the rules leave a choice, what was chosen."""
        for sitting in self.model.due(self.clock.now):
            # Whoever looks for a seat may notice.
            sitting.may_be |= {COMPLETE, EXPIRED}
        for sitting in self.model.sittings.values():
            state = stored.sittings[sitting.id].state
            if state != sitting.state and state in sitting.may_be:
                self.choose(sitting, state)
            sitting.may_be = set()

    def choose(self, sitting: Sitting, state: str) -> None:
        if sitting.state == OPEN and state in (COMPLETE, EXPIRED):
            self.model.leave_alone(sitting)
        if sitting.state != state:
            sitting.move(state)


def has_annotators(machine: Machine) -> bool:
    return any(not one.imported for one in machine.model.annotators.values())


def has_sittings(machine: Machine) -> bool:
    return any(one.subset is not None for one in machine.model.sittings.values())
