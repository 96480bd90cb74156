"""Checks mixed into a sitting: candidates shown twice, and words known to be wrong.

What they say about an annotator is judged elsewhere; here they are only drawn.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple


class GroupWords(NamedTuple):
    """A group of items as foils need it: its own word, its kind, and all its items' texts.

    `texts` must come in a fixed order, or the same seed would draw other foils.
    """

    word: str
    kind: str
    texts: Sequence[str]


class Foil(NamedTuple):
    """A word to mix into a sentence's block, where it should be rated wrong."""

    sentence: int
    text: str


def choose_repeats(candidates: Sequence[int], *, share: float, rng: Random) -> tuple[int, ...]:
    """Candidates of a subset, given as shown, to show once more at the end of the sitting.

    Drawn from the first half only: with half a sitting between, an annotator judges again
    rather than remembers. So a share is at most 0.5.
    """
    if not 0 <= share <= 0.5:
        raise ValueError(f"share of repeats must be between 0 and 0.5, not {share}")
    first_half = candidates[: len(candidates) // 2]
    count = min(round(share * len(candidates)), len(first_half))
    return tuple(rng.sample(first_half, count))


def choose_foils(
    blocks: Mapping[int, int],
    *,
    groups: Mapping[int, str],
    words: Mapping[str, GroupWords],
    share: float,
    rng: Random,
) -> tuple[Foil, ...]:
    """Foils for one subset, whose `blocks` are sentence → number of candidates.

    A foil was pooled for another group of the same kind, and for no item of this one: a word
    that fits the group elsewhere might fit here, unseen by every system.

    At most one in a block, since two would give each other away; so there are fewer than
    the share asks when it exceeds one a block, or when a sentence has no such word.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share of foils must be between 0 and 1, not {share}")
    wanted = round(share * sum(blocks.values()))
    foils: list[Foil] = []
    for sentence in rng.sample(sorted(blocks), len(blocks)):
        if len(foils) == wanted:
            break
        text = _draw_foil(groups[sentence], words=words, rng=rng)
        if text is not None:
            foils.append(Foil(sentence, text))
    return tuple(foils)


def _draw_foil(group: str, *, words: Mapping[str, GroupWords], rng: Random) -> str | None:
    own = words[group]
    # This group needs no exclusion of its own: none of its texts are left to draw.
    excluded = {own.word, *own.texts}
    others = sorted(other for other, one in words.items() if one.kind == own.kind)
    # Group by group, so that one with a large pool does not give nearly all foils.
    for other in rng.sample(others, len(others)):
        texts = [text for text in words[other].texts if text not in excluded]
        if texts:
            return rng.choice(texts)
    return None
