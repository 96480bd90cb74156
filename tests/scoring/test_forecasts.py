"""Whether more ratings would change the ranking: forecast beside each agreement report."""

import csv
import io

import numpy as np
import pytest
from django.db import IntegrityError
from django.urls import reverse

from agreement.services import measure_agreement
from campaigns.models import Job
from core.refusals import Refused
from pooling.services.fill_pool import pool_campaign
from regild.scoring.both_samples import draw_both
from regild.scoring.forecast import forecast
from scoring.jobs import forecast as forecast_task
from scoring.jobs import forecast_due
from scoring.models import RankingForecast
from scoring.selectors.forecasts import forecast_facts, latest_forecast
from scoring.selectors.golds import both_golds
from scoring.selectors.rated_now import rated_now
from scoring.services.forecasting import forecast_ranking
from scoring.services.freezing import freeze_gold
from sources.services.systems import add_system
from tests.agreement.rated import rate
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.scoring.released import RIVAL

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

BEST = "semdis.best_norm"


@pytest.fixture
def made(campaign):
    measure_agreement(campaign=campaign)
    return forecast_ranking(campaign=campaign)


@pytest.mark.postgresql
def test_it_rests_on_what_a_release_of_this_moment_would_have(campaign):
    """With two ratings; the gold with all annotators alike is the release's."""
    now = rated_now(campaign, rule="mean")
    release = freeze_gold(campaign=campaign, min_ratings=2)
    gold = now.rated.reweighted(np.ones(now.rated.annotators))
    found = {
        sentence: {text: gold.weights[row, place] for text, place in places.items()}
        for row, (sentence, places) in enumerate(zip(gold.sentences, gold.places, strict=True))
    }
    assert found == {
        sentence: pytest.approx(weights)
        for sentence, weights in both_golds(release).second.items()
    }
    assert now.rated.ratings == sum(map(len, release.entries.values_list("ratings", flat=True)))
    assert now.systems == ["first", "rival"]
    assert dict(now.answers[1])["3"] == ("leeway", "space")


@pytest.mark.postgresql
def test_what_is_kept_is_what_the_library_forecasts(campaign, made):
    campaign.refresh_from_db()
    now = rated_now(campaign, rule="mean")
    drawn = draw_both(
        now.rated, now.answers, measure=BEST, groups=now.groups, seed=campaign.seed
    )
    found = forecast(drawn)
    assert (made.measure, made.n_annotators, made.n_targets) == (BEST, 4, 2)
    assert made.kendall_tau == pytest.approx(found.twice.kendall_tau)
    assert made.needed == found.needed
    [pair] = made.found["neighbours"]
    assert (pair["first"], pair["second"]) == ("first", "rival")
    assert pair["keeps"] == pytest.approx(found.neighbours[0].keeps)
    assert [one["ratings"] for one in made.found["curve"]] == [
        round(times * now.rated.ratings) for times in (1.25, 1.5, 2, 3, 4)
    ]


def test_page_command_api_and_files_say_the_same(campaign, made):
    facts = forecast_facts(made)
    assert facts_of("ranking_forecast", "boats") == facts
    lead = make_lead("ada", campaign)
    page, program = signed_in(lead), program_of(lead)
    api = "/api/v1/campaigns/boats/ranking-forecast/"
    told = program.get(api).json()
    assert told.pop("made_at")[:19] == facts["made_at"][:19]
    assert [one.pop("made_at")[:19] for one in told["history"]] == [facts["made_at"][:19]]
    assert told == {
        **{key: value for key, value in facts.items() if key != "made_at"},
        "history": [
            {key: value for key, value in one.items() if key != "made_at"}
            for one in facts["history"]
        ],
    }
    text = page.get(reverse("forecast", args=["boats"])).text
    assert f"τ {facts['kendall_tau']:.3f}" in text
    assert "Nothing can be forecast" not in text
    printed, _ = printed_by("ranking_forecast", "boats")
    assert f"twice the ratings: {facts['kendall_tau']:.3f} expected" in printed
    for name in ("curve", "neighbours", "history"):
        table = page.get(reverse("forecast-table", args=["boats", name, "csv"]))
        assert program.get(f"{api}tables/{name}.csv").content == table.content
        rows = list(csv.DictReader(io.StringIO(table.text)))
        assert rows == [
            {key: "" if value is None else str(value) for key, value in row.items()}
            for row in facts[name]
        ]
    for name in ("curve", "history"):
        drawn = page.get(reverse("forecast-figure", args=["boats", name, "svg"]))
        assert drawn.content == program.get(f"{api}figures/{name}.svg").content
    assert page.get(reverse("forecast-figure", args=["boats", "x", "svg"])).status_code == 404
    assert page.get(reverse("forecast-table", args=["boats", "x", "csv"])).status_code == 404


