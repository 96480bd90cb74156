"""Proposals beside the sentences they are about: whose they are, and what is the item."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from regild.formats.records import ProposalRecord, SentenceRecord
from regild.problems import N_, Findings
from regild.tasks.substitution.content import lemma_of


def texts_itself(sentences: Iterable[SentenceRecord]) -> dict[str, tuple[str, ...]]:
    """Of each sentence what nobody may propose: the target's lemma, and its form there."""
    return {one.key: (lemma_of(one.group), one.target) for one in sentences}


def refuse_strangers(
    name: str, proposals: Sequence[ProposalRecord], known: Mapping[str, SentenceRecord]
) -> None:
    """Raises BadFile with every sentence that is not `known`, or of another target there."""
    findings = Findings(name)
    told = set[str]()
    for one in proposals:
        if one.sentence in told:
            continue
        if one.sentence not in known:
            told.add(one.sentence)
            message = N_("no sentence has the id %(id)s", id=repr(one.sentence))
            findings.problem(one.line, message, N_("Use the ids of the sentences file"))
        elif one.group and one.group != known[one.sentence].group:
            told.add(one.sentence)
            message = N_(
                "sentence %(sentence)s is of %(lexelt)s in the sentences file",
                sentence=one.sentence,
                lexelt=known[one.sentence].group,
            )
            findings.problem(one.line, message, N_("Use the targets of the sentences file"))
    findings.reading(proposals)
