"""Systems scored on one gold: what a program, and the command `regild score`, are given."""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from regild.formats.files import Answers, FilePath, Gold, GoldGiven, Lines, read_rules
from regild.formats.published import Which, is_published
from regild.formats.records import AnswerRecord, GoldRecord
from regild.formats.sentence_list import read_sentence_list, unknown_sentences
from regild.problems import BadFile
from regild.scoring.evaluation import PERMUTATIONS, REPLICATES
from regild.scoring.gold_rankings import GoldRankings, rank_golds
from regild.scoring.inputs import AsWritten, Spellings, gold_weights, has_target_in_common
from regild.scoring.matrices import PENALTY
from regild.scoring.measures import FAMILIES, TABLE_2
from regild.scoring.measuring import AskedOfScores, Draws, Team
from regild.scoring.parts import NO_NAMED, named_measures, part_of_speech, unfit_part_name
from regild.scoring.published import PublishedDataset, read_dataset
from regild.scoring.score_records import in_play, score_records, single_runs
from regild.scoring.signature import (
    GoldSigned,
    file_digest,
    measures_named,
    score_signature,
    signed_dataset,
    value_digest,
)
from regild.scoring.system_scores import Scorecard, distinct_names
from regild.words import Wording

ALL = tuple(FAMILIES)

Systems = FilePath | Sequence[FilePath] | Mapping[str, Lines]
Policy = Literal["keep", "drop"]
NO_RUNS: Mapping[str, Sequence[FilePath]] = {}


def score(
    gold: GoldGiven,
    systems: Systems,
    *,
    measures: Collection[str] = ALL,
    runs: Mapping[str, Sequence[FilePath]] = NO_RUNS,
    mapping: FilePath | None = None,
    case: Literal["keep", "lower"] = "keep",
    multiwords: Policy = "keep",
    exclude_targets: Collection[str] = (),
    multiword_gold: GoldGiven | None = None,
    penalty: float | None = None,
    parts: Mapping[str, FilePath | Collection[str]] = NO_NAMED,
    use: Which | None = None,
    seed: int = 0,
    replicates: int = REPLICATES,
    permutations: int = PERMUTATIONS,
    compare: bool = False,
    per_sentence: bool = False,
) -> Scorecard:
    """Score systems on a gold, by any of the measures of docs/measures-scoring.md.

    `gold` may be the folder of a published dataset: its policy words the answers and says what
    is left out, and systems are scored on its second gold unless `use` says the first.
    `systems` is a path, paths, or a mapping of each system's name to a path or to its answers;
    `runs` has the files of each system of several runs. `measures` are keys, families or
    beginnings of keys, each with the part of the sentences behind a dot where it is on a part
    (`best.R.NMWS`, `gap.v`). `penalty` is what a wrong answer costs by `jabbari`, in votes: 1,
    or what a dataset says. `parts` names lists of sentences, each their ids or the path of a
    file of them, to be measured on as `best.R.NAME`. Intervals come of `replicates`, p of
    `permutations`; 0 leaves them out. `compare` adds every pair's difference.

    >>> gold = {"1": {"pleased": 3, "merry": 1}, "2": {"large": 2, "great": 2}}
    >>> careful = {"1": ["pleased"], "2": ["huge", "large"]}
    >>> scores = regild.score(gold, {"careful": careful}, measures=["semdis.best_norm"])
    >>> scores.systems[0].measures
    {'semdis.best_norm': 0.5}
    >>> scores.systems[0].rank
    {'semdis.best_norm': 1}
    """
    dataset = _dataset(gold)
    if dataset and (mapping is not None or case != "keep" or multiwords != "keep"):
        raise ValueError("a dataset's policy says the mapping, the case and the multiwords")
    if use and not dataset:
        raise ValueError("only a published dataset has a first gold and a second")
    which = use or "second"
    records = dataset.gold(which) if dataset else Gold.of(gold).records
    groups = dataset.groups if dataset else _groups(records)
    given = _given(systems, runs, groups)
    if strangers := sorted(set(exclude_targets) - {*groups.values()}):
        raise ValueError(f"there is no target {', '.join(strangers)} to exclude")
    if penalty is None:
        penalty = dataset.penalty if dataset else PENALTY
    if not 0 <= penalty < math.inf:
        raise ValueError("a penalty is a number from 0")
    speech = {*map(part_of_speech, groups.values())}
    lists = {name: _listed(name, ids, groups, speech) for name, ids in parts.items()}
    asked = AskedOfScores(Draws(seed, replicates, permutations), per_sentence, compare)
    on = named_measures(measures, parts_of_speech=speech, named=lists)
    found = score_records(
        records,
        given.answers,
        teams=given.teams,
        measures=on,
        groups={key: word for key, word in groups.items() if word not in exclude_targets},
        spellings=dataset.spellings if dataset else _spellings(case, mapping),
        gold_spellings=AsWritten() if dataset else None,
        single_words=(dataset.policy.removes_multiwords if dataset else multiwords == "drop"),
        multiword_gold=() if multiword_gold is None else Gold.of(multiword_gold).records,
        named=lists,
        penalty=penalty,
        asked=asked,
    )
    signed = score_signature(
        measures_named(on),
        gold=_signed_gold(gold, dataset, which),
        systems=given.digests,
        n=found.n,
        unit=found.unit,
        draws=asked.draws,
        penalty=penalty,
        case=None if dataset else case,
        multiwords=dataset.multiwords_signed if dataset else multiwords,
        mapping=None if mapping is None else file_digest(os.fspath(mapping)),
        excluded=exclude_targets,
        parts={name: _digest(ids) for name, ids in parts.items()},
        multiword_gold=None if multiword_gold is None else _digest(multiword_gold),
    )
    named = os.fspath(gold) if isinstance(gold, str | os.PathLike) else "gold"
    return Scorecard(named, tuple(found.systems), signed, found.differences)


