"""Let synthetic annotators rate a campaign, through the same services as the page."""

import random
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from uuid import UUID

from campaigns.models import Campaign
from campaigns.services.bring_in import BadFiles, Source
from campaigns.services.jobs import JobRefused
from pooling.models import Candidate
from rating.models import Annotator
from rating.selectors import missing_candidates, scale_values
from rating.services.annotators import CannotJoin, join_campaign
from rating.services.matching import PoolIndex
from rating.services.sittings import complete_assignment, take_subset
from rating.services.storing import store_ratings
from regild.formats.limits import shown
from regild.formats.rows import Columns, read_rows
from regild.formats.text import MAX_BYTES
from regild.problems import BadFile, Findings
from regild.rating.batch import NewRating
from regild.rating.simulation import (
    USUAL_SHARES,
    Kind,
    SyntheticAnnotator,
    draw_annotators,
    plausible_value,
)

_COLUMNS = ("sentence", "substitute", "value")
_TRUTH = Columns(known=_COLUMNS, needed=_COLUMNS)


class SimulationReport(NamedTuple):
    """`true_values` came from the file; those of all other candidates were `derived`."""

    annotators: Counter[str]
    sittings: int
    ratings: int
    true_values: int
    derived: int


def simulate_campaign(
    *,
    campaign: Campaign,
    annotators: int,
    seed: int,
    shares: Mapping[Kind, float] = USUAL_SHARES,
    truth: Source | None = None,
) -> SimulationReport:
    """Annotators take subsets in turn, until nothing is left for them or their patience ends.

    The same seed gives the same ratings of the same campaign, as long as nobody else rates
    it. What was stored before a crash stays, as with real annotators.
    Raises JobRefused when the campaign takes no annotators, BadFiles for the truth.
    """
    rng = random.Random(seed)  # noqa: S311  # nosec B311 # reproducible by design, not a secret
    top = max(scale_values(campaign))
    given = {} if truth is None else _read_truth(campaign, truth, top=top)
    pooled = _pooled_values(campaign, given, top=top, rng=rng)
    values = pooled | _check_values(campaign, pooled)
    people = [
        (synthetic, _join(campaign, synthetic))
        for synthetic in draw_annotators(annotators, shares=shares, top=top, rng=rng)
    ]
    report = SimulationReport(
        annotators=Counter(annotator.name for _synthetic, annotator in people),
        sittings=0,
        ratings=0,
        true_values=len(given),
        derived=len(pooled) - len(given),
    )
    queue = deque((*person, person[0].patience) for person in people)
    while queue:
        synthetic, annotator, patience = queue.popleft()
        rated = _sit(synthetic, annotator, values=values, rng=rng)
        if rated is None:
            continue
        report = report._replace(sittings=report.sittings + 1, ratings=report.ratings + rated)
        if patience > 1:
            queue.append((synthetic, annotator, patience - 1))
    return report


def _join(campaign: Campaign, synthetic: SyntheticAnnotator) -> Annotator:
    try:
        return join_campaign(
            campaign=campaign,
            consent=True,
            native_speaker=True,
            source=Annotator.Source.SIMULATED,
            name=synthetic.kind,
        ).annotator
    except CannotJoin as refusal:
        raise JobRefused(str(refusal)) from refusal


def _sit(
    synthetic: SyntheticAnnotator,
    annotator: Annotator,
    *,
    values: Mapping[int, float],
    rng: random.Random,
) -> int | None:
    """One sitting from taking to completing; the number of ratings, None when none is left."""
    taken = take_subset(annotator=annotator, rng=rng)
    if taken is None:
        return None
    assignment = taken.assignment
    ratings = []
    for candidate in missing_candidates(assignment):
        value, elapsed_ms = synthetic.rate(values[candidate])
        key = UUID(int=rng.getrandbits(128), version=4)
        ratings.append(NewRating(candidate, value, key, elapsed_ms))
    store_ratings(annotator=annotator, assignment_id=assignment.id, ratings=ratings)
    complete_assignment(annotator_id=annotator.id, assignment_id=assignment.id)
    return len(ratings)


def _read_truth(campaign: Campaign, truth: Source, *, top: int) -> dict[int, float]:
    """Candidate → true value; what the campaign's policy kept unpooled is passed over."""
    findings = Findings(truth.name)
    pool = PoolIndex(campaign)
    lines: dict[int, int] = {}

    def located() -> Iterator[tuple[int, float]]:
        for line, cells in read_rows(truth.stream, findings, _TRUTH, max_bytes=MAX_BYTES):
            sentence, substitute, text = (cells[name].strip() for name in _COLUMNS)
            value = _number(text)
            if value is None or not 0 <= value <= top:
                message = f"{shown(text)} is not a value of the scale"
                findings.problem(line, message, f"Give a number from 0 to {top}")
            if not pool.has_sentence(sentence):
                message = f"no sentence has the id {shown(sentence)}"
                findings.problem(line, message, "Use the ids of the sentences file")
            id = pool.find(sentence=sentence, substitute=substitute)
            if id is None or value is None:
                continue
            first_line = lines.setdefault(id, line)
            if first_line != line:
                what = f"the value of {shown(substitute)} in {sentence}"
                findings.repeated(line, what=what, first_line=first_line)
            yield id, value

    try:
        return dict(findings.reading(located()).records)
    except BadFile as bad:
        raise BadFiles([bad]) from bad


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _pooled_values(
    campaign: Campaign, given: Mapping[int, float], *, top: int, rng: random.Random
) -> dict[int, float]:
    # In the order of the files and the texts, so that ids do not matter.
    pooled = (
        Candidate.objects.filter(sentence__campaign=campaign, role=Candidate.Role.POOLED)
        .order_by("sentence__position", "text")
        .values_list("id", "votes", "answers")
    )
    return {
        id: given[id]
        if id in given
        else plausible_value(votes=votes, systems=len(answers), top=top, rng=rng)
        for id, votes, answers in pooled.iterator(chunk_size=20_000)
    }


def _check_values(campaign: Campaign, pooled: Mapping[int, float]) -> dict[int, float]:
    """A repeat is worth what its original is, a foil nothing."""
    checks = Candidate.objects.filter(sentence__campaign=campaign).exclude(
        role=Candidate.Role.POOLED
    )
    return {
        id: 0 if original is None else pooled[original]
        for id, original in checks.values_list("id", "repeat_of_id").iterator()
    }
