"""The tables of the papers with a campaign's numbers: page, file, API and command."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from agreement.services import measure_agreement
from campaigns.models import AuditEntry
from regild.tables.papers import PAPER_TABLES
from scoring.selectors.paper_tables import paper_tables
from scoring.selectors.scores import is_out_of_date, parts_scored, rankings_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.models import ItemPart, System
from tests.commands import facts_of, printed_by
from tests.people import make_lead, program_of, signed_in, token_for
from tests.scoring.released import rated_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def campaign():
    campaign = rated_campaign()
    System.objects.filter(campaign=campaign, name="rival").update(kind="baseline")
    return campaign


@pytest.fixture
def release(campaign):
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    return release


def table(campaign, release, key, **asked):
    [found] = paper_tables(campaign, release, keys=[key], **asked)
    return found


def test_a_table_has_the_scores_of_the_page_of_scores(campaign, release):
    found = table(campaign, release, "jabbari2010.table_3", gold="second")
    for n, column in enumerate(zip(*(cells for _name, cells in found.rows), strict=True), 1):
        scores = rankings_of(release, [f"jabbari.top_{n}"])[f"jabbari.top_{n}"].lines
        expected = {line.system: line.second.value for line in scores}
        names = [name for name, _cells in found.rows]
        assert dict(zip(names, (c.value for c in column), strict=True)) == expected


def test_participants_and_baselines_have_tables_of_their_own(campaign, release):
    one = table(campaign, release, "semeval2007.table_1")
    two = table(campaign, release, "semeval2007.table_2")
    assert [name for name, _cells in one.rows] == ["first"]
    assert [name for name, _cells in two.rows] == ["rival"]
    assert one.columns == ["P", "R", "Mode P", "Mode R"]


def test_both_golds_side_by_side_with_ranks_and_their_difference(campaign, release):
    found = table(campaign, release, "semdis2014.table_2")
    lines = rankings_of(release, ["semdis.best_norm"])["semdis.best_norm"].lines
    assert [
        (name, cells[0].value, cells[1].value, cells[2].value, cells[3].value, cells[4].value)
        for name, cells in found.rows
    ] == [
        (
            line.system,
            line.first.value,
            line.first.rank,
            line.second.value,
            line.second.rank,
            line.rank_difference,
        )
        for line in lines
    ]


def test_what_a_campaign_does_not_know_is_a_dash_with_its_reason(campaign, release):
    found = table(campaign, release, "semeval2007.table_3")
    [[_name, cells]] = found.rows
    assert (cells[0].text, cells[0].value) == ("–", None)
    assert "nobody said which targets" in cells[0].reason
    assert cells[2].value is not None
    mw = table(campaign, release, "semeval2007.table_7")
    assert {cell.text for _n, row in mw.rows for cell in row} == {"–"}
    assert [name for name, _cells in mw.rows] == ["detection", "identification"]


def test_the_reason_is_told_in_the_readers_language(campaign, release):
    client = signed_in(make_lead("ada", campaign))
    there = reverse("paper-tables", args=["boats"])
    french = client.get(there, headers={"Accept-Language": "fr"}).text
    assert "personne n’a dit quelles" in french
    assert "nobody said which" not in french


def test_tables_of_ratings_are_of_the_newest_report(campaign):
    assert not table(campaign, None, "semeval2007.table_8").rows
    report = measure_agreement(campaign=campaign)
    verdicts = table(campaign, None, "semeval2007.table_8")
    assert [name for name, _cells in verdicts.rows] == ["sys", "origA"]
    for _name, cells in verdicts.rows:
        assert sum(cell.value for cell in cells) == pytest.approx(100)
    bands = table(campaign, None, "semdis2014.table_1")
    shares = [[cell.value for cell in cells] for _name, cells in bands.rows]
    found = report.comparison["bands"]
    assert shares == [
        [None if share is None else 100 * share for share in row] for row in found["shares"]
    ]
    assert next(name for name, _cells in bands.rows) == "[0, 1["


def test_page_api_and_command_tell_the_same(campaign, release, tmp_path):
    measure_agreement(campaign=campaign)
    lead = make_lead("ada", campaign)
    program, client = program_of(lead), signed_in(lead)
    listed = program.get(reverse("api-paper-tables", args=["boats"]), {"gold": "second"}).json()
    assert [one["table"] for one in listed] == list(PAPER_TABLES)
    facts = facts_of("paper_tables", "boats", "--gold", "second")
    assert facts["tables"] == listed
    page = client.get(reverse("paper-tables", args=["boats"]), {"gold": "second"})
    for one in listed:
        for row in one["rows"]:
            assert row["name"] in page.text.replace("&amp;", "&")
            assert all(f">{cell['text']}<" in page.text for cell in row["cells"])
    for form in ("csv", "tex", "md", "json"):
        asked = {"gold": "second"}
        ours = client.get(
            reverse("paper-table", args=["boats", "jabbari2010.table_1", form]), asked
        )
        theirs = program.get(
            reverse("api-paper-table", args=["boats", "jabbari2010.table_1", form]), asked
        )
        facts_of(
            *("paper_tables", "boats", "jabbari2010.table_1", "--gold", "second"),
            *("--format", form, "--out", tmp_path),
        )
        written = (tmp_path / f"jabbari2010.table_1.{form}").read_bytes()
        assert ours.content == theirs.content == written
    row = next(csv.DictReader(io.StringIO(ours.text))) if form == "csv" else json.loads(written)
    assert row["rows"][0]["cells"][0]["text"].startswith(".")


def test_the_curve_is_a_figure_and_other_tables_have_none(campaign, release):
    client = signed_in(make_lead("ada", campaign))
    drawn = client.get(reverse("paper-table", args=["boats", "jabbari2010.table_3", "svg"]))
    assert drawn.content.startswith(b"<?xml")
    for key, form in (("jabbari2010.table_1", "svg"), ("jabbari2010.table_9", "csv")):
        assert client.get(reverse("paper-table", args=["boats", key, form])).status_code == 404
    for asked in ({"gold": "third"}, {"release": "9"}, {"release": "x"}):
        assert client.get(reverse("paper-tables", args=["boats"]), asked).status_code == 404


def test_the_command_refuses_a_table_that_is_none(campaign):
    with pytest.raises(CommandError, match=r"there is no table semeval2007\.table_9"):
        printed_by("paper_tables", "boats", "semeval2007.table_9")


def test_the_command_refuses_a_folder_that_is_none(campaign, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="file: File exists"):
        printed_by("paper_tables", "boats", "--out", tmp_path / "file")


class TestParts:
    """Sentences 1 and 2 are MAN."""

    @pytest.fixture
    def man(self, tmp_path):
        path = tmp_path / "man.txt"
        path.write_text("1\nglad.a 2\n")
        return path

    def rows(self):
        return [*ItemPart.objects.values_list("item__key", "part").order_by("item__key")]

    @pytest.mark.postgresql
    def test_page_api_and_command_store_the_same(self, campaign, man):
        lead = make_lead("ada", campaign, "manager")
        stored = []
        facts_of("name_part", "boats", "MAN", man)
        stored.append(
            [*ItemPart.objects.values_list("item__key", "part").order_by("item__key")]
        )
        program = program_of(lead)
        with man.open("rb") as file:
            answer = program.post(
                reverse("api-parts", args=["boats"]), {"name": "MAN", "sentences": file}
            )
        assert answer.json() == {"name": "MAN", "sentences": 2, "notices": []}
        stored.append(
            [*ItemPart.objects.values_list("item__key", "part").order_by("item__key")]
        )
        client = signed_in(lead)
        with man.open("rb") as file:
            page = client.post(
                reverse("add-part", args=["boats"]),
                {"name": "MAN", "sentences": file},
                follow=True,
            )
        assert "MAN has 2 sentences." in page.text
        stored.append(
            [*ItemPart.objects.values_list("item__key", "part").order_by("item__key")]
        )
        assert stored == [[("1", "named:MAN"), ("2", "named:MAN")]] * 3
        entries = AuditEntry.objects.filter(action="name part")
        assert [e.detail for e in entries] == [{"part": "MAN", "sentences": 2}] * 3
        assert program.get(reverse("api-parts", args=["boats"])).json() == [
            {"name": "MAN", "sentences": 2}
        ]
        client.post(reverse("remove-part", args=["boats", "MAN"]))
        assert not ItemPart.objects.exists()
        assert AuditEntry.objects.filter(action="remove part").exists()

    def test_systems_are_scored_on_it_and_scores_without_it_are_old(
        self, campaign, release, man
    ):
        facts_of("name_part", "boats", "MAN", man)
        assert is_out_of_date(release)
        rescore(campaign=campaign)
        assert not is_out_of_date(release)
        assert parts_scored(release) == ["MAN", "NMWS", "a", "n"]
        found = table(campaign, release, "semeval2007.table_3_parts")
        assert found.columns == ["MAN P", "MAN R", "a P", "a R", "n P", "n R"]
        lines = rankings_of(release, ["best.R.MAN"])["best.R.MAN"].lines
        assert {line.system: line.first.n for line in lines} == {"first": 2, "rival": 2}
        page = signed_in(make_lead("ada", campaign)).get(reverse("scores", args=["boats"]))
        assert "part: MAN" in page.text

    @pytest.mark.parametrize(
        ("name", "text", "told"),
        [
            ("MAN", "1\n77\n", "line 2: no sentence has the id '77'"),
            ("MAN", "", "there is nothing to read in the file"),
            ("NMWS", "1\n", "NMWS is a part already"),
            ("a", "1\n", "a is a part already"),
            ("a b", "1\n", "letters, digits"),
        ],
    )
    def test_a_bad_list_is_refused_and_nothing_is_stored(self, campaign, man, name, text, told):
        man.write_text(text)
        with pytest.raises(CommandError, match=told):
            printed_by("name_part", "boats", name, man)
        assert not ItemPart.objects.exists()
        client = signed_in(make_lead("ada", campaign, "manager"))
        with man.open("rb") as file:
            page = client.post(
                reverse("add-part", args=["boats"]), {"name": name, "sentences": file}
            )
        assert page.status_code == 200
        assert not ItemPart.objects.exists()


def test_page_call_and_command_write_the_same_latex(campaign, tmp_path):
    """Chosen columns and systems, a caption, decimals aligned, over several pages."""
    freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    lead = make_lead("latex", campaign)
    System.objects.update(kind="participant")
    asked = {"column": ["R", "P"], "system": ["rival"], "caption": "Ours & theirs"}
    asked |= {"label": "tab:x", "digits": "1", "siunitx": "true", "long": "yes"}
    key = "semeval2007.table_1"
    page = signed_in(lead).get(f"/campaigns/boats/scores/papers/{key}.tex", asked).text
    called = Client().get(
        f"/api/v1/campaigns/boats/paper-tables/{key}.tex",
        asked,
        headers={"authorization": f"Bearer {token_for(lead)}"},
    )
    assert called.text == page
    options = ["--column", "R", "--column", "P", "--system", "rival", "--digits", "1"]
    options += ["--caption", "Ours & theirs", "--label", "tab:x", "--siunitx", "--long", "yes"]
    printed, _ = printed_by("paper_tables", "boats", key, "--format", "tex", *options)
    assert printed.strip() == page.strip()
    assert r"\caption{Ours \& theirs}\label{tab:x}\\" in page
    assert page.count("rival &") == 1
    assert "first &" not in page
    wrong = Client().get(
        f"/api/v1/campaigns/boats/paper-tables/{key}.tex",
        {"column": "x"},
        headers={"authorization": f"Bearer {token_for(lead)}"},
    )
    assert (wrong.status_code, wrong.json()["code"]) == (400, "no_such_column")
    with pytest.raises(CommandError, match="the table has no x; it has P, R"):
        call_command("paper_tables", "boats", key, "--format", "tex", "--column", "x")
    assert (
        signed_in(lead).get(f"/campaigns/boats/scores/papers/{key}.tex?system=x").status_code
        == 400
    )
