"""Whatever is stored can be backed up, restored on either database, moved and taken away."""

import json

import pytest
from django.core.management import call_command
from django.db import connection

from annotation_site.archives.archive import open_archive, tally
from annotation_site.archives.backup import KIND, back_up, restore
from annotation_site.archives.campaign_tables import LEFT_EMPTY
from annotation_site.archives.moving import export_campaign, import_campaign
from annotators.models import Annotator
from campaigns.models import Campaign
from scoring.services.exporting import DATASET, FORMATS
from scoring.services.freezing import freeze_gold
from tests.annotation_site.sites import site_of_the_other_kind, whole_campaign
from tests.annotation_site.test_archive import altered, manifest
from tests.commands import facts_of, printed_by
from tests.hostile.poison import poison_everything, poisoned_columns
from tests.rating.sitting import delete_annotators
from tests.scoring.released import exported

pytestmark = pytest.mark.django_db(transaction=True)

on_sqlite = pytest.mark.sqlite


def disaster():
    call_command("flush", interactive=False, verbosity=0)
    assert not Campaign.objects.exists()


@on_sqlite
@pytest.mark.long
def test_a_poisoned_site_is_backed_up_and_restored_on_either_database(tmp_path):
    whole_campaign()
    poisoned = poison_everything()
    assert len(poisoned) > 40
    assert set(poisoned) <= set(poisoned_columns())
    file = tmp_path / "regild.zip"
    facts = facts_of("backup", file)
    assert facts["replaced"].keys() == set(poisoned)
    with site_of_the_other_kind(tmp_path / "other") as other:
        assert "every sum equal" in other.do("restore", file)
        other.do("backup", tmp_path / "other.zip")
    disaster()
    assert facts_of("restore", file)["replaced"] == {}
    assert [*poisoned_columns()] == []
    again = tmp_path / "again.zip"
    assert facts_of("backup", again)["replaced"] == {}
    assert manifest(again)["tables"] == manifest(file)["tables"]
    assert manifest(tmp_path / "other.zip")["tables"] == manifest(file)["tables"]


@on_sqlite
def test_a_poisoned_campaign_moves(tmp_path):
    whole_campaign()
    # Of bytes that are no text a command cannot even ask for the campaign.
    poisoned = poison_everything(b"a\0b")
    file = tmp_path / "boats.zip"
    moved = set(poisoned) - LEFT_EMPTY
    assert facts_of("export_campaign", "boats", file)["replaced"].keys() == moved
    delete_annotators(boats := Campaign.objects.get(slug="boats"))
    boats.delete()
    imported = import_campaign(file)
    again = tmp_path / "again.zip"
    assert export_campaign(campaign=imported.campaign, path=again).replaced == {}
    assert manifest(again)["tables"] == manifest(file)["tables"]


@on_sqlite
@pytest.mark.parametrize("format", [*FORMATS, DATASET])
def test_a_release_of_poisoned_text_is_taken_away_in_every_format(format):
    campaign, _token = whole_campaign()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE pooling_candidate SET text = text || char(0) || 'x'")
        cursor.execute("UPDATE campaigns_campaign SET title = title || char(0)")
    release = freeze_gold(campaign=campaign)
    release.policy["scale"][0]["label"] = "none\ud800\0"
    release.save()
    written = exported(release, format)
    assert written
    for data in written.values():
        data.decode()


def test_a_file_written_before_text_was_looked_at_is_restored_and_what_is_lost_is_said(
    tmp_path,
):
    whole_campaign()
    file = tmp_path / "regild.zip"
    back_up(file)
    disaster()
    old = vouched(file, "annotators.Annotator", '"PROLIFIC_PID"', r'"PROLIFIC_PID\u0000"')
    printed, _told = printed_by("restore", old)
    assert "annotators.Annotator.recruited: 1 with NUL" in printed
    assert printed.endswith("every sum equal.\n")
    (annotator,) = Annotator.objects.exclude(recruited={})
    assert annotator.recruited == {"PROLIFIC_PID\ufffd": "p1"}


def test_so_is_a_campaign_that_another_site_exported(tmp_path):
    campaign, _token = whole_campaign()
    file = tmp_path / "boats.zip"
    export_campaign(campaign=campaign, path=file)
    delete_annotators(campaign)
    campaign.delete()
    old = vouched(file, "annotators.Annotator", '"p1"', r'"p1\u0000"', kind="campaign")
    facts = facts_of("import_campaign", old)
    assert facts["replaced"] == {
        "annotators.Annotator.recruited": 1,
        "annotators.Annotator.person": 1,
    }
    assert Annotator.objects.exclude(recruited={}).get().recruited == {
        "PROLIFIC_PID": "p1\ufffd"
    }


def vouched(file, table, before, after, *, kind=KIND):
    """The archive with something else in a table, and a manifest that says so."""

    def changed(content):
        assert before.encode() in content
        return content.replace(before.encode(), after.encode())

    torn = altered(file, f"{table}.jsonl", changed)
    with open_archive(torn, kind=kind) as archive:
        (said,) = (found for found in archive.manifest.tables if found.name == table)
        found = tally(said.name, said.columns, archive.lines(said))

    def vouching(text):
        whole = json.loads(text)
        whole["tables"] = [
            found._asdict() if one["name"] == table else one for one in whole["tables"]
        ]
        return json.dumps(whole)

    return altered(torn, "manifest.json", vouching)


def test_two_names_that_become_one_keep_both_answers(tmp_path):
    whole_campaign()
    file = tmp_path / "regild.zip"
    back_up(file)
    disaster()
    two = r'{"a\u0000":"1","a\ud800":"2","a' + "\ufffd" + '":"3"}'
    old = vouched(file, "annotators.Annotator", '{"PROLIFIC_PID":"p1"}', two)
    restore(old)
    answers = Annotator.objects.exclude(recruited={}).get().recruited
    assert sorted(answers.values()) == ["1", "2", "3"]
    assert all("\0" not in name for name in answers)
