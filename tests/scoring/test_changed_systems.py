"""Systems renamed and hidden after they were pooled, rated, released and scored."""

import pytest
from django.core.management import CommandError

from campaigns.models import AuditEntry
from core.refusals import Refused, SystemExists
from pooling.models import Candidate
from pooling.selectors import changed_since_pooling
from pooling.services.fill_pool import pool_campaign
from rating.models import Rating
from scoring.selectors.multiwords import multiword_scores
from scoring.selectors.paper_tables import paper_tables
from scoring.selectors.scores import is_out_of_date, rankings_of
from scoring.selectors.submissions import public_leaderboard
from scoring.services.freezing import freeze_gold
from scoring.services.multiword_targets import mark_multiword_targets
from scoring.services.rescoring import rescore
from sources.models import System
from sources.services.changing_systems import hide_system, rename_system, show_system
from sources.services.systems import add_system
from tests.commands import facts_of, printed_by
from tests.factories import ANSWERS, source
from tests.people import make_lead, program_of, signed_in

WORSE = "glad.a 1 :: sorry\nglad.a 2 :: sad\nroom.n 3 :: wall\nroom.n 4 :: door\n"
SYSTEMS = "/campaigns/boats/sources/systems/"
API = "/api/v1/campaigns/boats/systems/"


@pytest.fixture
def release(campaign):
    add_system(campaign=campaign, name="worse", answers=source(WORSE))
    add_system(campaign=campaign, name="twin", answers=source(ANSWERS))
    release = freeze_gold(campaign=campaign, by=None)
    rescore(campaign=campaign)
    return release


def ranked(release, measure="best.R"):
    lines = rankings_of(release, [measure])[measure].lines
    return [(line.system, line.second.rank) for line in lines]


def named(campaign, name):
    return campaign.systems.get(name=name)


def test_a_renamed_system_has_its_name_in_rankings_and_the_release_the_old_one(
    campaign, release
):
    rename_system(system=named(campaign, "first"), name="SemDis A")
    assert {name for name, _rank in ranked(release)} == {"SemDis A", "rival", "twin", "worse"}
    release.refresh_from_db()
    assert release.policy["pooled_systems"] == ["first", "rival"]
    rescore(campaign=campaign)
    found = rankings_of(release, ["best.R"])["best.R"].lines
    pooled = {line.system for line in found if line.pooled}
    assert pooled == {"SemDis A", "rival"}


def test_no_other_system_takes_a_name_that_a_release_may_have(campaign, release):
    rename_system(system=named(campaign, "first"), name="SemDis A")
    with pytest.raises(Refused, match="was the name of system SemDis A"):
        rename_system(system=named(campaign, "twin"), name="first")
    with pytest.raises(Refused, match="was the name of system SemDis A"):
        add_system(campaign=campaign, name="first", answers=source(WORSE))
    with pytest.raises(SystemExists):
        rename_system(system=named(campaign, "twin"), name="worse")
    rename_system(system=named(campaign, "SemDis A"), name="first")
    assert System.objects.filter(campaign=campaign, name="first").exists()


def test_a_hidden_system_leaves_rankings_and_leaderboard_at_once(campaign, release):
    before = rankings_of(release, ["best.R"])["best.R"].lines[-1]
    assert before.system == "worse"
    for name in ("first", "twin", "rival"):
        hide_system(system=named(campaign, name))
    assert ranked(release) == [("worse", 1)]
    [line] = rankings_of(release, ["best.R"])["best.R"].lines
    assert (line.second.value, line.second.p_next) == (before.second.value, None)
    boards = public_leaderboard(campaign).boards
    assert boards
    assert {row.system for board in boards for row in board.rows} == {"worse"}
    assert is_out_of_date(release)
    rescore(campaign=campaign)
    assert ranked(release) == [("worse", 1)]
    assert not is_out_of_date(release)
    show_system(system=named(campaign, "first"))
    assert is_out_of_date(release)
    rescore(campaign=campaign)
    assert [name for name, _rank in ranked(release)] == ["first", "worse"]


def test_a_hidden_system_leaves_the_tables_of_the_papers(campaign, release):
    hide_system(system=named(campaign, "worse"))
    rename_system(system=named(campaign, "first"), name="SemDis A")
    for key in ("semeval2007.table_1", "jabbari2010.table_3", "semdis2014.table_2"):
        [found] = paper_tables(campaign, release, keys=[key])
        assert {name for name, _cells in found.rows} == {"SemDis A", "twin", "rival"}, key
    # Ranked anew: the best two are equal.
    hide_system(system=named(campaign, "rival"))
    [found] = paper_tables(campaign, release, keys=["semdis2014.table_2"])
    assert {cells[3].value for _name, cells in found.rows} == {1}
    for system in campaign.systems.all():
        hide_system(system=system)
    [found] = paper_tables(campaign, release, keys=["semeval2007.table_1"])
    assert not found.rows


