"""Systems that answer with distributions, or for each annotator: by page, API and command."""

import csv
import io
import json

import pytest

import regild
from campaigns.models import AuditEntry
from core.refusals import Refused
from regild.problems import BadFiles
from scoring.selectors.soft_systems import given_by_people
from scoring.services.freezing import freeze_gold
from scoring.services.soft_systems import add_soft_system
from tests.categories.released import rated_categories
from tests.commands import facts_of, printed_by
from tests.factories import source
from tests.people import make_lead, program_of, signed_in
from tests.scoring.released import exported

pytestmark = pytest.mark.django_db
HEAD = "sentence,substitute,value,share\n"
# Of sentence 1: people gave 'happy' 3, 3, 2 and 'pleased' 3, 3, 3.
SOME = f"{HEAD}1,happy,3,.5\n1,happy,2,.5\n1,pleased,2,1\n9,gone,1,1\n"


@pytest.fixture
def release(campaign):
    return freeze_gold(campaign=campaign)


def add(release, text, name="mine", file="mine.csv"):
    return add_soft_system(release=release, name=name, answers=source(text, file))


def values(system):
    return {key: one["value"] for key, one in system.measures.items()}


def test_the_releases_own_shares_and_ratings_are_without_a_fault(release):
    shares = add(release, exported(release, "shares")[""].decode(), "shares").system
    assert not shares.by_person
    entropy = shares.measures["cross_entropy"]["value"]
    assert values(shares) == {"wasserstein": 0, "manhattan": 0, "cross_entropy": entropy}
    assert (shares.unanswered, shares.n_items) == (0, 9)
    people = add(release, exported(release, "ratings")[""].decode(), "people").system
    assert people.by_person
    assert values(people) == {"error_rate": 0, "normalised_distance": 0}


def test_what_is_left_out_is_answered_evenly(release):
    added = add(release, SOME)
    # happy: people 2/3 of 3 and 1/3 of 2, said half each: 1/6 one step, 1/3 of shares moved.
    # pleased: all of 3 said 2: one step, 2. Seven others evenly, a quarter each.
    given = given_by_people(release)
    said = {"1 happy": {"3": 0.5, "2": 0.5}, "1 pleased": {"2": 1.0}}
    only = {item: given.shares[item] for item in said}
    [near] = regild.score_soft_labels(only, {"": said}, scale=given.scale).systems.values()
    assert near["wasserstein"].value == pytest.approx((1 / 6 + 1) / 2)
    assert near["manhattan"].value == pytest.approx((1 / 3 + 2) / 2)
    [expected] = regild.score_soft_labels(
        given.shares, {"": said}, scale=given.scale
    ).systems.values()
    assert added.system.unanswered == 7
    for key, one in expected.items():
        assert added.system.measures[key] == json.loads(json.dumps(one._asdict()))
    assert added.system.measures["cross_entropy"]["reason"]
    [notice] = added.notices
    assert "1 items are not in the release" in str(notice.problem.message)


def test_page_api_and_command_score_alike(release, tmp_path):
    campaign = release.campaign
    lead = make_lead("ada", campaign, "manager")
    page, program = signed_in(lead), program_of(lead)
    base = f"/campaigns/boats/scores/{release.number}/distributions/"
    api = f"/api/v1/campaigns/boats/releases/{release.number}/distributions/"
    posted = page.post(f"{base}add/", {"name": "by page", "answers": io.BytesIO(SOME.encode())})
    assert posted.status_code == 302
    made = program.post(api, {"name": "by program", "answers": io.BytesIO(SOME.encode())})
    assert made.status_code == 201
    assert len(made.json()["notices"]) == 1
    (tmp_path / "mine.csv").write_text(SOME)
    facts = facts_of("score_distributions", "boats", "by command", tmp_path / "mine.csv")
    assert [one["name"] for one in facts["systems"]] == ["by page", "by program", "by command"]
    assert len({json.dumps(one["measures"], sort_keys=True) for one in facts["systems"]}) == 1
    assert len({one["sha256"] for one in facts["systems"]}) == 1
    assert program.get(api).json() == facts["systems"]
    html = page.get(base).content.decode()
    for one in facts["systems"]:
        assert one["name"] in html
    rows = [*csv.DictReader(io.StringIO(page.get(f"{base}tables/shares.csv").content.decode()))]
    assert (
        float(rows[0]["wasserstein"]) == facts["systems"][0]["measures"]["wasserstein"]["value"]
    )
    assert r"\begin{tabular}" in page.get(f"{base}tables/shares.tex").content.decode()
    printed, _ = printed_by("score_distributions", "boats")
    assert "by command" in printed
    assert AuditEntry.objects.filter(action="score distributions").count() == 3

    first, second, _third = facts["systems"]
    assert page.post(f"{base}{first['id']}/remove/").status_code == 302
    assert program.delete(f"{api}{second['id']}/").status_code == 204
    left = facts_of("score_distributions", "boats", "by command", "--remove")
    assert left["systems"] == []
    assert AuditEntry.objects.filter(action="remove distributions").count() == 3


def test_what_cannot_be_scored_is_refused_and_nothing_stored(release):
    for text, code in (
        (f"{HEAD}9,gone,1,1\n", "nothing_of_the_release"),
        (f"{HEAD}1,happy,7,1\n", "not_on_the_scale"),
        ("annotator,sentence,substitute,value\nx,1,happy,3\n", "no_annotator_of_the_release"),
    ):
        with pytest.raises(Refused) as refused:
            add(release, text)
        assert refused.value.code == code
    with pytest.raises(BadFiles) as bad:
        add(release, f"{HEAD}1,happy,3,.5\n1,happy,2,.2\n1,pleased,3,x\n")
    [file] = bad.value.files
    assert [one.line for one in file.problems] == [2, 4]
    assert not release.soft_systems.exists()
    add(release, SOME)
    with pytest.raises(Refused, match="mine is there already"):
        add(release, SOME)


def test_the_page_says_what_is_wrong_with_a_file_and_keeps_it(release):
    page = signed_in(make_lead("ada", release.campaign, "manager"))
    base = f"/campaigns/boats/scores/{release.number}/distributions/"
    bad = io.BytesIO(f"{HEAD}1,happy,3,.5\n".encode())
    bad.name = "bad.csv"
    html = page.post(f"{base}add/", {"name": "mine", "answers": bad}).content.decode()
    assert "add up to 0.5" in html
    assert "bad.csv" in html
    assert "No system has answered with distributions yet" in html


def test_of_categories_there_is_no_distance():
    """Document 1 has Plan, Plan, Report; document 3 Plan and Report."""
    release = freeze_gold(campaign=rated_categories(), min_ratings=2)
    text = "document,category,share\n1,Plan,.5\n1,Report,.5\n3,Plan,1\n"
    found = add(release, text).system
    given = given_by_people(release)
    said = {"1": {"Plan": 0.5, "Report": 0.5}, "3": {"Plan": 1.0}}
    [expected] = regild.score_soft_labels(given.shares, {"": said}).systems.values()
    assert given.shares["1"] == {"Plan": pytest.approx(2 / 3), "Report": pytest.approx(1 / 3)}
    assert values(found) == {key: one.value for key, one in expected.items()}
    assert found.measures["wasserstein"]["value"] is None
    assert found.measures["wasserstein"]["reason"]
    people = add(release, exported(release, "ratings")[""].decode(), "people").system
    assert values(people) == {"error_rate": 0, "normalised_distance": None}
