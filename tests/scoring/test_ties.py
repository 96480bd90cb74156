"""Tie groups beside a release's rankings: page, API, command and files say the same."""

import csv
import io

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from pooling.services.fill_pool import pool_campaign
from regild.scoring.both_samples import draw_both
from regild.scoring.tie_groups import groups_of
from regild.scoring.two_golds import HIDDEN_SINCE
from scoring.models import GIVEN_BOTH, Evaluation, Score, ScoreGap
from scoring.selectors.golds import answers_of, both_golds, rated_gold
from scoring.selectors.golds import groups_of as targets_of
from scoring.selectors.scores import pairs_of, rankings_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.services.changing_systems import hide_system
from tests.agreement.rated import rate
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

BEST = "semdis.best_norm"


@pytest.fixture
def release(campaign):
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    return release


def ranking(release, measure=BEST):
    [found] = rankings_of(release, [measure]).values()
    return found


def drawn_again(release, measure=BEST):
    """By the library, from the ratings that the release froze."""
    release.campaign.refresh_from_db()
    golds = both_golds(release)
    systems = list(release.campaign.systems.order_by("id"))
    drawn = draw_both(
        rated_gold(release),
        answers_of(release, systems),
        measure=measure,
        groups=targets_of(release, golds.second),
        seed=release.campaign.seed,
        penalty=release.campaign.penalty,
    )
    return groups_of(drawn, [system.name for system in systems], measure=measure)


@pytest.mark.postgresql
@pytest.mark.parametrize("measure", [BEST, "semdis.oot_norm", "best.P", "ndcg@10"])
def test_what_is_stored_is_what_the_library_finds(release, measure):
    found, stored = drawn_again(release, measure), ranking(release, measure)
    assert (found.units, found.annotators) == (2, 4)
    assert {
        line.system: (*line.given_both[:4], line.given_both.reason) for line in stored.lines
    } == {
        one.system: (
            pytest.approx(one.adjusted),
            pytest.approx(one.low),
            pytest.approx(one.high),
            one.letters,
            "",
        )
        for one in found.systems
    }
    [theirs], [ours] = found.pairs, pairs_of(release, stored)
    assert {ours.first, ours.second} == {"first", "rival"}
    turned = theirs if theirs.first == ours.first else theirs.turned
    assert ours == (*turned[:2], *map(pytest.approx, turned[2:]))
    told = Evaluation.objects.values_list("gold", "both_units").distinct()
    assert set(told) == {("first", None), ("second", 2)}


def test_page_command_json_and_files_say_the_same(release):
    facts = facts_of("rescore", "boats")
    [best] = [each for each in facts["measures"] if each["measure"] == BEST]
    lines = {line.system: line.given_both for line in ranking(release).lines}
    assert {line["system"]: line["given_both"] for line in best["lines"]} == {
        system: given._asdict() for system, given in lines.items()
    }
    lead = signed_in(make_lead("ada", release.campaign))
    program = program_of(User.objects.get(username="ada"))
    scores = "/api/v1/campaigns/boats/releases/1/scores/"
    answer = program.get(f"{scores}?measure={BEST}").json()
    assert answer["measures"][0]["lines"] == best["lines"]
    first, last = ranking(release).lines
    given = lines[first.system]
    [pair] = pairs_of(release, ranking(release))
    text = lead.get(reverse("scores", args=["boats"])).text
    assert f"{given.adjusted:.3f} [{given.low:.3f}, {given.high:.3f}]" in text
    assert f"{pair.difference:.3f} [{pair.low:.3f}, {pair.high:.3f}]" in text
    printed, _ = printed_by("rescore", "boats")
    assert f"{given.adjusted:.3f} [{given.low:.3f}, {given.high:.3f}]" in printed

    def rows(name):
        table = lead.get(reverse("scores-table", args=["boats", 1, name, "csv"]))
        assert program.get(f"{scores}tables/{name}.csv").content == table.content
        return list(csv.DictReader(io.StringIO(table.text)))

    [one, two] = rows(f"ties-{BEST}")
    assert (one["system"], one["letters"]) == (first.system, given.letters)
    assert float(one["difference_high"]) == pair.high
    assert (two["system"], two["difference"]) == (last.system, "")
    [both] = rows(f"pairs-{BEST}")
    assert float(both["p_holm"]) == pair.p_holm
    latex = lead.get(reverse("scores-table", args=["boats", 1, f"ties-{BEST}", "tex"]))
    assert f"{given.low:.3f}, {given.high:.3f}" in latex.text


def test_a_measure_without_tie_groups_says_why(release):
    [gap] = rankings_of(release, ["gap"]).values()
    assert {line.given_both.reason for line in gap.lines} == {
        "this measure asks which substitutes are right at all, or weigh most:"
        " how many others more people would find, ratings do not tell"
    }
    assert pairs_of(release, gap) == []
    lead = signed_in(make_lead("ada", release.campaign))
    gone = lead.get(reverse("scores-table", args=["boats", 1, "ties-gap", "csv"]))
    assert gone.status_code == 404


def test_of_one_annotator_alone_nothing_is_tied():
    campaign = make_campaign()
    rate(campaign, {"happy": "3", "content": "1"})
    release = freeze_gold(campaign=campaign, min_ratings=1)
    printed, _ = printed_by("rescore", "boats")
    assert "No tie groups: all ratings are by one annotator." in printed
    [line] = ranking(release).lines
    assert line.given_both[:4] == (None, None, None, "")
    lead = signed_in(make_lead("ada", campaign))
    text = lead.get(reverse("scores", args=["boats"])).text
    assert "There are no tie groups: all ratings are by one annotator." in text


def test_of_one_target_alone_nothing_is_tied():
    campaign = make_campaign()
    pool_campaign(campaign=campaign)
    rate(campaign, {"happy": "332", "content": "100"})
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    [line] = ranking(release).lines
    assert line.given_both.letters == ""
    assert line.given_both.reason.startswith("all sentences share one target")


def test_a_hidden_system_takes_the_letters_with_it(release):
    lead = make_lead("ada", release.campaign, "manager")
    hide_system(system=release.campaign.systems.get(name="rival"), by=lead)
    [line] = ranking(release).lines
    assert (line.given_both.letters, line.given_both.reason) == ("", str(HIDDEN_SINCE))
    assert pairs_of(release, ranking(release)) == []


@pytest.mark.postgresql
def test_what_an_older_version_scored_says_that_it_was_not_measured(release):
    ScoreGap.objects.all().delete()
    Evaluation.objects.update(both_units=None)
    Score.objects.update(**dict.fromkeys(GIVEN_BOTH[:3]), letters="")
    reasons = {line.given_both.reason for line in ranking(release).lines}
    assert reasons == {"not measured when these systems were scored: score again"}
