"""Everything as one file, and back: after a disaster, on either database, or not at all."""

import json
import threading
import uuid

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from annotation_site.archives.archive import ArchiveRefused, open_archive, tally
from annotation_site.archives.backup import KIND, back_up, restore, stored_models
from annotation_site.archives.rows import snapshot
from campaigns.models import Campaign
from campaigns.services.api_tokens import use_api_token
from rating.models import Rating
from tests.agreement.rated import rate as rate_by_file
from tests.annotation_site.sites import Site, site_of_the_other_kind, whole_campaign
from tests.annotation_site.test_archive import altered, manifest
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import PASSWORD, make_lead, token_for
from tests.processes import wait_until
from tests.scales import coded_campaign

pytestmark = pytest.mark.django_db(transaction=True)


def everything():
    """Every row of every table that a backup holds, read without its help."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for model in stored_models()
    }


def disaster():
    call_command("flush", interactive=False, verbosity=0)
    assert not Campaign.objects.exists()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "regild.zip"


def test_after_a_disaster_everything_is_equal(file):
    whole_campaign()
    user = make_lead("anne")
    user.user_permissions.add(Permission.objects.get(codename="view_campaign"))
    token = token_for(user)
    Authenticator.objects.create(user=user, type="totp", data={"secret": "x"})
    SocialAccount.objects.create(user=user, provider="university", uid="0xanne")
    EmailAddress.objects.create(user=user, email=user.email, verified=True)
    before = everything()
    printed_by("backup", file)
    disaster()
    printed, _told = printed_by("restore", file)
    assert printed.endswith("every sum equal.\n")
    assert everything() == before
    assert User.objects.get(username="anne").has_perm("campaigns.view_campaign")
    assert use_api_token(token).user.username == "anne"


def test_what_comes_after_gets_ids_of_its_own(file):
    whole_campaign()
    ids = set(Rating.objects.values_list("id", flat=True))
    back_up(file)
    disaster()
    restore(file)
    newest = Rating.objects.latest("id")
    newest.pk, newest.key, newest.superseded_at = None, uuid.uuid4(), newest.rated_at
    newest.save()
    assert newest.pk not in ids
    make_campaign("next")


def test_users_come_along_and_who_was_signed_in_signs_in_again(file):
    make_lead("anne")
    client = Client()
    client.login(username="anne", password=PASSWORD)
    back_up(file)
    assert "sessions.Session" not in {table["name"] for table in manifest(file)["tables"]}
    disaster()
    restore(file)
    assert client.get("/account/").status_code == 302
    assert client.login(username="anne", password=PASSWORD)


def test_a_database_with_anything_in_it_is_left_alone(file):
    back_up(file)
    make_lead("anne")
    with pytest.raises(CommandError, match=r"not empty: auth\.User has rows"):
        printed_by("restore", file)
    assert User.objects.get().username == "anne"


@pytest.mark.parametrize(
    ("member", "before", "after", "message"),
    [
        ("rating.Rating.jsonl", b'",null,null]\n', b'",null]\n', "rating.Rating differs"),
        (
            "manifest.json",
            b'"rating.0001_version_0_1",',
            b"",
            "made before rating.0001_version_0_1",
        ),
        ("manifest.json", b"rating.0001_version_0_1", b"rating.0099_x", "0099_x, which is not"),
        (
            "manifest.json",
            b'"native_speaker"',
            b'"mother_tongue"',
            "annotators.Annotator is not",
        ),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_stored(
    file, member, before, after, message
):
    whole_campaign()
    back_up(file)
    disaster()
    other = altered(file, member, lambda content: content.replace(before, after, 1))
    with pytest.raises(ArchiveRefused, match=message):
        restore(other)
    assert not Campaign.objects.exists()


def test_a_row_the_database_refuses_takes_all_others_back(file):
    whole_campaign()
    back_up(file)
    disaster()

    def doubled(content):
        first = content.splitlines(keepends=True)[0]
        return content + first.replace(b"[", b"[9", 1)

    torn = altered(file, "rating.Rating.jsonl", doubled)
    with open_archive(torn, kind=KIND) as archive:
        (said,) = (t for t in archive.manifest.tables if t.name == "rating.Rating")
        found = tally(said.name, said.columns, archive.lines(said))

    def vouching(text):
        whole = json.loads(text)
        whole["tables"] = [
            found._asdict() if table["name"] == found.name else table
            for table in whole["tables"]
        ]
        return json.dumps(whole)

    # Only the constraint is left to say no.
    vouched = altered(torn, "manifest.json", vouching)
    with pytest.raises(ArchiveRefused, match=r"refuses a row of rating\.Rating"):
        restore(vouched)
    assert not Campaign.objects.exists()


def test_while_it_reads_others_write_and_it_does_not_see_them():
    make_lead("before")
    done = threading.Event()

    def write():
        make_lead("meanwhile")
        connection.close()
        done.set()

    with snapshot():
        assert User.objects.count() == 1
        threading.Thread(target=write).start()
        # Less than a writer of SQLite would wait for a lock.
        wait_until(done.is_set, seconds=25)
        assert User.objects.count() == 1
    assert User.objects.count() == 2
    # And the next transaction takes its lock at once again.
    make_lead("after")


def test_a_backup_says_what_it_wrote(file):
    make_lead("anne")
    facts = facts_of("backup", file)
    assert facts["tables"]["auth.User"] == 1
    assert facts["bytes"] == file.stat().st_size
    with pytest.raises(CommandError, match="already exists"):
        printed_by("backup", file)


@pytest.mark.long
def test_one_kind_of_database_restores_what_the_other_wrote(file, tmp_path):
    whole_campaign()
    before = everything()
    back_up(file)
    with site_of_the_other_kind(tmp_path / "other") as other:
        other.do("restore", file)
        other.do("backup", tmp_path / "other.zip")
        assert "not empty" in other.run("restore", file).stderr
    assert manifest(tmp_path / "other.zip")["tables"] == manifest(file)["tables"]
    disaster()
    restore(tmp_path / "other.zip")
    assert everything() == before


def test_a_database_where_migrate_was_not_run_is_told_so(file, tmp_path):
    back_up(file)
    ended = Site(f"sqlite:///{tmp_path / 'bare.sqlite3'}", tmp_path).run("restore", file)
    assert ended.returncode == 1
    assert "run migrate first" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_codes_of_a_scale_come_back(file):
    rate_by_file(coded_campaign((5, 3, 1)), {"happy": "13", "sorry": "53"})
    before = everything()
    printed_by("backup", file)
    disaster()
    printed_by("restore", file)
    assert everything() == before
    assert set(Rating.objects.values_list("value", flat=True)) == {5, 3, 1}
