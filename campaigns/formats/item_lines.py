"""`word.pos id :: …`, the line that SemEval's and SemDis's gold and answers share.

The official programs demand exactly one blank around each part. Real files have one or two,
and all are accepted; what is written here has one, as `score.pl` demands.
"""

from __future__ import annotations

from campaigns.formats.limits import has_part_of_speech, is_lexelt

_COLONS = {2: "::", 3: ":::"}


def split_item_line(text: str) -> tuple[str, str, str, str] | None:
    """Target, sentence, colons and the rest; None when the line is something else.

    The first two hold no blanks. No pattern matching: it must be linear in time.
    """
    parts = text.split(maxsplit=2)
    if len(parts) < 3 or not has_part_of_speech(parts[0]):
        return None
    lexelt, sentence, tail = parts
    rest = tail.lstrip(":")
    colons = _COLONS.get(len(tail) - len(rest))
    return None if colons is None else (lexelt, sentence, colons, rest.strip())


def split_rest(rest: str, *, faultless: bool) -> list[str]:
    """What stands between the semicolons, without blanks around it and without empty ones.

    A faultless line has no other white space than blanks, and seldom any beside a semicolon:
    looking for them takes less time than stripping every piece.
    """
    pieces = rest.split(";")
    if faultless and all(pieces) and "; " not in rest and " ;" not in rest:
        return pieces
    return [*filter(None, map(str.strip, pieces))]


def join_item_line(*, lexelt: str, sentence: str, colons: str, rest: str) -> str:
    """The blank after the colons stays when nothing follows: `score.pl` needs it."""
    if not is_lexelt(lexelt):
        raise ValueError(f"sentence {sentence} has no word.pos to write")
    return f"{lexelt} {sentence} {colons} {rest}\n"