def compare_golds(
    first: GoldGiven,
    second: GoldGiven,
    systems: Systems,
    *,
    measure: str = TABLE_2,
    runs: Mapping[str, Sequence[FilePath]] = NO_RUNS,
    mapping: FilePath | None = None,
    case: Literal["keep", "lower"] = "keep",
    seed: int = 0,
    replicates: int = REPLICATES,
) -> GoldRankings:
    """How far two golds rank systems alike, with intervals: docs/measures-scoring.md.

    >>> first = {"1": {"pleased": 3, "merry": 1}, "2": {"large": 2, "great": 2}}
    >>> systems = {"one": {"1": ["pleased"], "2": ["huge"]}, "two": {"1": ["merry"]}}
    >>> found = regild.compare_golds(first, first, systems)
    >>> found.coefficients["soft_pairwise_accuracy"].value
    1.0
    """
    golds = Gold.of(first).records, Gold.of(second).records
    groups = _groups([*golds[1], *golds[0]])
    given, spellings = _given(systems, runs, groups), _spellings(case, mapping)
    [on] = named_measures([measure], parts_of_speech={*map(part_of_speech, groups.values())})
    weights, answers = in_play(golds[0], given.answers, groups=groups, spellings=spellings)
    [found] = rank_golds(
        [on],
        first=weights,
        second=gold_weights(golds[1], spellings),
        systems=answers,
        teams=given.teams,
        groups=groups,
        draws=Draws(seed, replicates),
    )
    return found


class _Given(NamedTuple):
    """Systems as they were given; `digests` has those of each one's runs."""

    answers: list[tuple[AnswerRecord, ...]]
    teams: list[Team]
    digests: list[list[str]]


def _given(
    systems: Systems, runs: Mapping[str, Sequence[FilePath]], groups: Mapping[str, str]
) -> _Given:
    names, lines = _named(systems)
    teams = single_runs(names)
    given = [*lines]
    for name, files in runs.items():
        if len(files) < 2:
            raise ValueError(f"{name}: one run is a system, not several runs of one")
        paths = [os.fspath(file) for file in files]
        places = range(len(given), len(given) + len(paths))
        teams.append(Team(name, places, distinct_names(paths)))
        given += paths
    if len({team.name for team in teams}) < len(teams):
        raise ValueError("two systems have the same name")
    answers = [Answers.of(one).records for one in given]
    for team in teams:
        for place, file in zip(team.places, team.files, strict=True):
            if answers[place] and not has_target_in_common(groups, answers[place]):
                raise ValueError(f"{file}: no target in common with the gold")
    digests = [[_digest(given[place]) for place in team.places] for team in teams]
    return _Given(answers, teams, digests)


def _groups(records: Sequence[GoldRecord]) -> dict[str, str]:
    return {record.sentence: record.group for record in records}


def _spellings(case: Literal["keep", "lower"], mapping: FilePath | None) -> Spellings:
    rules = [(rule.group, rule.proposed, rule.canonical) for rule in read_rules(mapping)]
    return Spellings(Wording(case=case, rules=rules))


def _digest(given: GoldGiven | Lines | Collection[str]) -> str:
    """A file's, or that of plain values."""
    if isinstance(given, str | os.PathLike):
        return file_digest(os.fspath(given))
    if isinstance(given, Gold | Answers):
        return value_digest([record[:3] for record in given.records])
    if isinstance(given, Mapping):
        return value_digest(
            {key: {**one} if isinstance(one, Mapping) else [*one] for key, one in given.items()}
        )
    return value_digest(sorted(given))


def _signed_gold(gold: GoldGiven, dataset: PublishedDataset | None, which: Which) -> GoldSigned:
    if dataset is None or not isinstance(gold, str | os.PathLike):
        return GoldSigned(_digest(gold))
    return signed_dataset(os.fspath(gold), which, first_is_whole=dataset.first_is_whole)


def _dataset(gold: GoldGiven) -> PublishedDataset | None:
    if isinstance(gold, str | os.PathLike) and is_published(gold):
        return read_dataset(gold)
    return None


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
