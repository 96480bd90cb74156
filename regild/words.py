"""What counts as the same substitute: one normalisation, each of its steps accountable."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal, NamedTuple

# Typed, typeset and modifier-letter apostrophes, and the accents typed in their stead.
_APOSTROPHES = "’‘‛ʼ′＇´`"
_TO_APOSTROPHE = str.maketrans(dict.fromkeys(_APOSTROPHES, "'"))
# Without any of these, only composing and lower-casing can change a text.
_CHANGEABLE = re.compile(rf"[\s_{_APOSTROPHES}]")


def is_multiword(text: str) -> bool:
    return " " in text


class Normalised(NamedTuple):
    """`steps` names, in order, those that changed something."""

    text: str
    steps: tuple[str, ...]


class Wording:
    """Normalises substitutes; the same text always gives the same result.

    Steps: `nfc` (composed characters), `blanks` (any white space to one blank, none at the
    ends), `apostrophe` (to '), `underscore` (to a blank), `case` (to lower case, if the policy
    says so), `mapping` (the group's rule for exactly this text). `rules` are (group,
    proposed, canonical); both texts go through the other steps themselves, and a rule's result
    is not mapped again, as in semdis_eval.py. When two rules of a group have the same
    proposed text after the other steps, the first counts.
    """

    def __init__(
        self,
        *,
        case: Literal["keep", "lower"] = "keep",
        rules: Iterable[tuple[str, str, str]] = (),
    ) -> None:
        self._lower = case == "lower"
        # By group, and there by the proposed text.
        self._canonical: dict[str, dict[str, str]] = {}
        for group, proposed, canonical in rules:
            plain = self._plain(proposed).text
            of_group = self._canonical.setdefault(group, {})
            of_group.setdefault(plain, self._plain(canonical).text)
        # A pool has millions of answers and few distinct ones.
        self._known: dict[str, Normalised] = {}

    def normalise(self, text: str, *, group: str) -> Normalised:
        """An empty text when nothing is left of it."""
        plain = self._known.get(text)
        if plain is None:
            plain = self._known[text] = self._plain(text)
        of_group = self._canonical.get(group)
        if of_group is None:
            return plain
        canonical = of_group.get(plain.text, plain.text)
        if canonical == plain.text:
            return plain
        return Normalised(canonical, (*plain.steps, "mapping"))

    def keeps(self, text: str, *, group: str) -> bool:
        """Whether normalising leaves `text` as it is, as far as a glance tells; False says
        nothing."""
        return group not in self._canonical and self.is_plain(text)

    def has_no_rule(self, groups: Iterable[str]) -> bool:
        return not self._canonical or self._canonical.keys().isdisjoint(groups)

    def is_plain(self, text: str) -> bool:
        """Whether every step but the mapping keeps `text`, as far as a glance tells."""
        # Most texts are, which is soon seen.
        return not self._lower and (
            (text.isascii() and text.isalnum())
            or (not _CHANGEABLE.search(text) and unicodedata.is_normalized("NFC", text))
        )

    def _plain(self, text: str) -> Normalised:
        """Every step but the mapping."""
        if self.is_plain(text):
            return Normalised(text, ())

        steps: list[str] = []

        def step(name: str, changed: str) -> None:
            nonlocal text
            if changed != text:
                steps.append(name)
                text = changed

        step("nfc", unicodedata.normalize("NFC", text))
        step("blanks", " ".join(text.split()))
        step("apostrophe", text.translate(_TO_APOSTROPHE))
        step("underscore", " ".join(text.replace("_", " ").split()))
        if self._lower:
            # Lower-casing can leave letters to compose: J̌ is two characters, ǰ is one.
            step("case", unicodedata.normalize("NFC", text.lower()))
        return Normalised(text, tuple(steps))
