"""What systems scored on a gold: numbers by measure, and all that is said beside them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from regild.results import Result
from regild.scoring.differences import PairDifference
from regild.scoring.letters import LEVEL, letters_of
from regild.scoring.measuring import AskedOfScores, MeasuredScores, Team, run_scores
from regild.scoring.several_runs import RunScores


class SystemScores(NamedTuple):
    """`n` counts the sentences with gold, `sentences` those in each mean; `undefined` says why
    a measure has no value. `interval` has both ends, `p` the chance of a difference so large
    from the system ranked next, corrected for all pairs; both are None where nobody drew.
    `over_sentences` says what would be were each sentence a unit, where targets are, `runs` how
    a system's runs differ, `per_sentence` each sentence's values, where they were asked for;
    `groups` the letters of its tie groups, where all pairs were."""

    system: str
    n: int | None
    measures: dict[str, float | str | None]
    sentences: dict[str, int]
    undefined: dict[str, str]
    interval: Mapping[str, Sequence[float] | None] | None = None
    rank: Mapping[str, int | None] | None = None
    p: Mapping[str, float | None] | None = None
    over_sentences: Mapping[str, Mapping[str, Any]] | None = None
    runs: RunScores | None = None
    per_sentence: Mapping[str, Mapping[str, float]] | None = None
    groups: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Scorecard(Result):
    """`gold` names what the systems were scored on; `signature` says how, so that it can be
    done again. `differences` are of every pair, where they were asked for."""

    gold: str
    systems: tuple[SystemScores, ...]
    signature: str = ""
    differences: tuple[PairDifference, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """`{"gold", "systems": [{"system", "n", "measures": {key: value}, …}]}`."""
        said: dict[str, Any] = {
            "gold": self.gold,
            "systems": [*map(_said, self.systems)],
        }
        if self.differences is not None:
            said["differences"] = [one._asdict() for one in self.differences]
        if self.signature:
            said["signature"] = self.signature
        return said

    def rows(self) -> list[dict[str, Any]]:
        """A system and measure a row, with the sentences the mean is over."""
        return [
            {
                "system": system.system,
                "measure": key,
                "value": value,
                **_named_ends(_of(system.interval, key)),
                "rank": _of(system.rank, key),
                "p": _of(system.p, key),
                "n": system.sentences.get(key),
            }
            for system in self.systems
            for key, value in system.measures.items()
        ]


def system_scores(
    teams: Sequence[Team], found: Mapping[str, MeasuredScores], asked: AskedOfScores, *, n: int
) -> list[SystemScores]:
    """`n` sentences have gold."""
    columns = {key: one.scored for key, one in found.items()}
    by_sentence = {
        key: one.over_sentences for key, one in found.items() if one.over_sentences is not None
    }
    letters = _letters(teams, found) if asked.compare and asked.draws.permutations else {}
    return [
        SystemScores(
            system=team.name,
            n=n,
            measures={key: column[i].value for key, column in columns.items()},
            sentences={key: column[i].n for key, column in columns.items()},
            undefined={
                key: reason for key, column in columns.items() if (reason := column[i].reason)
            },
            interval={
                key: _ends(column[i].low, column[i].high) for key, column in columns.items()
            }
            if asked.draws.replicates
            else None,
            rank={key: column[i].rank for key, column in columns.items()},
            p={key: column[i].p_next for key, column in columns.items()}
            if asked.draws.permutations
            else None,
            over_sentences={key: column[i]._asdict() for key, column in by_sentence.items()}
            or None,
            runs=run_scores(team, i, found),
            per_sentence=_by_sentence(i, found) if asked.per_sentence else None,
            groups={key: of[i] for key, of in letters.items() if i in of} or None,
        )
        for i, team in enumerate(teams)
    ]


def _letters(
    teams: Sequence[Team], found: Mapping[str, MeasuredScores]
) -> dict[str, dict[int, str]]:
    """Of each measure, its systems by their places."""
    place = {team.name: n for n, team in enumerate(teams)}
    letters = {}
    for key, one in found.items():
        if one.differences is None:
            continue
        ranked = [(score.rank, n) for n, score in enumerate(one.scored) if score.rank]
        apart = {
            (place[pair.first], place[pair.second])
            for pair in one.differences
            if pair.p_holm is not None and pair.p_holm < LEVEL
        }
        letters[key] = letters_of([n for _rank, n in sorted(ranked)], apart)
    return letters


def distinct_names(paths: Sequence[str]) -> list[str]:
    """File names without folder and ending, or the whole paths where two are alike."""
    stems = [os.path.splitext(os.path.basename(path))[0] for path in paths]
    return stems if len(set(stems)) == len(stems) else list(paths)


def all_differences(found: Iterable[MeasuredScores]) -> tuple[PairDifference, ...]:
    return tuple(pair for one in found for pair in one.differences or ())


def _said(system: SystemScores) -> dict[str, Any]:
    """Without what nobody asked for."""
    said = {
        key: value
        for key, value in system._asdict().items()
        if value is not None or key in SystemScores._fields[:5]
    }
    if system.runs is not None:
        said["runs"] = system.runs._asdict()
    return said


def _of(found: Mapping[str, Any] | None, key: str) -> Any:
    return None if found is None else found.get(key)


def _named_ends(interval: Sequence[float] | None) -> dict[str, float | None]:
    low, high = interval or (None, None)
    return {"low": low, "high": high}


def _ends(low: float | None, high: float | None) -> list[float] | None:
    return None if low is None or high is None else [low, high]


def _by_sentence(
    system: int, found: Mapping[str, MeasuredScores]
) -> dict[str, dict[str, float]]:
    by_sentence: dict[str, dict[str, float]] = {}
    for key, one in found.items():
        for sentence, value in (one.sentences or [])[system].items():
            by_sentence.setdefault(sentence, {})[key] = value
    return by_sentence
