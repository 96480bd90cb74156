"""The gold of the multiword subtask: the phrases that annotators saw the target in.

Every phrase is kept with its votes, as SemEval's scorer reads it: that takes a sentence for one
with a multiword where one phrase has two votes or more, and more than any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from regild.formats.records import GoldRecord, ProposalRecord
from regild.words import Wording

# By sentence and annotator; "" for one who saw none.
Phrases = Mapping[str, Mapping[str, str]]


def phrases_of(
    proposals: Iterable[ProposalRecord],
    *,
    wording: Wording,
    groups: Mapping[str, str] | None = None,
) -> dict[str, dict[str, str]]:
    """Normalised as substitutes are; of every sentence and everybody who responded to it."""
    found: dict[str, dict[str, str]] = {}
    for one in proposals:
        group = one.group or (groups or {}).get(one.sentence, "")
        text = wording.normalise(one.phrase, group=group).text if one.phrase else ""
        found.setdefault(one.sentence, {})[one.annotator] = text
    return found


def multiword_records(phrases: Phrases, *, groups: Mapping[str, str]) -> list[GoldRecord]:
    """A record for each sentence in which somebody saw a phrase, the most votes first."""
    records = []
    for line, (sentence, said) in enumerate(phrases.items(), 1):
        votes = Counter(filter(None, said.values()))
        if votes:
            by_votes = sorted(votes.items(), key=lambda pair: (-pair[1], pair[0]))
            records.append(
                GoldRecord(
                    sentence,
                    groups.get(sentence, ""),
                    substitutes=tuple((text, float(n)) for text, n in by_votes),
                    codes=(),
                    line=line,
                    given_by=tuple(
                        (name, (text,) if text else ()) for name, text in said.items()
                    ),
                )
            )
    return records
