"""Systems scored on one gold: what a program, and the command `regild score`, are given."""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from regild.formats.files import Answers, FilePath, Gold, GoldGiven, Lines, read_rules
from regild.formats.published import is_published
from regild.formats.records import AnswerRecord, GoldRecord
from regild.formats.sentence_list import read_sentence_list, unknown_sentences
from regild.problems import BadFile
from regild.results import Result
from regild.scoring.inputs import (
    AnswerLists,
    AsWritten,
    Spellings,
    Weights,
    answer_lists,
    gold_weights,
    has_target_in_common,
    single_word_answers,
    single_word_gold,
)
from regild.scoring.matrices import PENALTY
from regild.scoring.measures import FAMILIES
from regild.scoring.multiwords import gold_multiwords
from regild.scoring.parts import (
    NO_NAMED,
    Measured,
    MeasureOnPart,
    measured,
    named_measures,
    part_of_speech,
    unfit_part_name,
)
from regild.scoring.published import PublishedDataset, read_dataset
from regild.scoring.sentence_scores import score_multiwords
from regild.words import Wording

ALL = tuple(FAMILIES)

Systems = FilePath | Sequence[FilePath] | Mapping[str, Lines]


class SystemScores(NamedTuple):
    """`n` counts the sentences with gold, `sentences` those in each mean; `undefined` says why
    a measure has no value. `per_sentence` has each sentence's values, where they were asked
    for."""

    system: str
    n: int | None
    measures: dict[str, float | str | None]
    sentences: dict[str, int]
    undefined: dict[str, str]
    per_sentence: Mapping[str, Mapping[str, float]] | None = None


@dataclass(frozen=True)
class Scorecard(Result):
    """`gold` names what the systems were scored on."""

    gold: str
    systems: tuple[SystemScores, ...]

    def to_dict(self) -> dict[str, Any]:
        """`{"gold", "systems": [{"system", "n", "measures": {key: value}, …}]}`."""
        return {"gold": self.gold, "systems": [*map(_said, self.systems)]}

    def rows(self) -> list[dict[str, Any]]:
        """A system and measure a row, with the sentences the mean is over."""
        return [
            {
                "system": system.system,
                "measure": key,
                "value": value,
                "n": system.sentences.get(key),
            }
            for system in self.systems
            for key, value in system.measures.items()
        ]


def score(
    gold: GoldGiven,
    systems: Systems,
    *,
    measures: Collection[str] = ALL,
    mapping: FilePath | None = None,
    case: Literal["keep", "lower"] = "keep",
    multiwords: Literal["keep", "drop"] = "keep",
    exclude_targets: Collection[str] = (),
    multiword_gold: GoldGiven | None = None,
    penalty: float | None = None,
    parts: Mapping[str, FilePath | Collection[str]] = NO_NAMED,
    use: Literal["first", "second"] | None = None,
) -> Scorecard:
    """Score systems on a gold, by any of the measures of docs/measures-scoring.md.

    `gold` may be the folder of a published dataset: its policy words the answers and says what
    is left out, and systems are scored on its second gold unless `use` says the first.
    `systems` is a path, paths, or a mapping of each system's name to a path or to its answers.
    `measures` are keys, families or beginnings of keys, each with the part of the sentences
    behind a dot where it is on a part (`best.R.NMWS`, `gap.v`). `penalty` is what a wrong
    answer costs by `jabbari`, in votes: 1, or what a dataset says. `parts` names lists of
    sentences, each their ids or the path of a file of them, to be measured on as `best.R.NAME`.

    >>> gold = {"1": {"pleased": 3, "merry": 1}, "2": {"large": 2, "great": 2}}
    >>> careful = {"1": ["pleased"], "2": ["huge", "large"]}
    >>> scores = regild.score(gold, {"careful": careful}, measures=["semdis.best_norm"])
    >>> scores.systems[0].measures
    {'semdis.best_norm': 0.5}
    >>> print(scores.to_table())
    system            measure   value  n
    careful  semdis.best_norm  0.5000  2
    """
    dataset = _dataset(gold)
    if dataset and (mapping is not None or case != "keep" or multiwords != "keep"):
        raise ValueError("a dataset's policy says the mapping, the case and the multiwords")
    if use and not dataset:
        raise ValueError("only a published dataset has a first gold and a second")
    records = dataset.gold(use or "second") if dataset else Gold.of(gold).records
    groups = dataset.groups if dataset else {one.sentence: one.group for one in records}
    known = set(groups.values())
    if strangers := sorted(set(exclude_targets) - known):
        raise ValueError(f"there is no target {', '.join(strangers)} to exclude")
    names, answers = _named(systems)
    if penalty is None:
        penalty = dataset.penalty if dataset else PENALTY
    if not 0 <= penalty < math.inf:
        raise ValueError("a penalty is a number from 0")
    speech = {*map(part_of_speech, known)}
    lists = {name: _listed(name, ids, groups, speech) for name, ids in parts.items()}
    rules = [(rule.group, rule.proposed, rule.canonical) for rule in read_rules(mapping)]
    given = [Answers.of(lines).records for lines in answers]
    for name, answered in zip(names, given, strict=True):
        if answered and not has_target_in_common(groups, answered):
            raise ValueError(f"{name}: no target in common with the gold")
    found = score_records(
        records,
        given,
        names=names,
        measures=named_measures(measures, parts_of_speech=speech, named=lists),
        groups={key: word for key, word in groups.items() if word not in exclude_targets},
        spellings=dataset.spellings if dataset else Spellings(Wording(case=case, rules=rules)),
        gold_spellings=AsWritten() if dataset else None,
        single_words=multiwords == "drop",
        multiword_gold=() if multiword_gold is None else Gold.of(multiword_gold).records,
        named=lists,
        penalty=penalty,
    )
    named = os.fspath(gold) if isinstance(gold, str | os.PathLike) else "gold"
    return Scorecard(named, tuple(found))


