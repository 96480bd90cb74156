"""How long rating takes, so that a volunteer knows before they begin."""

import math

# A working estimate for one candidate, with its share of reading the sentence.
SECONDS_PER_CANDIDATE = 2.5
# And for one sentence to which words are proposed.
SECONDS_PER_SENTENCE = 30


def minutes_for(answers: float, *, seconds: float = SECONDS_PER_CANDIDATE) -> int:
    """Whole minutes, rounded up: a promise of less would be broken. 0 only for nothing."""
    return math.ceil(answers * seconds / 60)
