"""What people and judges gave, and the scores that both golds give systems, as regild takes
them."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from agreement.selectors.sittings import read_sittings
from annotators.selectors.names import annotator_names
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from judging.models import Judge, Judgement
from judging.selectors.judges import judgeable
from pooling.models import Candidate
from regild.arrays import np
from regild.formats.values import Values
from regild.problems import N_, Text
from regild.scoring.inputs import AnswerLists, Weights
from scoring.models import Release
from scoring.selectors.golds import answers_of, both_golds, groups_of
from sources.models import System
from sources.selectors import systems_in_play

ROWS_AT_A_TIME = 20_000

NO_RELEASE = N_("There is no release yet, on which systems could be compared.")
NO_SYSTEM = N_("There is no system.")
NOT_BY_SENTENCE = N_("Systems are not scored sentence by sentence here.")
NOT_WHOLE = N_(
    "The judge left %(missing)s candidates of the pool unjudged. A model judges the whole pool,"
    " or no system is scored with it: filling holes alone favours or punishes systems.",
)


class BesidePeople(NamedTuple):
    """`groups`: by the name of a grouping, what each candidate belongs to."""

    people: Values
    judges: Values
    groups: dict[str, dict[str, str]]
    nominal: bool


class ScoredTwice(NamedTuple):
    """Of each system the score of each sentence, on people's gold and on a judge's."""

    measure: str
    people: dict[str, dict[str, float]]
    judge: dict[str, dict[str, float]]
    drawn_with: dict[str, str]
    at_random: bool


class JudgedScale(NamedTuple):
    """The scale: codes, and what is compared of them – worth, or name where there is no
    order."""

    codes: list[int]
    texts: list[str]
    weights: list[float]


def options_of(campaign: Campaign) -> JudgedScale:
    rows = list(campaign.scale.order_by("position").values_list("value", "label", "weight"))
    nominal = task_of(campaign).level == "nominal"
    texts = [label if nominal else f"{weight:g}" for _value, label, weight in rows]
    return JudgedScale([value for value, *_ in rows], texts, [weight for *_, weight in rows])


def read_given(campaign: Campaign, judges: QuerySet[Judge]) -> BesidePeople:
    """Every rating that counts beside every judgement, by candidate."""
    options = options_of(campaign)
    sittings, candidates = read_sittings(campaign, values=options.codes)
    names = annotator_names(campaign)
    people = Values.of_columns(
        [names[id] for id in sittings.annotators],
        [str(id) for id in candidates.tolist()],
        options.texts,
        person=sittings.ratings.annotator,
        item=sittings.ratings.candidate,
        value=sittings.ratings.value,
    )
    return BesidePeople(
        people,
        _judged(campaign, judges, options),
        _groups(campaign, {*people.items}),
        task_of(campaign).level == "nominal",
    )


def _judged(campaign: Campaign, judges: QuerySet[Judge], options: JudgedScale) -> Values:
    numbers = dict(judges.values_list("id", "number"))
    rows = Judgement.objects.filter(judge__in=judges, candidate__in=judgeable(campaign))
    table = np.array(
        list(rows.values_list("judge_id", "candidate_id", "value").iterator(ROWS_AT_A_TIME)),
        dtype=np.int64,
    ).reshape(-1, 3)
    ids, person = np.unique(table[:, 0], return_inverse=True)
    candidates, item = np.unique(table[:, 1], return_inverse=True)
    codes, place = np.unique(options.codes, return_index=True)
    return Values.of_columns(
        [str(numbers[id]) for id in ids.tolist()],
        [str(id) for id in candidates.tolist()],
        options.texts,
        person=person,
        item=item,
        value=place[np.searchsorted(codes, table[:, 2])],
    )


def _groups(campaign: Campaign, rated: Collection[str]) -> dict[str, dict[str, str]]:
    groupings = task_of(campaign).groupings
    found: dict[str, dict[str, str]] = {name: {} for name in ("origin", *groupings)}
    rows = Candidate.objects.filter(item__campaign=campaign).values_list(
        "id", "origin", "item__group"
    )
    for id, origin, group in rows.iterator(chunk_size=ROWS_AT_A_TIME):
        if (key := str(id)) in rated:
            found["origin"][key] = origin
            for name, part_of in groupings.items():
                found[name][key] = part_of(group)
    return found


def why_unscored(campaign: Campaign, release: Release | None, missing: int) -> Text | None:
    """What stands against scoring systems with a judge; None where nothing does."""
    if not task_of(campaign).scoring.worded_as_pooled:
        return NOT_BY_SENTENCE
    if release is None:
        return NO_RELEASE
    if missing:
        return NOT_WHOLE.filled(missing=missing)
    return None if systems_in_play(campaign).exists() else NO_SYSTEM


class GoldsOfPeople:
    """What is the same for every judge: a release, its systems' answers, and what they score
    on it."""

    def __init__(self, campaign: Campaign, release: Release) -> None:
        # Here, not above: only who compares systems waits for it.
        from regild.scoring.sentence_scores import score_systems

        self._score = score_systems
        self._campaign = campaign
        systems: Sequence[System] = list(systems_in_play(campaign).order_by("name"))
        self._names = [system.name for system in systems]
        self._answers: list[AnswerLists] = answers_of(release, systems)
        gold = both_golds(release).second
        self.measure = task_of(campaign).scoring.headline[0]
        self._people = self._scored(gold)
        self._release = release

    def beside(self, judge: Judge) -> ScoredTwice:
        gold = self._gold_of(judge)
        sample: dict[str, Any] = self._release.policy.get("sample") or {}
        return ScoredTwice(
            self.measure,
            self._people,
            self._scored(gold),
            groups_of(self._release, gold),
            not sample.get("rule"),
        )

    def _gold_of(self, judge: Judge) -> Weights:
        options = options_of(self._campaign)
        weights = dict(zip(options.codes, options.weights, strict=True))
        rows = (
            judge.judgements.filter(candidate__in=judgeable(self._campaign))
            .order_by("candidate__item__position", "candidate_id")
            .values_list("candidate__item__key", "candidate__text", "value")
        )
        gold: Weights = {}
        for key, text, value in rows.iterator(chunk_size=ROWS_AT_A_TIME):
            gold.setdefault(key, {})[text] = weights[value]
        return gold

    def _scored(self, gold: Weights) -> dict[str, dict[str, float]]:
        found = self._score(
            gold=gold,
            systems=self._answers,
            keys=[self.measure],
            penalty=self._campaign.penalty,
        )
        return dict(zip(self._names, found.values(self.measure), strict=True))
