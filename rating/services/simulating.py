"""Let synthetic annotators rate a campaign, through the same services as the page."""

import random
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from annotators.models import Annotator
from annotators.services.joining import join_campaign
from campaigns.models import Campaign
from campaigns.selectors.categories import categories_of
from campaigns.selectors.scale import places_of
from campaigns.selectors.task import task_of
from pooling.models import Candidate
from rating.models import Assignment
from rating.selectors.sittings import missing_candidates
from rating.services.matching import PoolIndex
from rating.services.sittings import complete_assignment, take_subset
from rating.services.storing import store_ratings
from regild.arrays import np
from regild.formats.limits import shown
from regild.formats.rows import Columns, read_rows
from regild.formats.text import MAX_BYTES
from regild.problems import N_, BadFile, BadFiles, Findings, Source
from regild.rating.batch import NewRating
from regild.rating.simulation import (
    USUAL_SHARES,
    AnnotatorKind,
    SyntheticAnnotator,
    draw_annotators,
    plausible_value,
)
from sources.models import GoldAnswer

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
    shares: Mapping[AnnotatorKind, float] = USUAL_SHARES,
    truth: Source | None = None,
) -> SimulationReport:
    """Annotators take subsets in turn, until nothing is left for them or their patience ends.

    The same seed gives the same ratings of the same campaign, as long as nobody else rates
    it. What was stored before a crash stays, as with real annotators.
    Raises Refused when the campaign takes no annotators, BadFiles for the truth.
    """
    rng = random.Random(seed)  # noqa: S311  # nosec B311 # reproducible by design, not a secret
    places = places_of(campaign)
    codes, top = list(places), len(places) - 1
    nominal = task_of(campaign).level == "nominal"
    read = _read_categories if nominal else read_truth
    given = {} if truth is None else read(campaign, truth, places=places)
    if nominal:
        pooled = _true_categories(campaign, given, top=top, rng=rng)
    else:
        pooled = pooled_values(campaign, given, top=top, rng=rng)
    values = pooled | _check_values(campaign, pooled)
    people = [
        (synthetic, _join(campaign, synthetic))
        for synthetic in draw_annotators(
            annotators,
            shares=shares,
            top=top,
            rng=rng,
            branches=_branches(campaign, places) if nominal else None,
        )
    ]
    report = SimulationReport(
        annotators=Counter(annotator.name for _synthetic, annotator in people),
        sittings=0,
        ratings=0,
        true_values=len(given),
        derived=len(pooled) - len(given),
    )
    # Two of three on a phone, which changes nothing of how they rate.
    devices = {
        annotator.pk: Assignment.Device.PHONE if place % 3 else Assignment.Device.DESK
        for place, (_synthetic, annotator) in enumerate(people)
    }
    queue = deque((*person, person[0].patience) for person in people)
    while queue:
        synthetic, annotator, patience = queue.popleft()
        device = devices[annotator.pk]
        rated = _sit(synthetic, annotator, values=values, codes=codes, rng=rng, device=device)
        if rated is None:
            continue
        report = report._replace(sittings=report.sittings + 1, ratings=report.ratings + rated)
        if patience > 1:
            queue.append((synthetic, annotator, patience - 1))
    return report


def _join(campaign: Campaign, synthetic: SyntheticAnnotator) -> Annotator:
    return join_campaign(
        campaign=campaign,
        consent=True,
        native_speaker=True,
        source=Annotator.Source.SIMULATED,
        name=synthetic.kind,
    ).annotator


def _sit(
    synthetic: SyntheticAnnotator,
    annotator: Annotator,
    *,
    values: Mapping[int, float],
    codes: Sequence[int],
    rng: random.Random,
    device: str,
) -> int | None:
    """One sitting from taking to completing; the number of ratings, None when none is left."""
    taken = take_subset(annotator=annotator, rng=rng, device=device)
    if taken is None:
        return None
    assignment = taken.assignment
    ratings = []
    for candidate in missing_candidates(assignment):
        place, elapsed_ms = synthetic.rate(values[candidate])
        key = UUID(int=rng.getrandbits(128), version=4)
        ratings.append(NewRating(candidate, codes[place], key, elapsed_ms))
    store_ratings(annotator=annotator, assignment_id=assignment.id, ratings=ratings)
    complete_assignment(annotator_id=annotator.id, assignment_id=assignment.id)
    return len(ratings)


