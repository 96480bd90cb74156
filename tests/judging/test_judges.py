"""Models as judges: brought in, removed, set beside people; by page, API and command."""

import json

import pytest

from campaigns.models import AuditEntry, Job, Webhook
from judging.models import Judge, Judgement, JudgingReport
from judging.selectors.reports import judging_facts, latest_judging
from judging.services.importing import remove_judge
from judging.services.measuring import measure_judges
from judging.templatetags.judging_pages import judging_groups
from pooling.models import Candidate
from rating.models import Rating
from rating.selectors.counting import counting_ratings
from regild.judging import alternative_test
from scoring.services.freezing import freeze_gold
from tests.agreement.rated import ANNOTATORS, WORKED, worked_campaign
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign, source
from tests.judging.judged import TABLE, judged, said_of_all
from tests.people import make_lead, program_of, signed_in


@pytest.fixture
def campaign(db):
    return worked_campaign()


def test_a_judge_is_stored_apart_from_people(campaign):
    campaign.refresh_from_db()
    before = (Rating.objects.count(), campaign.annotators.count(), campaign.ratings_version)
    judge = judged(campaign, related=["first"])
    campaign.refresh_from_db()
    assert before == (
        Rating.objects.count(),
        campaign.annotators.count(),
        campaign.ratings_version,
    )
    assert judge.judged == Judgement.objects.count() == Candidate.objects.count()
    assert [one.system.name for one in judge.related.all()] == ["first"]
    entry = AuditEntry.objects.get(action="import judgements")
    assert entry.detail["judge"] == 1
    assert entry.detail["judged"] == judge.judged


def test_no_release_and_no_report_of_agreement_knows_a_judge(campaign):
    alone = freeze_gold(campaign=campaign)
    judged(campaign)
    beside = freeze_gold(campaign=campaign)
    assert alone.sha256 == beside.sha256
    assert counting_ratings(campaign).count() == alone.counts["ratings"]


def test_page_api_and_command_store_the_same_judge(client, campaign, tmp_path):
    text = said_of_all(campaign)
    (tmp_path / "gpt.csv").write_text(text)
    (tmp_path / "prompt.txt").write_text("Rate it.")
    lead = make_lead("ana", campaign, "manager")
    facts = facts_of(
        *("import_ratings", "boats", tmp_path / "gpt.csv", "--model", "by command"),
        *("--model-version", "1", "--prompt", tmp_path / "prompt.txt", "--related", "first"),
    )
    sent = {"model_version": "1", "prompt": "Rate it.", "related": ["first"]}
    page = signed_in(lead).post(
        "/campaigns/boats/judges/add/",
        {"name": "by page", **sent, "judgements": source(text, "gpt.csv").stream},
        follow=True,
    )
    assert b"by page 1 is stored" in page.content
    upload = source(text, "gpt.csv").stream
    upload.name = "gpt.csv"
    answer = program_of(lead).post(
        "/api/v1/campaigns/boats/judges/",
        {"name": "by api", **sent, "judgements": upload},
    )
    assert answer.status_code == 201, answer.content
    rows = {
        judge.name: (
            judge.model_version,
            judge.prompt,
            judge.sha256,
            [one.system.name for one in judge.related.all()],
            sorted(judge.judgements.values_list("candidate", "value")),
        )
        for judge in Judge.objects.all()
    }
    assert rows.keys() == {"by command", "by page", "by api"}
    assert rows["by command"] == rows["by page"] == rows["by api"]
    assert facts["sha256"] == answer.json()["sha256"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TABLE + "gpt,1,happy,3\nother,1,pleased,2\n", "line 3"),
        (TABLE + "gpt,1,happy,9\n", "is not on the scale"),
        (TABLE + "gpt,1,nowhere,1\n", "nowhere"),
        (TABLE + "gpt,99,happy,1\n", "99"),
        (TABLE + "gpt,1,happy,1\ngpt,1,happy,2\n", "line 2"),
    ],
)
def test_a_file_with_a_fault_is_refused_with_its_line_and_nothing_is_stored(
    campaign, tmp_path, text, told
):
    (tmp_path / "gpt.csv").write_text(text)
    (tmp_path / "prompt.txt").write_text("Rate it.")
    words = ("--model", "gpt", "--model-version", "1", "--prompt", tmp_path / "prompt.txt")
    with pytest.raises(Exception, match="Nothing was stored") as refused:
        printed_by("import_ratings", "boats", tmp_path / "gpt.csv", *words)
    assert told in str(refused.value)
    assert not Judge.objects.exists()


