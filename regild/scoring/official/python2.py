"""The order in which Python 2.7 walks a dictionary whose keys are (text, number).

`semdis_eval.py` adds its scores in that order, and a sum of binary fractions depends on it in
the last digits. It is that of a 64-bit build without hash randomisation (the default).
"""

from __future__ import annotations

from collections.abc import Iterable

_MASK = (1 << 64) - 1
_SMALLEST = 8


def walk_order(keys: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Distinct keys, given in the order they were first stored."""
    table: list[tuple[int, tuple[str, int]] | None] = [None] * _SMALLEST
    for used, key in enumerate(keys, start=1):
        _store(table, (_tuple_hash(key), key))
        if used * 3 >= len(table) * 2:
            old, size = table, _SMALLEST
            wanted = used * (2 if used > 50_000 else 4)
            while size <= wanted:
                size *= 2
            table = [None] * size
            for entry in filter(None, old):
                _store(table, entry)
    return [entry[1] for entry in table if entry is not None]


def _store(
    table: list[tuple[int, tuple[str, int]] | None], entry: tuple[int, tuple[str, int]]
) -> None:
    last = len(table) - 1
    perturb = entry[0]
    place = perturb & last
    probe = place
    while table[place] is not None:
        probe = (probe * 5 + perturb + 1) & _MASK
        place = probe & last
        perturb >>= 5
    table[place] = entry


def _tuple_hash(key: tuple[str, int]) -> int:
    """Modulo 2^64; the special case of -1 cannot be seen in an order and is left out."""
    text, number = key
    value, factor = 0x345678, 1000003
    for remaining, part in ((1, _text_hash(text)), (0, number)):
        value = ((value ^ part) * factor) & _MASK
        factor += 82520 + 2 * remaining
    return (value + 97531) & _MASK


def _text_hash(text: str) -> int:
    value = ord(text[0]) << 7
    for character in text:
        value = ((value * 1000003) ^ ord(character)) & _MASK
    return value ^ len(text)