def test_each_report_gets_one_by_itself(campaign):
    forecast_due()
    assert not campaign.jobs.filter(kind="forecast").exists()
    first = measure_agreement(campaign=campaign)
    forecast_due()
    forecast_due()
    [job] = campaign.jobs.filter(kind="forecast")
    forecast_task(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.DONE, {"report": first.pk})
    forecast_due()
    assert campaign.jobs.filter(kind="forecast").count() == 1
    made = latest_forecast(campaign)
    assert forecast_ranking(campaign=campaign) == made
    second = measure_agreement(campaign=campaign)
    assert forecast_facts(made)["out_of_date"]
    forecast_due()
    forecast_task(job_id=campaign.jobs.filter(kind="forecast").latest("id").pk)
    facts = forecast_facts(latest_forecast(campaign))
    assert [one["report"] for one in facts["history"]] == [first.pk, second.pk]
    # The points of as many ratings are one.
    page = signed_in(make_lead("ada", campaign)).get(reverse("forecast", args=["boats"]))
    assert page.status_code == 200


def test_it_goes_with_its_report(campaign, made):
    made.report.delete()
    assert not RankingForecast.objects.exists()


@pytest.mark.parametrize(
    ("ratings", "reason"),
    [
        ({"happy": "3", "content": "1"}, "no candidate above the lowest value"),
        ({"happy": "00", "content": "00"}, "no candidate above the lowest value"),
    ],
)
def test_what_cannot_be_forecast_says_why(ratings, reason):
    campaign = rated_campaign_of(ratings)
    measure_agreement(campaign=campaign)
    made = forecast_ranking(campaign=campaign)
    assert made.reason.startswith(reason)
    assert (made.kendall_tau, made.needed) == (None, None)
    assert "Nothing can be forecast: no candidate" in printed_by("ranking_forecast", "boats")[0]
    page = signed_in(make_lead("ada", campaign))
    assert (
        "Nothing can be forecast: no candidate"
        in page.get(reverse("forecast", args=["boats"])).text
    )
    table = reverse("forecast-table", args=["boats", "curve", "csv"])
    assert page.get(table).status_code == 404


def rated_campaign_of(ratings):
    campaign = make_campaign()
    add_system(campaign=campaign, name="rival", answers=source(RIVAL, "rival.txt"))
    pool_campaign(campaign=campaign)
    rate(campaign, ratings)
    return campaign


def test_of_one_system_nothing_is_forecast():
    campaign = make_campaign()
    rate(campaign, {"happy": "33", "content": "11"})
    measure_agreement(campaign=campaign)
    assert forecast_ranking(campaign=campaign).reason == "there are fewer than two systems"


def test_without_a_report_there_is_nothing_to_stand_beside(campaign):
    with pytest.raises(Refused, match="has no agreement report yet"):
        forecast_ranking(campaign=campaign)
    page = signed_in(make_lead("ada", campaign)).get(reverse("forecast", args=["boats"]))
    assert "A forecast is made with every agreement report." in page.text


@pytest.mark.postgresql
def test_a_forecast_without_a_number_has_a_reason(campaign, made):
    with pytest.raises(IntegrityError):
        RankingForecast.objects.update(kendall_tau=None)
