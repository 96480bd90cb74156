"""What must hold after every step, between the model and what the database holds."""

from collections import Counter
from statistics import median

from tests.machine.model import COMPLETE, EXPIRED, OPEN, RELEASED, Model, Sitting
from tests.machine.stored import Stored, StoredRating


def every_answer_is_kept(model: Model, stored: Stored) -> None:
    """Of every candidate an annotator answered, one row is current: the last they gave."""
    current = sorted(
        (row.key, row.sitting, row.candidate, row.value)
        for row in stored.ratings
        if row.current
    )
    expected = sorted(
        (entry.key, sitting.id, entry.candidate, entry.value)
        for sitting in model.sittings.values()
        for entry in sitting.current.values()
    )
    assert current == expected, f"the current answers are {current}, given were {expected}"


def nothing_is_rewritten(model: Model, stored: Stored) -> None:
    """Whatever was answered with 200 is there once, as it was sent."""
    rows = Counter((row.sitting, row.candidate, row.value, row.key) for row in stored.ratings)
    sent = Counter(
        (sitting.id, *entry)
        for sitting in model.sittings.values()
        for entry in sitting.stored.values()
    )
    assert rows == sent, f"stored but not sent: {rows - sent}, sent but gone: {sent - rows}"


def sittings_are_as_they_should(model: Model, stored: Stored) -> None:
    assert model.sittings.keys() == stored.sittings.keys()
    for sitting in model.sittings.values():
        state = stored.sittings[sitting.id].state
        assert state == sitting.state, f"sitting {sitting.id} is {state}, not {sitting.state}"
    sitters = Counter(s.annotator for s in stored.sittings.values() if s.state == OPEN)
    assert all(count == 1 for count in sitters.values()), f"two open sittings: {sitters}"


def what_remains_is_what_is_missing(model: Model, stored: Stored) -> None:
    for sitting in model.sittings.values():
        if sitting.state == OPEN:
            remaining = stored.sittings[sitting.id].remaining
            missing = model.missing(sitting)
            assert remaining == len(missing), (
                f"sitting {sitting.id} has {remaining} remaining, missing are {missing}"
            )


def nobody_shares_a_seat(model: Model, stored: Stored) -> None:
    seats = Counter(
        (row.subset, row.seat)
        for row in stored.sittings.values()
        if row.subset is not None and row.state in (OPEN, COMPLETE)
    )
    assert all(count == 1 and seat is not None for (_subset, seat), count in seats.items()), (
        f"seats: {seats}"
    )


def no_candidate_is_rated_too_often(model: Model, stored: Stored) -> None:
    for candidate, known in model.candidates.items():
        if known.pooled and model.in_play(candidate):
            load = model.load(candidate)
            most = max(model.most_of(candidate), model.imported(candidate))
            assert load <= most, (
                f"candidate {candidate} has {load} ratings that count or are awaited,"
                f" not {most} at most"
            )


def what_counts_is_what_counts(model: Model, stored: Stored) -> None:
    expected = model.counting()
    assert stored.counting == expected, (
        f"counts but should not: {stored.counting - expected},"
        f" should but does not: {expected - stored.counting}"
    )


def sums_are_what_they_add_up(model: Model, stored: Stored) -> None:
    for sitting in model.sittings.values():
        hidden = any(not model.in_play(one) for one in sitting.current)
        # What one that counts in part adds up to while a sentence is hidden is not said.
        if sitting.state != COMPLETE or (hidden and model.count_unfinished):
            continue
        row = stored.sittings[sitting.id]
        rows = [
            rating
            for rating in stored.ratings
            if rating.sitting == sitting.id
            and rating.current
            and rating.candidate not in sitting.uncounted | sitting.omitted
        ]
        assert (row.rated, row.median_ms) == _sum(rows), (
            f"sitting {sitting.id} keeps {row.rated} rated in {row.median_ms} ms,"
            f" it adds up to {_sum(rows)}"
        )


def _sum(rows: list[StoredRating]) -> tuple[int, int | None]:
    timed = [row.elapsed_ms for row in rows if row.elapsed_ms is not None]
    rated = sum(row.value is not None and row.pooled for row in rows)
    return rated, round(median(timed)) if timed else None


def the_ledger_adds_up(model: Model, stored: Stored) -> None:
    """Every rating that was given is in one place of it; what is left is what counts."""
    told = dict(stored.ledger)
    given, counted = told.pop("given"), told.pop("counted")
    assert given - sum(told.values()) == counted, f"the ledger does not add up: {stored.ledger}"
    expected = {
        "given": len(stored.ratings),
        "counted": stored.counting.total(),
        "superseded": sum(not row.current for row in stored.ratings),
        "excluded_by_rule": 0,
        "excluded_by_lead": 0,
        "withdrawn": 0,
    }
    unfinished = 0
    for row in stored.ratings:
        sitting = model.sittings[row.sitting]
        if row.current and not sitting.uncounted and sitting.state == RELEASED:
            if not sitting.was_complete:
                unfinished += 1
            elif _in_force(model, sitting):
                expected["excluded_by_lead"] += 1
            else:
                expected["withdrawn"] += 1
        unfinished += row.current and sitting.state in (OPEN, EXPIRED)
    if any(map(_counts_in_part, model.sittings.values())):
        # Which of its answers counted before it was left out is not said.
        del expected["excluded_by_lead"], expected["withdrawn"]
    else:
        expected["incomplete"] = unfinished
    found = {name: stored.ledger[name] for name in expected}
    assert found == expected, f"the ledger says {found}, it should {expected}"


def _counts_in_part(sitting: Sitting) -> bool:
    return bool(sitting.uncounted or sitting.omitted & sitting.current.keys())


def _in_force(model: Model, sitting: Sitting) -> bool:
    return any(
        one.annotator == sitting.annotator and one.sitting in (None, sitting.id)
        for one in model.exclusions.values()
    )


def a_change_is_told(before: Stored, after: Stored) -> None:
    """Who keeps what was computed knows by the version that other ratings count now."""
    if before.counting != after.counting:
        assert after.ratings_version > before.ratings_version, (
            f"other ratings count, and the version stayed {after.ratings_version}:"
            f" gone {before.counting - after.counting}, new {after.counting - before.counting}"
        )


ALL = (
    every_answer_is_kept,
    nothing_is_rewritten,
    sittings_are_as_they_should,
    what_remains_is_what_is_missing,
    nobody_shares_a_seat,
    no_candidate_is_rated_too_often,
    what_counts_is_what_counts,
    sums_are_what_they_add_up,
    the_ledger_adds_up,
)
