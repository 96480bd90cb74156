"""What anybody may see of a release's scores: systems that the leaderboard may show, ranked
among each other."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q

from campaigns.selectors.task import task_of
from regild.scoring.evaluation import Scored
from regild.scoring.exports.dataset import policy_file
from regild.scoring.measuring import Draws
from regild.scoring.policy import removes_multiwords
from regild.scoring.ranking import ranks
from regild.scoring.signature import (
    ALL_MEASURES,
    GoldSigned,
    data_digest,
    gold_signature,
    score_signature,
)
from regild.scoring.two_golds import ranked
from scoring.models import Evaluation, PublicGold, Release, SubmissionLink
from scoring.selectors.published import public_gold
from scoring.selectors.scores import how_scored, measures_of, rankings_of
from sources.models import System
from sources.selectors import systems_in_play

# Of a leaderboard that anybody may see: the leads' own, and what was submitted to be seen.
MAY_BE_SEEN = Q(team="") | Q(submission__link__visibility=SubmissionLink.Visibility.PUBLIC)


class PublicSystem(NamedTuple):
    """`scores` are by measure and gold; `signature` is of its own scores on the second gold,
    empty where nothing outside the site computes them."""

    id: int
    name: str
    team: str
    kind: str
    added_at: datetime
    signature: str
    scores: Mapping[str, Mapping[str, Scored]]
    judged: Mapping[str, float | None]

    def told(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "team": self.team,
            "kind": self.kind,
            "added_at": self.added_at.date().isoformat(),
            "signature": self.signature,
            "scores": {
                key: {gold: one._asdict() for gold, one in golds.items()}
                for key, golds in self.scores.items()
            },
            "judged": dict(self.judged),
        }


class PublicScores(NamedTuple):
    """`draws` says how intervals were made; `signature` is of all systems together."""

    systems: list[PublicSystem]
    signature: str
    draws: dict[str, Any]


def public_scores(gold: PublicGold) -> PublicScores | None:
    """None where the release has no scores."""
    release = gold.release
    evaluation = how_scored(release)
    if evaluation is None:
        return None
    task = task_of(release.campaign)
    shown = {
        system.pk: system for system in systems_in_play(release.campaign).filter(MAY_BE_SEEN)
    }
    scores: dict[int, dict[str, dict[str, Scored]]] = {id: {} for id in shown}
    judged: dict[int, dict[str, float | None]] = {id: {} for id in shown}
    scored: set[int] = set()
    for key, rankings in rankings_of(release, measures_of(release)).items():
        lines = [line for line in rankings.lines if line.id in shown]
        lower = task.scoring.lower_is_better(key)
        by_gold = {
            name: ranks([ranked(getattr(line, name)) for line in lines], lower=lower)
            for name in Evaluation.Gold.values
        }
        for place, line in enumerate(lines):
            scored.add(line.id)
            judged[line.id][key] = line.judged
            # p is of the one ranked next among all, whom a stranger may not know of.
            scores[line.id][key] = {
                name: getattr(line, name)._replace(rank=by_gold[name][place], p_next=None)
                for name in Evaluation.Gold.values
            }
    signs = _Signer(gold, evaluation)
    systems = [
        PublicSystem(
            id,
            system.name,
            system.team,
            system.kind,
            system.added_at,
            signs.of([system]),
            scores[id],
            judged[id],
        )
        for id, system in shown.items()
        if id in scored
    ]
    return PublicScores(
        systems,
        signs.of([shown[one.id] for one in systems]),
        {
            "seed": evaluation.seed,
            "replicates": evaluation.replicates,
            "unit": evaluation.unit,
            "n": evaluation.n_sentences,
            "penalty": evaluation.penalty,
        },
    )


class _Signer:
    """Writes what `regild score FOLDER FILE…` prints under its table, where the folder is the
    release's dataset and the files are those that were brought in."""

    def __init__(self, gold: PublicGold, evaluation: Evaluation) -> None:
        self._evaluation = evaluation
        self._signs = task_of(gold.release.campaign).scoring.scores_folders
        self._gold = _signed(gold)
        self._policy = gold.release.policy

    def of(self, systems: list[System]) -> str:
        if not self._signs or not systems:
            return ""
        one = self._evaluation
        return score_signature(
            [ALL_MEASURES],
            gold=self._gold,
            systems=[[system.sha256] for system in systems],
            n=one.n_sentences,
            unit=one.unit if one.unit == Evaluation.Unit.TARGET else "sentence",
            draws=Draws(one.seed, one.replicates, one.permutations),
            penalty=one.penalty,
            case=None,
            multiwords="drop" if removes_multiwords(self._policy) else None,
            mapping=None,
        )


def signature_of(gold: PublicGold) -> str:
    """Of the gold alone: `regild verify --signature` finds it again in the dataset's folder."""
    return gold_signature(_signed(gold), n=gold.release.counts["decided"])


def _signed(gold: PublicGold) -> GoldSigned:
    policy = policy_file(public_gold(gold)).encode()
    return GoldSigned(gold.release.sha256, "second", data_digest(policy))


def pooled_and_seen(release: Release) -> list[str]:
    """Of the systems that were pooled, by the names the release froze, those that the
    leaderboard may show."""
    shown = systems_in_play(release.campaign).filter(MAY_BE_SEEN)
    names = {
        name
        for one, former in shown.values_list("name", "former_names")
        for name in (one, *former)
    }
    return [name for name in release.policy["pooled_systems"] if name in names]
