"""`lst_gap.py` of Melamud et al. (2015), by which the field computes GAP, called with `no-mwe`.

What holds a blank or a hyphen leaves gold and ranking. Answers go by falling score, equal ones
in the order of the file. At each rank with a substitute of the gold the mean weight so far is
added up, over the same sum for the gold in order. A sentence whose gold is then empty is left
out of the mean; one that the ranking lacks ends the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regild.scoring.official.printed import Dies, Printed, ProgramStops

# Texts with their weights.
Weighed = list[tuple[str, float]]

_WHOLE = re.compile(r"\s*[+-]?[0-9]+\s*", re.ASCII)
_KEY = "gap"


def print_scores(*, gold_data: bytes, answer_data: bytes) -> Printed:
    """By sentence too. Raises ProgramStops for a file it cannot read."""
    answers = dict(_read_answers(answer_data))
    gaps: dict[str, float] = {}
    try:
        for item, weights in dict(_read_gold(gold_data)).items():
            if item not in answers:
                raise Dies(f"there is no ranking of {item}")
            gap = _gap(weights, answers[item])
            if gap is not None:
                gaps[item] = gap
        if not gaps:
            raise Dies("there is no sentence to divide by")
    except Dies as death:
        return Printed({_KEY: None}, f"lst_gap.py dies: {death}")
    return Printed(
        {_KEY: sum(gaps.values()) / len(gaps)},
        n=len(gaps),
        sentences={item.split()[-1]: {_KEY: gap} for item, gap in gaps.items()},
    )


def _gap(gold: Weighed, given: Weighed) -> float | None:
    """None where nothing is left to be found."""
    weights = dict(gold)
    ideal = _summed_means([w for _, w in _falling(gold)])
    if not ideal:
        return None
    reached = [weights.get(text, 0) for text, _ in _falling(given)]
    return _summed_means(reached) / ideal


def _summed_means(weights: Sequence[float]) -> float:
    """The mean down to each weight above 0, added up."""
    so_far, summed = 0.0, 0.0
    for rank, weight in enumerate(weights, start=1):
        so_far += weight
        if weight > 0:
            summed += so_far / rank
    return summed


def _falling(weighed: Weighed) -> Weighed:
    return sorted(weighed, key=lambda one: -one[1])


def _read_gold(data: bytes) -> Iterator[tuple[str, Weighed]]:
    for number, line in _lines(data):
        item, *rest = line.split("::")
        if not rest or not item.strip():
            raise ProgramStops("gold", number, "the line is not of the form `word.pos id :: …`")
        weighed: Weighed = []
        for piece in filter(None, rest[0].strip().split(";")):
            text, votes = _cut(piece)
            if _several_words(text):
                continue
            if not _WHOLE.fullmatch(votes):
                raise ProgramStops("gold", number, f"{piece!r} has no whole count")
            weighed.append((text, int(votes)))
        yield item.strip(), weighed


def _read_answers(data: bytes) -> Iterator[tuple[str, Weighed]]:
    for number, line in _lines(data):
        _mark, *cells = line.split("\t")
        if not cells:
            raise ProgramStops("answers", number, "the line has no tab before `word.pos id`")
        item, *pieces = cells
        weighed: Weighed = []
        for text, score in map(_cut, filter(None, pieces)):
            if not _several_words(text):
                try:
                    weighed.append((text, float(score)))
                except ValueError:
                    # It says so, and goes on without the answer.
                    continue
        yield item.strip(), weighed


def _cut(piece: str) -> tuple[str, str]:
    """At the last blank; without one its last character is taken for the number."""
    place = piece.rfind(" ")
    return piece[:place], piece[place:]


def _several_words(text: str) -> bool:
    return " " in text or "-" in text


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """It compares bytes: what is not UTF-8 is as good as any other text."""
    lines = data.decode(errors="surrogateescape").split("\n")
    return enumerate(lines if lines[-1] else lines[:-1], start=1)
