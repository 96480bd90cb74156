"""The tables of a first stage: SemEval 2007, section 2.2, and how much was proposed.

Agreement on all sentences, by part of speech, and with multiwords and names left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from regild.agreement.declaration import Measurement
from regild.agreement.multiwords import Seen, multiword_measures
from regild.agreement.proposal_intervals import measures_with_intervals
from regild.agreement.proposals import gold_votes
from regild.agreement.report import facts
from regild.formats.records import GoldRecord
from regild.results import Result
from regild.tables.printing import Estimate, Table, as_text

ALL = "all"
# Without the sentences whose target is part of a multiword, and without the substitutes that
# are one (SemEval 2007, section 5).
NMWT, NMWS = "NMWT", "NMWS"
NO_NAMES = "no names"
# None of the three.
PLAIN = "plain"

SHOWN = ("pairwise_sets", "mode_exists", "mode_hit", "mode_token_share", "mode_jaccard")
_SPEECH = ("n", "v", "a", "r")
# A target is a name where so many say so, as with multiwords.
_NAMED_BY = 2


@dataclass(frozen=True)
class FirstStageAgreement(Result):
    """`parts` has the measures of a first gold on each part of the sentences, `distinct` how
    many sentences have how many different substitutes."""

    sentences: dict[str, int]
    parts: dict[str, dict[str, Measurement]]
    multiwords: dict[str, Measurement]
    distinct: dict[int, int]

    def to_dict(self) -> dict[str, Any]:
        return {
            "parts": {
                part: {"n_sentences": self.sentences[part], "measures": facts(measures)}
                for part, measures in self.parts.items()
            },
            "multiwords": facts(self.multiwords),
            "distinct": {str(n): sentences for n, sentences in self.distinct.items()},
        }

    @classmethod
    def of_dict(cls, kept: Mapping[str, Any]) -> FirstStageAgreement:
        """Of what `to_dict` gave."""
        parts = kept["parts"]
        return cls(
            sentences={part: found["n_sentences"] for part, found in parts.items()},
            parts={part: _measurements(found["measures"]) for part, found in parts.items()},
            multiwords=_measurements(kept["multiwords"]),
            distinct={int(n): sentences for n, sentences in kept["distinct"].items()},
        )

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "part": part,
                "measure": key,
                "value": found.value,
                "low": found.low,
                "high": found.high,
                "n": found.n,
                "n_ratings": found.n_ratings,
            }
            for part, measures in {**self.parts, "phrases": self.multiwords}.items()
            for key, found in measures.items()
        ]

    def tables(self) -> list[Table]:
        found = [self._agreement(), self._distinct()]
        return [found[0], self._multiwords(), found[1]] if self.multiwords else found

    def to_table(self) -> str:
        return "\n\n".join("\n".join(as_text(table)) for table in self.tables())

    def _agreement(self) -> Table:
        return Table(
            "first_stage_agreement",
            ("part", "sentences", *SHOWN, "reason"),
            [
                (
                    part,
                    self.sentences[part],
                    *(_estimate(measures[key]) for key in SHOWN),
                    measures[SHOWN[0]].reason or "",
                )
                for part, measures in self.parts.items()
            ],
            estimates=SHOWN,
        )

    def _multiwords(self) -> Table:
        return Table(
            "first_stage_multiwords",
            ("measure", "value", "sentences", "pairs", "reason"),
            [
                (key, _estimate(found), found.n, found.n_ratings, found.reason or "")
                for key, found in self.multiwords.items()
            ],
            estimates=("value",),
        )

    def _distinct(self) -> Table:
        return Table(
            "first_stage_distinct", ("substitutes", "sentences"), [*self.distinct.items()]
        )


def measure_first_stage(
    records: Sequence[GoldRecord],
    *,
    phrases: Mapping[str, Seen] | None = None,
    multiword_sentences: Collection[str] = (),
    annotators: int | None = None,
    seed: int = 0,
) -> FirstStageAgreement:
    """`phrases` are what each annotator saw the target in, by sentence, where anybody was
    asked; `multiword_sentences` those whose phrase the gold has."""
    named = {one.sentence for one in records if _is_named(one)}
    single = [one for one in records if one.sentence not in multiword_sentences]
    parts: dict[str, tuple[Sequence[GoldRecord], bool]] = {ALL: (records, False)}
    present = {_speech(one) for one in records} - {""}
    for speech in [one for one in (*_SPEECH, *sorted(present - {*_SPEECH})) if one in present]:
        parts[speech] = [one for one in records if _speech(one) == speech], False
    if phrases is not None:
        parts[NMWT] = single, False
    parts[NMWS] = records, True
    parts[NO_NAMES] = [one for one in records if one.sentence not in named], False
    parts[PLAIN] = [one for one in single if one.sentence not in named], True
    return FirstStageAgreement(
        sentences={part: len(members) for part, (members, _single) in parts.items()},
        parts={
            part: measures_with_intervals(
                [gold_votes(one, single_words=single_words) for one in members],
                annotators=annotators,
                seed=seed,
            )
            for part, (members, single_words) in parts.items()
        },
        multiwords={} if phrases is None else multiword_measures(phrases, seed=seed),
        distinct=distinct_substitutes(records),
    )


def distinct_substitutes(records: Sequence[GoldRecord]) -> dict[int, int]:
    """How many sentences have so many different substitutes, from none to the most."""
    counted = Counter(
        sum(votes > 0 for _text, votes in record.substitutes) for record in records
    )
    return {n: counted[n] for n in range(max(counted, default=-1) + 1)}


def _is_named(record: GoldRecord) -> bool:
    return sum(votes for code, votes in record.codes if code != "NIL") >= _NAMED_BY


def _speech(record: GoldRecord) -> str:
    return record.group.rpartition(".")[2]


def _measurements(kept: Mapping[str, Any]) -> dict[str, Measurement]:
    return {key: Measurement(**found) for key, found in kept.items()}


def _estimate(found: Measurement) -> Estimate:
    return Estimate(found.value, found.low, found.high, found.reason or "")
