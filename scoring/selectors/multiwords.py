"""The multiwords of a campaign: what annotators saw, what systems name, and how these score."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import QuerySet

from regild.scoring.evaluation import Scored
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.measures import MULTIWORD_MEASURES
from regild.scoring.ranking import ranks
from regild.tables.printing import Cell, Estimate, Table
from scoring.models import Evaluation, Release, Score
from scoring.selectors.golds import Texts
from sources.models import GoldMultiword, NamedMultiword, System

ROWS_AT_A_TIME = 20_000
MULTIWORD_KEYS = tuple(measure.key for measure in MULTIWORD_MEASURES)
# As SemEval's Table 7 has them.
_COLUMNS = ("detection P", "detection R", "identification P", "identification R")


class MultiwordScores(NamedTuple):
    """A line of SemEval's Table 7; where a score is None, its `reason` says why."""

    system: str
    detect_P: Scored  # noqa: N815 # as the measures are called
    detect_R: Scored  # noqa: N815
    identify_P: Scored  # noqa: N815
    identify_R: Scored  # noqa: N815

    @property
    def scores(self) -> tuple[Scored, ...]:
        return self[1:]

    @property
    def reason(self) -> str:
        """Why there is nothing of it at all."""
        reasons = {score.reason for score in self.scores}
        return reasons.pop() if len(reasons) == 1 else ""


def multiword_gold(release: Release) -> Weights:
    """Those that annotators saw in its sentences, a sample or not: whoever saw them saw the
    whole data."""
    texts, gold = Texts(release), Weights()
    rows = GoldMultiword.objects.filter(item__campaign=release.campaign_id)
    columns = ("item__key", "item__group", "text", "votes")
    for key, group, raw, votes in _in_play(rows, release).values_list(*columns):
        weights = gold.setdefault(key, {})
        text = texts.of(raw, key=key, group=group)
        weights[text] = weights.get(text, 0) + votes
    return gold


def named_multiwords(release: Release, systems: Iterable[System]) -> list[AnswerLists]:
    """In the order of the systems."""
    texts = Texts(release)
    found = {system.pk: AnswerLists() for system in systems}
    rows = NamedMultiword.objects.filter(system__in=list(found))
    columns = ("system_id", "item__key", "item__group", "text")
    for system, key, group, raw in _in_play(rows, release).values_list(*columns):
        if text := texts.of(raw, key=key, group=group):
            found[system][key] = (text,)
    return list(found.values())


def multiword_scores(release: Release) -> list[MultiwordScores]:
    """Best identified first, those without scores last; none where no system submitted its
    multiwords, or the release was scored before any did. Without systems hidden since."""
    rows = Score.objects.filter(
        evaluation__release=release,
        evaluation__system__hidden_at__isnull=True,
        evaluation__gold=Evaluation.Gold.FIRST,
        evaluation__system__hidden_at=None,
        measure__in=MULTIWORD_KEYS,
    ).values_list(
        "evaluation__system_id", "evaluation__system__name", "measure", *Scored._fields
    )
    names: dict[int, str] = {}
    scores: dict[int, dict[str, Scored]] = {}
    for id, name, measure, *numbers in rows.order_by("evaluation__system_id"):
        names[id] = name
        scores.setdefault(id, {})[measure] = Scored(*numbers)
    # Ranked anew: a gap would tell of a system that is hidden.
    for key in MULTIWORD_KEYS:
        places = ranks([of_system[key].value for of_system in scores.values()])
        for of_system, place in zip(scores.values(), places, strict=True):
            of_system[key] = of_system[key]._replace(rank=place)
    lines = [
        MultiwordScores(names[id], *(of_system[key] for key in MULTIWORD_KEYS))
        for id, of_system in scores.items()
    ]
    return sorted(
        lines, key=lambda line: 1 if line.identify_R.value is None else -line.identify_R.value
    )


def multiword_table(release: Release) -> Table | None:
    lines = multiword_scores(release)
    rows: list[tuple[Cell, ...]] = [
        (
            line.system,
            *(Estimate(score.value, score.low, score.high) for score in line.scores),
            line.detect_P.n,
            line.detect_R.n,
            line.reason,
        )
        for line in lines
    ]
    columns = ("system", *_COLUMNS, "n named", "n in gold", "reason")
    return Table("multiwords", columns, rows, estimates=_COLUMNS) if rows else None


def _in_play(rows: "QuerySet[GoldMultiword] | QuerySet[NamedMultiword]", release: Release):  # type: ignore[no-untyped-def]
    """As the release's policy has them, in the order of the sentences."""
    return (
        rows.exclude(item__group__in=release.policy["excluded_targets"])
        .exclude(item__key__in=release.policy["hidden_sentences"])
        .order_by("item__position", "id")
    )
