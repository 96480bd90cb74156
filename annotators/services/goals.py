"""A number of words that an annotator sets themselves to rate."""

from annotators.models import Annotator

# In one tap, and within an evening or a few.
GOALS = (50, 100, 200)


def set_goal(*, annotator_id: int, words: int | None) -> None:
    """None takes it back. Raises ValueError for a number that is not offered."""
    if words is not None and words not in GOALS:
        raise ValueError(f"{words} words are no goal.")
    Annotator.objects.filter(id=annotator_id).update(goal=words)
