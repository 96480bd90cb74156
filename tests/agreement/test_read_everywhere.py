"""What a lead reads on a page, a program reads in the API and an operator in the shell."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command

from agreement.models import CandidateSum
from agreement.selectors.sums import sums_as_of
from agreement.services.summing import bring_sums_up_to_date
from campaigns.models import Job
from tests.agreement.rated import worked_campaign
from tests.people import make_lead, program_of, signed_in

pytestmark = pytest.mark.django_db

API, PAGES = "/api/v1/campaigns/boats/read/", "/campaigns/boats/read/"


@pytest.fixture
def campaign():
    found = worked_campaign()
    bring_sums_up_to_date(found)
    return found


@pytest.fixture
def lead(campaign):
    return make_lead("lead", campaign, "manager")


def printed(*arguments, **options):
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("", []),
        (
            "target=glad&n_min=1&sort=-mean",
            ["--target", "glad", "--n-min", "1", "--sort=-mean"],
        ),
        ("text=O&origin=systems", ["--text", "O", "--origin", "systems"]),
        ("differ_min=0.5&sort=text", ["--differ-min", "0.5", "--sort", "text"]),
        ("value=3&state=in-play", ["--value", "3", "--state", "in-play"]),
        ("mean_max=-0", ["--mean-max", "0"]),
    ],
)
def test_candidates_are_the_same_wherever_they_are_asked(lead, query, options):
    page = signed_in(lead).get(f"{PAGES}?{query}")
    program = program_of(lead).get(f"{API}candidates/?{query}").json()
    shell = json.loads(printed("candidates", "boats", "--json", *options))
    assert program["rows"] == shell["rows"]
    assert program["as_of"] == shell["as_of"]
    assert program["counted"] == shell["counted"] == page.context["page"].counted
    assert [row["id"] for row in program["rows"]] == [row.pk for row in page.context["rows"]]
    files = [
        b"".join(signed_in(lead).get(f"{PAGES}candidates.csv?{query}")).decode(),
        b"".join(program_of(lead).get(f"{API}candidates.csv?{query}")).decode(),
        printed("candidates", "boats", "--csv", *options),
    ]
    assert len(set(files)) == 1
    told = [row["substitute"] for row in csv.DictReader(io.StringIO(files[0]))]
    assert told == [row["text"] for row in program["rows"]]


def test_items_are_the_same_wherever_they_are_asked(lead):
    page = signed_in(lead).get(f"{PAGES}items/?text=gla&sort=-differ")
    program = program_of(lead).get(f"{API}items/?text=gla&sort=-differ").json()
    shell = json.loads(printed("items", "boats", "--text", "gla", "--sort=-differ", "--json"))
    assert program["rows"] == shell["rows"]
    assert [row["id"] for row in program["rows"]] == [row.pk for row in page.context["rows"]]
    files = [
        b"".join(signed_in(lead).get(f"{PAGES}items.csv?text=gla")).decode(),
        b"".join(program_of(lead).get(f"{API}items.csv?text=gla")).decode(),
        printed("items", "boats", "--csv", "--text", "gla"),
    ]
    assert len(set(files)) == 1


def test_one_item_is_the_same_wherever_it_is_asked(lead, campaign):
    item = campaign.items.get(key="1")
    page = signed_in(lead).get(f"{PAGES}items/{item.pk}/").context["one"]
    program = program_of(lead).get(f"{API}items/{item.pk}/").json()
    shell = json.loads(printed("items", "boats", "--item", "1", "--json"))
    assert program == shell
    assert [row["text"] for row in program["candidates"]] == [
        row.text for row in page.candidates
    ]
    pleased = program["candidates"][0]
    assert (pleased["text"], pleased["votes"], pleased["mean"]) == ("pleased", 3.0, 2.75)
    assert sorted(told["value"] for told in pleased["ratings"]) == [2, 3, 3, 3]
    assert "pleased" in printed("items", "boats", "--item", "1")


def test_the_numbers_are_brought_up_to_date_from_anywhere(lead, campaign):
    CandidateSum.objects.all().delete()
    campaign.sums_state.delete()
    assert "nothing is summed up yet" in printed("candidates", "boats")
    assert program_of(lead).get(f"{API}candidates/").json()["as_of"]["read_at"] is None
    answer = program_of(lead).post(f"{API}update/")
    assert answer.status_code == 202
    assert Job.objects.get(kind="sums").pk == answer.json()["id"]
    assert "pleased" in printed("candidates", "boats", "--update")
    assert sums_as_of(campaign).candidates == 20


@pytest.mark.parametrize("name", ["candidates", "items"])
@pytest.mark.parametrize(
    "query",
    [
        "n_min=32768",
        "n_min=2147483648",
        "n_min=1e300",
        f"text={'x' * 200}&n_min=32768",
        "n_min=32768&mean_min=1",
    ],
)
def test_a_number_beyond_the_column_finds_nothing(lead, name, query):
    found = program_of(lead).get(f"{API}{name}/?{query}")
    assert (found.status_code, found.json()["rows"], found.json()["counted"]) == (200, [], 0)
    page = signed_in(lead).get(f"{PAGES}{'' if name == 'candidates' else 'items/'}?{query}")
    assert (page.status_code, page.context["rows"]) == (200, [])
    file = program_of(lead).get(f"{API}{name}.csv?{query}")
    assert len(b"".join(file).splitlines()) == 1


def test_a_target_longer_than_any_finds_nothing(lead):
    long = f"target={'x' * 1_500}"
    found = program_of(lead).get(f"{API}candidates/?{long}")
    assert (found.status_code, found.json()["rows"]) == (200, [])
    assert len(b"".join(program_of(lead).get(f"{API}candidates.csv?{long}")).splitlines()) == 1
    # A page leaves out what its form does not take.
    assert signed_in(lead).get(f"{PAGES}?{long}").status_code == 200


@pytest.mark.parametrize("number", ["inf", "1e400", "-1", "nan"])
@pytest.mark.parametrize("end", ["min", "max"])
def test_a_number_that_is_none_finds_everything_on_a_page(lead, number, end):
    for name in ("", "items/"):
        assert signed_in(lead).get(f"{PAGES}{name}?n_{end}={number}").status_code == 200
    for name in ("candidates", "items"):
        assert program_of(lead).get(f"{API}{name}/?n_{end}={number}").status_code == 400


@pytest.mark.parametrize(
    "query", ["sort=-share", "share_min=.5", "after=x", "n_min=nan", "mean_max=-1", "mode=1"]
)
def test_a_program_is_told_what_cannot_be_asked(lead, query):
    answer = program_of(lead).get(f"{API}candidates/?{query}")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == query.partition("=")[0]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["candidates", "--sort", "-share"], "nothing is sorted by -share"),
        (["candidates", "--share-min", "1"], "this campaign has no share"),
        (["candidates", "--system", "third"], "no system 'third'; there is first"),
        (["items", "--item", "99"], "no item has the id 99"),
    ],
)
def test_a_shell_is_told_what_cannot_be_asked(campaign, arguments, told):
    name, *rest = arguments
    if rest[0] == "--sort":
        rest = [f"{rest[0]}={rest[1]}"]
    with pytest.raises(CommandError, match=told):
        call_command(name, "boats", *rest)
