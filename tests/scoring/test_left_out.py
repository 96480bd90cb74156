"""Each system left out of a release's pool: page, API, command and files say the same."""

import csv
import io

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from regild.scoring.leave_one_out import SystemLeftOut
from scoring.models import LeftOutScore
from scoring.selectors.left_out import LateRank, left_out_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.services.changing_systems import hide_system
from tests.commands import facts_of, printed_by
from tests.people import make_lead, program_of, signed_in
from tests.scoring.released import add_late_system

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

BEST = "semdis.best_norm"


@pytest.fixture
def release(campaign):
    release = freeze_gold(campaign=campaign)
    add_late_system(campaign)
    rescore(campaign=campaign)
    return release


def by_system(release, measure):
    return {one.system: one for one in left_out_of(release).by(measure)}


@pytest.mark.postgresql
def test_what_is_stored_is_what_one_works_out_by_hand(release):
    """`content`, `overjoyed` and `capacity` are the first one's alone; `leeway` both gave. Its
    first answers are worth 8/9 and 1 with them or without, but by GAP it falls behind."""
    best, gap, judged = (by_system(release, key) for key in (BEST, "gap", "judged@10"))
    assert set(best) == {"first", "rival"}
    assert best["first"] == SystemLeftOut(
        "first", BEST, 3, pytest.approx(17 / 18), pytest.approx(17 / 18), 0, 1, 1, 0
    )
    assert (best["rival"].unique, best["rival"].difference) == (0, 0)
    assert (gap["first"].rank, gap["first"].rank_without, gap["first"].moved) == (1, 2, 1)
    # Of four answers `sorry` has too few ratings; then of four one is judged, of three two.
    assert judged["first"].value == pytest.approx((3 / 4 + 1) / 2)
    assert judged["first"].without == pytest.approx((1 / 4 + 2 / 3) / 2)


def test_a_late_systems_rank_is_trusted_where_all_that_were_judged_as_far_kept_theirs(release):
    told = left_out_of(release)
    least = {one.tested.measure: one.trusted_from for one in told.measures}
    # By GAP the first one moved; the rival, judged whole, did not.
    assert (least[BEST], least["gap"]) == (pytest.approx(11 / 24), 1)
    # `elated` was never rated.
    assert told.late == [LateRank("late", 0.75, True)]
    LeftOutScore.objects.filter(measure=BEST).update(moved=1)
    told = left_out_of(release)
    assert (told.measures[0].trusted_from, told.late[0].trusted) == (None, False)
    lead = signed_in(make_lead("ada", release.campaign))
    text = lead.get(reverse("scores", args=["boats"])).text
    assert "late was added late, with judged@10 of 0.750: its rank cannot be trusted." in text


def test_page_command_api_and_files_say_the_same(release):
    told = left_out_of(release).told()
    assert facts_of("left_out", "boats") == told
    lead = make_lead("ada", release.campaign)
    page, program = signed_in(lead), program_of(User.objects.get(username="ada"))
    api = "/api/v1/campaigns/boats/releases/1/scores/"
    assert program.get(f"{api}left-out/").json() == told
    address = reverse("scores-left-out", args=["boats", 1])
    text = page.get(address).text
    assert "Left out, 2 systems move by 0.000 ranks on average and by 0 at most" in text
    assert "from judged@10 of 0.458 on" in text
    assert page.get(f"{address}?measure=bpref").status_code == 200
    assert page.get(f"{address}?measure=x").status_code == 404
    printed, _ = printed_by("left_out", "boats")
    assert "late came late, judged@10 0.750: its rank can be trusted." in printed
    for name, rows in (("left-out", told["systems"]), ("left-out-measures", told["measures"])):
        table = page.get(reverse("scores-table", args=["boats", 1, name, "csv"]))
        assert program.get(f"{api}tables/{name}.csv").content == table.content
        assert list(csv.DictReader(io.StringIO(table.text))) == [
            {key: "" if value is None else str(value) for key, value in row.items()}
            for row in rows
        ]
        latex = page.get(reverse("scores-table", args=["boats", 1, name, "tex"]))
        assert r"\begin{tabular}" in latex.text
    for name, status in ((f"left-out-{BEST}", 200), ("left-out-x", 404)):
        drawn = page.get(reverse("scores-figure", args=["boats", 1, name, "svg"]))
        assert drawn.status_code == status


def test_where_nothing_is_left_out_the_reason_is_said(release):
    LeftOutScore.objects.all().delete()
    reason = "not measured when these systems were scored: score again"
    assert left_out_of(release).reason == reason
    assert f"No system is left out: {reason}." in printed_by("left_out", "boats")[0]
    lead = signed_in(make_lead("ada", release.campaign))
    for page in ("scores-left-out", "scores-release", "gold-release"):
        assert reason in lead.get(reverse(page, args=["boats", 1])).text
    table = reverse("scores-table", args=["boats", 1, "left-out", "csv"])
    assert lead.get(table).status_code == 404


def test_a_release_that_nobody_scored_says_so(campaign):
    release = freeze_gold(campaign=campaign)
    assert left_out_of(release).reason == "no system has been scored on this release"


def test_a_hidden_system_is_in_no_table(release):
    hide_system(system=release.campaign.systems.get(name="rival"))
    assert set(by_system(release, BEST)) == {"first"}
