"""Score every system of a campaign on its first gold and on a release."""

from collections.abc import Mapping, Sequence
from itertools import chain

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Job
from campaigns.services import audit
from campaigns.services.jobs import Progress, ask, unobserved
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from core.snapshot import snapshot
from regild.problems import N_
from regild.scoring.annotators import REPLICATES as REPLICATES_OVER_ANNOTATORS
from regild.scoring.annotators import (
    OverAnnotators,
    over_annotators,
    replicates_for,
    score_replicates,
)
from regild.scoring.evaluation import PERMUTATIONS, REPLICATES, Scored, evaluate_parts
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.matrices import gold_table
from regild.scoring.measures import KEYS
from regild.scoring.parts import parts_of
from scoring.models import OVER_ANNOTATORS, Evaluation, Release, Score
from scoring.selectors.golds import (
    answers_of,
    both_golds,
    checksum_of,
    checksum_of_parts,
    groups_of,
    multiword_targets,
    rated_gold,
    told_multiwords,
)
from scoring.selectors.releases import RESCORE, find_release
from scoring.services.rescoring_multiwords import MultiwordsRead
from sources.models import System
from sources.selectors import named_parts, systems_in_play


def request_rescore(*, campaign: Campaign, number: int, by: User | None) -> Job:
    """A job that scores on this release every system there is now.

    `by` is None where a team handed in a system through its link.
    """
    return ask(
        RESCORE,
        campaign=campaign,
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
    same numbers. Raises Refused without a release or a system.
    """
    # A system handed in, or a target marked, while we read is in all of it or in nothing.
    with snapshot():
        campaign = Campaign.objects.get(id=campaign.pk)
        release = find_release(campaign, number)
        systems = list(systems_in_play(campaign).order_by("id"))
        if not systems:
            text = N_("%(campaign)s has no system; add_system adds one", campaign=campaign.slug)
            raise Refused("no_system", text)
        golds, answers = both_golds(release), answers_of(release, systems)
        groups = groups_of(release, {*golds.first, *golds.second})
        multiwords, named = multiword_targets(campaign), named_parts(campaign)
        told = checksum_of(told_multiwords(campaign))
        of_multiwords = MultiwordsRead(release, systems)
    known = bool(multiwords)
    parts = [None, *parts_of(groups.values(), multiwords_known=known, named=named)]
    done, total = 0, len(golds) * len(parts) * len(KEYS) + REPLICATES_OVER_ANNOTATORS
    progress(done, total)

    def step() -> None:
        nonlocal done
        done += 1
        progress(done, total)

    scored = {}
    for gold, weights in zip(Evaluation.Gold, golds, strict=True):
        evaluations = _evaluations(
            release,
            gold,
            systems=systems,
            answers=answers,
            weights=weights,
            multiwords=told,
            parts=checksum_of_parts(named),
            penalty=campaign.penalty,
            seed=campaign.seed,
        )
        measured = evaluate_parts(
            parts,
            gold=weights,
            systems=answers,
            groups=groups,
            multiword_sentences=multiwords,
            named=named,
            seed=campaign.seed,
            penalty=campaign.penalty,
            measured=step,
        )
        scored[gold] = evaluations, measured
    # Of a million candidates, two golds and a third with its ratings do not fit beside each
    # other. What was frozen is the same whenever it is read.
    del golds, weights
    rated = rated_gold(release)
    replicates = replicates_for(rated)
    means = score_replicates(
        rated,
        answers,
        seed=campaign.seed,
        replicates=replicates,
        penalty=campaign.penalty,
        scored=step,
    )
    evaluations, measured = scored[Evaluation.Gold.SECOND]
    for evaluation in evaluations:
        evaluation.annotators = rated.annotators
        evaluation.annotator_replicates = replicates
    # Of what annotators saw when they proposed, so of the first gold alone.
    scored[Evaluation.Gold.FIRST][1].update(of_multiwords.scored(seed=campaign.seed))
    over = {
        key: over_annotators(matrix, [one.rank for one in measured[key]])
        for key, matrix in means.items()
    }
    scores = [
        score
        for gold, (evaluations, measured) in scored.items()
        for score in _scores(
            evaluations, measured, over if gold == Evaluation.Gold.SECOND else {}
        )
    ]
    with transaction.atomic():
        # Two rescorings of one release wait for each other here.
        lock_campaign(campaign.pk)
        release.evaluations.all().delete()
        Evaluation.objects.bulk_create(chain(*(made for made, _measured in scored.values())))
        Score.objects.bulk_create(scores, batch_size=1_000)
        audit.record(campaign=campaign, by=by, action="rescore", release=release.number)
    return release


def _evaluations(
    release: Release,
    gold: Evaluation.Gold,
    *,
    systems: Sequence[System],
    answers: Sequence[AnswerLists],
    weights: Weights,
    multiwords: str,
    parts: str,
    penalty: float,
    seed: int,
) -> list[Evaluation]:
    now = timezone.now()
    was_pooled = set(release.policy["pooled_systems"])
    scored = gold_table(weights).sentences
    return [
        Evaluation(
            release=release,
            system=system,
            gold=gold,
            n_sentences=len(scored),
            n_attempted=sum(1 for key in scored if given.get(key)),
            pooled=not was_pooled.isdisjoint([system.name, *system.former_names]),
            seed=seed,
            replicates=REPLICATES,
            permutations=PERMUTATIONS,
            multiwords=multiwords,
            parts=parts,
            penalty=penalty,
            made_at=now,
        )
        for system, given in zip(systems, answers, strict=True)
    ]


def _scores(
    evaluations: Sequence[Evaluation],
    found: Mapping[str, Sequence[Scored]],
    over: Mapping[str, Sequence[OverAnnotators]],
) -> list[Score]:
    """Of the measures `over` lacks, nothing is known about other annotators."""
    unknown = [OverAnnotators()] * len(evaluations)
    return [
        Score(
            evaluation=evaluation,
            measure=key,
            **scored._asdict(),
            **dict(zip(OVER_ANNOTATORS, by_others, strict=True)),
        )
        for key, column in found.items()
        for evaluation, scored, by_others in zip(
            evaluations, column, over.get(key, unknown), strict=True
        )
    ]
