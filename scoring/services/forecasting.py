"""Forecast whether more ratings would still change the ranking, beside an agreement report."""

from typing import Any

from django.db import transaction

from agreement.models import AgreementReport
from campaigns.models import Campaign, Job
from campaigns.selectors.task import task_of
from campaigns.services.jobs import Progress, ask, unobserved
from campaigns.services.locking import lock_campaign
from campaigns.services.stopping import say_stop
from core.refusals import Refused
from core.snapshot import snapshot
from rating.services.opening import pause_campaign
from regild.problems import N_
from regild.scoring.both_samples import ONCE_MORE, TWICE_MORE, BothDrawn, draw_both
from regild.scoring.forecast import Forecast, forecast
from regild.scoring.stopping import look
from scoring.models import FORECAST, RankingForecast
from scoring.selectors.forecasts import forecasts_of, forecasts_rankings
from scoring.selectors.rated_now import RatedNow, rated_now

STEPS = ONCE_MORE + TWICE_MORE


def request_forecast(campaign: Campaign) -> Job:
    """A job that forecasts beside the newest agreement report."""
    return ask(FORECAST, campaign=campaign)


def forecast_ranking(*, campaign: Campaign, progress: Progress = unobserved) -> RankingForecast:
    """Beside the newest agreement report. Safe to run again: what was forecast beside it
    stands. Raises Refused where there is no report, or no ranking that ratings make."""
    if not forecasts_rankings(campaign):
        text = N_("rankings are forecast where ratings have an order and answers are pooled")
        raise Refused("no_forecast", text)
    with snapshot():
        campaign = Campaign.objects.get(id=campaign.pk)
        report = campaign.agreement_reports.only("id").first()
        if report is None:
            text = N_("%(campaign)s has no agreement report yet", campaign=campaign.slug)
            raise Refused("no_report", text)
        made = RankingForecast.objects.filter(report=report).first()
        if made is None:
            now = rated_now(campaign, rule=task_of(campaign).rules[0])
    if made is None:
        made = _store(campaign, report, now, progress)
    _tell(campaign, made)
    return made


@transaction.atomic
def _tell(campaign: Campaign, made: RankingForecast) -> None:
    """Where its lead asked for it, that the ranking is settled."""
    if not made.stop:
        return
    asked = say_stop(
        campaign=campaign, report=made.report_id, n_ratings=made.n_ratings, measure=made.measure
    )
    state = lock_campaign(campaign.pk).state
    if asked == Campaign.Stopping.PAUSE and state == Campaign.State.OPEN:
        pause_campaign(campaign=campaign)


def _store(
    campaign: Campaign,
    report: AgreementReport,
    now: RatedNow,
    progress: Progress,
) -> RankingForecast:
    measure = task_of(campaign).scoring.headline[0]
    columns: dict[str, Any] = {
        "measure": measure,
        "n_ratings": now.rated.ratings,
        "n_annotators": now.rated.annotators,
        "n_targets": 0,
        "seed": campaign.seed,
        "reason": _why_not(now),
    }
    if not columns["reason"]:
        drawn = _drawn(campaign, now, measure, progress)
        columns["n_targets"] = drawn.units
        columns |= _columns(forecast(drawn), now.systems)
        if not columns["reason"]:
            planned = _planned(campaign, now)
            looked = look(drawn, planned=planned, least=now.least)
            columns |= {"stop": looked.stop, "planned": planned}
            columns["found"]["pairs"] = len(looked.pairs)
            columns["found"]["open_pairs"] = len(looked.unsettled)
    made, _new = RankingForecast.objects.get_or_create(report=report, defaults=columns)
    return made


def _planned(campaign: Campaign, now: RatedNow) -> int:
    """As at the first look; then, of all ratings there may be."""
    before = forecasts_of(campaign).filter(planned__isnull=False)
    first = before.values_list("planned", flat=True).last()
    return first or max(now.least, now.candidates * campaign.max_ratings)


def _why_not(now: RatedNow) -> str:
    if len(now.systems) < 2:
        return str(N_("there are fewer than two systems"))
    if not now.rated.gold.sentences:
        return str(N_("no candidate above the lowest value has two ratings"))
    if now.rated.annotators < 2:
        return str(N_("all ratings are by one annotator"))
    return ""


def _drawn(campaign: Campaign, now: RatedNow, measure: str, progress: Progress) -> BothDrawn:
    done = 0
    progress(done, STEPS)

    def step() -> None:
        nonlocal done
        done += 1
        progress(done, STEPS)

    return draw_both(
        now.rated,
        now.answers,
        measure=measure,
        groups=now.groups,
        seed=campaign.seed,
        penalty=campaign.penalty,
        drawn=step,
    )


def _columns(found: Forecast, systems: list[str]) -> dict[str, Any]:
    if found.needed is None or found.twice.kendall_tau is None:
        return {"reason": str(N_("fewer than two systems have a score"))}
    return {
        "kendall_tau": found.twice.kendall_tau,
        "needed": found.needed,
        "found": {
            "curve": [one._asdict() for one in found.curve],
            "neighbours": [
                one._asdict() | {"first": systems[one.first], "second": systems[one.second]}
                for one in found.neighbours
            ],
            "unsettled": [[systems[one], systems[two]] for one, two in found.unsettled],
            "further_apart": found.further_apart,
            "doubt": found.doubt,
        },
    }
