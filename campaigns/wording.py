"""What counts as the same substitute: one normalisation, each of its steps accountable."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Literal, NamedTuple

# Typed, typeset and modifier-letter apostrophes, and the accents typed in their stead.
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘‛ʼ′＇´`", "'"))


class Normalised(NamedTuple):
    """`steps` names, in order, those that changed something."""

    text: str
    steps: tuple[str, ...]


class Wording:
    """Normalises substitutes; the same text always gives the same result.

    Steps: `nfc` (composed characters), `blanks` (any white space to one blank, none at the
    ends), `apostrophe` (to '), `underscore` (to a blank), `case` (to lower case, if the policy
    says so), `mapping` (the target's rule for exactly this text). `rules` are (lexelt,
    proposed, canonical); both texts go through the other steps themselves, and a rule's result
    is not mapped again, as in semdis_eval.py. When two rules of a target have the same
    proposed text after the other steps, the first counts.
    """

    def __init__(
        self,
        *,
        case: Literal["keep", "lower"] = "keep",
        rules: Iterable[tuple[str, str, str]] = (),
    ) -> None:
        self._lower = case == "lower"
        self._canonical: dict[tuple[str, str], str] = {}
        for lexelt, proposed, canonical in rules:
            plain = self._plain(proposed).text
            self._canonical.setdefault((lexelt, plain), self._plain(canonical).text)
        # A pool has millions of answers and few distinct ones a target.
        self._known: dict[tuple[str, str], Normalised] = {}

    def normalise(self, text: str, *, lexelt: str) -> Normalised:
        """An empty text when nothing is left of it."""
        known = self._known.get((lexelt, text))
        if known is None:
            plain, steps = self._plain(text)
            canonical = self._canonical.get((lexelt, plain), plain)
            known = Normalised(canonical, steps if canonical == plain else (*steps, "mapping"))
            self._known[lexelt, text] = known
        return known

    def _plain(self, text: str) -> Normalised:
        """Every step but the mapping."""
        steps: list[str] = []

        def step(name: str, changed: str) -> None:
            nonlocal text
            if changed != text:
                steps.append(name)
                text = changed

        step("nfc", unicodedata.normalize("NFC", text))
        step("blanks", " ".join(text.split()))
        step("apostrophe", text.translate(_APOSTROPHES))
        step("underscore", " ".join(text.replace("_", " ").split()))
        if self._lower:
            # Lower-casing can leave letters to compose: J̌ is two characters, ǰ is one.
            step("case", unicodedata.normalize("NFC", text.lower()))
        return Normalised(text, tuple(steps))
