import os
import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from core import uploads
from core.uploads import find_upload, forget_upload, keep_upload

pytestmark = pytest.mark.sqlite


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    return tmp_path / "uploads"


def keep(content=b"glad.a 1 :: happy 2;", *, session="mine"):
    return keep_upload(SimpleUploadedFile("gold.txt", content), session=session)


def test_a_kept_upload_is_found_again_by_its_token():
    kept = keep()
    found = find_upload(kept.token, session="mine")
    assert found == kept
    assert (found.name, found.size) == ("gold.txt", 20)
    assert found.path.read_bytes() == b"glad.a 1 :: happy 2;"


@pytest.mark.parametrize("token", ["", "made-up", "../../etc/passwd"])
def test_a_token_that_was_made_up_finds_nothing(token):
    keep()
    assert find_upload(token, session="mine") is None


def test_a_token_is_of_no_use_in_another_session():
    assert find_upload(keep().token, session="another") is None


def test_a_forgotten_upload_is_gone():
    kept = keep()
    forget_upload(kept)
    forget_upload(kept)
    assert find_upload(kept.token, session="mine") is None


def test_old_uploads_go_when_a_new_one_comes(folder):
    old, new = keep(), keep()
    long_ago = time.time() - uploads.KEPT_SECONDS - 1
    os.utime(old.path, (long_ago, long_ago))
    newest = keep()
    assert sorted(folder.iterdir()) == sorted([new.path, newest.path])


def test_the_oldest_go_when_all_together_are_too_large(monkeypatch, folder):
    monkeypatch.setattr(uploads, "MOST_BYTES", 50)
    kept = []
    for seconds in range(4):
        kept.append(keep(b"x" * 20))
        os.utime(kept[-1].path, (time.time() - 100 + seconds,) * 2)
    assert sorted(folder.iterdir()) == sorted(upload.path for upload in kept[-2:])


def test_the_newest_stays_however_large(monkeypatch, folder):
    monkeypatch.setattr(uploads, "MOST_BYTES", 50)
    assert list(folder.iterdir() if folder.exists() else []) == []
    assert find_upload(keep(b"x" * 60).token, session="mine") is not None


def test_what_was_uploaded_lies_where_nothing_is_served_from_and_cannot_be_run(settings):
    kept = keep()
    served = [settings.STATIC_ROOT, *settings.STATICFILES_DIRS]
    assert settings.MEDIA_ROOT == ""
    assert not any(kept.path.is_relative_to(folder) for folder in served)
    assert not kept.path.stat().st_mode & 0o111
