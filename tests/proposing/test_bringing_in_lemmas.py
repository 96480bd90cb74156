"""The table of lemmas, brought in with a campaign or later."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management.base import CommandError

from campaigns.models import Campaign, Member
from campaigns.services.settling import RatingUnderWay
from core.refusals import Refused
from proposing.models import Lemma
from proposing.services.lemmas import bring_in_lemmas
from proposing.services.spellings import set_lemma_undone
from regild.problems import BadFiles
from sources.services.creating import create_campaign
from tests.categories.released import rated_categories
from tests.commands import facts_of
from tests.factories import SENTENCES, make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, take

pytestmark = pytest.mark.django_db

TABLE = """\
form,pos,lemma,by,count
happier,a,happy,-ier → -y,3
pleased,a,please,corpus,2
rooms,n,room,corpus,9
halls,n,,corpus,1
"""


def bare(**files):
    made = create_campaign(
        slug="bare",
        language="en",
        files={"sentences": source(SENTENCES, "sentences.csv")}
        | {name: source(text, f"{name}.csv") for name, text in files.items()},
    )
    return made.campaign


def said(campaign):
    return {
        (row.form, row.pos): (row.lemma, row.by, row.count, row.undone_at is not None)
        for row in campaign.lemmas.all()
    }


def test_a_campaign_takes_the_table_with_its_sentences():
    campaign = bare(lemmas=TABLE)
    assert said(campaign) == {
        ("happier", "a"): ("happy", "-ier → -y", 3, False),
        ("pleased", "a"): ("please", "corpus", 2, False),
        ("rooms", "n"): ("room", "corpus", 9, False),
    }


def test_a_later_table_takes_its_place_and_what_was_undone_stays_so():
    campaign = bare(lemmas=TABLE)
    for form in ("happier", "rooms"):
        set_lemma_undone(lemma=campaign.lemmas.get(form=form), undone=True)
    version = Campaign.objects.get(id=campaign.id).ratings_version
    again = "form,pos,lemma\nhappier,a,happy\nrooms,n,Room\nhalls,n,hall\n"
    found = bring_in_lemmas(campaign=campaign, table=source(again, "lemmas.csv"))
    assert found[:4] == (3, 1, 1, 1)
    assert said(campaign) == {
        ("happier", "a"): ("happy", "", 0, True),
        ("rooms", "n"): ("Room", "", 0, False),
        ("halls", "n"): ("hall", "", 0, False),
    }
    assert Campaign.objects.get(id=campaign.id).ratings_version == version + 1
    entry = campaign.audit.latest("id")
    assert (entry.action, entry.detail) == (
        "bring in lemmas",
        {"lemmas": 3, "added": 1, "changed": 1, "removed": 1},
    )


def test_wrong_lines_of_all_files_are_told_at_once_and_nothing_is_stored():
    bad = "form,pos,lemma,count\nrooms,,room,1\nhalls,n,hall,many\nhalls,n,a\thall,1\n"
    with pytest.raises(BadFiles) as refused:
        bare(lemmas=bad, gold="no gold at all\n")
    told = {file.name: [one.line for one in file.problems] for file in refused.value.files}
    assert told["lemmas.csv"] == [2, 3, 4]
    assert "gold.csv" in told
    assert not Campaign.objects.exists()
    campaign = bare(lemmas=TABLE)
    with pytest.raises(BadFiles):
        bring_in_lemmas(campaign=campaign, table=source(bad, "lemmas.csv"))
    assert Lemma.objects.count() == 3


def test_a_form_with_two_lemmas_is_refused():
    with pytest.raises(BadFiles, match="line 3: the form 'rooms' has the lemma 'room'"):
        bare(lemmas="form,pos,lemma\nrooms,n,room\nrooms,n,rooms\n")


def test_the_command_tells_what_became_of_the_table(tmp_path):
    bare()
    (tmp_path / "lemmas.csv").write_text(TABLE)
    facts = facts_of("import_lemmas", "bare", tmp_path / "lemmas.csv")
    assert facts == {
        "campaign": "bare",
        "lemmas": 3,
        "added": 3,
        "changed": 0,
        "removed": 0,
        "notices": 0,
    }
    (tmp_path / "lemmas.csv").write_text("form,lemma\n")
    with pytest.raises(CommandError, match="there is no column pos"):
        facts_of("import_lemmas", "bare", tmp_path / "lemmas.csv")


def test_page_and_api_bring_in_the_same_and_tell_what_is_wrong():
    campaign = bare()
    user = make_lead("lead", campaign, Member.Role.MANAGER)
    browser, program = signed_in(user), program_of(user)
    page, api = (
        "/campaigns/bare/first-gold/lemmas/table/",
        "/api/v1/campaigns/bare/first-gold/lemmas/table/",
    )
    assert "Import a table of lemmas" in browser.get(page).content.decode()
    by_page = browser.post(page, upload(TABLE), follow=True)
    assert "The table has 3 lemmas: 3 new, 0 changed." in by_page.content.decode()
    stored = said(campaign)
    by_api = program.post(api, upload(TABLE))
    assert by_api.json() == {
        "lemmas": 3,
        "added": 0,
        "changed": 0,
        "removed": 0,
        "notices": [],
    }
    assert said(campaign) == stored
    bad = "form,pos,lemma\nrooms,n,room\nrooms,n,hall\n"
    told = browser.post(page, upload(bad)).content.decode()
    assert "lemmas.csv" in told
    assert "lemmas-kept" in told
    answer = program.post(api, upload(bad))
    assert (answer.status_code, answer.json()["errors"][0]["line"]) == (400, 3)
    assert said(campaign) == stored


def upload(text):
    return {"lemmas": SimpleUploadedFile("lemmas.csv", text.encode())}


def test_once_somebody_rates_the_gold_it_takes_none():
    campaign = make_campaign()
    take(join(campaign))
    with pytest.raises(RatingUnderWay):
        bring_in_lemmas(campaign=campaign, table=source(TABLE, "lemmas.csv"))
    assert not Lemma.objects.exists()


def test_a_campaign_where_nobody_proposes_takes_none():
    campaign = rated_categories()
    with pytest.raises(Refused) as refused:
        bring_in_lemmas(campaign=campaign, table=source(TABLE, "lemmas.csv"))
    assert refused.value.code == "task_proposes_nothing"
