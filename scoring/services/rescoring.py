"""Score every system of a campaign on its first gold and on a release."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import cast

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Job
from campaigns.selectors.task import task_of
from campaigns.services import audit
from campaigns.services.jobs import Progress, ask, unobserved
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from core.snapshot import snapshot
from regild.problems import N_
from regild.scoring.annotators import REPLICATES as REPLICATES_OVER_ANNOTATORS
from regild.scoring.annotators import (
    OverAnnotators,
    RatedGold,
    over_annotators,
    replicates_for,
    score_replicates,
)
from regild.scoring.both_samples import ONCE_MORE, TWICE_MORE, draw_measures
from regild.scoring.by_task import CampaignFacts, Gold, ScoredOn
from regild.scoring.evaluation import (
    PERMUTATIONS,
    REPLICATES,
    Evaluated,
    OverSentences,
    Scored,
)
from regild.scoring.inputs import AnswerLists
from regild.scoring.leave_one_out import USUAL, leave_one_out
from regild.scoring.measures import JUDGED
from regild.scoring.policy import removes_multiwords
from regild.scoring.tie_groups import TieGroups, groups_of
from scoring.models import (
    GIVEN_BOTH,
    OVER_ANNOTATORS,
    OVER_SENTENCES,
    Evaluation,
    LeftOutScore,
    Release,
    Score,
    ScoreGap,
)
from scoring.selectors.golds import (
    Golds,
    answers_given,
    answers_of,
    both_golds,
    checksum_of,
    checksum_of_parts,
    rated_gold,
    told_multiwords,
)
from scoring.selectors.known import known_of
from scoring.selectors.releases import RESCORE, find_release, was_pooled
from scoring.services.rescoring_multiwords import MultiwordsRead
from sources.models import System
from sources.selectors import systems_in_play


def request_rescore(*, campaign: Campaign, number: int, by: User | None) -> Job:
    """A job that scores on this release every system there is now.

    `by` is None where a team submitted a system through its link.
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
    # A system submitted, or a target marked, while we read is in all of it or in nothing.
    with snapshot():
        campaign = Campaign.objects.get(id=campaign.pk)
        scoring = task_of(campaign).scoring
        release = find_release(campaign, number)
        systems = list(systems_in_play(campaign).order_by("id"))
        if not systems:
            text = N_("%(campaign)s has no system; add_system adds one", campaign=campaign.slug)
            raise Refused("no_system", text)
        golds, answers = both_golds(release), answers_of(release, systems)
        given = answers
        if removes_multiwords(release.policy):
            given = answers_given(release, systems)
        known = known_of(release, golds)
        told = checksum_of(told_multiwords(campaign))
        of_multiwords = MultiwordsRead(release, systems)
    drawings = 0
    if scoring.over_annotators:
        drawings = REPLICATES_OVER_ANNOTATORS + ONCE_MORE + TWICE_MORE
    left_out: list[LeftOutScore] = []
    if task_of(campaign).pools_answers:
        drawings += sum(was_pooled(release, system) for system in systems)
    done, total = 0, len(golds) * scoring.steps(known) + drawings
    progress(done, total)

    def step() -> None:
        nonlocal done
        done += 1
        progress(done, total)

    scored: dict[Evaluation.Gold, tuple[list[Evaluation], Evaluated]] = {}
    for gold, weights in zip(Evaluation.Gold, golds, strict=True):
        on_gold = scoring.evaluate(
            cast(Gold, gold.value), weights, answers, known, measured=step
        )
        evaluations = _evaluations(
            release,
            gold,
            systems=systems,
            answers=answers,
            on_gold=on_gold,
            multiwords=told,
            parts=checksum_of_parts(known.named),
            known=known,
        )
        found = Evaluated(on_gold.measured, {**on_gold.over_sentences})
        scored[gold] = evaluations, found
    if task_of(campaign).pools_answers:
        evaluations, _found = scored[Evaluation.Gold.SECOND]
        left_out = _left_out(
            golds, answers, given, evaluations, campaign.pool_depth, known, step
        )
    # Of a million candidates, two golds and a third with its ratings do not fit beside each
    # other. What was frozen is the same whenever it is read.
    del golds, weights, on_gold
    over: dict[str, list[OverAnnotators]] = {}
    ties: list[TieGroups] = []
    if scoring.over_annotators:
        evaluations, found = scored[Evaluation.Gold.SECOND]
        rated = rated_gold(release)
        over = _over_annotators(rated, answers, evaluations, found.scored, known, step)
        ties = _tie_groups(rated, answers, evaluations, scoring.tied, known, step)
    # Of what annotators saw when they proposed, so of the first gold alone.
    found, named = scored[Evaluation.Gold.FIRST][1], of_multiwords.scored(seed=campaign.seed)
    found.scored.update(named.scored)
    found.over_sentences.update(named.over_sentences)
    scores = [
        score
        for gold, (evaluations, found) in scored.items()
        for score in _scores(evaluations, found, over if gold == Evaluation.Gold.SECOND else {})
    ]
    gaps = _set_ties(scores, ties)
    with transaction.atomic():
        # Two rescorings of one release wait for each other here.
        lock_campaign(campaign.pk)
        release.evaluations.all().delete()
        Evaluation.objects.bulk_create(chain(*(made for made, _measured in scored.values())))
        Score.objects.bulk_create(scores, batch_size=1_000)
        ScoreGap.objects.bulk_create(gaps, batch_size=1_000)
        LeftOutScore.objects.bulk_create(left_out, batch_size=1_000)
        audit.record(campaign=campaign, by=by, action="rescore", release=release.number)
    return release


