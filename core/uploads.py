"""Uploads kept while a refused form is corrected, so that no other file is chosen again.

They lie in the state folder, which all web processes share. A token names one and is of use
only in the session that brought it. Old ones go when a new one comes, and the oldest when all
together grow too large: whoever loses one that way is asked for the file again.
"""

from __future__ import annotations

import time
import uuid
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.core.files import File

KEPT_SECONDS = 6 * 3600
MOST_BYTES = 1024**3


class KeptUpload(NamedTuple):
    token: str
    name: str
    size: int
    path: Path


def keep_upload(upload: File[bytes], *, session: str) -> KeptUpload:
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / uuid.uuid4().hex
    name = upload.name or "?"
    upload.seek(0)
    with path.open("wb") as out:
        for chunk in upload.chunks():
            out.write(chunk)
    _make_room(folder)
    token = signing.dumps([path.name, name], salt=_salt(session))
    return KeptUpload(token, name, path.stat().st_size, path)


def find_upload(token: str, *, session: str) -> KeptUpload | None:
    """None for another session's token, and once the file is gone."""
    try:
        key, name = signing.loads(token, salt=_salt(session))
        path = _folder() / key
        return KeptUpload(token, name, path.stat().st_size, path)
    except (signing.BadSignature, FileNotFoundError):
        return None


def forget_upload(upload: KeptUpload) -> None:
    upload.path.unlink(missing_ok=True)


def _make_room(folder: Path) -> None:
    """The newest always stays."""
    found = []
    for path in folder.iterdir():
        try:
            found.append((path.stat().st_mtime, path.stat().st_size, path))
        except FileNotFoundError:  # another process made room at the same time
            continue
    newest, *older = sorted(found, reverse=True)
    total = newest[1]
    for changed_at, size, path in older:
        total += size
        if total > MOST_BYTES or changed_at < time.time() - KEPT_SECONDS:
            path.unlink(missing_ok=True)


def _folder() -> Path:
    return Path(settings.STATE_DIR) / "uploads"


def _salt(session: str) -> str:
    return f"upload {session}"
