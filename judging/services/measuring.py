"""Set a campaign's judges beside its annotators, and keep what was found as a report."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Job, Webhook
from campaigns.services.jobs import Progress, ask, unobserved
from campaigns.services.webhooks import announce
from core.refusals import Refused, kept
from core.snapshot import snapshot
from judging.models import JUDGING, Judge, JudgingReport
from judging.selectors.given import (
    BesidePeople,
    GoldsOfPeople,
    ScoredTwice,
    read_given,
    why_unscored,
)
from judging.selectors.judges import find_judges, left_unjudged
from regild.judging import (
    alternative_test,
    favoured_systems,
    model_among_people,
    powered_scores,
)
from regild.judging.alternative import SCORES
from regild.problems import N_, Text

# Beside a crowd, the strictest of the three that the test's authors name.
EPSILON = 0.1

RULE_DRAWN = N_(
    "People rated sentences that were chosen by a rule: what they did not rate is of another"
    " kind."
)


def request_judging(campaign: Campaign, *, epsilon: float = EPSILON) -> Job:
    """A job for a report of the judges and ratings as they are now."""
    _refuse_epsilon(epsilon)
    return ask(JUDGING, campaign=campaign, epsilon=epsilon)


def measure_judges(
    *,
    campaign: Campaign,
    epsilon: float = EPSILON,
    job: Job | None = None,
    progress: Progress = unobserved,
) -> JudgingReport:
    """A new report. Safe to run again for one job: what it reported before stands. Raises
    Refused where there is no judge."""
    _refuse_epsilon(epsilon)
    with snapshot():
        campaign = Campaign.objects.get(id=campaign.pk)
        judges = find_judges(campaign)
        if not judges:
            text = N_("There is no judge yet: bring in what a model judged.")
            raise Refused("no_judge", text)
        missing = left_unjudged(campaign, judges)
        steps = len(judges) + 2
        progress(0, steps)
        given = read_given(campaign, judges)
        release = campaign.releases.order_by("-number").first()
        scored, why = {}, {}
        golds = None
        for judge in judges:
            why[judge.number] = why_unscored(campaign, release, missing[judge.pk])
            if why[judge.number] is None and release is not None:
                golds = golds or GoldsOfPeople(campaign, release)
                scored[judge.number] = golds.beside(judge)
    progress(1, steps)
    found = _beside_people(given, epsilon=epsilon)
    progress(2, steps)
    for place, judge in enumerate(judges, 3):
        number = judge.number
        found.setdefault(str(number), {})
        found[str(number)] |= {
            "judge": _described(judge),
            "unjudged": missing[judge.pk],
            **_systems(scored.get(number), why[number], seed=campaign.seed),
        }
        progress(min(place, steps), steps)
    columns: dict[str, Any] = {
        "campaign": campaign,
        "made_at": timezone.now(),
        "ratings_version": campaign.ratings_version,
        "release": release and release.number,
        "epsilon": epsilon,
        "n_annotators": len(given.people.people),
        "n_ratings": len(given.people.item),
        "seed": campaign.seed,
        "found": found,
    }
    return _store(columns, job)


@transaction.atomic
def _store(columns: dict[str, Any], job: Job | None) -> JudgingReport:
    """Told once, however often a job is taken up."""
    if job is None:
        report, new = JudgingReport.objects.create(**columns), True
    else:
        report, new = JudgingReport.objects.get_or_create(job=job, defaults=columns)
    if new:
        announce(
            report.campaign,
            Webhook.Event.JUDGING,
            key=f"judging:{report.pk}",
            report=report.pk,
            judges=[
                {
                    "judge": int(number),
                    "name": one["judge"]["name"],
                    "model_version": one["judge"]["model_version"],
                    "passes": {
                        score: tested["passes"] for score, tested in one["alternative"].items()
                    },
                }
                for number, one in sorted(report.found.items(), key=lambda item: int(item[0]))
            ],
        )
    return report


def _refuse_epsilon(epsilon: float) -> None:
    if not 0 <= epsilon < 1:
        raise Refused("epsilon", N_("ε is from 0 to below 1."))


def _beside_people(given: BesidePeople, *, epsilon: float) -> dict[str, dict[str, Any]]:
    """By the judge's number: the alternative test by every score that the scale allows, and
    the judge in each annotator's place."""
    found: dict[str, dict[str, Any]] = {}
    scores = SCORES[:1] if given.nominal else SCORES
    for score in scores:
        tested = alternative_test(given.people, given.judges, epsilon=epsilon, score=score)
        for number, facts in tested.to_dict()["models"].items():
            alternative = found.setdefault(number, {}).setdefault("alternative", {})
            alternative[score] = _kept(facts)
    level = "nominal" if given.nominal else "ordinal"
    whole = model_among_people(given.people, given.judges, level=level).to_dict()  # type: ignore[arg-type]
    for number, facts in whole["models"].items():
        found[number] |= {"among": _kept(facts), "by": {}}
    for grouping, of_item in given.groups.items():
        parts = model_among_people(
            given.people,
            given.judges,
            level=level,  # type: ignore[arg-type]
            groups=of_item,
        )
        for group, models in parts.groups.items():
            for one in models:
                by = found[one.model]["by"].setdefault(grouping, {})
                by[group] = {
                    "n_items": one.n_items,
                    "n_ratings": one.n_ratings,
                    "people": one.people,
                    "as_people": one.as_people,
                }
    return found


def _systems(scored: ScoredTwice | None, why: Text | None, *, seed: int) -> dict[str, Any]:
    """Whom the judge favours, and what it adds to people's ratings; or why neither is there."""
    if scored is None:
        said = why and kept(why)
        return {"measure": None, "favour": None, "powered": None, "not_scored": said}
    favour = favoured_systems(scored.people, scored.judge, groups=scored.drawn_with, seed=seed)
    powered = powered_scores(scored.people, scored.judge) if scored.at_random else None
    return {
        "measure": scored.measure,
        "favour": _kept(favour.to_dict()["systems"]),
        "powered": powered and _kept(powered.to_dict()["systems"]),
        "not_scored": None if powered else kept(RULE_DRAWN),
    }


def _described(judge: Judge) -> dict[str, Any]:
    return {
        "number": judge.number,
        "name": judge.name,
        "model_version": judge.model_version,
        "related": [one.system.name for one in judge.related.all()],
    }


def _kept(found: Any) -> Any:
    """With reasons as they are stored: in every language at once."""
    if isinstance(found, Text):
        return kept(found)
    if isinstance(found, dict):
        return {key: _kept(value) for key, value in found.items()}
    if isinstance(found, list | tuple):
        return [_kept(value) for value in found]
    return found
