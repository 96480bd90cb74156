"""What `regild score` reads: gold, systems, mapping, multiwords and lists of sentences."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from regild.cli.given_files import GivenFiles
from regild.cli.progress import Progress, unobserved
from regild.cli.refusal import refuse
from regild.formats.answers import end_in_numbers
from regild.formats.detect import read_answers_any, read_gold_any
from regild.formats.mapping import read_mapping
from regild.formats.published import FIRST_GOLD, Which, is_published
from regild.formats.records import AnswerRecord, GoldRecord
from regild.formats.rows import TextSink
from regild.formats.sentence_list import read_sentence_list, unknown_sentences
from regild.problems import BadFile
from regild.scoring.inputs import AsWritten, Spellings, has_target_in_common
from regild.scoring.matrices import PENALTY
from regild.scoring.measuring import Team
from regild.scoring.parts import part_of_speech, unfit_part_name
from regild.scoring.score_records import single_runs
from regild.scoring.system_scores import distinct_names
from regild.words import Wording

if TYPE_CHECKING:
    from regild.scoring.published import PublishedDataset


class ScoreFiles(NamedTuple):
    """`groups` are the sentences in play, `named` the lists of sentences by name; `systems` are
    runs, which `teams` says whose they are; `digests` has the SHA-256 of each file by its path.
    `single_words` says whether answers and substitutes of several words are removed."""

    teams: Sequence[Team]
    gold: deque[GoldRecord]
    second_gold: tuple[GoldRecord, ...]
    systems: list[tuple[AnswerRecord, ...]]
    multiword_gold: tuple[GoldRecord, ...]
    groups: dict[str, str]
    spellings: Spellings
    gold_spellings: Spellings
    parts_of_speech: set[str]
    named: dict[str, set[str]]
    penalty: float
    single_words: bool
    dataset: PublishedDataset | None
    digests: Mapping[str, str]
    paths: Sequence[str]

    def gold_once(self) -> Iterator[GoldRecord]:
        """Of a large gold there is no room for it as it was read and as it is scored on."""
        while self.gold:
            yield self.gold.popleft()

    @property
    def names(self) -> list[str]:
        return [team.name for team in self.teams]


def read_given(
    options: argparse.Namespace,
    err: TextSink,
    *,
    multiwords: bool,
    both_golds: bool = False,
    progress: Progress = unobserved,
) -> ScoreFiles:
    """Refuses with what is wrong with all files. Where `multiwords` are scored, sentences that
    only a system has count too: one named where annotators saw none costs precision.

    Of a published dataset, `gold` is the one asked for, or the first where `both_golds` are.
    """
    teams, paths = teams_of(options)
    files = GivenFiles(options.encoding)
    dataset = None
    if is_published(options.gold):
        from regild.scoring.published import read_dataset

        dataset = read_dataset(options.gold, files.read)
        gold, second_gold = _golds_of(dataset, options, files, both_golds=both_golds)
    else:
        gold = files.read(read_gold_any, options.gold)
        second_gold = files.read(read_gold_any, options.second_gold)
    rules = files.read(read_mapping, options.mapping)
    multiword_gold = files.read(read_gold_any, options.multiword_gold)
    read_answers = partial(
        read_answers_any,
        on_repeated=options.on_repeated or "refuse",
        skip_noise=options.skip_noise,
    )
    systems = []
    for done, path in enumerate(paths):
        progress("reading", done, len(paths))
        systems.append(files.read(read_answers, path))
    groups = {record.sentence: record.group for record in (*second_gold, *gold)}
    if dataset:
        groups = dataset.groups
    parts_of_speech = set(map(part_of_speech, groups.values()))
    named = _parts(options.part, files, groups, parts_of_speech)
    files.refuse_if_bad()

    targets = set(groups.values())
    excluded = set(options.exclude_target)
    if unknown := sorted(excluded - targets):
        refuse(f"{options.gold}: there is no target {', '.join(unknown)} to exclude.")
    if multiwords:
        for record in chain.from_iterable(systems):
            groups.setdefault(record.sentence, record.group)
    else:
        _refuse_if_of_another_gold(options.gold, paths, systems, groups)
    for path, records in zip(paths, systems, strict=True):
        files.notices += _mismatches(path, records, groups)
        if end_in_numbers(records):
            files.notices.append(
                f"{path}: its answers end in numbers, as those of a gold file do; the numbers "
                "are read as part of the answers."
            )
        if options.case is None and not dataset:
            files.notices += _capitals(path, records, groups)
    for notice in files.notices:
        err.write(f"{notice}\n")
    spellings = Spellings(
        Wording(
            case=options.case or "keep",
            rules=[(rule.group, rule.proposed, rule.canonical) for rule in rules],
        )
    )
    of_dataset = dataset.penalty if dataset else PENALTY
    return ScoreFiles(
        teams=teams,
        gold=deque(gold),
        second_gold=second_gold,
        systems=systems,
        multiword_gold=multiword_gold,
        groups={key: group for key, group in groups.items() if group not in excluded},
        spellings=dataset.spellings if dataset else spellings,
        gold_spellings=AsWritten() if dataset else spellings,
        parts_of_speech=parts_of_speech,
        named=named,
        penalty=of_dataset if options.penalty is None else options.penalty,
        single_words=(
            dataset.policy.removes_multiwords if dataset else options.multiwords == "drop"
        ),
        dataset=dataset,
        digests=files.digests,
        paths=paths,
    )


def teams_of(options: argparse.Namespace) -> tuple[list[Team], list[str]]:
    """The systems, and the files of all their runs."""
    paths = [*options.systems]
    teams = single_runs(distinct_names(paths))
    for asked in options.runs:
        name, equals, pattern = asked.partition("=")
        if not (name and equals and pattern):
            refuse(f"--runs {asked}: write NAME=GLOB, the GLOB between quotation marks.")
        from glob import glob

        found = sorted(glob(pattern))
        if len(found) < 2:
            refuse(f"--runs {asked}: {len(found)} files are so called; it takes two and more.")
        if name in {team.name for team in teams}:
            refuse(f"--runs {asked}: another system is called {name}.")
        teams.append(Team(name, range(len(paths), len(paths) + len(found)), found))
        paths += found
    return teams, paths


def _golds_of(
    dataset: PublishedDataset | None,
    options: argparse.Namespace,
    files: GivenFiles,
    *,
    both_golds: bool,
) -> tuple[tuple[GoldRecord, ...], tuple[GoldRecord, ...]]:
    if dataset is None:
        return (), ()  # what is wrong with it is told with the rest
    which: Which = "first" if both_golds or options.which_gold == "first" else "second"
    if which == "first" and not dataset.first_is_whole:
        files.notices.append(
            f"{options.gold}: it has no {FIRST_GOLD}. Its first gold is what was rated of it: "
            "export it again to have all."
        )
    return dataset.gold(which), dataset.second if both_golds else ()


def _parts(
    asked: Sequence[str],
    files: GivenFiles,
    groups: Mapping[str, str],
    parts_of_speech: Collection[str],
) -> dict[str, set[str]]:
    named: dict[str, set[str]] = {}
    for one in asked:
        name, equals, path = one.partition("=")
        if not (equals and path):
            refuse(f"--part {one}: write NAME=FILE.")
        if unfit := unfit_part_name(name, parts_of_speech=parts_of_speech):
            refuse(f"--part {name}: {unfit}.")
        if name in named:
            refuse(f"--part {name} is given twice.")
        listed = files.read(read_sentence_list, path)
        strangers = [one for one in listed if one.sentence not in groups]
        if strangers and len(strangers) == len(listed):
            files.bad.append(str(BadFile(path, unknown_sentences(listed, groups))))
        elif strangers:
            # Lists are of all sentences; a gold lacks some, or is of a sample.
            first = strangers[0]
            files.notices.append(
                f"{path}: {len(strangers)} sentences are not in the gold and are in no score; "
                f"the first is {first.sentence} on line {first.line}."
            )
        named[name] = {sentence.sentence for sentence in listed} & groups.keys()
    return named


def _refuse_if_of_another_gold(
    gold: str,
    paths: Sequence[str],
    systems: Sequence[Sequence[AnswerRecord]],
    groups: Mapping[str, str],
) -> None:
    """A score of 0 would look like a bad system's."""
    told = [
        f"{path}: no target in common with the gold: its first is "
        f"{_named(records[0].sentence, records[0].group)}, and {gold}'s "
        f"{_named(*next(iter(groups.items())))}."
        for path, records in zip(paths, systems, strict=True)
        if records and groups and not has_target_in_common(groups, records)
    ]
    if told:
        refuse("\n".join(told))


