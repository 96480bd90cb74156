"""The pool of all sentences, by the names that files have."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Literal

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
from regild.pooling.pool import Choice, MergedSpelling, Policy, pool_sentence
from regild.pooling.pools import Pool, PoolEntry
from regild.tasks.substitution.content import lemma_of
from regild.words import Wording


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
    rules = [(rule.group, rule.proposed, rule.canonical) for rule in read_rules(mapping)]
    wording = Wording(case=case, rules=rules)
    policy = Policy(multiwords=multiwords, target_as_answer=target_as_answer, depth=depth)
    candidates: list[PoolEntry] = []
    merges: dict[str, tuple[MergedSpelling, ...]] = {}
    dropped: Counter[tuple[str, str]] = Counter()
    for record in brought:
        found = pool_sentence(
            itself=(lemma_of(record.group), record.target),
            gold=votes.get(record.key, ()),
            answers=answers.get(record.key, ()),
            normalise=_normaliser(wording, record.group),
            policy=policy,
        )
        candidates += [
            PoolEntry(
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
    return lambda text: wording.normalise(text, group=lexelt).text


def _refuse_strangers(of: str, found: Iterable[str], sentences: Collection[str]) -> None:
    strangers: Iterator[str] = (name for name in found if name not in sentences)
    if (first := next(strangers, None)) is not None:
        raise ValueError(f"{of} has sentence {first}, which is not among the sentences")