def test_a_judge_is_described_and_its_version_is_there_once(campaign, tmp_path):
    judged(campaign)
    lead = make_lead("ana", campaign, "manager")
    calls = program_of(lead)

    def send(**changed):
        upload = source(said_of_all(campaign), "gpt.csv").stream
        upload.name = "gpt.csv"
        body = {"name": "gpt", "model_version": "1", "prompt": "Rate it.", **changed}
        return calls.post("/api/v1/campaigns/boats/judges/", {**body, "judgements": upload})

    assert send().json()["code"] == "judge_known"
    assert send(name="new", related=["nobody"]).json()["code"] == "unknown_system"
    assert send(prompt="").status_code == 400
    assert Judge.objects.count() == 1
    with pytest.raises(Exception, match="--model-version and --prompt"):
        printed_by("import_ratings", "boats", tmp_path / "x.csv", "--model", "gpt")
    with pytest.raises(Exception, match="goes with --model"):
        printed_by("import_ratings", "boats", tmp_path / "x.csv", "--model-version", "2")


def test_page_api_and_command_tell_one_report(campaign):
    judged(campaign)
    freeze_gold(campaign=campaign)
    lead = make_lead("ana", campaign, "manager")
    facts = facts_of("judging", "boats", "--epsilon", ".2")
    told = program_of(lead).get("/api/v1/campaigns/boats/judges/report/").json()
    report = latest_judging(campaign)
    shown = signed_in(lead).get(f"/campaigns/boats/judges/reports/{report.pk}/report.json")
    assert facts == told == shown.json() == json.loads(json.dumps(judging_facts(report)))
    page = signed_in(lead).get("/campaigns/boats/judges/").content.decode()
    assert "gpt 1" in page
    table = signed_in(lead).get(
        f"/campaigns/boats/judges/reports/{report.pk}/tables/systems.csv"
    )
    by_api = program_of(lead).get("/api/v1/campaigns/boats/judges/report/tables/systems.csv")
    assert table.content == by_api.content
    assert b"gpt 1,first," in table.content


def test_a_report_is_what_the_library_finds_on_the_same_values(campaign):
    judged(campaign)
    measure_judges(campaign=campaign, epsilon=0.2)
    [one] = judging_facts(latest_judging(campaign))["judges"]
    people = {
        name: {text: int(given[place]) for text, given in WORKED.items() if place < len(given)}
        for place, name in enumerate(ANNOTATORS)
        if any(place < len(given) for given in WORKED.values())
    }
    model = {"gpt": {text: len(text) % 4 for text in WORKED}}
    for score in ("match", "neg-rmse"):
        [tested] = alternative_test(people, model, epsilon=0.2, score=score).models
        found = one["alternative"][score]
        assert found["winning_rate"] == tested.winning_rate is None
        assert found["reason"] == str(tested.reason)
        assert {name: facts["n"] for name, facts in found["annotators"].items()} == {
            beside.annotator: beside.n for beside in tested.annotators
        }


def test_systems_are_scored_with_a_judge_of_the_whole_pool_alone(campaign):
    judged(campaign, name="whole")
    judged(campaign, name="holes", text=TABLE + "gpt,1,happy,3\n")
    freeze_gold(campaign=campaign)
    measure_judges(campaign=campaign)
    whole, holes = judging_facts(latest_judging(campaign))["judges"]
    assert whole["not_scored"] is None
    assert whole["favour"]["first"]["n"] == 1
    assert whole["powered"]["first"]["reason"]
    assert holes["favour"] is holes["powered"] is None
    n_pool = Candidate.objects.filter(role="pooled").count()
    assert holes["unjudged"] == n_pool - 1
    assert "judges the whole pool" in holes["not_scored"]


