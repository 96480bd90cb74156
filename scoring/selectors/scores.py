"""Reads over what systems score on the two golds of a release."""

from collections import defaultdict
from collections.abc import Collection

from campaigns.models import Sentence, System
from scoring.changes import Change, changes
from scoring.evaluation import Scored
from scoring.measures import KEYS
from scoring.models import Evaluation, Release, Score
from scoring.selectors.golds import answers_of, both_golds
from scoring.two_golds import Line, TwoRankings, two_rankings

_JUDGED = "judged@10"


def rankings_of(release: Release, measures: Collection[str] = KEYS) -> dict[str, TwoRankings]:
    """By measure; empty until the release has been scored on."""
    rows = Score.objects.filter(
        evaluation__release=release, measure__in={*measures, _JUDGED}
    ).values_list(
        "measure",
        "evaluation__gold",
        "evaluation__system_id",
        "evaluation__system__name",
        "evaluation__pooled",
        *Scored._fields,
    )
    found: defaultdict[str, dict[tuple[str, int], Scored]] = defaultdict(dict)
    systems: dict[int, tuple[str, bool]] = {}
    for measure, gold, id, name, pooled, *scored in rows.order_by("evaluation__system_id"):
        found[measure][gold, id] = Scored(*scored)
        systems[id] = name, pooled
    return {
        measure: two_rankings(
            measure,
            [
                Line(
                    id,
                    name,
                    pooled,
                    found[measure][Evaluation.Gold.FIRST, id],
                    found[measure][Evaluation.Gold.SECOND, id],
                    found[_JUDGED][Evaluation.Gold.SECOND, id].value,
                )
                for id, (name, pooled) in systems.items()
            ],
        )
        for measure in measures
        if measure in found
    }


def changes_of(
    release: Release, system: System, *, measure: str, lexelt: str = ""
) -> list[Change]:
    """Over all sentences, or over one target's."""
    golds = both_golds(release, lexelt=lexelt)
    [answers] = answers_of(release, [system], lexelt=lexelt)
    return changes(
        first_gold=golds.first, second_gold=golds.second, answers=answers, measure=measure
    )


def sentences_by_key(release: Release, keys: Collection[str]) -> dict[str, Sentence]:
    sentences = release.campaign.sentences.filter(key__in=keys)
    return {sentence.key: sentence for sentence in sentences}
