"""What files hold, scored: records of a gold and of systems in, each system's scores out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from regild.formats.records import AnswerRecord, GoldRecord
from regild.scoring.differences import PairDifference
from regild.scoring.inputs import (
    AnswerLists,
    Spellings,
    Weights,
    answer_lists,
    gold_weights,
    single_word_answers,
    single_word_gold,
)
from regild.scoring.matrices import PENALTY
from regild.scoring.measuring import (
    AskedOfScores,
    Draws,
    MeasuredScores,
    Team,
    measure,
    measure_parts,
)
from regild.scoring.multiwords import gold_multiwords
from regild.scoring.parts import NO_NAMED, MeasureOnPart
from regild.scoring.sentence_scores import score_multiwords
from regild.scoring.system_scores import SystemScores, all_differences, system_scores
from regild.scoring.units import shared_targets

Unit = Literal["sentence", "target"]
MEANS_ALONE = AskedOfScores(Draws(replicates=0, permutations=0))


class FoundScores(NamedTuple):
    """`n` sentences have gold; `unit` is what was drawn; `differences` are None where nobody
    asked for them."""

    n: int
    systems: list[SystemScores]
    differences: tuple[PairDifference, ...] | None
    unit: Unit


def score_records(
    gold: Iterable[GoldRecord],
    systems: Sequence[Sequence[AnswerRecord]],
    *,
    teams: Sequence[Team],
    measures: Sequence[MeasureOnPart],
    groups: Mapping[str, str],
    spellings: Spellings,
    single_words: bool = False,
    multiword_gold: Iterable[GoldRecord] = (),
    named: Mapping[str, Collection[str]] = NO_NAMED,
    penalty: float = PENALTY,
    gold_spellings: Spellings | None = None,
    asked: AskedOfScores = MEANS_ALONE,
) -> FoundScores:
    """On the sentences that `groups` has; `single_words` leaves multiwords out of all. The
    gold's spellings are the systems' unless it has its own."""
    weights, answers = in_play(
        gold, systems, groups=groups, spellings=spellings, gold_spellings=gold_spellings
    )
    if single_words:
        weights = single_word_gold(weights)
        answers = [single_word_answers(lists) for lists in answers]
    found = measure_parts(
        measures,
        gold=weights,
        systems=answers,
        teams=teams,
        groups=groups,
        multiword_sentences=gold_multiwords(gold_weights(multiword_gold, spellings)),
        named=named,
        penalty=penalty,
        asked=asked,
    )
    n = sum(any(w > 0 for w in of_sentence.values()) for of_sentence in weights.values())
    return _found(teams, found, asked, n=n, unit=_unit(weights, groups))


def score_multiword_records(
    gold: Iterable[GoldRecord],
    systems: Sequence[Sequence[AnswerRecord]],
    *,
    teams: Sequence[Team],
    groups: Mapping[str, str],
    spellings: Spellings,
    asked: AskedOfScores = MEANS_ALONE,
) -> FoundScores:
    """SemEval-2007's multiword subtask."""
    weights, answers = in_play(gold, systems, groups=groups, spellings=spellings)
    scores = score_multiwords(gold=weights, systems=answers)
    found = measure(
        scores, groups, teams, asked=asked, names={key: key for key in scores.matrices}
    )
    n = len(gold_multiwords(weights))
    return _found(teams, found, asked, n=n, unit=_unit(scores.sentences, groups))


def _found(
    teams: Sequence[Team],
    found: Mapping[str, MeasuredScores],
    asked: AskedOfScores,
    *,
    n: int,
    unit: Unit,
) -> FoundScores:
    rows = system_scores(teams, found, asked, n=n)
    pairs = all_differences(found.values()) if asked.compare else None
    return FoundScores(n, rows, pairs, unit)


def _unit(sentences: Iterable[str], groups: Mapping[str, str]) -> Unit:
    return "sentence" if shared_targets([*sentences], groups) is None else "target"


def single_runs(names: Sequence[str]) -> list[Team]:
    return [Team(name, [place], [name]) for place, name in enumerate(names)]


def in_play(
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