def test_a_job_reports_once_and_the_report_says_when_it_is_old(campaign):
    judge = judged(campaign)
    lead = make_lead("ana", campaign, "manager")
    answer = program_of(lead).post(
        "/api/v1/campaigns/boats/judges/report/",
        {"epsilon": 0.15},
        content_type="application/json",
    )
    assert answer.status_code == 202
    job = Job.objects.get(id=answer.json()["id"])
    for _again in range(2):
        measure_judges(campaign=campaign, epsilon=0.15, job=job)
    report = JudgingReport.objects.get()
    assert not judging_facts(report)["out_of_date"]
    remove_judge(campaign=campaign, number=judge.number)
    report = JudgingReport.objects.get()
    assert judging_facts(report)["out_of_date"]
    assert judging_facts(report)["judges"][0]["judge"]["name"] == "gpt"


def test_removing_asks_first_and_takes_what_was_judged(campaign):
    judged(campaign)
    lead = signed_in(make_lead("ana", campaign, "manager"))
    assert lead.get("/campaigns/boats/judges/1/remove/").status_code == 200
    assert Judge.objects.exists()
    lead.post("/campaigns/boats/judges/1/remove/")
    assert not Judgement.objects.exists()
    assert AuditEntry.objects.filter(action="remove judge").exists()
    with pytest.raises(Exception, match="has no judge 1"):
        printed_by("remove_judge", "boats", "1")


def test_nothing_is_measured_without_a_judge(db):
    make_campaign()
    with pytest.raises(Exception, match="There is no judge yet"):
        printed_by("judging", "boats")


def test_the_figure_is_on_the_page_and_its_files_are_of_the_report(campaign):
    judged(campaign)
    report = measure_judges(campaign=campaign)
    lead = make_lead("ana", campaign, "viewer")
    page, program = signed_in(lead), program_of(lead)
    html = page.get("/campaigns/boats/judges/").content.decode()
    assert html.count('<figure class="chart">') == 1
    [one] = judging_facts(report)["judges"]
    means = {one["among"][side]["same_share"] for side in ("people", "as_people")}
    shown = [place["person"]["same_share"] for place in one["among"]["annotators"].values()]
    [*groups, mean] = judging_groups(one)
    assert [group.rows[0].value for group in groups] == sorted(
        (share for share in shown if share is not None), reverse=True
    )
    assert {row.value for row in mean.rows} == means
    path = f"/campaigns/boats/judges/reports/{report.pk}/figures/1"
    for form, kind in (("svg", "image/svg+xml"), ("pdf", "application/pdf")):
        assert f"{path}.{form}" in html
        by_page = page.get(f"{path}.{form}")
        by_program = program.get(f"/api/v1/campaigns/boats/judges/report/figures/1.{form}")
        assert by_page["content-type"].startswith(kind)
        assert by_page.getvalue() == by_program.getvalue()
    assert page.get(f"{path}.exe").status_code == 404
    assert page.get(f"{path[:-1]}2.svg").status_code == 404


def test_a_webhook_is_told_once_when_judges_were_set_beside_people(campaign):
    judged(campaign)
    hook = Webhook.objects.create(
        campaign=campaign,
        url="https://example.org/hook",
        events=["judging.reported"],
        secret="s",
    )
    job = Job.objects.create(campaign=campaign, kind="judging")
    report = measure_judges(campaign=campaign, job=job)
    assert measure_judges(campaign=campaign, job=job) == report
    told = json.loads(hook.messages.get().body)
    tested = report.found["1"]["alternative"]
    assert (told["type"], told["data"]) == (
        "judging.reported",
        {
            "campaign": "boats",
            "report": report.pk,
            "judges": [
                {
                    "judge": 1,
                    "name": "gpt",
                    "model_version": "1",
                    "passes": {score: one["passes"] for score, one in tested.items()},
                }
            ],
        },
    )
