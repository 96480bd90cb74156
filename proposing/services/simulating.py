"""Let synthetic annotators propose in a campaign, through the same services as the page."""

import random
import re
from collections import Counter, defaultdict, deque
from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from django.db.models import F

from annotators.models import Annotator
from annotators.services.joining import join_campaign
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from proposing.selectors.turns import missing_sentences
from proposing.services.storing import store_proposals
from proposing.services.taking import take_turn
from regild.formats.limits import check_substitute, shown
from regild.formats.rows import Columns, read_rows
from regild.formats.text import MAX_BYTES
from regild.problems import N_, BadFile, BadFiles, Findings, Source
from regild.proposing.batch import new_proposal
from regild.rating.proposers import (
    SyntheticProposer,
    ThoughtOf,
    plausible_phrase,
    plausible_words,
)
from regild.rating.simulation import USUAL_SHARES, AnnotatorKind, draw_kinds
from sources.models import Answer, GoldAnswer

_COLUMNS = ("sentence", "substitute", "value")
_TRUTH = Columns(known=_COLUMNS, needed=_COLUMNS)
# Shorter ones stand in every sentence.
_WORD = re.compile(r"[^\W\d_]{4,}")

Words = Mapping[str, Mapping[str, float]]


class ProposingReport(NamedTuple):
    """`known` are sentences whose words came from the file, a gold or systems; those of all
    other ones were `drawn` from the words of the sentences."""

    annotators: Counter[str]
    turns: int
    proposals: int
    known: int
    drawn: int


def simulate_proposals(
    *,
    campaign: Campaign,
    annotators: int,
    seed: int,
    shares: Mapping[AnnotatorKind, float] = USUAL_SHARES,
    truth: Source | None = None,
) -> ProposingReport:
    """Annotators take turns until nothing is left for them or their patience ends.

    The same seed gives the same proposals in the same campaign, as long as nobody else
    proposes. What was stored before a crash stays, as with real annotators. `truth` are words
    with how likely each is. Raises Refused when the campaign takes no annotators, BadFiles.
    """
    rng = random.Random(seed)  # noqa: S311  # nosec B311 # reproducible by design, not a secret
    given = _read_truth(campaign, truth) if truth else {}
    vocabulary = _vocabulary(campaign)
    known = {**_words_known(campaign), **given}
    thoughts = _thoughts(campaign, known, vocabulary=vocabulary, rng=rng)
    people = [
        SyntheticProposer(kind, vocabulary=vocabulary, rng=rng)
        for kind in draw_kinds(annotators, shares=shares, rng=rng)
    ]
    queue = deque((one, _join(campaign, one), one.patience) for one in people)
    turns = proposals = 0
    while queue:
        synthetic, annotator, patience = queue.popleft()
        said = _sit(synthetic, annotator, thoughts, most=campaign.most_proposals, rng=rng)
        if said is None:
            continue
        turns, proposals = turns + 1, proposals + said
        if patience > 1:
            queue.append((synthetic, annotator, patience - 1))
    n_known = sum(1 for key in campaign.items.values_list("key", flat=True) if known.get(key))
    return ProposingReport(
        annotators=Counter(str(one.kind) for one in people),
        turns=turns,
        proposals=proposals,
        known=n_known,
        drawn=len(thoughts) - n_known,
    )


def _join(campaign: Campaign, synthetic: SyntheticProposer) -> Annotator:
    return join_campaign(
        campaign=campaign,
        consent=True,
        native_speaker=True,
        source=Annotator.Source.SIMULATED,
        name=synthetic.kind,
    ).annotator


def _sit(
    synthetic: SyntheticProposer,
    annotator: Annotator,
    thoughts: Mapping[int, ThoughtOf],
    *,
    most: int,
    rng: random.Random,
) -> int | None:
    """One turn to its last answer; the number of answers, None when none is left."""
    taken = take_turn(annotator=annotator, rng=rng)
    if taken is None:
        return None
    proposals = []
    for sentence in missing_sentences(taken.turn):
        said = synthetic.propose(thoughts[sentence], most=most)
        key = UUID(int=rng.getrandbits(128), version=4)
        proposals.append(new_proposal(sentence=sentence, key=key, **said._asdict()))
    store_proposals(annotator=annotator, turn_id=taken.turn.pk, proposals=proposals)
    return len(proposals)


def _thoughts(
    campaign: Campaign, known: Words, *, vocabulary: list[str], rng: random.Random
) -> dict[int, ThoughtOf]:
    """By sentence, in the order of the file, so that ids do not matter."""
    task = task_of(campaign)
    found = {}
    for item in campaign.items.order_by("position"):
        record = task.record(item.key, item.group, item.content)
        words = plausible_words(known.get(item.key, {}), vocabulary=vocabulary, rng=rng)
        phrase = plausible_phrase(target=record.target, right=record.right, rng=rng)
        found[item.pk] = ThoughtOf(words, record.target, phrase)
    return found


def _vocabulary(campaign: Campaign) -> list[str]:
    texts = campaign.items.order_by("position").values_list("text", flat=True)
    return sorted({word.lower() for text in texts for word in _WORD.findall(text)})


def _words_known(campaign: Campaign) -> Words:
    """What an earlier gold or systems gave, by sentence."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    answers = Answer.objects.filter(system__campaign=campaign).order_by("system", "rank")
    for key, text, rank in answers.values_list("item__key", "text", "rank"):
        found[key].setdefault(text, 1 / rank)
    gold = GoldAnswer.objects.filter(item__campaign=campaign).order_by("id")
    for key, text, votes in gold.values_list(F("item__key"), "text", "votes"):
        found[key][text] = 2 * votes
    return found


def _read_truth(campaign: Campaign, truth: Source) -> Words:
    findings = Findings(truth.name)
    keys = set(campaign.items.values_list("key", flat=True))
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for line, cells in read_rows(truth.stream, findings, _TRUTH, max_bytes=MAX_BYTES):
        sentence, substitute, said = (cells[name].strip() for name in _COLUMNS)
        weight = _weight(said)
        if weight is None:
            message = N_("%(text)s is not a weight", text=shown(said))
            findings.problem(line, message, N_("Give a number from 0"))
        if sentence not in keys:
            message = N_("no sentence has the id %(id)s", id=shown(sentence))
            findings.problem(line, message, N_("Use the ids of the sentences file"))
        if check_substitute(findings, line, substitute) and weight:
            found[sentence][substitute] = weight
    try:
        return dict(findings.reading(found.items()).records)
    except BadFile as bad:
        raise BadFiles([bad]) from bad


def _weight(text: str) -> float | None:
    try:
        weight = float(text)
    except ValueError:
        return None
    return weight if 0 <= weight < float("inf") else None
