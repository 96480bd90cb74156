"""Multiwords in a campaign: what annotators saw, what systems name, SemEval's Table 7.

The worked example: annotators saw 'take off' thrice, 'give up' twice and 'x' once; a system
names 'take off', 'give in' and 'zz'. Detected are two of the three it names and of the two
there are; identified is one: P 2/3, R 1, P 1/3, R 1/2.
"""

import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from campaigns.models import AuditEntry
from core.refusals import Refused
from pooling.models import Candidate
from regild.cli import main
from regild.problems import BadFiles
from regild.tasks.substitution import SUBSTITUTION
from scoring.models import Evaluation, Score
from scoring.selectors.multiwords import multiword_scores
from scoring.selectors.paper_tables import GOLDS, paper_tables
from scoring.selectors.scores import is_out_of_date
from scoring.services.freezing import freeze_gold
from scoring.services.multiword_targets import mark_multiword_targets
from scoring.services.rescoring import rescore
from scoring.services.submitting import make_link
from sources.models import GoldMultiword, NamedMultiword, System
from sources.services.changing_systems import hide_system
from sources.services.deleting import delete_sentences
from sources.services.systems import add_system
from tests.agreement.rated import rate
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign, source
from tests.scoring.released import GLAD

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

GOLD = "glad.a 1 :: take off 3;take out 1;\nglad.a 2 :: give up 2;\nroom.n 3 :: x 1;\n"
NAMED = "glad.a 1 :: take_off\nglad.a 2 :: give in;give up\nroom.n 3 :: zz\n"
ANSWERS = "glad.a 1 :: happy\n"
WORKED = {
    "detect_P": (2 / 3, 3),
    "detect_R": (1, 2),
    "identify_P": (1 / 3, 3),
    "identify_R": (0.5, 2),
}
API = "/api/v1/campaigns/boats/"


@pytest.fixture
def campaign():
    campaign = make_campaign()
    rate(campaign, GLAD, sentence="1")
    return campaign


def upload(text, name="file.txt"):
    return SimpleUploadedFile(name, text.encode())


def stored(name):
    system = System.objects.get(name=name)
    rows = system.multiwords.order_by("item__key").values_list("item__key", "text")
    return list(rows), system.multiwords_sha256


def add(campaign, name="named", text=NAMED):
    return add_system(
        campaign=campaign,
        name=name,
        answers=source(ANSWERS, "answers.txt"),
        multiwords=source(text, "mw.txt"),
    )


def see(campaign, text=GOLD):
    mark_multiword_targets(campaign=campaign, gold=source(text, "mw.gold"))


def table(release):
    return {
        line.system: {
            name: (score.value and pytest.approx(score.value), score.n)
            for name, score in zip(WORKED, line.scores, strict=True)
        }
        for line in multiword_scores(release)
    }


@pytest.mark.postgresql
def test_page_api_command_and_team_store_the_same(campaign, browser, program, tmp_path, client):
    for name, text in {"answers.txt": ANSWERS, "mw.txt": NAMED}.items():
        (tmp_path / name).write_text(text)
    facts = facts_of(
        "add_system", "boats", "command", tmp_path / "answers.txt",
        "--multiwords", tmp_path / "mw.txt",
    )  # fmt: skip
    assert facts["multiwords"] == 3
    browser.post(
        reverse("add-system", args=["boats"]),
        {
            "name": "page",
            "kind": "participant",
            "answers": upload(ANSWERS),
            "multiwords": upload(NAMED),
        },
    )
    assert AuditEntry.objects.latest("id").detail["multiwords"] == 3
    answer = program.post(
        f"{API}systems/",
        {"name": "api", "answers": upload(ANSWERS), "multiwords": upload(NAMED)},
    )
    assert (answer.status_code, answer.json()["multiwords"]) == (201, 3)
    by = campaign.members.first().user
    token = make_link(
        campaign=campaign,
        label="a team",
        visibility="private",
        open_until=timezone.now() + timedelta(days=1),
        by=by,
    )
    client.post(
        reverse("submit", args=[token]),
        {"name": "team", "answers": upload(ANSWERS), "multiwords": upload(NAMED)},
    )
    rows = [("1", "take_off"), ("2", "give in"), ("3", "zz")]
    assert stored("command")[0] == rows
    assert stored("command") == stored("page") == stored("api") == stored("team")
    assert stored("first") == ([], "")


@pytest.mark.postgresql
def test_the_worked_example_is_scored_as_from_files(campaign, tmp_path, capsys):
    see(campaign)
    add(campaign)
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    assert table(release)["named"] == WORKED

    (tmp_path / "mw.gold").write_text(GOLD)
    (tmp_path / "mw.txt").write_text(NAMED)
    paths = [str(tmp_path / "mw.gold"), str(tmp_path / "mw.txt")]
    assert main(["score", *paths, "--task", "mw", "--json"]) == 0
    [by_file] = json.loads(capsys.readouterr().out)["systems"]
    scores = Score.objects.filter(evaluation__system__name="named", measure__startswith="mw.")
    assert dict(scores.values_list("measure", "value")) == pytest.approx(by_file["measures"])
    # Annotators saw them when they proposed: it is no matter of the second gold.
    assert {*scores.values_list("evaluation__gold", flat=True)} == {Evaluation.Gold.FIRST}


def test_table_7_has_them_on_either_gold(campaign):
    see(campaign)
    add(campaign)
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    shown = []
    for gold in GOLDS:
        [found] = paper_tables(campaign, release, keys=["semeval2007.table_7"], gold=gold)
        at = [place for place, name in enumerate(found.columns) if name.startswith("named ")]
        rows = {name: [cells[place].text for place in at] for name, cells in found.rows}
        assert rows == {"detection": ["66.67", "100.00"], "identification": ["33.33", "50.00"]}
        shown.append(found.notes)
    # They are of what annotators saw: neither gold is named.
    assert shown == [("In per cent.",)] * 2