def read_truth(
    campaign: Campaign, truth: Source, *, places: Mapping[int, int]
) -> dict[int, float]:
    """Candidate → true value, as a place on the scale; what the campaign's policy kept unpooled
    is passed over."""
    findings = Findings(truth.name)
    codes = sorted(places)
    pool = PoolIndex(campaign)
    lines: dict[int, int] = {}

    def located() -> Iterator[tuple[int, float]]:
        for line, cells in read_rows(truth.stream, findings, _TRUTH, max_bytes=MAX_BYTES):
            sentence, substitute, text = (cells[name].strip() for name in _COLUMNS)
            value = _number(text)
            on_scale = value is not None and codes[0] <= value <= codes[-1]
            if not on_scale:
                message = N_("%(text)s is not a value of the scale", text=shown(text))
                remedy = N_(
                    "Give a number from %(least)s to %(most)s", least=codes[0], most=codes[-1]
                )
                findings.problem(line, message, remedy)
            if not pool.has_sentence(sentence):
                message = N_("no sentence has the id %(id)s", id=shown(sentence))
                findings.problem(line, message, N_("Use the ids of the sentences file"))
            id = pool.find(sentence=sentence, substitute=substitute)
            if id is None or value is None:
                continue
            first_line = lines.setdefault(id, line)
            if first_line != line:
                message = N_(
                    "the value of %(substitute)s in %(sentence)s is already on line"
                    " %(first_line)s",
                    substitute=shown(substitute),
                    sentence=sentence,
                    first_line=first_line,
                )
                findings.repeated(line, message)
            # The truth may lie between two of the scale's values.
            yield id, float(np.interp(value, codes, [places[code] for code in codes]))

    try:
        return dict(findings.reading(located()).records)
    except BadFile as bad:
        raise BadFiles([bad]) from bad


def _read_categories(
    campaign: Campaign, truth: Source, *, places: Mapping[int, int]
) -> dict[int, float]:
    """Candidate → the place of its true category, from labels as systems hand them in."""
    labels = campaign.scale.order_by("position").values_list("label", flat=True)
    place_of = {label: float(place) for place, label in enumerate(labels)}
    task, findings = task_of(campaign), Findings(truth.name)
    pooled = Candidate.objects.filter(item__campaign=campaign, role=Candidate.Role.POOLED)
    candidates = dict(pooled.values_list("item__key", "id"))
    keys = set(campaign.items.values_list("key", flat=True))
    try:
        records = task.read_answers(truth, labels=place_of).records
        for record in records:
            if record.sentence not in keys:
                unknown = task.unknown_item(record.sentence, record.line)
                findings.problem(unknown.line, unknown.message, unknown.remedy)
        findings.reading(records)
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    return {
        candidates[record.sentence]: place_of[record.answers[0]]
        for record in records
        if record.sentence in candidates and record.answers
    }


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def pooled_values(
    campaign: Campaign, given: Mapping[int, float], *, top: int, rng: random.Random
) -> dict[int, float]:
    # In the order of the files and the texts, so that ids do not matter.
    pooled = (
        Candidate.objects.filter(item__campaign=campaign, role=Candidate.Role.POOLED)
        .order_by("item__position", "text")
        .values_list("id", "votes", "answers")
    )
    return {
        id: given[id]
        if id in given
        else plausible_value(votes=votes, systems=len(answers), top=top, rng=rng)
        for id, votes, answers in pooled.iterator(chunk_size=20_000)
    }


def _true_categories(
    campaign: Campaign, given: Mapping[int, float], *, top: int, rng: random.Random
) -> dict[int, float]:
    """What most of the first gold says, else one that is drawn; as a place."""
    labels = campaign.scale.order_by("position").values_list("label", flat=True)
    places = {label: place for place, label in enumerate(labels)}
    said: dict[int, int] = {}
    gold = GoldAnswer.objects.filter(item__campaign=campaign).order_by("-votes", "id")
    for item, text in gold.values_list("item_id", "text"):
        if text in places:
            said.setdefault(item, places[text])
    pooled = Candidate.objects.filter(item__campaign=campaign, role=Candidate.Role.POOLED)
    return {
        id: given[id] if id in given else said.get(item, rng.randint(0, top))
        for id, item in pooled.order_by("item__position", "text").values_list("id", "item_id")
    }


def _branches(campaign: Campaign, places: Mapping[int, int]) -> list[str | None]:
    """What each category stands below, by place."""
    parents = {one["code"]: one["parent"] for one in categories_of(campaign)}
    return [parents.get(code) for code in places]


def _check_values(campaign: Campaign, pooled: Mapping[int, float]) -> dict[int, float]:
    """A repeat is worth what its original is, a foil nothing."""
    checks = Candidate.objects.filter(item__campaign=campaign).exclude(
        role=Candidate.Role.POOLED
    )
    return {
        id: 0 if original is None else pooled[original]
        for id, original in checks.values_list("id", "repeat_of_id").iterator()
    }
