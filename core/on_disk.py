"""Files that are made to be sent: beside the site's own, since `/tmp` may be in memory."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import BinaryIO, cast

from django.conf import settings

# A process that was killed leaves its folder behind; none is at work for so long.
LEFT_BEHIND_AFTER_SECONDS = 24 * 60 * 60


@contextmanager
def folder_on_disk() -> Iterator[Path]:
    """A new folder that nobody else may read, gone when the block ends."""
    place = _place()
    for folder in place.iterdir():
        with suppress(FileNotFoundError):  # another process is just done with it
            if folder.stat().st_mtime < time.time() - LEFT_BEHIND_AFTER_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
    with TemporaryDirectory(dir=place, ignore_cleanup_errors=True) as new:
        yield Path(new)


def file_on_disk() -> BinaryIO:
    """A new file without a name, gone when it is closed."""
    return cast(BinaryIO, TemporaryFile(dir=_place()))


def _place() -> Path:
    place = Path(settings.STATE_DIR) / "being-sent"
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place
