"""What `regild first_stage` reads, every problem of its files told at once."""

from __future__ import annotations

import argparse
from functools import partial
from typing import NamedTuple

from regild.cli.given_files import GivenFiles
from regild.formats.detect import read_sentences
from regild.formats.lemma_table import read_lemma_table
from regild.formats.mapping import read_mapping
from regild.formats.merge_table import MergeRecord, read_merges
from regild.formats.proposals import read_proposals
from regild.formats.records import ProposalRecord
from regild.proposing.strangers import find_strangers
from regild.tasks.substitution.proposals import texts_itself


class StageFiles(NamedTuple):
    """`groups` are the sentences in their order, with their targets, and `itself` the texts
    that are the target: both empty without a sentences file."""

    proposals: tuple[ProposalRecord, ...]
    groups: dict[str, str]
    itself: dict[str, tuple[str, ...]]
    rules: tuple[tuple[str, str, str], ...]
    lemmas: dict[tuple[str, str], str]
    merges: tuple[MergeRecord, ...]
    notices: tuple[str, ...]


def read_stage(options: argparse.Namespace) -> StageFiles:
    files = GivenFiles(options.encoding)
    of_proposals = partial(read_proposals, max_answers=options.most)
    proposals = files.read(of_proposals, options.proposals)
    sentences = files.read(read_sentences, options.sentences)
    rules = files.read(read_mapping, options.mapping)
    lemmas = files.read(read_lemma_table, options.lemmas)
    merges = files.read(read_merges, options.merges)
    files.refuse_if_bad()
    groups = {one.key: one.group for one in sentences}
    if sentences:
        if strangers := find_strangers(options.proposals, proposals, groups):
            files.bad.append(str(strangers))
        files.refuse_if_bad()
    return StageFiles(
        proposals,
        groups=groups,
        itself=texts_itself(sentences),
        rules=tuple((rule.group, rule.proposed, rule.canonical) for rule in rules),
        lemmas={(one.form, one.pos): one.lemma for one in lemmas},
        merges=merges,
        notices=tuple(files.notices),
    )
