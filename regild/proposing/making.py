"""From what annotators proposed to the first gold: each merge of spellings told, none final.

A raw spelling goes through the campaign's wording, then the table of lemmas, then what the lead
accepted. The first two are applied and can be undone spelling by spelling; spellings that are
only close to each other (`regild.proposing.spellings`) are merged when a lead accepts it.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from regild.formats.records import GoldRecord, ProposalRecord
from regild.problems import N_
from regild.words import Wording

NameCode = Literal["NAME", "pn"]
Reason = Literal["empty", "itself"]
# Of a form and a part of speech.
Lemmas = Mapping[tuple[str, str], str]
# A sentence's id and a spelling as it was typed.
Spelled = tuple[str, str]

# With fewer answers a sentence is left out of SemEval's task (McCarthy & Navigli 2007, 2.1).
LEAST_ANSWERS = 2


class AcceptedMerge(NamedTuple):
    """A lead's: in this sentence the one spelling counts as the other."""

    sentence: str
    spelling: str
    into: str


class ProposalMerge(NamedTuple):
    """A spelling that stands in the gold as another text. `steps` name in order what changed
    it: those of a Wording, then `lemma`, then `accepted`."""

    sentence: str
    raw: str
    text: str
    steps: tuple[str, ...]
    annotators: int


class ProposalLeftOut(NamedTuple):
    """A spelling that is no substitute: nothing is left of it, or it is the target itself."""

    sentence: str
    raw: str
    reason: Reason
    annotators: int


class MadeGold(NamedTuple):
    """`few` are the sentences with fewer than two answers: they stay in the gold."""

    records: tuple[GoldRecord, ...]
    merges: tuple[ProposalMerge, ...]
    left_out: tuple[ProposalLeftOut, ...]
    few: tuple[str, ...]


class _Said(NamedTuple):
    text: str
    steps: tuple[str, ...]
    reason: Reason | None


def make_first_gold(
    proposals: Iterable[ProposalRecord],
    *,
    wording: Wording,
    lemmas: Lemmas | None = None,
    undone: Collection[Spelled] = frozenset(),
    accepted: Iterable[AcceptedMerge] = (),
    groups: Mapping[str, str] | None = None,
    itself: Mapping[str, Collection[str]] | None = None,
    name_code: NameCode = "NAME",
) -> MadeGold:
    """One vote an annotator for each distinct substitute, most votes first, then by alphabet.

    What is in `undone` is only trimmed and composed. `groups` names the targets of sentences
    whose proposals do not, in the order of the gold. `itself` are the texts that are the
    target: given, they are left out, and told. Raises ValueError for accepted merges that lead
    in a circle, and for an annotator with two responses to one sentence.
    """
    of_sentence: dict[str, list[ProposalRecord]] = {key: [] for key in groups or ()}
    for proposal in proposals:
        of_sentence.setdefault(proposal.sentence, []).append(proposal)
    into: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for merge in accepted:
        into[merge.sentence][merge.spelling] = _trimmed(merge.into)

    records, merges, left_out = [], list[ProposalMerge](), list[ProposalLeftOut]()
    for sentence, responses in of_sentence.items():
        if not responses:
            continue
        group = responses[0].group or (groups or {}).get(sentence, "")
        said = {
            raw: _judge(
                raw,
                group=group,
                wording=wording if (sentence, raw) not in undone else None,
                lemmas=lemmas or {},
                into=into[sentence],
                own={_folded(one) for one in (itself or {}).get(sentence, ())},
            )
            for raw in sorted({raw for one in responses for raw in one.answers})
        }
        for raw, (text, steps, reason) in said.items():
            n = sum(raw in one.answers for one in responses)
            if reason is not None:
                left_out.append(ProposalLeftOut(sentence, raw, reason, n))
            elif text != raw:
                merges.append(ProposalMerge(sentence, raw, text, steps, n))
        records.append(_record(sentence, group, responses, said, name_code))
    return MadeGold(
        tuple(records),
        tuple(merges),
        tuple(left_out),
        few_answers(records),
    )


def few_answers(records: Iterable[GoldRecord]) -> tuple[str, ...]:
    """Sentences with fewer than LEAST_ANSWERS that are no codes."""
    return tuple(
        record.sentence
        for record in records
        if sum(votes for _text, votes in record.substitutes) < LEAST_ANSWERS
    )


def _judge(
    raw: str,
    *,
    group: str,
    wording: Wording | None,
    lemmas: Lemmas,
    into: Mapping[str, str],
    own: Collection[str],
) -> _Said:
    """Without a wording the lead undid what it does, and the lemma with it."""
    text, steps = _trimmed(raw), tuple[str, ...]()
    if wording is not None:
        text, steps = wording.normalise(raw, group=group)
        lemma = lemmas.get((text, group.rpartition(".")[2]))
        if lemma is not None and lemma != text:
            text, steps = lemma, (*steps, "lemma")
    if (merged := _followed(text, into)) != text:
        text, steps = merged, (*steps, "accepted")
    reason: Reason | None = None
    if not text:
        reason = "empty"
    elif _folded(text) in own:
        reason = "itself"
    return _Said(text, steps, reason)


def _followed(text: str, into: Mapping[str, str]) -> str:
    seen = {text}
    while (following := into.get(text, text)) != text:
        if following in seen:
            raise ValueError(
                N_("the merges of %(text)s lead in a circle", text=repr(following))
            )
        seen.add(text := following)
    return text


def _record(
    sentence: str,
    group: str,
    responses: Sequence[ProposalRecord],
    said: Mapping[str, _Said],
    name_code: NameCode,
) -> GoldRecord:
    given: dict[str, tuple[str, ...]] = {}
    for one in responses:
        if one.annotator in given:
            raise ValueError(
                N_(
                    "%(annotator)s has two responses to sentence %(sentence)s",
                    annotator=one.annotator,
                    sentence=sentence,
                )
            )
        own = (said[raw].text for raw in one.answers if said[raw].reason is None)
        given[one.annotator] = tuple(dict.fromkeys(own))
    votes: defaultdict[str, int] = defaultdict(int)
    for texts in given.values():
        for text in texts:
            votes[text] += 1
    codes = {
        "NIL": sum(one.mark == "nil" for one in responses),
        name_code: sum(one.mark == "name" for one in responses),
    }
    return GoldRecord(
        sentence,
        group,
        substitutes=tuple(
            (text, float(n))
            for text, n in sorted(votes.items(), key=lambda pair: (-pair[1], pair[0]))
        ),
        codes=tuple((code, float(n)) for code, n in codes.items() if n),
        line=min(one.line for one in responses),
        given_by=tuple(given.items()),
    )


def _trimmed(raw: str) -> str:
    return unicodedata.normalize("NFC", raw).strip()


def _folded(text: str) -> str:
    return _trimmed(text).casefold()
