"""The pool of all sentences, by the names that files have."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from regild.formats.files import (
    Answers,
    FilePath,
    Gold,
    GoldGiven,
    Lines,
    Sentences,
    SentencesGiven,
    read_rules,
)
from regild.pooling.pool import Choice, MergedSpelling, Origin, Policy, pool_sentence
from regild.results import Result
from regild.words import Wording


class Candidate(NamedTuple):
    """`votes` is None where the gold lacks it; `ranks` has the best of each system."""

    sentence: str
    substitute: str
    origin: Origin
    votes: float | None
    ranks: dict[str, int]


@dataclass(frozen=True)
class Pool(Result):
    """`merges` are the spellings that became others, by sentence; `dropped` counts what the
    policy left out, by source and reason."""

    candidates: tuple[Candidate, ...]
    merges: dict[str, tuple[MergedSpelling, ...]]
    dropped: dict[tuple[str, str], int]

    def to_dict(self) -> dict[str, Any]:
        """`{"candidates": […], "merges": […], "dropped": […]}`."""
        return {
            "candidates": [candidate._asdict() for candidate in self.candidates],
            "merges": [
                {"sentence": sentence, "raw": m.raw, "text": m.text, "source": m.source}
                | {"count": m.count}
                for sentence, merges in self.merges.items()
                for m in merges
            ],
            "dropped": [
                {"source": source, "reason": reason, "count": n}
                for (source, reason), n in self.dropped.items()
            ],
        }

    def rows(self) -> list[dict[str, Any]]:
        """A candidate a row."""
        return [
            candidate._asdict() | {"ranks": len(candidate.ranks)}
            for candidate in self.candidates
        ]


def pool(
    sentences: SentencesGiven,
    gold: GoldGiven,
    systems: Mapping[str, Lines],
    *,
    mapping: FilePath | None = None,
    case: Literal["keep", "lower"] = "keep",
    multiwords: Choice = "keep",
    target_as_answer: Choice = "drop",
    depth: int | None = None,
) -> Pool:
    """Every substitute that the gold or a system gave, once in each sentence, with its origin.

    >>> sentences = {"1": {"lexelt": "glad.a", "target": "glad"}}
    >>> pooled = regild.pool(
    ...     sentences, {"1": {"pleased": 3}}, {"careful": {"1": ["pleased", "glad", "merry"]}}
    ... )
    >>> [(candidate.substitute, candidate.origin) for candidate in pooled.candidates]
    [('pleased', 'both'), ('merry', 'systems')]
    >>> pooled.dropped
    {('systems', 'target'): 1}
    """
    brought = Sentences.of(sentences).records
    known = {record.key for record in brought}
    votes = {record.sentence: record.substitutes for record in Gold.of(gold).records}
    _refuse_strangers("the gold", votes, known)
    names, answers = [*systems], _answers_by_sentence(systems, known)
    rules = [(rule.lexelt, rule.proposed, rule.canonical) for rule in read_rules(mapping)]
    wording = Wording(case=case, rules=rules)
    policy = Policy(multiwords=multiwords, target_as_answer=target_as_answer, depth=depth)
    candidates: list[Candidate] = []
    merges: dict[str, tuple[MergedSpelling, ...]] = {}
    dropped: Counter[tuple[str, str]] = Counter()
    for record in brought:
        found = pool_sentence(
            lexelt=record.lexelt,
            target=record.target,
            gold=votes.get(record.key, ()),
            answers=answers.get(record.key, ()),
            normalise=_normaliser(wording, record.lexelt),
            policy=policy,
        )
        candidates += [
            Candidate(
                record.key,
                one.text,
                one.origin,
                one.votes,
                {names[system]: rank for system, rank in one.answers},
            )
            for one in found.candidates
        ]
        if found.merges:
            merges[record.key] = found.merges
        dropped.update({(key.source, key.reason): n for key, n in found.dropped.items()})
    return Pool(tuple(candidates), merges, dict(dropped))


def _answers_by_sentence(
    systems: Mapping[str, Lines], known: Collection[str]
) -> dict[str, list[tuple[str, int, int]]]:
    """Text, the system's number and rank."""
    found: defaultdict[str, list[tuple[str, int, int]]] = defaultdict(list)
    for system, (name, lines) in enumerate(systems.items()):
        records = Answers.of(lines).records
        _refuse_strangers(name, (record.sentence for record in records), known)
        for record in records:
            found[record.sentence] += [
                (text, system, rank) for rank, text in enumerate(record.answers, 1)
            ]
    return found


def _normaliser(wording: Wording, lexelt: str) -> Callable[[str], str]:
    return lambda text: wording.normalise(text, lexelt=lexelt).text


def _refuse_strangers(of: str, found: Iterable[str], sentences: Collection[str]) -> None:
    strangers: Iterator[str] = (name for name in found if name not in sentences)
    if (first := next(strangers, None)) is not None:
        raise ValueError(f"{of} has sentence {first}, which is not among the sentences")
