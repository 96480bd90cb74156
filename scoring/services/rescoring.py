"""Score every system of a campaign on its first gold and on a release."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Job, System
from campaigns.services import audit
from campaigns.services.jobs import JobRefused, Progress, request_job, unobserved
from scoring.evaluation import EXCHANGES, ROUNDS, Scored, evaluate
from scoring.inputs import AnswerLists
from scoring.measures import KEYS, Scores, score_systems
from scoring.models import Evaluation, Release, Score
from scoring.selectors.golds import answers_of, both_golds
from scoring.selectors.releases import RESCORE, find_release

TASK = "scoring.tasks.rescore"


def request_rescore(*, campaign: Campaign, number: int, by: User | None) -> tuple[Job, bool]:
    """A job that scores on this release, or the one under way; True where it is new.

    `by` is None where a team handed in a system through its link.
    """
    return request_job(
        campaign=campaign,
        kind=RESCORE,
        task=TASK,
        key=str(number),
        number=number,
        by=by and by.id,
    )


def rescore(
    *,
    campaign: Campaign,
    number: int | None = None,
    by: User | None = None,
    progress: Progress = unobserved,
) -> Release:
    """Every system on both golds of the release of that number, or of the newest.

    Safe to run again: replaces what was scored on that release, and the same answers give the
    same numbers. Raises JobRefused without a release or a system.
    """
    release = find_release(campaign, number)
    systems = list(campaign.systems.order_by("id"))
    if not systems:
        raise JobRefused(f"{campaign} has no system; add_system adds one")
    golds, answers = both_golds(release), answers_of(release, systems)
    done, total = 0, len(golds) * len(KEYS)
    progress(done, total)

    def measured() -> None:
        nonlocal done
        done += 1
        progress(done, total)

    evaluations: list[Evaluation] = []
    scores: list[Score] = []
    for gold, weights in zip(Evaluation.Gold, golds, strict=True):
        table = score_systems(gold=weights, systems=answers)
        found = evaluate(table, seed=campaign.seed, measured=measured)
        of_gold = _evaluations(
            release, gold, systems=systems, answers=answers, table=table, seed=campaign.seed
        )
        evaluations += of_gold
        scores += _scores(of_gold, found)
    with transaction.atomic():
        # Two rescorings of one release wait for each other here.
        Release.objects.select_for_update().get(id=release.id)
        release.evaluations.all().delete()
        Evaluation.objects.bulk_create(evaluations)
        Score.objects.bulk_create(scores, batch_size=1_000)
        audit.record(campaign=campaign, by=by, action="rescore", release=release.number)
    return release


def _evaluations(
    release: Release,
    gold: Evaluation.Gold,
    *,
    systems: Sequence[System],
    answers: Sequence[AnswerLists],
    table: Scores[str],
    seed: int,
) -> list[Evaluation]:
    now = timezone.now()
    return [
        Evaluation(
            release=release,
            system=system,
            gold=gold,
            n_sentences=len(table.sentences),
            n_attempted=sum(1 for key in table.sentences if given.get(key)),
            pooled=system.name in release.policy["pooled_systems"],
            seed=seed,
            rounds=ROUNDS,
            exchanges=EXCHANGES,
            made_at=now,
        )
        for system, given in zip(systems, answers, strict=True)
    ]


def _scores(
    evaluations: Sequence[Evaluation], found: Mapping[str, Sequence[Scored]]
) -> list[Score]:
    return [
        Score(
            evaluation=evaluation,
            measure=key,
            **scored._asdict(),
        )
        for key, column in found.items()
        for evaluation, scored in zip(evaluations, column, strict=True)
    ]
