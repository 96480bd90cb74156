"""Proposals of sentences that nobody knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regild.formats.records import ProposalRecord
from regild.problems import N_, BadFile, Findings


def find_strangers(
    name: str, proposals: Sequence[ProposalRecord], groups: Mapping[str, str]
) -> BadFile | None:
    """Every sentence that `groups` lacks, or has as another target's; None if there is none."""
    findings = Findings(name)
    told = set[str]()
    for one in proposals:
        if one.sentence in told:
            continue
        if one.sentence not in groups:
            told.add(one.sentence)
            message = N_("no sentence has the id %(id)s", id=repr(one.sentence))
            findings.problem(one.line, message, N_("Use the ids of the sentences file"))
        elif one.group and one.group != groups[one.sentence]:
            told.add(one.sentence)
            message = N_(
                "sentence %(sentence)s is of %(group)s in the sentences file",
                sentence=one.sentence,
                group=groups[one.sentence],
            )
            findings.problem(one.line, message, N_("Use the targets of the sentences file"))
    return findings.refusal()