def _over_annotators(
    rated: RatedGold[str],
    answers: Sequence[AnswerLists],
    evaluations: Sequence[Evaluation],
    measured: Mapping[str, Sequence[Scored]],
    known: CampaignFacts,
    scored: Callable[[], None],
) -> dict[str, list[OverAnnotators]]:
    """What other annotators would have made of the second gold, by measure; the evaluations on
    it are told how it was found."""
    replicates = replicates_for(rated)
    means = score_replicates(
        rated,
        answers,
        seed=known.seed,
        replicates=replicates,
        penalty=known.penalty,
        scored=scored,
    )
    for evaluation in evaluations:
        evaluation.annotators = rated.annotators
        evaluation.annotator_replicates = replicates
    return {
        key: over_annotators(matrix, [one.rank for one in measured[key]])
        for key, matrix in means.items()
    }


def _tie_groups(
    rated: RatedGold[str],
    answers: Sequence[AnswerLists],
    evaluations: Sequence[Evaluation],
    measures: Sequence[str],
    known: CampaignFacts,
    drawn: Callable[[], None],
) -> list[TieGroups]:
    """Which systems nobody can tell apart, a measure an item; systems are named by their ids.
    The evaluations are told how many targets were there. Nothing where one annotator did
    everything: how others would differ is unknown."""
    if rated.annotators < 2:
        return []
    names = [str(evaluation.system_id) for evaluation in evaluations]
    by_measure = draw_measures(
        rated,
        answers,
        measures=measures,
        groups=known.groups,
        seed=known.seed,
        penalty=known.penalty,
        drawn=drawn,
    )
    found = [
        groups_of(one, names, measure=measure)
        for measure, one in zip(measures, by_measure, strict=True)
    ]
    for evaluation in evaluations:
        evaluation.both_units = min(ties.units for ties in found)
    return found


def _left_out(
    golds: Golds,
    answers: Sequence[AnswerLists],
    given: Sequence[AnswerLists],
    evaluations: Sequence[Evaluation],
    depth: int,
    known: CampaignFacts,
    left_out: Callable[[], None],
) -> list[LeftOutScore]:
    """Each pooled system without what it alone brought in. A late one brought in nothing, and
    is what they are to tell of. `given` are the answers at the ranks that the pool knew."""
    pooled = {
        str(one.system_id): (one, scored, its_given)
        for one, scored, its_given in zip(evaluations, answers, given, strict=True)
        if one.pooled
    }
    found = leave_one_out(
        golds.second,
        {id: scored for id, (_one, scored, _given) in pooled.items()},
        as_pooled={id: its_given for id, (_one, _scored, its_given) in pooled.items()},
        proposed=golds.first,
        measures=(*USUAL, JUDGED),
        depth=depth,
        penalty=known.penalty,
        left_out=left_out,
    )
    return [
        LeftOutScore(
            evaluation=pooled[one.system][0],
            **dict(zip(("measure", "own", *one._fields[3:]), one[1:], strict=True)),
        )
        for one in found
    ]


def _set_ties(scores: Sequence[Score], found: Sequence[TieGroups]) -> list[ScoreGap]:
    """Into the scores on the second gold; given are the differences of all pairs."""
    on_second = {
        (score.measure, str(score.evaluation.system_id)): score
        for score in scores
        if score.evaluation.gold == Evaluation.Gold.SECOND
    }
    gaps = []
    for ties in found:
        for system in ties.systems:
            if system.letters:
                score = on_second[ties.measure, system.system]
                given = system.adjusted, system.low, system.high, system.letters
                for column, value in zip(GIVEN_BOTH, given, strict=True):
                    setattr(score, column, value)
        gaps += [
            ScoreGap(
                first=on_second[ties.measure, pair.first],
                second=on_second[ties.measure, pair.second],
                **dict(zip(pair._fields[2:], pair[2:], strict=True)),
            )
            for pair in ties.pairs
            if pair.p is not None
        ]
    return gaps


def _evaluations(
    release: Release,
    gold: Evaluation.Gold,
    *,
    systems: Sequence[System],
    answers: Sequence[AnswerLists],
    on_gold: ScoredOn,
    multiwords: str,
    parts: str,
    known: CampaignFacts,
) -> list[Evaluation]:
    now = timezone.now()
    beside = {
        name: {key: figure._asdict() for key, figure in figures.items()}
        for name, figures in on_gold.beside.items()
    }
    return [
        Evaluation(
            release=release,
            system=system,
            gold=gold,
            n_sentences=len(on_gold.items),
            n_attempted=sum(1 for key in on_gold.items if given.get(key)),
            pooled=was_pooled(release, system),
            seed=known.seed,
            replicates=REPLICATES,
            permutations=PERMUTATIONS,
            multiwords=multiwords,
            parts=parts,
            penalty=known.penalty,
            unit=Evaluation.Unit.TARGET if on_gold.over_sentences else Evaluation.Unit.ITEM,
            beside=beside,
            made_at=now,
        )
        for system, given in zip(systems, answers, strict=True)
    ]


def _scores(
    evaluations: Sequence[Evaluation],
    found: Evaluated,
    over: Mapping[str, Sequence[OverAnnotators]],
) -> list[Score]:
    """Of the measures `over` lacks, nothing is known about other annotators."""
    unknown = [OverAnnotators()] * len(evaluations)
    no_targets = [OverSentences()] * len(evaluations)
    return [
        Score(
            evaluation=evaluation,
            measure=key,
            **scored._asdict(),
            **dict(zip(OVER_SENTENCES, by_sentences, strict=True)),
            **dict(zip(OVER_ANNOTATORS, by_others, strict=True)),
        )
        for key, column in found.scored.items()
        for evaluation, scored, by_sentences, by_others in zip(
            evaluations,
            column,
            found.over_sentences.get(key, no_targets),
            over.get(key, unknown),
            strict=True,
        )
    ]
