"""What a release does not know of itself, and whoever publishes it must say."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

UNKNOWN_LICENSE = "unknown"


class Publication(NamedTuple):
    """`license` is an SPDX id, or UNKNOWN_LICENSE; `published` the day of the release."""

    url: str
    license: str
    published: date
