"""A page, a call of the API and a command do the same: what is stored is compared."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from proposing.models import FirstGold, Lemma, ProposalExclusion, SpellingDecision
from proposing.selectors.golds import stored_gold
from proposing.services.reporting import report_first_gold
from tests.people import make_lead, signed_in, token_for
from tests.proposing.proposed import make_first_stage, propose, proposed_campaign

pytestmark = pytest.mark.django_db

LEMMA = {"form": "chambers", "pos": "n", "lemma": "chamber", "by": "-s → -"}


def ran(*arguments):
    out = StringIO()
    call_command(*arguments, json=True, stdout=out)
    return json.loads(out.getvalue())


class Caller:
    """A program of a lead."""

    def __init__(self, campaign):
        self.slug = campaign.slug
        self.token = f"Bearer {token_for(make_lead('program', campaign, 'manager'))}"

    def get(self, path, status=200, **asked):
        address = f"/api/v1/campaigns/{self.slug}/first-gold/{path}"
        answer = Client().get(address, asked, headers={"Authorization": self.token})
        assert answer.status_code == status, answer.content
        return answer

    def post(self, path, status, body=None):
        answer = Client().post(
            f"/api/v1/campaigns/{self.slug}/first-gold/{path}",
            json.dumps(body or {}),
            content_type="application/json",
            headers={"Authorization": self.token},
        )
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None


def stored(campaign):
    """All that the way to a first gold leaves behind, without times and ids."""
    return {
        "gold": stored_gold(campaign),
        "frozen": [
            *campaign.first_golds.order_by("number").values_list(
                "number", "origin", "sha256", "lines", "facts"
            )
        ],
        "spellings": [
            *SpellingDecision.objects.filter(item__campaign=campaign).values_list(
                "item__key", "spelling", "into"
            )
        ],
        "lemmas": [row.undone_at is None for row in campaign.lemmas.order_by("id")],
        "state": (campaign.stage, campaign.state, campaign.gold_annotators),
        "report": [campaign.first_gold_report.lists, campaign.first_gold_report.counts],
    }


def by_page(campaign):
    client = signed_in(make_lead("lead", campaign, "manager"))

    def press(name, *args, **sent):
        assert client.post(reverse(name, args=[campaign.slug, *args]), sent).status_code == 302

    spelling = {"sentence": "2", "spelling": "cheerfull"}
    press("decide-spelling", decision="accept", into="cheerful", **spelling)
    press("decide-spelling", decision="keep", sentence="4", spelling="chambers")
    press("decide-spelling", decision="forget", sentence="4", spelling="chambers")
    press("undo-lemma", campaign.lemmas.get().pk)
    press("redo-lemma", campaign.lemmas.get().pk)
    report_first_gold(campaign=campaign)
    press("freeze-first-gold", name_code="pn")


def by_api(campaign):
    program = Caller(campaign)
    spelling = {"sentence": "2", "spelling": "cheerfull"}
    program.post("spellings/", 204, {"decision": "accept", "into": "cheerful", **spelling})
    chambers = {"sentence": "4", "spelling": "chambers"}
    program.post("spellings/", 204, {"decision": "keep", **chambers})
    program.post("spellings/", 204, {"decision": "forget", **chambers})
    [lemma] = program.get("lemmas/").json()["rows"]
    program.post(f"lemmas/{lemma['id']}/undo/", 204)
    program.post(f"lemmas/{lemma['id']}/redo/", 204)
    report_first_gold(campaign=campaign)
    assert program.post("freeze/", 200, {"name_code": "pn"})["new"] is True


def by_command(campaign):
    slug = campaign.slug
    ran("decide_spelling", slug, "2", "cheerfull", "--into", "cheerful")
    ran("decide_spelling", slug, "4", "chambers", "--keep")
    ran("decide_spelling", slug, "4", "chambers", "--forget")
    assert ran("lemmas", slug, "--undo", "chambers", "n")["lemmas"][0]["undone"]
    ran("lemmas", slug, "--redo", "chambers", "n")
    ran("first_gold_report", slug)
    assert ran("freeze_first_gold", slug, "--name-code", "pn")["gold"] == 1


def test_page_program_and_command_leave_the_same_rows():
    left = []
    for slug, way in (("page", by_page), ("api", by_api), ("command", by_command)):
        campaign = proposed_campaign(slug)
        propose(campaign, "ann", "5", mark="name")
        propose(campaign, "bob", "5", "still", mark="phrase", phrase="was calm")
        propose(campaign, "eve", "5", mark="phrase", phrase="was calm")
        Lemma.objects.create(campaign=campaign, **LEMMA)
        way(campaign)
        campaign.refresh_from_db()
        left.append(stored(campaign))
    assert left[0] == left[1] == left[2]
    [room] = [record for record in left[0]["gold"] if record.sentence == "4"]
    assert dict(room.substitutes) == {"chamber": 2}
    assert left[0]["report"][0]["multiwords"] == {"5": "was calm"}


def test_a_program_reads_all_that_the_pages_show():
    campaign = proposed_campaign()
    program = Caller(campaign)
    program.get("report/", 404)
    report_first_gold(campaign=campaign)
    found = program.get("").json()
    assert (found["responses"], found["annotators"], found["undecided"]) == (12, 3, 2)
    assert found["out_of_date"] is False
    [close] = [one for one in program.get("report/").json()["close"] if one["sentence"] == "2"]
    assert (close["text"], close["other"]) == ("cheerful", "cheerfull")
    rows = program.get("sentences/", target="glad.a").json()["rows"]
    assert rows[0]["substitutes"][0] == {"text": "happy", "votes": 3}
    assert rows[0]["responses"][2]["answers"] == ["happy", "pleased", "Glad"]
    assert program.get("tables/first_stage_agreement.csv").content.startswith(b"part,")
    program.get("tables/nothing.csv", 404)
    assert program.post("report/", 202)["kind"] == "first gold"


def test_a_program_leaves_out_and_takes_back_with_the_effect_before():
    campaign = proposed_campaign()
    program, bob = Caller(campaign), campaign.annotators.get(name="bob")
    effect = program.get(f"annotators/{bob.pk}/effect/").json()
    assert effect["substitutes"] == {"before": 9, "after": 6}
    # ann and eve: the same in 1 and 2, nothing in common in 3; in 4 eve abstained.
    assert effect["measures"]["pairwise_sets"]["after"] == pytest.approx((1 + 1 + 0) / 3)
    assert not ProposalExclusion.objects.exists()
    made = program.post("exclusions/", 201, {"annotator": bob.pk, "reason": "They copy."})
    program.post("exclusions/", 409, {"annotator": bob.pk, "reason": "Again."})
    assert len(program.get("exclusions/").json()["rows"]) == 1
    undo = f"exclusions/{made['id']}/undo/"
    assert program.post(undo, 200) == {"restored": 1}
    program.post(undo, 409)


def test_a_program_takes_frozen_golds_away():
    campaign = proposed_campaign()
    program = Caller(campaign)
    program.post("freeze/", 200)
    [row] = program.get("golds/").json()["rows"]
    assert (row["number"], row["origin"]) == (1, "proposed")
    gold = FirstGold.objects.get()
    assert program.get("golds/1.txt").content.decode() == gold.lines
    program.get("golds/2.txt", 404)
    assert program.post("freeze/", 200)["new"] is False


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"decision": "accept", "spelling": "cheerfull"}, 400, "invalid"),
        ({"decision": "keep", "spelling": "cheerfull", "into": "x"}, 400, "invalid"),
        ({"decision": "keep", "spelling": "unheard"}, 409, "unknown_spelling"),
        ({"decision": "forget", "spelling": "cheerfull"}, 409, "not_decided"),
        ({"decision": "accept", "spelling": "merry", "into": "merry"}, 409, "no_merge"),
        ({"decision": "accept", "spelling": "merry", "into": " "}, 400, "invalid"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_stored(body, status, code):
    program = Caller(proposed_campaign())
    answer = program.post("spellings/", status, {"sentence": "2", **body})
    assert answer["code"] == code
    assert not SpellingDecision.objects.exists()


def test_merges_in_a_circle_are_refused():
    program = Caller(proposed_campaign())
    one = {"decision": "accept", "sentence": "2", "spelling": "merry", "into": "cheerful"}
    program.post("spellings/", 204, one)
    other = {**one, "spelling": "cheerful", "into": "merry"}
    assert program.post("spellings/", 409, other)["code"] == "circle"


def test_commands_refuse_in_words():
    campaign = make_first_stage()
    with pytest.raises(CommandError, match="no proposal that counts"):
        call_command("freeze_first_gold", campaign.slug)
    with pytest.raises(CommandError, match="no sentence has the id '9'"):
        call_command("decide_spelling", campaign.slug, "9", "x", "--keep")
    with pytest.raises(CommandError, match="no lemma is of the form"):
        call_command("lemmas", campaign.slug, "--undo", "x", "n")
    out = StringIO()
    call_command("first_gold_report", campaign.slug, stdout=out)
    assert "0 responses to 0 sentences by 0 annotators." in out.getvalue()
