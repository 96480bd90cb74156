"""What a call may be answered with, from the model alone.

More than one outcome is given where the rules leave a choice.
"""

from collections.abc import Collection

from tests.machine.model import (
    COMPLETE,
    EXPIRED,
    OPEN,
    RELEASED,
    Entry,
    Exclusion,
    Model,
    Sitting,
)


def of_rating(model: Model, sitting: Sitting, entries: Collection[Entry]) -> set[str]:
    """For entries of candidates that the sitting holds."""
    if model.annotators[sitting.annotator].withdrawn:
        return {"401 authentication_failed"}
    if all(entry.key in sitting.stored for entry in entries):
        # Nothing new; what is over for good may say so.
        over = {f"409 assignment_{EXPIRED}", "409 campaign_closed"}
        if sitting.state == RELEASED:
            return {"200", "409 assignment_released"}
        return {"200"} | (over if sitting.state == EXPIRED else set())
    there = {*model.subsets.get(sitting.subset or 0, ()), *sitting.current}
    if any(one.candidate not in there and one.key not in sitting.stored for one in entries):
        # A round has taken it along, and nobody knows that it was ever answered.
        return {"400 ratings_invalid"}
    if sitting.state == RELEASED:
        return {"409 assignment_released"}
    if model.state == "closed":
        return {"409 campaign_closed"}
    if sitting.state == OPEN:
        return {"200"}
    # What has been rated enough meanwhile may be no part of it any more.
    full = {"400 ratings_invalid"} if any(model.full(e.candidate) for e in entries) else set()
    if sitting.partial:
        return {"200", "409 assignment_expired", "409 assignment_complete"} | full
    if sitting.state == COMPLETE:
        return _of_changing(model, sitting, entries)
    if surely_reopens(model, sitting):
        return {"200"}
    if model.is_excluded(sitting.annotator) or model.open_sitting(sitting.annotator):
        return {"409 assignment_expired", "409 assignment_released"}
    return {"200", "409 assignment_expired"} | full


def _of_changing(model: Model, sitting: Sitting, entries: Collection[Entry]) -> set[str]:
    since = model.taken_since(sitting)
    if any(one.state in (OPEN, COMPLETE) for one in since):
        return {"409 assignment_complete"}
    added = [one.candidate for one in entries if one.candidate not in sitting.current]
    full = {"400 ratings_invalid"} if any(map(model.full, added)) else set()
    # Another one that came to nothing may or may not have been the end of this one.
    return {"200", *full, *(["409 assignment_complete"] if since else [])}


def surely_reopens(model: Model, sitting: Sitting) -> bool:
    """Whether nothing can stand in the way of an expired sitting's being taken up again."""
    return (
        sitting.state == EXPIRED
        and model.state == OPEN
        and model.open_sitting(sitting.annotator) is None
        and not model.is_excluded(sitting.annotator)
        and len(model.seated(sitting.subset)) < model.most(sitting.subset)
        and any(model.candidates[one].pooled for one in model.missing(sitting))
        and not any(map(model.full, model.subsets[sitting.subset or 0]))
        and not any(map(model.full, sitting.current))
    )


def reopenable(model: Model, annotator: int) -> list[Sitting]:
    """What was left alone, newest first."""
    return [
        sitting
        for sitting in reversed(model.sittings_of(annotator))
        if sitting.state == EXPIRED or sitting.partial
    ]


def subsets_to_give(model: Model, annotator: int) -> list[int]:
    """Those that surely have something for this annotator."""
    if model.state != OPEN or model.is_excluded(annotator):
        return []
    seen = {sitting.subset for sitting in model.sittings_of(annotator)}
    answered = model.answered_by(annotator)
    return [
        subset
        for subset, candidates in model.subsets.items()
        if subset not in seen
        and any(
            model.candidates[one].pooled
            and model.in_play(one)
            and not model.waits(subset, model.candidates[one].sentence)
            and not model.full(one)
            and one not in answered
            for one in candidates
        )
    ]


# It ended so; what it lacked may have been hidden then.
UNJUDGED = {"409 too_little_judged"}


def of_completing(model: Model, sitting: Sitting) -> set[str]:
    if model.annotators[sitting.annotator].withdrawn:
        return {"401 authentication_failed"}
    if sitting.state == OPEN and model.missing(sitting):
        return {"409 candidates_missing", "409 assignment_expired"}
    return {
        OPEN: {"200", "409 too_little_judged"},
        COMPLETE: {"200"},
        EXPIRED: {"409 assignment_expired", "409 campaign_closed", "409 candidates_missing"}
        | (set() if model.missing(sitting) and model.is_judged(sitting) else UNJUDGED),
        RELEASED: {"409 assignment_released"},
    }[sitting.state]


def restored_by(model: Model, exclusion: Exclusion) -> list[Sitting]:
    """The sittings that are to count again once this exclusion is undone."""
    others = [other for other in model.exclusions.values() if other is not exclusion]
    return [
        sitting
        for sitting in model.sittings_of(exclusion.annotator)
        if exclusion.sitting in (None, sitting.id)
        and sitting.state == RELEASED
        and sitting.was_complete
        and not model.annotators[sitting.annotator].withdrawn
        and not any(
            other.annotator == sitting.annotator and other.sitting in (None, sitting.id)
            for other in others
        )
    ]


def of_undoing(model: Model, restored: Collection[Sitting]) -> set[str]:
    full = any(
        (
            sitting.subset is not None
            and len(model.seated(sitting.subset)) >= model.most(sitting.subset)
        )
        or any(map(model.full, sitting.current))
        for sitting in restored
    )
    return {"200", "409 seats_taken"} if full else {"200"}
