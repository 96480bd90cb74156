"""Proposals beside the sentences they are about: what is the item itself."""

from __future__ import annotations

from collections.abc import Iterable

from regild.formats.records import SentenceRecord
from regild.tasks.substitution.content import lemma_of


def texts_itself(sentences: Iterable[SentenceRecord]) -> dict[str, tuple[str, ...]]:
    """Of each sentence what nobody may propose: the target's lemma, and its form there."""
    return {one.key: (lemma_of(one.group), one.target) for one in sentences}