def _named(sentence: str, group: str) -> str:
    return f"{group} {sentence}".lstrip()


def _capitals(
    path: str, records: Sequence[AnswerRecord], groups: Mapping[str, str]
) -> list[str]:
    """Told where they may cost more than a rounding: a campaign may have worded its gold in
    lower case, of which a file says nothing."""
    given = [record.answers for record in records if record.sentence in groups]
    with_capitals = {one for one in set(chain.from_iterable(given)) if one != one.lower()}
    if not with_capitals:
        return []
    capital = [one for answers in given for one in answers if one in with_capitals]
    n_answers = sum(map(len, given))
    if len(capital) * 100 <= n_answers:
        return []
    return [
        f"{path}: {len(capital)} of {n_answers} answers have capitals, the first "
        f"{capital[0]!r}, and only a gold that has the same ones credits them. --case lower "
        "compares without capitals; --case keep says that this is meant."
    ]


def _mismatches(
    path: str, records: Sequence[AnswerRecord], groups: Mapping[str, str]
) -> list[str]:
    """Answers are matched by sentence alone, so what looks like another file is only told."""
    strangers, renamed = [], []
    for record in records:
        group = groups.get(record.sentence)
        if group is None:
            strangers.append(record)
        # A table need not name targets, and TREC's files cannot.
        elif group != record.group and group and record.group:
            renamed.append(record)
    told = []
    if strangers:
        first = strangers[0]
        told.append(
            f"{path}: {len(strangers)} sentences are not in the gold and are not scored; the "
            f"first is {first.sentence} on line {first.line}."
        )
    if renamed:
        first = renamed[0]
        told.append(
            f"{path}: {len(renamed)} sentences have another target in the gold; the first is "
            f"{first.sentence} on line {first.line}, {first.group} here and "
            f"{groups[first.sentence]} there."
        )
    return told