def test_a_hidden_system_is_ranked_and_shown_no_more(campaign):
    see(campaign)
    add(campaign)
    add(campaign, "better", "glad.a 1 :: take off\nglad.a 2 :: give up\n")
    add(campaign, "twin")
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    order = [line.system for line in multiword_scores(release)]
    # Equals in the order they were added, those without scores last.
    assert order == ["better", "named", "twin", "first"]
    hide_system(system=System.objects.get(name="better"))
    found = multiword_scores(release)
    assert [line.system for line in found] == ["named", "twin", "first"]
    assert [line.identify_R.rank for line in found] == [1, 1, None]
    [paper] = paper_tables(campaign, release, keys=["semeval2007.table_7"])
    assert not any("better" in column for column in paper.columns)


def test_of_others_it_is_said_why_they_have_none(campaign):
    see(campaign)
    add(campaign)
    add(campaign, "silent", "glad.a 1 :: \n")
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    lines = {line.system: line for line in multiword_scores(release)}
    assert [*lines] == ["named", "silent", "first"]
    assert {score.value for score in lines["first"].scores} == {None}
    assert lines["first"].reason == "it submitted no multiwords"
    # It handed in a file that names none: no precision, and a recall of 0.
    silent = lines["silent"]
    assert (silent.detect_P.value, silent.detect_P.n, silent.detect_R.value) == (None, 0, 0)
    assert silent.detect_P.reason == "no sentence counts for this measure"


def test_without_the_multiwords_that_annotators_saw_nothing_is_scored(campaign):
    add(campaign)
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    reasons = {line.system: line.reason for line in multiword_scores(release)}
    assert reasons == {
        "named": "nobody has said which multiwords annotators saw",
        "first": "it submitted no multiwords",
    }
    see(campaign)
    assert is_out_of_date(release)
    rescore(campaign=campaign)
    assert not is_out_of_date(release)
    assert table(release)["named"] == WORKED
    # The same sentences with other words.
    see(campaign, GOLD.replace("give up 2", "give in 2"))
    assert is_out_of_date(release)


def test_where_no_system_handed_in_any_there_is_no_table(campaign, browser, program):
    see(campaign)
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    assert multiword_scores(release) == []
    page = browser.get(reverse("scores", args=["boats"])).content.decode()
    assert "identification" not in page
    assert (
        browser.get(reverse("scores-table", args=["boats", 1, "multiwords", "csv"])).status_code
        == 404
    )
    assert program.get(f"{API}releases/1/scores/").json()["multiwords"] == []


@pytest.mark.postgresql
def test_what_is_out_of_play_does_not_count(campaign):
    see(campaign)
    add(campaign)
    campaign.items.filter(key="2").update(hidden_at="2026-01-01T00:00Z")
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    # Left: 'take off', which it names, and 'zz'.
    assert table(release)["named"] == {
        "detect_P": (0.5, 2), "detect_R": (1, 1), "identify_P": (0.5, 2), "identify_R": (1, 1),
    }  # fmt: skip


def test_page_file_api_and_command_show_the_same(campaign, browser, program):
    see(campaign)
    add(campaign)
    freeze_gold(campaign=campaign)
    facts = facts_of("rescore", "boats")
    told = {line["system"]: line for line in facts["multiwords"]}
    assert told["named"]["mw.identify_P"]["value"] == pytest.approx(1 / 3)
    assert told["first"]["mw.identify_P"]["reason"] == "it submitted no multiwords"
    listed = program.get(f"{API}releases/1/scores/").json()["multiwords"]
    for line in listed:
        for name in WORKED:
            assert line[name]["value"] == told[line["system"]][f"mw.{name}"]["value"]
            assert line[name]["n"] == told[line["system"]][f"mw.{name}"]["n"]
    page = browser.get(reverse("scores", args=["boats"])).content.decode()
    assert "identification, P" in page
    assert "it submitted no multiwords" in page
    file = browser.get(reverse("scores-table", args=["boats", 1, "multiwords", "csv"]))
    head, *rows = file.content.decode().splitlines()
    assert head.startswith("system,detection P,detection P_low,")
    assert rows[0].startswith("named,0.66666")
    assert "Multiwords" in printed_by("rescore", "boats")[0]


def test_a_file_that_does_not_fit_is_refused_with_all_that_is_wrong(campaign, monkeypatch):
    with pytest.raises(BadFiles) as bad:
        add(campaign, text="glad.a 77 :: take off\n")
    assert [file.name for file in bad.value.files] == ["mw.txt"]
    assert not System.objects.filter(name="named").exists()
    assert not NamedMultiword.objects.exists()
    files = {name: file for name, file in SUBSTITUTION.files.items() if name != "multiwords"}
    monkeypatch.setattr(type(SUBSTITUTION), "files", files)
    with pytest.raises(Refused) as refused:
        add(campaign)
    assert refused.value.code == "no_multiwords_here"


@pytest.mark.postgresql
def test_what_annotators_saw_is_replaced_and_goes_with_its_sentences():
    campaign = make_campaign(subsets=None)
    see(campaign)
    assert GoldMultiword.objects.count() == 4
    see(campaign, "glad.a 1 :: at last 2;\n")
    assert list(GoldMultiword.objects.values_list("text", "votes")) == [("at last", 2)]
    add(campaign)
    Candidate.objects.all().delete()
    delete_sentences(list(campaign.items.values_list("id", flat=True)))
    assert not GoldMultiword.objects.exists()
    assert not NamedMultiword.objects.exists()