def test_a_hidden_system_leaves_the_papers_tables_and_the_multiwords_at_once(campaign):
    multiwords = source("glad.a 1 :: take_off\n")
    for name in ("worse", "twin"):
        add_system(campaign=campaign, name=name, answers=source(WORSE), multiwords=multiwords)
        multiwords.stream.seek(0)
    mark_multiword_targets(campaign=campaign, gold=source("glad.a 1 :: take off 3;\n"))
    release = freeze_gold(campaign=campaign, by=None)
    rescore(campaign=campaign)

    def told():
        [best] = paper_tables(campaign, release, keys=["semeval2007.table_1"])
        seen = [line.system for line in multiword_scores(release) if not line.reason]
        return {name for name, _cells in best.rows}, set(seen)

    assert told() == ({"first", "rival", "worse", "twin"}, {"worse", "twin"})
    hide_system(system=named(campaign, "twin"))
    assert told() == ({"first", "rival", "worse"}, {"worse"})
    show_system(system=named(campaign, "twin"))
    assert told() == ({"first", "rival", "worse", "twin"}, {"worse", "twin"})


def test_pooling_without_a_hidden_system_loses_nobody_a_rating(campaign, release):
    pool_campaign(campaign=campaign)
    ratings = Rating.objects.count()
    pooled = Candidate.objects.filter(item__campaign=campaign)
    of_worse = pooled.filter(text__in=["sad", "wall", "door"])
    assert of_worse.count() == 3
    for name in ("first", "worse", "twin"):
        hide_system(system=named(campaign, name))
    assert changed_since_pooling(campaign)
    report = pool_campaign(campaign=campaign)
    # Rated: content, overjoyed, sorry, capacity. Not: the three, joyful, hall, apartment and
    # level.
    # 'leeway' is rival's too.
    assert (report.gone_kept, report.gone_deleted) == (4, 7)
    assert not of_worse.exists()
    assert pooled.filter(text="overjoyed").exists()
    assert Rating.objects.count() == ratings
    for name in ("first", "worse"):
        show_system(system=named(campaign, name))
    assert pool_campaign(campaign=campaign).added == 7


def test_hiding_twice_moves_nothing(campaign):
    campaign.refresh_from_db()
    version = campaign.sources_version
    for _time in range(2):
        hide_system(system=named(campaign, "first"))
    campaign.refresh_from_db()
    assert campaign.sources_version == version + 1
    assert AuditEntry.objects.filter(action="hide system").count() == 1


def test_page_program_and_command_do_the_same(campaign):
    system = named(campaign, "first")
    manager = make_lead("manager", campaign, "manager")
    browser, program = signed_in(manager), program_of(manager)

    def stored():
        row = System.objects.get(id=system.pk)
        return row.name, row.hidden_at is not None

    page = browser.get(f"{SYSTEMS}{system.pk}/hide/").content.decode()
    assert "no rating is lost" in page
    assert stored() == ("first", False)
    browser.post(f"{SYSTEMS}{system.pk}/hide/")
    assert stored() == ("first", True)
    assert "Show again" in browser.get("/campaigns/boats/sources/").content.decode()
    browser.post(f"{SYSTEMS}{system.pk}/show/")
    browser.post(f"{SYSTEMS}{system.pk}/rename/", {"name": "page"})
    assert stored() == ("page", False)

    assert program.post(f"{API}{system.pk}/hide/").json() == {"id": system.pk, "hidden": True}
    assert stored() == ("page", True)
    assert program.get(f"{API}{system.pk}/").json()["hidden_at"]
    assert program.post(f"{API}{system.pk}/show/").status_code == 200
    asked = program.patch(f"{API}{system.pk}/", {"name": "api"}, "application/json")
    assert asked.json()["name"] == "api"
    assert stored() == ("api", False)

    assert facts_of("hide_system", "boats", "api")["hidden"] is True
    assert facts_of("hide_system", "boats", "api", "--show")["hidden"] is False
    assert facts_of("rename_system", "boats", "api", "shell")["system"] == "shell"
    assert stored() == ("shell", False)
    told = [*AuditEntry.objects.order_by("id").values_list("action", flat=True)][-9:]
    assert told == ["hide system", "show system", "rename system"] * 3
    assert System.objects.get(id=system.pk).former_names == ["first", "page", "api"]


def test_a_taken_or_empty_name_is_told(campaign):
    add_system(campaign=campaign, name="worse", answers=source(WORSE))
    manager = make_lead("manager", campaign, "manager")
    address = f"{SYSTEMS}{named(campaign, 'first').pk}/rename/"
    page = signed_in(manager).post(address, {"name": "worse"})
    assert page.context["form"].errors == {"name": ["There is a system of this name."]}
    answer = program_of(manager).patch(
        f"{API}{named(campaign, 'first').pk}/", {"name": "worse"}, "application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "system_exists")
    with pytest.raises(CommandError, match="has no system 'none'"):
        printed_by("rename_system", "boats", "none", "other")
    with pytest.raises(CommandError):
        printed_by("rename_system", "boats", "first", " ")
