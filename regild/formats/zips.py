"""The errors that reading a ZIP raises, however its members were compressed."""

from __future__ import annotations

import zlib
from lzma import LZMAError
from zipfile import BadZipFile

# Bzip2 reports damaged data as an OSError. A wrong offset or a name that is not UTF-8 is a
# ValueError.
DAMAGED_ZIP: tuple[type[Exception], ...] = (
    BadZipFile,
    EOFError,
    LZMAError,
    OSError,
    ValueError,
    zlib.error,
)
# A password is asked for, or the compression is unknown here.
LOCKED_ZIP: tuple[type[Exception], ...] = (NotImplementedError, RuntimeError)
UNREADABLE_ZIP = DAMAGED_ZIP + LOCKED_ZIP