def _dataset(gold: GoldGiven) -> PublishedDataset | None:
    if isinstance(gold, str | os.PathLike) and is_published(gold):
        return read_dataset(gold)
    return None


def score_records(
    gold: Iterable[GoldRecord],
    systems: Sequence[Sequence[AnswerRecord]],
    *,
    names: Sequence[str],
    measures: Sequence[MeasureOnPart],
    groups: Mapping[str, str],
    spellings: Spellings,
    single_words: bool = False,
    multiword_gold: Iterable[GoldRecord] = (),
    named: Mapping[str, Collection[str]] = NO_NAMED,
    penalty: float = PENALTY,
    per_sentence: bool = False,
    gold_spellings: Spellings | None = None,
) -> list[SystemScores]:
    """On the sentences that `groups` has; `single_words` leaves multiwords out of all. The
    gold's spellings are the systems' unless it has its own."""
    weights, answers = _in_play(
        gold, systems, groups=groups, spellings=spellings, gold_spellings=gold_spellings
    )
    if single_words:
        weights = single_word_gold(weights)
        answers = [single_word_answers(lists) for lists in answers]
    found = measured(
        measures,
        gold=weights,
        systems=answers,
        groups=groups,
        multiword_sentences=gold_multiwords(gold_weights(multiword_gold, spellings)),
        named=named,
        penalty=penalty,
        per_sentence=per_sentence,
    )
    return _rows(
        names,
        {str(measure): column for measure, column in found.items()},
        n=sum(any(w > 0 for w in of_sentence.values()) for of_sentence in weights.values()),
    )


def score_multiword_records(
    gold: Iterable[GoldRecord],
    systems: Sequence[Sequence[AnswerRecord]],
    *,
    names: Sequence[str],
    groups: Mapping[str, str],
    spellings: Spellings,
    per_sentence: bool = False,
) -> list[SystemScores]:
    """SemEval-2007's multiword subtask."""
    weights, answers = _in_play(gold, systems, groups=groups, spellings=spellings)
    scores = score_multiwords(gold=weights, systems=answers)
    found = {
        key: Measured(scores.means(key), scores.values(key) if per_sentence else None)
        for key in scores.matrices
    }
    return _rows(names, found, n=len(gold_multiwords(weights)))


def _said(system: SystemScores) -> dict[str, Any]:
    said = system._asdict()
    if system.per_sentence is None:
        del said["per_sentence"]
    return said


def distinct_names(paths: Sequence[str]) -> list[str]:
    """File names without folder and ending, or the whole paths where two are alike."""
    stems = [Path(path).stem for path in paths]
    return stems if len(set(stems)) == len(stems) else list(paths)


def _named(systems: Systems) -> tuple[Sequence[str], Sequence[Lines]]:
    if isinstance(systems, Mapping):
        return [*systems], [*systems.values()]
    several = [systems] if isinstance(systems, str | os.PathLike) else systems
    paths = [os.fspath(path) for path in several]
    return distinct_names(paths), paths


def _listed(
    name: str,
    ids: FilePath | Collection[str],
    known: Collection[str],
    parts_of_speech: Collection[str],
) -> Collection[str]:
    """Those that the gold has, which may lack some sentences. Where it lacks all: raises
    ValueError, or BadFile for what a file says."""
    if unfit := unfit_part_name(name, parts_of_speech=parts_of_speech):
        raise ValueError(str(unfit))
    there = {*known}
    if not isinstance(ids, str | os.PathLike):
        if ids and there.isdisjoint(ids):
            raise ValueError(f"there is no sentence {', '.join(sorted(ids))}")
        return there.intersection(ids)
    path = os.fspath(ids)
    with Path(path).open("rb") as stream:
        listed = read_sentence_list(stream, name=path).records
    found = there.intersection(one.sentence for one in listed)
    if not found:
        raise BadFile(path, unknown_sentences(listed, known))
    return found


def _in_play(
    gold: Iterable[GoldRecord],
    systems: Sequence[Sequence[AnswerRecord]],
    *,
    groups: Mapping[str, str],
    spellings: Spellings,
    gold_spellings: Spellings | None = None,
) -> tuple[Weights, list[AnswerLists]]:
    in_play = (record for record in gold if record.sentence in groups)
    return (
        gold_weights(in_play, spellings if gold_spellings is None else gold_spellings),
        [answer_lists(records, spellings, groups=groups) for records in systems],
    )


def _rows(names: Iterable[str], found: Mapping[str, Measured], *, n: int) -> list[SystemScores]:
    columns = {key: one.means for key, one in found.items()}
    return [
        SystemScores(
            system=name,
            n=n,
            measures={key: column[i].value for key, column in columns.items()},
            sentences={key: column[i].n for key, column in columns.items()},
            undefined={
                key: reason for key, column in columns.items() if (reason := column[i].reason)
            },
            per_sentence=_by_sentence(i, found),
        )
        for i, name in enumerate(names)
    ]


def _by_sentence(
    system: int, found: Mapping[str, Measured]
) -> dict[str, dict[str, float]] | None:
    by_sentence: dict[str, dict[str, float]] = {}
    for key, one in found.items():
        if one.sentences is None:
            return None
        for sentence, value in one.sentences[system].items():
            by_sentence.setdefault(sentence, {})[key] = value
    return by_sentence
